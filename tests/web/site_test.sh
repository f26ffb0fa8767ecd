#!/usr/bin/env bash
# Goal: build/site works in a browser as site_test.mjs says. tests/scores/site_test.sh makes it.
# site_test.sh ROOT chromium|firefox PROGRAM; skipped (77) without the browser, node, the page (ready.sh) or the site.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
[ -s build/site/boards/index.html ] || { echo "no build/site: web/site"; exit 77; }
with_webgl "$2" node tests/web/site_test.mjs "$2" "$PWD/build/web/tests"
