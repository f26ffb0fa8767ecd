#!/usr/bin/env bash
# Goal: the page is as fast as figures_test.mjs requires.
# figures_test.sh ROOT chromium|firefox PROGRAM; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/figures_test.mjs "$2" "$3" replays/golden/coop-storm.replay "$PWD/build/web/tests"
