#!/usr/bin/env bash
# Goal: a browser on a lossy path keeps its pace, and its own ship and shots are not corrected: friend_path.mjs. In ./check --full only.
# friend_path_test.sh ROOT chromium|firefox PROGRAM; skipped (77) without the browser, node or the page: ready.sh.
set -u
cd "$1" || exit 1
[ "${ALBIREO_FULL:-0}" = 1 ] || { echo "it measures for minutes: ./check --full"; exit 77; }
. tests/web/ready.sh
page_ready "$3" "$(browser_program "$2")"
with_webgl "$2" node tests/web/friend_path.mjs --least 57 "$2" "$(dirname "$3")" 20 0:0 50:2 125:2
