#!/usr/bin/env bash
# Goal: a planted bug counts as caught only by whom it is planted for, and a program that hangs has caught nothing.
set -euo pipefail
cd "$(dirname "$0")"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# What prove makes of exit statuses, with programs that are one command each instead of linked ones.
eval "$(sed -n '/^relinked() {$/,/^}$/p; /^cell() {$/,/^}$/p; /^judge() {$/,/^}$/p' prove)"
out=$copy name=test
mkdir -p "$copy/build/cross"
link() { printf '#!/bin/sh\nexec %s\n' "$1" > "$2" && chmod +x "$2"; }
die() { echo "prove_test: $*" >&2; exit 1; }
killers=(tests storm i686 wasm s390x)

# expect ROW CAUGHT OTHERS LATE: what judge makes of what the killers left.
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
