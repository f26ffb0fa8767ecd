#!/usr/bin/env bash
# Goal: make_goldens does not overwrite existing goldens by accident.
# Usage: goldens_test.sh MAKE_GOLDENS
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo old > "$folder/tutorial.replay"
code=0
output=$(timeout 60 "$1" "$folder" 2>&1) || code=$?
[ "$code" -eq 2 ] && [[ $output == "$folder/tutorial.replay already exists"*--replace* ]] || { echo "exit code $code: $output"; exit 1; }
left=$(cd "$folder" && grep -r .)
[ "$left" = tutorial.replay:old ] || { echo "the folder holds: $left"; exit 1; }
