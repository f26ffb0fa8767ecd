#!/usr/bin/env bash
# Goal: a distance grid never costs. For each kind of query the instructions with a grid are at most 1.02 times those
# without one, counted by callgrind, so that the machine's load does not matter. Meshes of 2 000 and 20 480 triangles;
# the largest only with ALBIREO_FULL=1.
#   grid_cost_test.sh PROGRAM [PART...]
set -uo pipefail
program=$1
shift
command -v valgrind > /dev/null || { echo "SKIPPED: valgrind is not installed"; exit 77; }
[ $# -gt 0 ] || set -- /2k /20k
[ "${ALBIREO_FULL:-}" != 1 ] || set -- /2k /20k /200k
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$work/dump" "$program" "$@" > "$work/rows" 2> "$work/log" ||
    { cat "$work/log"; exit 1; }
# Dump n belongs to line n.
n=0
while read -r row who; do
    n=$((n + 1))
    echo "$row $who $(awk '/^(summary|totals):/ { print $2; exit }' "$work/dump.$n")"
done < "$work/rows" > "$work/counts"
awk -v most=1.02 '
    NF != 3 { print "no count: " $0; wrong = 1; next }
    $2 == "with_grid" { with[$1] = $3 }
    $2 == "without" {
        ratio = with[$1] / $3; ++rows
        if (ratio > worst) { worst = ratio; name = $1 }
        if (ratio > most) { printf "%s: %.3f times the instructions without a grid\n", $1, ratio; wrong = 1 }
    }
    END {
        if (rows == 0) { print "no rows"; wrong = 1 }
        printf "%d rows, at most %.3f (%s)\n", rows, worst, name
        exit wrong
    }' "$work/counts"
