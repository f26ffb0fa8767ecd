#!/usr/bin/env bash
# Goal: renew reports what happened to each golden, and refuses a changed rule under an unchanged core version.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "renew_test: $*" >&2; exit 1; }
eval "$(sed -n '/^golden_changes() {$/,/^}$/p; /^version_fault() {$/,/^}$/p; /^core_version() /p' renew)"

printf '%s\n' 'calm 100 aa 01' 'storm 200 bb 02' 'old 300 cc 03' > "$folder/old"
printf '%s\n' 'calm 100 aa 01' 'storm 210 dd 04' 'fresh 50 ee 05' > "$folder/new"
: > "$folder/none"
changes=$(golden_changes "$folder/old" "$folder/new" "$folder/none")
expected='  same     calm
  changed  storm: 200 -> 210 ticks, bb -> dd
  new      fresh: 50 ticks
  gone     old'
[ "$changes" = "$expected" ] || fail "it prints: $changes"
[ "$(golden_changes "$folder/none" "$folder/old" "$folder/none" | grep -c '^  new ')" = 3 ] || fail 'without old goldens, three are not reported as new'

version=$(core_version < ../../sim/snapshot.hpp)
[[ $version =~ ^[0-9]+$ ]] || fail "the core version reads as '$version'"
same='  same     calm'
[ -z "$(version_fault 6 6 "$same")" ] || fail 'it complains although nothing changed'
[ -z "$(version_fault 6 7 "$changes")" ] || fail 'it complains about changed goldens under a new core version'
[[ $(version_fault 6 6 "$changes") == *'still 6'* ]] || fail 'a changed golden passes under the old core version'
echo storm > "$folder/levels"
of_a_level=$(golden_changes "$folder/old" "$folder/new" "$folder/levels")
grep -q '^  level    storm: 200 -> 210' <<< "$of_a_level" || fail "a golden of a changed level reads as: $of_a_level"
[ -z "$(version_fault 6 6 "$of_a_level")" ] || fail 'a changed level needs a new core version'
echo calm > "$folder/levels"
[[ $(version_fault 6 6 "$(golden_changes "$folder/old" "$folder/new" "$folder/levels")") == *'still 6'* ]] || fail 'the level of another golden excuses it'
[[ $(version_fault 6 7 "$same") == *'is 7 now'* ]] || fail 'a new core version without changed goldens passes'

./renew --nonsense > /dev/null 2>&1 && fail 'an unknown argument is accepted'
./renew --help | grep -q -- '--recordings' || fail 'help does not name --recordings'
