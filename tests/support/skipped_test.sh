#!/usr/bin/env bash
# Goal: every test or configuration that ctest or the matrix skipped is counted and named with its reason, and no other.
#   skipped_test.sh CTEST
set -euo pipefail
here=$(dirname "$(realpath "$0")")
ctest=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "skipped_test: $*" >&2; cat output >&2; exit 1; }
cat > CTestTestfile.cmake <<'TESTS'
add_test("window: host" /bin/sh -c "echo looking; echo 'no <Xvfb> & no \"tool\" here'; exit 77")
add_test(silent /bin/sh -c "exit 77")
set_tests_properties("window: host" silent PROPERTIES SKIP_RETURN_CODE 77)
add_test(good /bin/sh -c "echo skipped")
add_test(shared /bin/sh -c "echo first; echo 'no namespaces here: the sockets are on the loopback' >&2")
add_test(shared_too /bin/sh -c "echo 'no namespaces here: the sockets are on the loopback'")
add_test(bad /bin/sh -c "exit 77")
add_test(gone /no/such/program)
add_test(off /bin/true)
set_tests_properties(off PROPERTIES DISABLED TRUE)
TESTS
mkdir results
"$ctest" --output-junit "$folder/results/release.xml" > /dev/null 2>&1 || true
printf 'configuration\ngcc-O0 same\n\nSKIPPED 1 configurations whose tools are not installed:\n  SKIPPED s390x (no qemu-s390x)\n' > table
echo '  SKIPPED bare packages: needs root, for chroot' > packaging-table

"$here/../skipped" results table packaging-table no-such-table > output
cat > expected <<'OUTPUT'
SKIPPED, 6 in all:
  window: host (no <Xvfb> & no "tool" here)
  silent
  gone (Unable to find executable: /no/such/program)
  off (Disabled)
  compilers and machines: s390x (no qemu-s390x)
  bare packages: needs root, for chroot
2 tests with sockets ran on the machine's own loopback, because it permits no namespaces
OUTPUT
diff expected output || fail "the list of skipped tests differs"

cat > CTestTestfile.cmake <<'TESTS'
add_test(good /bin/true)
TESTS
"$ctest" --output-junit "$folder/results/release.xml" > /dev/null 2>&1
"$here/../skipped" results > output
[ "$(cat output)" = 'no test was skipped' ] || fail "a test that ran is listed as skipped"
"$here/../skipped" no-such-folder 2> output && fail "a missing folder is accepted" || [ $? -eq 2 ]

# ./check prints this at its end.
grep -q '^tests/skipped ' "$here/../../check" || fail "./check does not call tests/skipped"
