#!/usr/bin/env bash
# Goal: a planted bug counts as caught only if an expected killer catches it. A program that hangs or cannot run catches
# nothing. A killer that finds a bug in the unchanged core ends the proof, in whichever wave it is.
set -euo pipefail
cd "$(dirname "$0")"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# The functions of prove that judge exit statuses, with single commands in place of linked programs.
eval "$(sed -n '/^relinked() {$/,/^}$/p; /^cell() {$/,/^}$/p; /^judge() {$/,/^}$/p
                /^plant() {$/,/^}$/p; /^baseline() {$/,/^}$/p' prove)"
out=$copy name=test
mkdir -p "$copy/build/cross"
link() { printf '#!/bin/sh\nexec %s\n' "$1" > "$2" && chmod +x "$2"; }
die() { echo "prove_test: $*" >&2; exit 1; }
killers=(tests storm i686 wasm s390x)

# expect ROW CAUGHT OTHERS LATE: compares the result of judge.
expect() {
    judge
    [ "$row|$caught|$others|$late" = "$1|$2|$3|$4" ] || die "'$row|$caught|$others|$late' is not '$1|$2|$3|$4'"
}
limit=1 relinked tests 'sleep 600'
limit=600
relinked storm false
echo 'i686 timed out after 1 s' > "$copy/build/cross/i686.wrong"
echo 's390x does not build (see the log)' > "$copy/build/cross/s390x.wrong"
expected='storm i686'
expect '  t  x  t  -  -' ' storm' '' ' tests i686'
expected='tests i686'
expect '  t  x  t  -  -' '' ' storm' ' tests i686'
relinked tests true
: > "$copy/build/cross/i686.wrong"
expect '  .  x  .  -  -' '' ' storm' ''
echo 'i686 differs in small from tick 7 on' > "$copy/build/cross/i686.wrong"
expect '  .  x  x  -  -' ' i686' ' storm' ''

# Killed for lack of memory, or not found: an expected killer has caught nothing.
relinked tests 'sh -c "kill -9 $$"'
relinked storm /no/such/program
expected='tests storm i686'
expect '  d  d  x  -  -' ' i686' '' ''

# baseline: try_wave leaves the text that `finds` has for each killer; a killer it does not name finds nothing.
waves=('tests,storm' 'i686,wasm' 's390x')
try_wave() {
    local killer
    for killer in ${1//,/ }; do sed -n "s/^$killer: //p" <<< "$finds" > "$copy/build/cross/$killer.wrong"; done
}
# refused FINDS TEXT: the proof does not start, and prints TEXT.
refused() {
    finds=$1
    if (baseline) > /dev/null 2> "$copy/output"; then die "the proof starts although $1"; fi
    grep -qF "$2" "$copy/output" || die "'$(cat "$copy/output")' does not contain '$2'"
}
finds=''
baseline || die 'the proof does not start although no killer finds a bug in the unchanged core'
refused 'tests: tests fails' 'tests fails'
refused 'wasm: wasm stops: node: no such option' 'wasm stops'
refused 's390x: s390x could not run: status 127' 's390x could not run'
refused 's390x: s390x timed out after 1200 s' 's390x timed out'
refused 'i686: i686 does not build (see the log)' 'i686 does not build'
