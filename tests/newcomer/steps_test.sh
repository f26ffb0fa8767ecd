#!/usr/bin/env bash
# Goal: ./play and ./check print each step's name and a build's progress: in place on a terminal, one line per tenth
# elsewhere. When a step fails they print the end of its log. ./check ends with a table and JUnit XML. Runs in a copy of
# the scripts, with fake programs.
# steps_test.sh ROOT
set -uo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "steps_test: $1"; failures=$((failures + 1)); }

cp -r "$root/play" "$root/check" "$root/tools" "$root/packaging" "$root/CMakeLists.txt" "$work"
mkdir -p "$work/fake" "$work/build/checked/bin" "$work/build/asan/tests" "$work/build/asan/bin" "$work/tests/cross" "$work/tests/tsan" \
    "$work/replays/golden" "$work/replays/corpus"
touch "$work/replays/golden/a.replay" "$work/replays/corpus/b.replay"
fake() {
    cat > "$work/$1"
    chmod +x "$work/$1"
}
# A build of 40 files with one warning; it fails if FAKE_FAILS is part of its command.
fake fake/cmake <<'FAKE'
#!/usr/bin/env bash
case "$*" in *--preset*) echo "-- configured"; exit 0 ;; esac
for i in $(seq 40); do
    echo "[$i/40] Building CXX object number_$i"
    [ "$i" -ne 7 ] || echo "a warning, shown whole"
done
[[ -z ${FAKE_FAILS:-} || "$*" != *"$FAKE_FAILS"* ]] || { seq -f 'error line %g' 60; exit 1; }
FAKE
fake tools/setup <<< '#!/bin/sh'
for program in fake/ctest tests/skipped tests/cross/matrix tests/cross/corpus tests/tsan/run build/checked/bin/albireo-replay build/checked/bin/albireo-storm \
    build/asan/bin/albireo-storm; do
    fake $program <<< '#!/bin/sh'
done
# The tests under sanitizers: all pass except one.
for target in $(sed -n '/^sanitized=(/,/)/p' "$root/check" | sed 's/sanitized=(//; s/)//'); do
    fake "build/asan/tests/$target" <<< '#!/bin/sh'
done
fake build/asan/tests/proto_test <<< '#!/bin/sh
exit 1'
export PATH=$work/fake:$PATH
cd "$work" || exit 1

output=$(bash -c 'set -euo pipefail; . tools/steps; step "one & two"; build_targets build/release a b' 2>&1) || fail "a build failed: $output"
grep -q '^=== one & two (at 0 s)$' <<< "$output" || fail "the step's name is missing: $output"
[ "$(grep -c '^\[' <<< "$output")" -eq 10 ] || fail "not one line per tenth: $output"
grep -q '^\[40/40\]' <<< "$output" || fail "the last file is missing: $output"
grep -qx 'a warning, shown whole' <<< "$output" || fail "the warning is missing: $output"
grep -q 'number_39' build/logs/build-release.log || fail "the log is incomplete"

# On a terminal each count overwrites the previous one.
if command -v script > /dev/null; then
    script -qec "bash -c '. tools/steps; build_targets build/release a'" /dev/null > terminal.txt < /dev/null
    [ "$(grep -o $'\r\e\[K\[' terminal.txt | wc -l)" -eq 40 ] || fail "not in place: $(cat -v terminal.txt)"
    [ "$(wc -l < terminal.txt)" -le 2 ] || fail "lines on a terminal: $(cat -v terminal.txt)"
fi

output=$(FAKE_FAILS=albireo ./play 2>&1)
code=$?
[ $code -ne 0 ] || fail "./play continues after a failed build"
for part in '=== packages' '=== build albireo' 'error line 60' 'build/logs/build-release.log'; do
    grep -q "$part" <<< "$output" || fail "./play does not print: $part"
done
# All errors are printed as they come, and the last ones again at the end.
[ "$(grep -c 'error line 31$' <<< "$output")" -eq 2 ] || fail "the end of the log is missing"

output=$(./check --no-install 2>&1)
code=$?
[ $code -eq 1 ] || fail "./check with a failing test ended with $code"
for part in 'nothing is installed' '=== build release' '=== tests, release' '=== fuzzing' 'FAILED: tests, sanitizers' \
    '^ +[0-9]+ s  golden replays$' '^ +[0-9]+ s  tests, sanitizers  FAILED$' '^ +[0-9]+ s  total$'; do
    grep -Eq "$part" <<< "$output" || fail "./check does not print: $part"
done
grep -q 'name="check" tests="1[0-9]" failures="1" skipped="0"' build/results/check.xml || fail "JUnit: $(head -3 build/results/check.xml)"
grep -q 'name="tests, sanitizers" time="[0-9]*"><failure' build/results/check.xml || fail "JUnit does not name the failed step"

output=$(SECONDS=100 ./check --no-install --minutes 1 2>&1)
! grep -q '=== build with sanitizers' <<< "$output" || fail "./check --minutes begins a step after that time"
grep -q 'SKIPPED build with sanitizers: 1 minutes are over' build/packaging-table || fail "./check --minutes does not record what it skipped"
grep -q 'name="build with sanitizers" time="0"><skipped' build/results/check.xml || fail "JUnit does not name the step that was not begun"
grep -Eq '^all that ran passed; [0-9]+ steps were not begun' <<< "$output" || fail "./check says that all passed, but left steps out: $output"

output=$(FAKE_FAILS=build/release ./check --no-install 2>&1)
[ $? -eq 1 ] || fail "./check continues after a failed build"
grep -q 'error line 60' <<< "$output" || fail "./check does not print the build's errors"
[ $failures -eq 0 ] || echo "$output"
exit $((failures > 0))
