#!/usr/bin/env bash
# Goal: the files that the desktop and systemd read are valid: desktop files, metainfo, file type, icons, the server's unit.
# Each check must also find a planted fault.
#   metadata_test.sh ROOT
set -uo pipefail
root=$1
for tool in desktop-file-validate appstreamcli update-mime-database rsvg-convert; do
    command -v $tool > /dev/null || { echo "no $tool: tools/setup package"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "metadata_test: $1"; failures=$((failures + 1)); }
cp -r "$root/packaging/desktop" "$root/packaging/debian" "$work"
cd "$work" || exit 1
releases=$("$root/packaging/changes" appstream) || fail "the releases cannot be read from CHANGELOG.md"
metainfo=game.albireo.albireo.metainfo.xml
RELEASES=$releases awk '/^@ALBIREO_RELEASES@/ { print ENVIRON["RELEASES"]; sub(/^@ALBIREO_RELEASES@/, "") } { print }' \
    desktop/$metainfo.in > desktop/$metainfo

desktop_files() { desktop-file-validate --no-hints desktop/*.desktop; }
metainfo() { appstreamcli validate --no-net --no-color desktop/$metainfo; }
# The type of a recording by its name, its type by its first bytes, and the programs for it.
mime() {
    rm -rf share
    mkdir -p share/mime/packages
    cp desktop/albireo-mime.xml share/mime/packages
    update-mime-database share/mime > /dev/null 2>&1 &&
        grep -qxF '50:application/x-albireo-replay:*.replay' share/mime/globs2 &&
        grep -qaF "$(head -c 5 "$root/replays/golden/small.replay" | tr -d '\r')" share/mime/magic &&
        grep -qx 'MimeType=application/x-albireo-replay;' desktop/albireo-watch.desktop &&
        grep -qx 'Exec=albireo watch %f' desktop/albireo-watch.desktop &&
        grep -qx 'MimeType=x-scheme-handler/albireo;' desktop/albireo-join.desktop &&
        grep -qx 'Exec=albireo join %u' desktop/albireo-join.desktop
}
icons() {
    local icon
    for icon in desktop/*.svg; do
        rsvg-convert -w 48 -h 48 "$icon" -o icon.png 2> errors && [ ! -s errors ] && [ "$(stat -c %s icon.png)" -gt 400 ] || return 1
    done
    # Every icon that is named is there.
    for icon in $(sed -n 's/^Icon=//p' desktop/*.desktop) $(sed -n 's/.*<icon name="\([^"]*\)".*/\1/p' desktop/albireo-mime.xml); do
        [ -s "desktop/$icon.svg" ] || return 1
    done
}
# A key that is given twice contradicts itself: systemd takes the last. Lists of system calls add up instead, in their order, so
# nothing may be taken away after the last calls were added.
unit_keys() {
    local twice
    twice=$(sed -n 's/^\([A-Za-z]\+\)=.*/\1/p' debian/albireo-server.service | grep -vx SystemCallFilter | sort | uniq -d)
    [ -z "$twice" ] || { echo "given twice: $twice"; return 1; }
    [ "$(grep -c '^SystemCallFilter=~' debian/albireo-server.service)" -le 1 ] || { echo "calls are taken away twice"; return 1; }
    grep '^SystemCallFilter=' debian/albireo-server.service | tail -n 1 | grep -qw prlimit64 || { echo "the server cannot read its limits"; return 1; }
}
# "exposure" is systemd's sum of what a unit may do, in tenths: 96 without any sandbox.
unit() {
    command -v systemd-analyze > /dev/null || { echo "no systemd-analyze: the unit is not checked" >&2; return 0; }
    systemd-analyze security --offline=yes --threshold=15 --no-pager debian/albireo-server.service > exposure 2>&1 &&
        ! grep -iE 'unknown|invalid|failed to parse' exposure
}
# As systemd itself reads it. The program is not installed here, and an unknown key is only a warning, so nothing may be said about the unit
# at all. The units that it waits for are this machine's: what is said about them does not count.
unit_loads() {
    command -v systemd-analyze > /dev/null || { echo "no systemd-analyze: the unit is not checked" >&2; return 0; }
    mkdir -p loads
    sed 's#/usr/games/albireo-server#/bin/true#' debian/albireo-server.service > loads/albireo-server.service
    systemd-analyze verify --man=no loads/albireo-server.service > loads/told 2>&1
    ! grep albireo-server loads/told
}
# One of this machine's units with a fault, which systemd names: none of ours.
others_fault() {
    command -v systemd-analyze > /dev/null || return 0
    mkdir -p loads
    printf '[Unit]\nDescripton=Network\n' > loads/network-online.target
    unit_loads && grep -q 'network-online.target' loads/told
    local result=$?
    rm loads/network-online.target
    return $result
}
for check in desktop_files metainfo mime icons unit_keys unit unit_loads others_fault; do
    $check > output 2>&1 || { fail "$check: $(cat output)"; }
done

# planted CHECK FILE SED: the check refuses the file after the edit.
planted() {
    cp "$2" kept
    sed -i "$3" "$2"
    cmp -s "$2" kept && fail "the fault '$3' changes nothing in $2"
    $1 > output 2>&1 && fail "$1 does not find '$3' in $2"
    cp kept "$2"
}
planted desktop_files desktop/albireo.desktop 's/^Type=.*/Type=Game/'
planted desktop_files desktop/albireo-watch.desktop 's/%f/%z/'
planted metainfo desktop/$metainfo 's/<id>.*/<id>Albireo<\/id>/'
planted metainfo desktop/$metainfo 's/<\/summary>//'
planted mime desktop/albireo-mime.xml 's/ALB/BLA/'
planted mime desktop/albireo-mime.xml 's/\*\.replay/*.demo/'
planted mime desktop/albireo-watch.desktop 's/watch %f/%f/'
planted icons desktop/albireo.svg 's/<\/svg>//'
planted icons desktop/albireo.desktop 's/^Icon=.*/Icon=star/'
planted unit_keys debian/albireo-server.service 's/^TasksMax=.*/&\nLimitNOFILE=4096/'
planted unit_keys debian/albireo-server.service 's/^SystemCallErrorNumber=.*/&\nSystemCallFilter=~@resources/'
if command -v systemd-analyze > /dev/null; then
    planted unit debian/albireo-server.service '/^DynamicUser/d; /^SystemCallFilter/d; /^Protect/d'
    planted unit_loads debian/albireo-server.service 's/^Type=notify/Type=notfy/'
    planted unit_loads debian/albireo-server.service 's/^ExecStart=/ExecSart=/'
    planted unit_loads debian/albireo-server.service 's#^ExecReload=/bin/kill#ExecReload=/bin/klil#'
fi
exit $((failures > 0))
