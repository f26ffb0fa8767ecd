#!/bin/bash
# Goal: a storm run finds a planted bug, shrinks it to the one fault that triggers it, and prints a command that repeats it. A run
# that exercised too little fails. --help lists every fault.
set -euo pipefail
storm=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
die() { echo "shrink_test: $*" >&2; exit 1; }

# The planted bug needs a crash.
code=0
"$storm" --seeds 1..8 --minutes 0.8 --level the_cut --players 2 --plant after-crash --shrink --json > "$work/found.json" 2> "$work/log" || code=$?
[ $code -eq 1 ] || { cat "$work/log"; die "the planted bug was not found (exit code $code)"; }
grep -q '1 of 8 games played' "$work/log" || die "the run prints no progress"
command=$(grep -m1 -o 'repeat the smallest case with: .*' "$work/log" | sed 's/repeat the smallest case with: albireo-storm //; s/ --verbose//')
[[ " $command " == *" --faults crash "* ]] || die "shrunk to: $command"
code=0
read -ra words <<< "$command"
"$storm" "${words[@]}" > /dev/null 2> "$work/again" || code=$?
[ $code -eq 1 ] && grep -q 'differs from the server' "$work/again" || die "the printed command shows nothing: $command"
# Without the bug the same game is clean.
"$storm" $(sed 's/ --plant after-crash//' <<< "$command") --record "$work/new/kept" > /dev/null 2> "$work/clean" || { cat "$work/clean"; die "a finding without the bug"; }
ls "$work"/new/kept/*.replay > /dev/null || die "--record did not make its folder"

help=$("$storm" --help)
for fault in server-crash server-freeze disk-full planted-desync clock-jump clock-drift-change late-duplicates bit-flips rebind bandwidth crash-before-start crash-at-end \
    random-order hostile-partner rare-points; do
    grep -q "$fault" <<< "$help" || die "--help does not list $fault"
done
code=0
"$storm" --faults lozz > /dev/null 2> "$work/usage" || code=$?
[ $code -eq 2 ] && grep -q "unknown fault 'lozz'" "$work/usage" || die "an unknown fault is accepted"
echo "shrunk to: $command"
