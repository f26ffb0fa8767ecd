#!/usr/bin/env bash
# Goal: goldens that are there are not recorded anew by accident.
# Usage: goldens_test.sh MAKE_GOLDENS
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo mine > "$folder/tutorial.replay"
code=0
said=$(timeout 60 "$1" "$folder" 2>&1) || code=$?
[ "$code" -eq 2 ] && [[ $said == "$folder/tutorial.replay is there already"*--replace* ]] || { echo "exit code $code: $said"; exit 1; }
left=$(cd "$folder" && grep -r .)
[ "$left" = tutorial.replay:mine ] || { echo "the folder holds: $left"; exit 1; }
