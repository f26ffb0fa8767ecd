#!/usr/bin/env bash
# Goal: the tables in README.md are of the configurations, recordings and planted bugs that there are; a stale one is told.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
./matrix --names > "$folder/names"
{ cat "$folder/names"; echo tests; echo storm; } > "$folder/killers"
for patch in mutants/*.patch; do echo "$(basename "$patch" .patch) $(sed -n '2s/^killers: //p' "$patch")"; done > "$folder/mutants"
awk '{ print $1, $2, $4 }' ../../replays/golden/digests > "$folder/goldens"

# table NAME FILE: what stands between its marks.
table() { sed -n "/^<!-- $1 -->\$/,/^<!-- end of $1 -->\$/p" "$2"; }

# same WHAT TOLD KNOWN: says which lines only one of two files has.
same() { diff <(sort "$2") <(sort "$3") | sed -n "s/^< /$1 that there is no longer: /p; s/^> /$1 that is missing: /p" || true; }

# faults FILE: what is stale in it.
faults() {
    local name
    for name in $(cat "$folder/names"); do
        sed -n 's/^| \([^|]*\) |.*/\1/p' "$1" | tr -s ', ' '\n' | grep -qxF -- "$name" || echo "configuration of which nothing is said: $name"
    done

    table matrix "$1" > "$folder/matrix"
    awk '/^configuration / { rows = 1; next } rows && !NF { rows = 0 } rows { print $1 } / has no float$/ { sub(":", "", $1); print $1 }' \
        "$folder/matrix" > "$folder/told"
    same 'configuration' "$folder/told" "$folder/names"
    awk '$4 == "ticks" { print $2, $3, $5 }' "$folder/matrix" > "$folder/told"
    same 'recording' "$folder/told" "$folder/goldens"
    awk '/^configuration / { rows = 1; next } rows && !NF { exit }
         rows { for (i = 2; i <= NF; ++i) if ($i != "same" && !(split($i, of, "/") == 2 && of[1] == of[2])) print $1 ": " $i }' \
        "$folder/matrix"

    table proof "$1" > "$folder/proof"
    awk '/^planted bug/ { exit } { for (i = 1; i < NF; ++i) if ($i ~ /^[0-9]+$/) print $(i + 1) }' "$folder/proof" > "$folder/told"
    same 'column' "$folder/told" "$folder/killers"
    awk '/^planted bug/ { rows = 1; next } rows && !NF { exit } rows { print $1 }' "$folder/proof" > "$folder/told"
    same 'planted bug' "$folder/told" <(cut -d' ' -f1 "$folder/mutants")
    # Each row has a cross under one of those that its patch names.
    awk 'NR == FNR { wanted[$1] = $0; next }
         /^planted bug/ { rows = 1; next }
         !rows { for (i = 1; i < NF; ++i) if ($i ~ /^[0-9]+$/) killer[$i] = $(i + 1); next }
         !NF { exit }
         { by = 0; for (i = 2; i <= NF; ++i) if ($i == "x" && index(wanted[$1] " ", " " killer[i - 1] " ")) by = 1
           if (!by) print "planted bug that nobody caught who should: " $1 }' "$folder/mutants" "$folder/proof"
}

[ -z "$(faults README.md)" ] || { faults README.md >&2; echo "tables_test: README.md is stale (matrix --write, prove --write)" >&2; exit 1; }

# doctored TEXT SED: the README with that change must be told of, by that text.
doctored() {
    sed -E "$2" README.md > "$folder/README.md"
    faults "$folder/README.md" | grep -qxF "$1" || { echo "tables_test: not told: $1" >&2; faults "$folder/README.md" >&2; exit 1; }
}
first=$(cut -d' ' -f1 "$folder/mutants" | head -1)
doctored 'configuration of which nothing is said: s390x' '/^\|/s/s390x/s390/'
doctored 'configuration that is missing: armhf' '/^armhf  /d'
doctored 'configuration that there is no longer: vax' 's/^armhf  /vax  /'
doctored 'configuration that is missing: no-float-x86' '/^no-float-x86:/d'
doctored "recording that is missing: $(head -1 "$folder/goldens")" "/$(head -1 "$folder/goldens" | cut -d' ' -f3)/d"
doctored 'msan: t117' 's/^(msan +)same/\1t117/'
doctored 'msan: 19/20' 's/^(msan .*)20\/20/\119\/20/'
doctored 'column that is missing: storm' 's/[0-9]+ storm$//'
doctored "planted bug that is missing: $first" "/^$first  /d"
doctored "planted bug that nobody caught who should: $first" "/^$first  /s/ x/ ./g"
