#!/usr/bin/env bash
# Goal: `albireo-replay page` writes the page of a recording, and answers everything else with one line and exit code 2.
# command_test.sh PROGRAM REPLAY BUNDLER
set -u
program=$1 replay=$2 bundler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
# page CODE TEXT ARGUMENTS...: its exit code, and one line on stderr with TEXT.
page() {
    local wanted=$1 part=$2 code
    shift 2
    "$program" page "$@" > out 2> err
    code=$?
    [ $code -eq "$wanted" ] || { echo "exit code $code, not $wanted: page $*"; failures=$((failures + 1)); }
    [ "$(wc -l < err)" -eq 1 ] && grep -qF -- "$part" err ||
        { echo "not one line with '$part': page $*"; cat err; failures=$((failures + 1)); }
}
core=$("$program" --version | sed -n 's/.*(core \([0-9]*\),.*/\1/p')
# An empty page that fits: only the program knows its core's digest, and its complaint about another one tells it.
make_empty() { printf '<meta name="albireo-page" content="%s">\n<p>@NAME@ @PARTIAL@ @RECORDING@</p>\n' "$1" > empty.html; }
make_empty "$core 0"
page 2 "the page has core $core 0, this program has core $core " "$replay" -o a.html --from empty.html
make_empty "$(sed -n 's/.*this program has core \([0-9]* [0-9a-f]*\):.*/\1/p' err)"

page 0 'ticks, ' "$replay" -o a.html --from empty.html
[ "$(sed -n 's/.* 0 \(.*\)<\/p>/\1/p' a.html | base64 -d | cmp - "$replay" && echo same)" = same ] ||
    { echo "the page does not hold the recording"; failures=$((failures + 1)); }
page 2 'use --replace' "$replay" -o a.html --from empty.html
page 0 'ticks, ' "$replay" -o a.html --from empty.html --replace
page 2 '--output' "$replay" --from empty.html
page 2 'a.html' a.html -o b.html --from empty.html
page 2 'nothing.replay' nothing.replay -o b.html --from empty.html
page 2 'nowhere/b.html' "$replay" -o nowhere/b.html --from empty.html
page 2 'nothing.html' "$replay" -o b.html --from nothing.html
page 2 'not an empty replay page' "$replay" -o b.html --from a.html
head -c 3000 "$replay" > cut.replay
page 2 'use --partial' cut.replay -o b.html --from empty.html
page 0 'ticks, ' --partial cut.replay -o b.html --from empty.html
[ -e b.html ] && grep -q 'cut.replay 1 ' b.html || { echo "--partial is not in the page"; failures=$((failures + 1)); }

# Parts of replays, bundles, pairs.
page 0 '600 ticks, ' "$replay" -o range.html --from empty.html --range 600..1200
sed -n 's/.* 0 \(.*\)<\/p>/\1/p' range.html | base64 -d > range.replay
"$program" verify range.replay 2>&1 | grep -q '600 ticks' || { echo "the page of a range does not hold it"; failures=$((failures + 1)); }
for wrong in 600 600.. x..y 1200..600 600..600; do page 2 "--range: '$wrong' is not A..B" "$replay" -o b2.html --from empty.html --range $wrong; done
page 2 'no ticks 99998 to' "$replay" -o b2.html --from empty.html --range 99998..99999
"$bundler" case.desync || { echo "no bundle"; failures=$((failures + 1)); }
page 0 '90 ticks, ' case.desync -o desync.html --from empty.html
[ "$(sed -n 's/.* 0 \(.*\)<\/p>/\1/p' desync.html | base64 -d | cmp - case.desync && echo same)" = same ] ||
    { echo "the page does not hold the bundle"; failures=$((failures + 1)); }
page 2 'is a desync bundle' case.desync -o b2.html --from empty.html --range 1..2
page 2 'a page of its own' "$replay" case.desync -o b2.html --from empty.html
head -c 3000 case.desync > cut.desync
page 2 'bundle damaged' cut.desync -o b2.html --from empty.html
page 2 'cannot hold two replays' "$replay" range.replay -o b2.html --from empty.html
page 2 'two replays to show side by side' "$replay" range.replay range.replay -o b2.html --from empty.html
sed 's/<\/p>/ @SECONDNAME@ @SECOND@&/' empty.html > two.html
page 0 'ticks and 600 ticks, ' "$replay" range.replay -o pair.html --from two.html
[ "$(sed -n 's/.* range.replay \(.*\)<\/p>/\1/p' pair.html | base64 -d | cmp - range.replay && echo same)" = same ] ||
    { echo "the page does not hold the second replay"; failures=$((failures + 1)); }

# A program without a page beside it says how to get one.
mkdir -p elsewhere/bin
cp "$program" elsewhere/bin/albireo-replay
elsewhere/bin/albireo-replay page "$replay" -o c.html 2> err
[ $? -eq 2 ] && [ "$(wc -l < err)" -eq 1 ] && grep -q "web/build" err && [ ! -e c.html ] ||
    { echo "a program without a page:"; cat err; failures=$((failures + 1)); }
[ $failures -eq 0 ]
