#!/usr/bin/env bash
# Goal: a run in shards finds exactly what the same run finds in one piece, with the command that repeats it; a wrong recording is
# found; a shard that is missing or was cut off is never taken for a clean one.
# Usage: shards_test.sh SHARD STORM REPLAY GOLDENS
set -uo pipefail
for tool in jq parallel; do command -v $tool > /dev/null || { echo "no $tool (tools/setup homes)"; exit 77; }; done
shard=$(realpath "$1") storm=$(realpath "$2") replay=$(realpath "$3") goldens=$(realpath "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() { echo "shards_test: $1"; failures=$((failures + 1)); }
ALBIREO_BIN=$(dirname "$storm")
export ALBIREO_BIN

# ---- a planted bug
options=(--minutes 0.8 --level the_cut --players 2 --plant after-crash)
"$storm" --seeds 1..9 "${options[@]}" --json > whole.json 2> /dev/null
[ $? -eq 1 ] || fail "the planted bug is not found in one piece"
code=0
"$shard" here storm 1..9 4 run "${options[@]}" > said 2>&1 || code=$?
[ $code -eq 1 ] || fail "the shards end with $code: $(cat said)"
whole=$(jq -c '[.findings[] | {seed, what}] | sort' whole.json)
parts=$(jq -sc '[.[].findings[] | {seed, what}] | sort' run/shard-*.json)
[ "$whole" != '[]' ] && [ "$whole" = "$parts" ] || fail "in one piece $whole, in shards $parts"
[ "$(jq -s 'map(.items) | add' run/shard-*.json)" = 9 ] || fail "not every seed was played once"
grep -q 'repeat with: albireo-storm --seeds' said || fail "no command that repeats it: $(cat said)"

# ---- without the bug, more shards than seeds
code=0
"$shard" here storm 1..2 3 clean --minutes 0.3 --level the_cut > said 2>&1 || code=$?
[ $code -eq 0 ] && grep -q '"items": 2' said || fail "a clean run ends with $code: $(cat said)"

# ---- a shard that died
rm clean/shard-1.json
"$shard" gather 3 clean > said 2>&1; [ $? -eq 3 ] && grep -q 'no result of shard 1' said || fail "a missing shard: $(cat said)"
echo '{"items":1,' > clean/shard-1.json
"$shard" gather 3 clean > said 2>&1; [ $? -eq 3 ] || fail "a shard cut off: $(cat said)"
mkdir dead
printf '#!/bin/sh\nkill -KILL $$\n' > dead/albireo-storm
chmod +x dead/albireo-storm
ALBIREO_BIN=$PWD/dead "$shard" here storm 1..2 2 killed > said 2>&1; [ $? -gt 2 ] || fail "a killed storm: $(cat said)"

# ---- recordings
mkdir replays
cp "$goldens"/*.replay replays
code=0
"$shard" here verify replays 3 verified > said 2>&1 || code=$?
[ $code -eq 0 ] && grep -q "\"items\": $(ls replays/*.replay | wc -l)" said || fail "the goldens: $code $(cat said)"
head -c 3000 "$(ls replays/*.replay | head -1)" > 'replays/cut "off".replay'
"$shard" here verify replays 3 verified > said 2>&1; [ $? -eq 1 ] && grep -q 'cut "off"' said || fail "a damaged recording: $(cat said)"

# ---- mistakes
for mistake in "" "storms" "storm 1..2 0 run" "storm 9..2 1 run" "storm x 1 run" "gather x run" "here gather 1 run x" "verify nowhere 1 run"; do
    # shellcheck disable=SC2086
    SHARD=0 "$shard" $mistake > said 2>&1; [ $? -eq 2 ] && [ "$(wc -l < said)" -eq 1 ] || fail "'$mistake': $(cat said)"
done
SHARD=2 "$shard" storm 1..2 2 run > said 2>&1; [ $? -eq 2 ] && grep -q "expected a number below 2, not '2'" said || fail "a wrong number: $(cat said)"
exit $((failures > 0))
