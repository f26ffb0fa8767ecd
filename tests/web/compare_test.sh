#!/usr/bin/env bash
# Goal: pages of a range, of a desync and of two recordings do in a browser what compare_test.mjs says.
# compare_test.sh ROOT chromium|firefox PROGRAM DOCTOR BUNDLER; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/compare_test.mjs "$2" "$3" "$4" "$5" replays/golden/small.replay "$PWD/build/web/tests"
