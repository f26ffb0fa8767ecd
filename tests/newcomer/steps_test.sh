#!/usr/bin/env bash
# Goal: ./play and ./check tell each step by name and how far a build is, in place on a terminal and a line per tenth
# elsewhere; when a step fails they show the end of its log; ./check ends with a table and JUnit XML. In a copy of the
# scripts, with programs that only pretend.
# steps_test.sh ROOT
set -uo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "steps_test: $1"; failures=$((failures + 1)); }

cp -r "$root/play" "$root/check" "$root/tools" "$work"
mkdir -p "$work/fake" "$work/build/release/bin" "$work/build/asan/tests" "$work/build/asan/bin" "$work/tests/cross" \
    "$work/replays/golden" "$work/replays/corpus"
touch "$work/replays/golden/a.replay" "$work/replays/corpus/b.replay"
pretend() {
    cat > "$work/$1"
    chmod +x "$work/$1"
}
# A build of 40 files with one warning; it fails if FAKE_FAILS names what it builds.
pretend fake/cmake <<'FAKE'
#!/usr/bin/env bash
case "$*" in *--preset*) echo "-- configured"; exit 0 ;; esac
for i in $(seq 40); do
    echo "[$i/40] Building CXX object number_$i"
    [ "$i" -ne 7 ] || echo "a warning, shown whole"
done
[[ -z ${FAKE_FAILS:-} || "$*" != *"$FAKE_FAILS"* ]] || { seq -f 'error line %g' 60; exit 1; }
FAKE
pretend tools/setup <<< '#!/bin/sh'
for program in fake/ctest tests/skipped tests/cross/matrix tests/cross/corpus build/release/bin/albireo-replay build/release/bin/albireo-storm \
    build/asan/bin/albireo-storm; do
    pretend $program <<< '#!/bin/sh'
done
# Tests under sanitizers: whatever is asked for passes, but for one.
for target in $(sed -n '/^sanitized=(/,/)/p' "$root/check" | sed 's/sanitized=(//; s/)//'); do
    pretend "build/asan/tests/$target" <<< '#!/bin/sh'
done
pretend build/asan/tests/proto_test <<< '#!/bin/sh
exit 1'
export PATH=$work/fake:$PATH
cd "$work" || exit 1

said=$(bash -c 'set -euo pipefail; . tools/steps; step "one & two"; build_targets build/release a b' 2>&1) || fail "a build failed: $said"
grep -q '^=== one & two (at 0 s)$' <<< "$said" || fail "the step's name is missing: $said"
[ "$(grep -c '^\[' <<< "$said")" -eq 10 ] || fail "that is not a line per tenth: $said"
grep -q '^\[40/40\]' <<< "$said" || fail "the last file is missing: $said"
grep -qx 'a warning, shown whole' <<< "$said" || fail "the warning is missing: $said"
grep -q 'number_39' build/logs/build-release.log || fail "the log does not have everything"

# On a terminal each count takes the place of the one before.
if command -v script > /dev/null; then
    script -qec "bash -c '. tools/steps; build_targets build/release a'" /dev/null > terminal.txt < /dev/null
    [ "$(grep -o $'\r\e\[K\[' terminal.txt | wc -l)" -eq 40 ] || fail "not in place: $(cat -v terminal.txt)"
    [ "$(wc -l < terminal.txt)" -le 2 ] || fail "lines on a terminal: $(cat -v terminal.txt)"
fi

said=$(FAKE_FAILS=albireo ./play 2>&1)
code=$?
[ $code -ne 0 ] || fail "./play goes on after a build that failed"
for part in '=== packages' '=== build albireo' 'error line 60' 'build/logs/build-release.log'; do
    grep -q "$part" <<< "$said" || fail "./play does not say: $part"
done
# All of the errors are shown as they come, and the last of them once more.
[ "$(grep -c 'error line 31$' <<< "$said")" -eq 2 ] || fail "the end of the log is missing"

said=$(./check --no-install 2>&1)
code=$?
[ $code -eq 1 ] || fail "./check with a test that fails ended with $code"
for part in 'none installed' '=== build release' '=== tests, release' '=== fuzzing' 'FAILED: tests, sanitizers' \
    '^ +[0-9]+ s  golden replays$' '^ +[0-9]+ s  tests, sanitizers  FAILED$' '^ +[0-9]+ s  in all$'; do
    grep -Eq "$part" <<< "$said" || fail "./check does not say: $part"
done
grep -q 'name="check" tests="1[0-9]" failures="1"' build/results/check.xml || fail "JUnit: $(head -3 build/results/check.xml)"
grep -q 'name="tests, sanitizers" time="[0-9]*"><failure' build/results/check.xml || fail "JUnit does not name what failed"

said=$(FAKE_FAILS=build/release ./check --no-install 2>&1)
[ $? -eq 1 ] || fail "./check goes on without a build"
grep -q 'error line 60' <<< "$said" || fail "./check does not show why the build failed"
[ $failures -eq 0 ] || echo "$said"
exit $((failures > 0))
