#!/usr/bin/env bash
# Goal: installed programs find the web pages in share/albireo beside their folder, bin/ or games/; pages of another source are not packaged.
#   pages_test.sh ROOT BIN
set -uo pipefail
root=$1 bin=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "pages_test: $1"; failures=$((failures + 1)); }
replay=$root/replays/golden/small.replay
[ -x "$bin/albireo-replay" ] && [ -x "$bin/albireo-server" ] || { echo "the programs are not built"; exit 77; }

# Pages that fit these programs: only they know their core's digest, and their complaint about another one tells it.
core=$("$bin/albireo-replay" --version | sed -n 's/.*(core \([0-9]*\),.*/\1/p')
replay_page() { printf '<meta name="albireo-page" content="%s">\n<p>@NAME@ @PARTIAL@ @RECORDING@</p>\n' "$1"; }
replay_page "$core 0" > "$work/other.html"
own=$("$bin/albireo-replay" page "$replay" -o "$work/x.html" --from "$work/other.html" 2>&1 | sed -n 's/.*this program has core \([0-9]* [0-9a-f]*\):.*/\1/p')
[ -n "$own" ] || fail "the core's digest is not told"
for folder in bin games; do
    prefix=$work/$folder-prefix
    mkdir -p "$prefix/$folder"
    cp "$bin/albireo-replay" "$bin/albireo-server" "$prefix/$folder"
    page() { output=$(cd "$work" && "$prefix/$folder/albireo-replay" page "$replay" -o "$work/$folder.html" --replace 2>&1); }
    page && fail "$folder: a page without a template"
    grep -qF "web/build" <<< "$output" || fail "$folder: without a template it says: $output"
    mkdir -p "$prefix/share/albireo"
    replay_page "$own" > "$prefix/share/albireo/page.html"
    page || fail "$folder: the installed template is not found: $output"
    grep -q "small.replay 0 " "$work/$folder.html" || fail "$folder: the page has no recording"
    # Through a link, as from a folder of the PATH.
    ln -s "$prefix/$folder/albireo-replay" "$work/link-$folder"
    "$work/link-$folder" page "$replay" -o "$work/$folder.html" --replace > /dev/null 2>&1 || fail "$folder: through a link the template is not found"

    serve() { output=$("$prefix/$folder/albireo-server" --bind 127.0.0.1 --port 0 --web 127.0.0.1:0 2>&1 & pid=$!; sleep "$1"; kill $pid 2> /dev/null; wait $pid); }
    serve 1
    grep -qF "the page is not installed and not built" <<< "$output" || fail "$folder: the server without a page says: $output"
    printf '<meta name="albireo-play" content="%s"><meta content="x; worker-src blob:"><body data-mode="loading">' "$own" > "$prefix/share/albireo/play.html"
    serve 3
    grep -qE "at http://127" <<< "$output" || fail "$folder: the server does not find its page: $output"
done

# packaging/pages, in a copy of the tree's scripts.
copy=$work/copy
mkdir -p "$copy/build/web" "$copy/packaging" "$copy/web"
cp "$root/packaging/pages" "$copy/packaging"
cp "$root/web/stamp" "$root/web/build" "$copy/web"
for folder in cmake client proto replays sim; do mkdir "$copy/$folder"; echo "$folder" > "$copy/$folder/a.cpp"; done
touch "$copy/CMakeLists.txt"
pages() { output=$("$copy/packaging/pages" "$work/packed" 2>&1); }
pages && fail "pages that are missing are packed"
grep -q "page.html is missing" <<< "$output" || fail "missing pages: $output"
touch "$copy/build/web/page.html" "$copy/build/web/play.html"
pages && fail "pages of an unknown source are packed"
"$copy/web/stamp" > "$copy/build/web/stamp"
pages || fail "pages of this source are not packed: $output"
[ -e "$work/packed/page.html" ] && [ -e "$work/packed/play.html" ] || fail "the pages are not where they should be"
echo more >> "$copy/client/a.cpp"
pages && fail "pages of another source are packed"
grep -q "pages of another source" <<< "$output" || fail "pages of another source: $output"
[ $failures -eq 0 ] && echo "found, packed, refused"
exit $((failures > 0))
