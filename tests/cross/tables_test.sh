#!/usr/bin/env bash
# Goal: the tables in README.md are results of tests/cross/matrix and prove on this core. Each row carries a digest of its
# run: over every tick of its recordings as that machine played them, or over the planted bug and its recordings. The
# whole table carries a digest of its text.
# A table that no run of these tools wrote fails. A table of another core (its recordings play differently now) is
# skipped, exit status 77, because the full matrix takes half an hour. With ALBIREO_FULL=1 it fails too.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/cross/common.sh
page=tests/cross/README.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "tables_test: $*" >&2; exit 1; }

# The configurations, killers, planted bugs and goldens of today.
tests/cross/matrix --names > "$folder/names"
{ cat "$folder/names"; echo tests; echo storm; } > "$folder/killers"
for patch in tests/cross/mutants/*.patch; do echo "$(basename "$patch" .patch) $(sed -n '2s/^killers: //p' "$patch")"; done > "$folder/mutants"
golden_lines replays/golden/digests > "$folder/goldens"
for replay in $(short_recordings); do grep "^$(basename "$replay" .replay) " "$folder/goldens"; done | LC_ALL=C sort > "$folder/short"

# table NAME FILE: the text from mark to mark; text NAME FILE: without marks and fences.
table() { sed -n "/^<!-- $1 -->\$/,/^<!-- end of $1 -->\$/p" "$2"; }
text() { table "$1" "$2" | sed '/^<!-- /d; /^```$/d'; }

# The parts of a table: its recordings as lines of `digests`, the digest of each row, the seal.
matrix_recordings() { text matrix "$1" | awk '$4 == "ticks" && NF == 6 { print $2, $3, $5, $6 }' | LC_ALL=C sort; }
proof_recordings() { text proof "$1" | awk '/^recordings:/ { on = 1; next } on && !NF { on = 0 } on { print $1, $2, $3, $4 }' | LC_ALL=C sort; }
rows() { text "$1" "$2" | awk '/^(configuration|planted bug) / { on = 1; next } on && !NF { on = 0 } on'; }

# same WHAT LISTED KNOWN: prints the lines that only one of two files has.
same() { diff <(sort "$2") <(sort "$3") | sed -n "s/^< /$1 that no longer exists: /p; s/^> /$1 that is missing: /p" || true; }

# digests_of_runs NAME: prints for each row its name and the digest that a run over the recordings in $folder/above gives
# it.
digests_of_runs() {
    local name all
    all=$(digest_of < "$folder/above")
    if [ "$1" = matrix ]; then
        sed "s/\$/ $all/" "$folder/names"
    else
        [ -e "$folder/proof.$all" ] ||
            while read -r name _; do
                echo "$name $(cat "tests/cross/mutants/$name.patch" "$folder/above" | digest_of)"
            done < "$folder/mutants" > "$folder/proof.$all"
        cat "$folder/proof.$all"
    fi
}
# faults_of_rows NAME FILE: prints rows of a run with other recordings than those above them, or with another bug.
faults_of_rows() {
    "$1_recordings" "$2" > "$folder/above"
    digests_of_runs "$1" > "$folder/digests"
    rows "$1" "$2" | awk 'NR == FNR { want[$1] = $2; next }
        { found = 0; for (i = 2; i <= NF; ++i) if ($i == want[$1]) found = 1
          if (!found) print "row of another run: " $1 }' "$folder/digests" -
}
# faults_of_seal NAME FILE: checks that the text is still what the run wrote.
faults_of_seal() {
    text "$1" "$2" | sed '/^table [0-9a-f]*$/d' | sed '$d' > "$folder/unsealed"
    [ "$(digest_of < "$folder/unsealed")" = "$(text "$1" "$2" | sed -n 's/^table //p')" ] || echo "table that was changed by hand: $1"
}

# faults FILE: prints everything that no run of these tools has written.
faults() {
    local name
    sed -n 's/^| \([^|]*\) |.*/\1/p' "$1" | tr -s ', ' '\n' > "$folder/listed"
    grep -vxFf "$folder/listed" "$folder/names" | sed 's/^/configuration that is not explained: /' || true
    for name in matrix proof; do
        faults_of_seal $name "$1"
        faults_of_rows $name "$1"
    done

    { rows matrix "$1" | awk '{ print $1 }'; text matrix "$1" | sed -n 's/^\([^ ]*\): the core has no float$/\1/p'; } > "$folder/listed"
    same 'configuration' "$folder/listed" "$folder/names"
    rows matrix "$1" |
        awk '{ for (i = 2; i < NF; ++i) if ($i != "same" && !(split($i, of, "/") == 2 && of[1] == of[2])) print $1 ": " $i }'

    text proof "$1" | awk '/^columns:/ { on = 1; next } on && !NF { on = 0 }
        on { for (i = 1; i < NF; ++i) if ($i ~ /^[0-9]+$/) print $i, $(i + 1) }' > "$folder/columns"
    cut -d' ' -f2 "$folder/columns" > "$folder/listed"
    same 'column' "$folder/listed" "$folder/killers"
    rows proof "$1" | awk '{ print $1 }' > "$folder/listed"
    same 'planted bug' "$folder/listed" <(cut -d' ' -f1 "$folder/mutants")
    # Each row has a cross under an expected killer.
    awk 'FILENAME == ARGV[1] { wanted[$1] = $0; next }
         FILENAME == ARGV[2] { killer[$1] = $2; next }
         { by = 0; for (i = 2; i <= NF; ++i) if ($i == "x" && index(wanted[$1] " ", " " killer[i - 1] " ")) by = 1
           if (!by) print "planted bug that no expected killer caught: " $1 }' "$folder/mutants" "$folder/columns" <(rows proof "$1")
}

