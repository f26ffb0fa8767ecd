#!/usr/bin/env bash
# Goal: po/albireo.pot has every text of the source and of the levels, and no other.
# Usage: template_test.sh TEXTS_BELOW ROOT
set -euo pipefail
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
"$2/po/refresh" "$1" "$fresh"
diff -u "$2/po/albireo.pot" "$fresh" || {
    echo "po/albireo.pot is out of date: cmake --build build/release --target albireo_refresh_texts, then translate" >&2
    exit 1
}
