#!/usr/bin/env bash
# Goal: the page of a golden recording does in a browser what page_test.mjs says.
# browser_test.sh ROOT chromium|firefox PROGRAM DOCTOR; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/page_test.mjs "$2" "$3" "$4" replays/golden/small.replay "$PWD/build/web/tests"
