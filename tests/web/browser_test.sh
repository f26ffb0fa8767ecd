#!/usr/bin/env bash
# Goal: the page of a golden recording does in a browser what page_test.mjs says.
# browser_test.sh ROOT chromium|firefox PROGRAM DOCTOR; skipped (77) without the browser, node or the page.
set -u
cd "$1" || exit 1
declare -A programs=([chromium]=chromium [firefox]=firefox-esr)
for tool in node "${programs[$2]}"; do
    command -v "$tool" > /dev/null || { echo "no $tool: tools/setup web"; exit 77; }
done
[ -e build/web/page.html ] || { echo "no page: tools/setup web, then web/build"; exit 77; }
node tests/web/page_test.mjs "$2" "$3" "$4" replays/golden/small.replay "$PWD/build/web/tests"
