#!/usr/bin/env bash
# Goal: the game's page plays in a browser as play_test.mjs says.
# play_test.sh ROOT chromium|firefox PROGRAM; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/play_test.mjs "$2" "$3" "$PWD/build/web/tests"
