#!/usr/bin/env bash
# Goal: every program that the manifests of deploy/ start, every option that they give, and every tool that deploy/shard calls is in
# the image that deploy/container/build makes. Each check must also find a planted fault.
#   container_test.sh ROOT BIN
# The image is not made here. Its contents are read from what makes it: the debs' lists of files, the packages and files that the
# build adds, and Debian's essential packages as they are on this machine.
set -uo pipefail
bin=$(realpath -m "$2")
command -v jq > /dev/null || { echo "no jq: tools/setup homes"; exit 77; }
command -v dpkg-query > /dev/null || { echo "no dpkg-query"; exit 77; }
python3 -c 'import yaml' 2> /dev/null || { echo "no python3-yaml: tools/setup package"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "container_test: $1"; failures=$((failures + 1)); }
cp -r "$1/deploy" "$1/packaging" "$work"
cd "$work" || exit 1

# The paths in the image that are ours.
own_paths() {
    local package from to
    for package in $(sed -n 's/^cp build\/packages\/albireo-{\([a-z,]*\)}.*/\1/p' deploy/container/build | tr , ' '); do
        while read -r from to; do
            case $from in usr/bin/*) echo "/$to/${from##*/}" ;; esac
        done < "packaging/debian/albireo-$package.install"
    done
    sed -n 's/.*--customize-hook="copy-in \(deploy\/[^ ]*\) \(\/[^ "]*\)".*/\1 \2/p' deploy/container/build | while read -r from to; do
        [ -x "$from" ] && echo "$to/${from##*/}"
    done
}
# The Debian packages that the build adds by name.
added() { sed -n 's/.* install -y --no-install-recommends \(.*\) \/tmp\/packages\/\*\.deb.*/\1/p' deploy/container/build; }
# Makes the folder `tools`: what a command without a folder may be in the image.
make_tools() {
    rm -rf tools
    mkdir tools
    # shellcheck disable=SC2046
    dpkg -L $(dpkg-query -W -f '${Essential} ${Package}\n' | sed -n 's/^yes //p') $(added) | grep -E '^(/usr)?/s?bin/[^/]+$' | xargs ln -sf -t tools
}
# Prints "FILE COMMAND ARGUMENTS..." for each container, as JSON arrays.
commands() {
    python3 - <<'PYTHON'
import glob, json, re, yaml
def walk(name, node):
    if isinstance(node, dict):
        for key in ("containers", "initContainers"):
            for container in node.get(key, []):
                entry = container.get("command") or entrypoint
                print(json.dumps([name] + entry + container.get("args", [])))
        node = list(node.values())
    for each in node if isinstance(node, list) else []:
        walk(name, each)
entrypoint = json.loads(re.search(r"^ENTRYPOINT (.*)$", open("deploy/container/Containerfile").read(), re.M).group(1))
print(json.dumps(["Containerfile"] + entrypoint))
for path in sorted(glob.glob("deploy/*/*.yaml")):
    walk(path, yaml.safe_load(open(path)))
PYTHON
}

# Every program that is started is installed.
programs() {
    local line program wrong=0 paths
    paths=$(own_paths)
    make_tools
    while read -r line; do
        program=$(jq -r '.[1]' <<< "$line")
        case $program in
            /*) grep -qxF "$program" <<< "$paths" ;;
            *) [ -e "tools/$program" ] ;;
        esac || { echo "$(jq -r '.[0]' <<< "$line"): $program is not in the image"; wrong=1; }
    done < <(commands)
    [ "$(commands | wc -l)" -ge 4 ] || { echo "only these commands were found: $(commands)"; wrong=1; }
    return $wrong
}
# Every option of our programs exists.
options() {
    local line program wrong=0 option help
    while read -r line; do
        program=$(jq -r '.[1] | sub(".*/"; "")' <<< "$line")
        [ "$program" != shard ] || program=albireo-$(jq -r '.[2]' <<< "$line")
        [[ $program == albireo-* ]] || continue
        [ -x "$bin/$program" ] || { echo "no $program is built" >&2; continue; }
        help=$("$bin/$program" --help)
        for option in $(jq -r '.[] | select(startswith("--"))' <<< "$line"); do
            grep -qE -- "(^|[ ,])$option([ =,]|\$)" <<< "$help" || { echo "$program has no option $option"; wrong=1; }
        done
    done < <(commands)
    return $wrong
}
# The shard's script does its work with no other tools than those in the image. Stand-ins play and verify.
script() {
    local words within
    make_tools
    rm -rf results games replays
    mkdir games replays
    printf '#!/bin/sh\necho "{\\"games\\":48,\\"failed\\":0,\\"match_minutes\\":9,\\"findings\\":[]}"\n' > games/albireo-storm
    printf '#!/bin/sh\necho "wrong: tick 7"\nexit 1\n' > games/albireo-replay
    chmod +x games/*
    touch replays/one.replay
    within=(env -i "PATH=$work/tools" "ALBIREO_BIN=$work/games" JOB_COMPLETION_INDEX=0)
    mapfile -t words < <(commands | jq -r 'select(.[1] | endswith("/shard")) | .[2:][]' | sed "s|^/results\$|$work/results|")
    [ ${#words[@]} -gt 0 ] || { echo "no Job runs the shard's script"; return 1; }
    "${within[@]}" deploy/shard "${words[@]}" && "${within[@]}" deploy/shard gather 1 results || return 1
    "${within[@]}" deploy/shard verify replays 1 results && [ "$(jq .failed results/shard-0.json)" = 1 ]
}
for check in programs options script; do
    $check > output 2>&1 || fail "$check: $(cat output)"
done

# planted CHECK FILE SED: the check refuses the file after the edit.
planted() {
    cp "$2" kept
    sed -i "$3" "$2"
    cmp -s "$2" kept && fail "the fault '$3' changes nothing in $2"
    $1 > output 2>&1 && fail "$1 does not find '$3' in $2"
    cat kept > "$2"
}
planted programs deploy/kubernetes/storm.yaml 's/albireo\/shard/albireo\/deploy\/shard/'
planted programs deploy/agones/fleet.yaml 's/"install"/"instal"/'
planted programs deploy/container/Containerfile 's/usr\/games/usr\/bin/'
planted programs deploy/container/build 's/{server,tools,data}/{tools,data}/'
planted programs deploy/container/build 's/copy-in deploy\/shard/copy-in deploy\/README.md/'
planted script deploy/container/build 's/ jq \/tmp/ \/tmp/'
planted script deploy/shard 's/^mkdir -p "\$folder" .*/parallel --version || exit/'
[ ! -x "$bin/albireo-server" ] || planted options deploy/agones/fleet.yaml 's/"--drain"/"--drane"/'
[ ! -x "$bin/albireo-storm" ] || planted options deploy/kubernetes/storm.yaml 's/"--shrink"/"--shrinks"/'
exit $((failures > 0))