# outdated FILE: prints recordings of another core, and other recordings. The digest of every tick is not compared: the
# recorder hashes whole stretches, albireo-cross-check single ticks.
outdated() {
    same 'recording' <(matrix_recordings "$1" | cut -d' ' -f1,2,4) <(cut -d' ' -f1,2,4 "$folder/goldens")
    same 'recording of planted bugs' <(proof_recordings "$1" | cut -d' ' -f1,2,4) <(cut -d' ' -f1,2,4 "$folder/short")
}

# Prints a page as runs on today's tree would write it: the tables of README.md with today's recordings and matching
# digests. The checks find nothing wrong with it, and find every change to it below.
as_of_today() {
    local name row killer expected
    (
        # The output of matrix if every machine had played every recording the same.
        eval "$(sed -n '/^print_table() {$/,/^}$/p' tests/cross/matrix)"
        out=$folder names=() proofs=() skipped=() storm=(storm-1 storm-2)
        mapfile -t golden < <(cut -d' ' -f1 "$folder/goldens")
        { cat "$folder/goldens"; printf 'storm-%d 7 0 0\n' 1 2; } > "$folder/native.summary"
        while read -r name; do
            case $name in no-float*) proofs+=("$name"); : > "$folder/$name.wrong"; continue ;; esac
            names+=("$name")
            sed 's/$/\r/' "$folder/native.summary" > "$folder/$name.summary"  # as a program for Windows writes it
            { printf '%s same\n' "${golden[@]}" "${storm[@]}"; } > "$folder/$name.verdict"
        done < "$folder/names"
        print_table
    ) > "$folder/matrix.table"
    {
        echo 'recordings:'
        sed 's/^/  /' "$folder/short"
        printf '\ncolumns:\n'
        awk '{ print " ", NR, $1 }' "$folder/killers"
        printf '\nplanted bug  1\n'
        while read -r name expected; do
            row=$(printf '%-20s' "$name")
            for killer in $(cat "$folder/killers"); do
                [[ " $expected " == *" $killer "* ]] && row+='  x' || row+='  .'
            done
            echo "$row  $(cat "tests/cross/mutants/$name.patch" "$folder/short" | digest_of)"
        done < "$folder/mutants"
    } > "$folder/proof.table"
    for name in matrix proof; do seal_table "$folder/$name.table"; done
    grep '^|' "$page"
    for name in matrix proof; do printf '<!-- %s -->\n```\n%s\n```\n<!-- end of %s -->\n' $name "$(cat "$folder/$name.table")" $name; done
}
as_of_today > "$folder/today.md"
[ -z "$(faults "$folder/today.md"; outdated "$folder/today.md")" ] || fail "$(faults "$folder/today.md"; outdated "$folder/today.md")"

