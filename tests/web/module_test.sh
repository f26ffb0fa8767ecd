#!/usr/bin/env bash
# Goal: in node, the module of the built page has the native digests of every golden recording and of the corpus.
# module_test.sh ROOT PROGRAM; skipped (77) without node or without the page.
set -u
cd "$1" || exit 1
command -v node > /dev/null || { echo "no node: tools/setup web"; exit 77; }
[ -e build/web/page.html ] || { echo "no page: tools/setup web, then web/build"; exit 77; }
node tests/web/digests.mjs build/web/page.html "$2" replays/golden/*.replay replays/corpus/*.replay
