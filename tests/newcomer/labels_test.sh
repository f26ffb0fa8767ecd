#!/usr/bin/env bash
# Goal: every test has the label of its module, so that ctest -L runs a module's tests.
# labels_test.sh BUILD
set -uo pipefail
count() { ctest --test-dir "$1" -N "${@:2}" | sed -n 's/^Total Tests: //p'; }
all=$(count "$1" -E '_NOT_BUILT-') labelled=$(count "$1" -L . -E '_NOT_BUILT-') newcomer=$(count "$1" -L '^newcomer$')
echo "$all tests, $labelled with a label, $newcomer labelled newcomer"
[ "$all" -gt 0 ] && [ "$all" = "$labelled" ] && [ "$newcomer" -gt 1 ] || { echo "labels_test: tests without a label:"; diff <(ctest --test-dir "$1" -N) <(ctest --test-dir "$1" -N -L .); exit 1; }
