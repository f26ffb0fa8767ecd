#!/usr/bin/env bash
# Goal: the page's pictures are those of the game, as pictures_test.mjs says.
# pictures_test.sh ROOT chromium|firefox PROGRAM SHOT; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/pictures_test.mjs "$2" "$3" "$4" "$PWD/build/web/tests"
