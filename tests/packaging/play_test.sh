#!/usr/bin/env bash
# Goal: ./play starts the installed programs if they are of this very version, and otherwise builds. Runs in a copy of the
# scripts, with fake programs.
#   play_test.sh ROOT
set -uo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "play_test: $1"; failures=$((failures + 1)); }
cp -r "$root/play" "$root/tools" "$root/packaging" "$root/CMakeLists.txt" "$work"
cd "$work" || exit 1
command -v git > /dev/null || { echo "no git"; exit 77; }
printf '/fake/\n/installed/\n/build/\n' > .gitignore
mkdir -p fake installed
fake() { cat > "$1" && chmod +x "$1"; }
fake tools/setup <<< '#!/bin/sh'
fake fake/cmake <<< '#!/bin/sh
echo "it builds"; exit 1'
fake fake/dpkg-query <<< '#!/bin/sh
case "$*" in *"$MISSING"*) [ -z "$MISSING" ] || exit 1 ;; esac
printf %s "$INSTALLED"'
for program in albireo albireo-server albireo-bot albireo-netem albireo-replay; do
    fake installed/$program <<< "#!/bin/sh
echo started $program \"\$@\"; exit 1"
done
git init -q && git add . && git -c user.name=Ada -c user.email=ada@example.org commit -qm one || exit 1
run() { output=$(env -u WAYLAND_DISPLAY PATH="$work/fake:$PATH" ALBIREO_INSTALLED="$work/installed" "$@" ./play 2>&1); }
version=$(packaging/version --debian)

run INSTALLED="$version" MISSING= DISPLAY=:9
grep -q '^started albireo host --bot' <<< "$output" || fail "the installed game is not started: $output"
grep -q 'it builds' <<< "$output" && fail "it builds what is installed: $output"
run INSTALLED="$version" MISSING= DISPLAY=
grep -q '^it builds' <<< "$output" && fail "without a display it builds what is installed: $output"
run INSTALLED=0.0.1 MISSING= DISPLAY=:9
grep -q 'it builds' <<< "$output" || fail "another version is started: $output"
run INSTALLED="$version+changed" MISSING= DISPLAY=:9
grep -q 'it builds' <<< "$output" || fail "a package with changes of its own is started: $output"
run INSTALLED="$version" MISSING=albireo-tools DISPLAY=
grep -q 'it builds' <<< "$output" || fail "without the tools' package nothing is built: $output"
echo >> play
run INSTALLED="$version" MISSING= DISPLAY=:9
grep -q 'it builds' <<< "$output" || fail "changes of the tree are not built: $output"
git checkout -q play
rm installed/albireo
run INSTALLED="$version" MISSING= DISPLAY=:9
grep -q 'it builds' <<< "$output" || fail "a program that is not there is started: $output"
exit $((failures > 0))
