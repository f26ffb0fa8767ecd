#!/usr/bin/env bash
# Goal: renew says of each golden what became of it, and does not let a changed rule pass for the old core.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "renew_test: $*" >&2; exit 1; }
eval "$(sed -n '/^golden_changes() {$/,/^}$/p; /^version_fault() {$/,/^}$/p; /^core_version() /p' renew)"

printf '%s\n' 'calm 100 aa 01' 'storm 200 bb 02' 'old 300 cc 03' > "$folder/old"
printf '%s\n' 'calm 100 aa 01' 'storm 210 dd 04' 'fresh 50 ee 05' > "$folder/new"
told=$(golden_changes "$folder/old" "$folder/new")
expected='  same     calm
  changed  storm: 200 -> 210 ticks, bb -> dd
  new      fresh: 50 ticks
  gone     old'
[ "$told" = "$expected" ] || fail "it says: $told"
: > "$folder/none"
[ "$(golden_changes "$folder/none" "$folder/old" | grep -c '^  new ')" = 3 ] || fail 'three goldens are not new beside none'

version=$(core_version < ../../sim/snapshot.hpp)
[[ $version =~ ^[0-9]+$ ]] || fail "the core version reads as '$version'"
same='  same     calm'
[ -z "$(version_fault 6 6 "$same")" ] || fail 'nothing changed, and it complains'
[ -z "$(version_fault 6 7 "$told")" ] || fail 'a new core with other games, and it complains'
[[ $(version_fault 6 6 "$told") == *'still 6'* ]] || fail 'a changed golden passes for the old core'
[[ $(version_fault 6 7 "$same") == *'is 7 now'* ]] || fail 'a new core that plays the same is not told'

./renew --nonsense > /dev/null 2>&1 && fail 'an unknown argument is taken'
./renew --help | grep -q -- '--recordings' || fail 'help does not name --recordings'
