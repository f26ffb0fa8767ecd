#!/usr/bin/env bash
# Goal: a program names the commit it was built from, marks uncommitted changes, and says "unknown" without git; and a
# build without changes builds nothing again.
# Usage: commit_test.sh WriteCommit.cmake
set -u
script=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
fail() { echo "commit_test: $1"; failures=$((failures + 1)); }
write() { cmake -DOUT="$folder/commit.cpp" -DROOT="$1" -P "$script" || fail "it ended with $?"; }
expect() { grep -q "kCommit = \"$1\"" "$folder/commit.cpp" || fail "not $1: $(cat "$folder/commit.cpp")"; }
git() { command git -C "$folder/tree" -c user.name=Ada -c user.email=ada@example.org -c init.defaultBranch=main "$@"; }

mkdir -p "$folder/tree/unpacked"
git init -q
echo 1 >"$folder/tree/file"
git add file
git commit -qm first
commit=$(git rev-parse --short=12 HEAD)

write "$folder/tree" && expect "$commit"
touch -d '2020-01-01' "$folder/commit.cpp"
write "$folder/tree"
[ "$(stat -c %y "$folder/commit.cpp" | cut -c1-4)" = 2020 ] || fail "the file was written again without a change"
echo 2 >"$folder/tree/file"
write "$folder/tree" && expect "$commit+"
# A source tree unpacked inside another work tree does not belong to that tree's commit.
write "$folder/tree/unpacked" && expect unknown
# A package is made from a tree without git, and its maker passes the commit.
cmake -DOUT="$folder/commit.cpp" -DROOT="$folder/tree/unpacked" -DCOMMIT=1a2b3c4d5e6f -P "$script" && expect 1a2b3c4d5e6f
exit $((failures > 0))
