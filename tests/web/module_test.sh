#!/usr/bin/env bash
# Goal: in node, the module of the built page has the native digests of every golden recording and of the corpus.
# module_test.sh ROOT PROGRAM; skipped (77) without node or the page: ready.sh.
set -u
cd "$1" || exit 1
. tests/web/ready.sh
page_ready "$2"
node tests/web/digests.mjs build/web/page.html "$2" replays/golden/*.replay replays/corpus/*.replay
