#!/usr/bin/env bash
# Goal: tests/tsan/run does not pass if ThreadSanitizer finds nothing, as it would not with a broken preset, or if a program is
# missing. Usage: run_test.sh BUILD, a build without ThreadSanitizer
set -uo pipefail
failures=0
said=$(ALBIREO_TSAN_BUILD=$1 "$(dirname "$0")/run" --planted 2>&1)
code=$?
[ $code -eq 2 ] && grep -q "the planted race 'plain' is not reported" <<< "$said" || { echo "status $code: $said"; failures=1; }
empty=$(mktemp -d)
said=$(ALBIREO_TSAN_BUILD=$empty "$(dirname "$0")/run" --planted 2>&1)
code=$?
[ $code -eq 2 ] && grep -q "build first" <<< "$said" || { echo "nothing is built: status $code: $said"; failures=1; }
rm -rf "$empty"
exit $failures
