#!/usr/bin/env bash
# Goal: a browser watches a running game over a real server, as watch_test.mjs says.
# watch_test.sh ROOT chromium|firefox PROGRAM PLANTING_SERVER; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/watch_test.mjs "$2" "$(dirname "$3")" "$4" "$PWD/build/web/tests/watch-$2"
