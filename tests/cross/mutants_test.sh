#!/usr/bin/env bash
# Goal: every planted bug, of this module, of tests/asserts and of tests/storm, applies with all of its context. With less context, patch may
# plant it elsewhere; then it does not build, or is another bug. And the assert that a bug of tests/asserts names is in the code.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r sim client server proto replays "$folder"

# applies PATCH: tries it on a copy of the files that it changes.
applies() { (cd "$folder" && git apply --check - 2>&1) < "$1"; }

count=0 faults=0
for bug in tests/{cross,asserts,storm}/mutants/*.patch; do
    count=$((count + 1))
    applies "$bug" > "$folder/said" || { echo "$bug does not apply exactly: $(head -1 "$folder/said")"; faults=$((faults + 1)); }
done
for bug in tests/asserts/mutants/*.patch; do
    { read -r _ && read -r _ && read -r _ text; } < "$bug"
    grep -rqF --include='*.cpp' --include='*.hpp' "\"$text\"" sim client server proto replays ||
        { echo "$bug: no assert says '$text'"; faults=$((faults + 1)); }
done
for bug in tests/storm/mutants/*.patch; do
    for word in bug room killer finding; do
        grep -q "^$word: ." "$bug" || { echo "$bug: it does not say its $word"; faults=$((faults + 1)); }
    done
done
[ $count -ge 70 ] || { echo "only $count planted bugs were found"; exit 1; }

# A changed line of context is noticed.
bug=tests/cross/mutants/clock.patch
sed 's/^ \(.*enemy_shots.add.*\)$/ \1 \/\/ other/' "$bug" > "$folder/doctored.patch"
! cmp -s "$bug" "$folder/doctored.patch" || { echo "the doctored patch is the same"; exit 1; }
! applies "$folder/doctored.patch" > /dev/null || { echo "a patch with another context applies"; exit 1; }
exit $((faults > 0))
