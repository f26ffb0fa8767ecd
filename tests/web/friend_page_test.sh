#!/usr/bin/env bash
# Goal: nothing that happens to a page costs its game with a friend a tick, as friend_page_test.mjs says.
# friend_page_test.sh ROOT chromium|firefox PROGRAM; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/friend_page_test.mjs "$2" "$(dirname "$3")" "$PWD/build/web/tests/friend-page-$2"