# doctored TEXT SED...: makes all these changes to the page; each TEXT must be reported.
doctored() {
    local edits=() texts=()
    while [ $# -gt 0 ]; do texts+=("$1") edits+=(-e "$2"); shift 2; done
    sed -E "${edits[@]}" "$folder/today.md" > "$folder/doctored.md"
    { faults "$folder/doctored.md"; outdated "$folder/doctored.md"; } > "$folder/found"
    for text in "${texts[@]}"; do grep -qxF "$text" "$folder/found" || fail "not reported: $text; but $(cat "$folder/found")"; done
}
first=$(head -1 "$folder/mutants" | cut -d' ' -f1)
second=$(sed -n 2p "$folder/mutants" | cut -d' ' -f1)
last=$(tail -1 "$folder/mutants" | cut -d' ' -f1)
played=$(head -1 "$folder/goldens" | cut -d' ' -f1,2,4)
short=$(head -1 "$folder/short" | cut -d' ' -f1,2,4)
doctored 'configuration that is not explained: s390x' '/^\|/s/s390x/s390/' \
    'configuration that is missing: armhf' 's/^armhf  /vax  /' 'configuration that no longer exists: vax' '' \
    'configuration that is missing: no-float-x86' '/^no-float-x86:/d' \
    'msan: t117' 's/^(msan +)same/\1t117/' 'i686: 1/2' 's/^(i686 .*)2\/2/\11\/2/' \
    'row of another run: wasm' 's/^(wasm .*)[0-9a-f]{16}/\10123456789abcdef/' \
    'row of another run: riscv64' 's/^(riscv64 .*)  [0-9a-f]{16}/\1/' \
    "row of another run: $last" "s/^($last .*)[0-9a-f]{16}/\\10123456789abcdef/" \
    'column that is missing: storm' 's/[0-9]+ storm$//' \
    "planted bug that is missing: $first" "/^$first  /d" \
    "planted bug that no expected killer caught: $second" "/^$second  /s/ x/ ./g"
doctored 'table that was changed by hand: matrix' 's/^(msan .*)same/\1 same/' \
    'table that was changed by hand: proof' "s/^($first .*) \./\\1 x/"
doctored "recording that is missing: $played" "/ ticks /s/${played##* }/0123456789abcdef/" \
    'row of another run: msan' '' \
    "recording of planted bugs that is missing: $short" "s/^  (${short%% *}) [0-9]+ /  \\1 7 /" "row of another run: $first" ''

# Tables without digests do not say which run made them, so they count as tables of another core.
old() { echo "$*: tests/cross/tables --write renews them"; [ "${ALBIREO_FULL:-0}" = 1 ] && fail 'the tables are old' || exit 77; }
# verdict PAGE: exits with 1 if a table is wrong, and as old() says if they are of another core.
verdict() {
    [ "$({ text matrix "$1"; text proof "$1"; } | grep -c '^table ')" = 2 ] || old 'the tables carry no digests'
    outdated "$1" > "$folder/outdated"
    faults "$1" > "$folder/found"
    # The bugs planted in another core may have had other patches.
    [ ! -s "$folder/outdated" ] || sed -i '/^row of another run: /d' "$folder/found"
    [ ! -s "$folder/found" ] || fail "$(cat "$folder/found"; echo 'README.md is stale (matrix --write, prove --write)')"
    [ ! -s "$folder/outdated" ] || old "the tables are of another core or other recordings: $(head -1 "$folder/outdated")"
}

# exits PAGE ORDINARY FULL TEXT: the verdict's exit status in an ordinary run and with ALBIREO_FULL=1, and what it prints.
exits() {
    local full status
    for full in 0 1; do
        status=0
        (ALBIREO_FULL=$full verdict "$1") > "$folder/printed" 2>&1 || status=$?
        [[ $status = "${*:2 + full:1}" && $(< "$folder/printed") == *"$4"* ]] ||
            fail "with ALBIREO_FULL=$full: ${1##*/} gives $status, not ${*:2 + full:1} and '$4': $(cat "$folder/printed")"
    done
}
exits "$folder/today.md" 0 0 ''
sed '/^table [0-9a-f]*$/d' "$folder/today.md" > "$folder/unsealed.md"
exits "$folder/unsealed.md" 77 1 'the tables carry no digests: tests/cross/tables --write renews them'
sed '/^msan  /s/ same/ t117/' "$folder/today.md" > "$folder/wrong.md"
exits "$folder/wrong.md" 1 1 'msan: t117'
# The tables of another core, in which the first recording ended otherwise: right, but old.
cp "$folder/goldens" "$folder/goldens.today"
sed -i '1s/ [0-9a-f]*$/ 0123456789abcdef/' "$folder/goldens"
as_of_today > "$folder/old.md"
cp "$folder/goldens.today" "$folder/goldens"
exits "$folder/old.md" 77 1 "other recordings: recording that no longer exists: ${played% *} 0123456789abcdef: tests/cross/tables --write renews them"

verdict "$page"
