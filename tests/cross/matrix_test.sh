#!/usr/bin/env bash
# Goal: the matrix names every configuration that lacks a tool, and the tool; if none is missing, it prints nothing.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "matrix_test: $*" >&2; exit 1; }

# A machine with the tools of the script itself, but without compilers.
for tool in bash sed cut tr dirname; do ln -s "$(command -v $tool)" "$folder/$tool"; done
status=0
PATH=$folder ./matrix --missing > "$folder/output" || status=$?
[ $status -eq 1 ] || fail "exit $status where everything is missing"
for name in $(./matrix --names); do grep -q "SKIPPED $name (no " "$folder/output" || fail "$name is skipped silently"; done

# A machine with every program except one emulator.
sed -n 's/^[a-zA-Z0-9:+-]* *| *\([^|]*\)|.*/\1/p' matrix | tr ' ' '\n' | sort -u | while read -r program; do
    case $program in '' | */* | qemu-s390x) ;; *) ln -sf /bin/true "$folder/$program" ;; esac
done
PATH=$folder ./matrix --missing > "$folder/output" && fail "exit 0 without qemu-s390x"
grep -qxF '  SKIPPED s390x (no qemu-s390x)' "$folder/output" || fail "$(cat "$folder/output")"
ln -s /bin/true "$folder/qemu-s390x"
PATH=$folder ./matrix --missing > "$folder/output" || true
! grep -v -e clang-libc++ -e '^SKIPPED 1 ' "$folder/output" || fail "a tool that is installed is reported as missing"
