#!/usr/bin/env bash
# Goal: in build/site every link leads to a file, no page has a script but those that play, and the golden games are on their boards.
# Skipped (77) where the web pages are not built, or are of another core.
#   site_test.sh ROOT
set -euo pipefail
cd "$1"
[ -e build/web/play.html ] && [ -e build/web/page.html ] || { echo "skipped: the web pages are not built (web/build)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! ALBIREO_BUILT=1 web/site > "$work/out" 2>&1; then
    grep -q "this program has core" "$work/out" && { echo "skipped: the web pages are of another core (web/build)"; exit 77; }
    cat "$work/out"
    exit 1
fi
site=build/site failures=0 links=0
while read -r page; do
    folder=$(dirname "$page")
    while read -r link; do
        links=$((links + 1))
        to=$folder/${link%%#*}
        [ -f "$to" ] || { echo "$page: link to '$link', where there is no file"; failures=$((failures + 1)); }
    done < <(grep -oE '(href|src)="[^"]*"' "$page" | sed -E 's/^[a-z]+="(.*)"$/\1/')
    grep -q '<script' "$page" && { echo "$page: a script"; failures=$((failures + 1)); }
done < <(find "$site" -name '*.html' ! -name page.html ! -name play.html ! -name replay.html ! -path '*/boards/cores/*')
[ "$links" -gt 100 ] || { echo "only $links links"; failures=$((failures + 1)); }
games=$(find "$site/boards/runs" -maxdepth 1 -name '*.html' | wc -l)
[ "$games" -ge 10 ] || { echo "only $games games"; failures=$((failures + 1)); }
pictures=$(find "$site/boards/runs" -name '*.png' -size +10k | wc -l)
[ "$pictures" -eq "$games" ] || { echo "$pictures pictures of $games games"; failures=$((failures + 1)); }
for run in "$site"/boards/runs/*.html; do
    [ -s "${run%.html}/page.html" ] || { echo "$run: no page that plays it"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ] && echo "$games games, $links links"
exit $((failures > 0))
