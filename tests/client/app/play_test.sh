#!/usr/bin/env bash
# Goal: ./play works without a display: a server and two bots finish a game over a bad network, the
# recording verifies, a picture is made, and the summary has the figures. Bad arguments are one line and exit code 2.
# play_test.sh ROOT
set -uo pipefail
cd "$1"
unset DISPLAY WAYLAND_DISPLAY
failures=0
fail() { echo "play_test: $1"; failures=$((failures + 1)); }

said=$(./play --seconds 4 2>&1)
code=$?
[ $code -eq 0 ] || fail "./play ended with $code"
has() { grep -Eq "$1" <<< "$said" || fail "the output lacks: $1"; }
has "playing \"The Cut\" for 4 s"
has "^The session's code is [0-9A-Z]{6}\.$"
has "^ +Gold +Blue$"
for figure in 'score' 'team score' 'ping, ms' 'loss seen, %' 'lead, ticks \(p50\)' 'frozen ticks' 'bytes a second, sent' \
    'digests agreed'; do
    has "^ +$figure +[0-9.]+ +[0-9.]+$"
done
for none in 'own ship corrected' 'own shots corrected' 'desyncs'; do has "^ +$none +0 +0$"; done
awk '$1 == "digest" && $5 == "tick" { same = $6 == $7 && length($6) >= 16 } END { exit !same }' <<< "$said" ||
    fail "the bots end with different digests"
has "same"
has "^A picture from the middle of the game: build/picture/00000.png$"
[ "$(head -c 4 build/picture/00000.png | tail -c 3)" = PNG ] || fail "the file is no PNG"
[ $failures -eq 0 ] || echo "$said"

help=$(./play --help) || fail "--help ended with $?"
grep -q -- '--seconds N' <<< "$help" || fail "--help says: $help"
# refused PART ARGUMENTS...: one line that contains PART, and exit code 2.
refused() {
    local line code part=$1
    shift
    line=$(./play "$@" 2>&1)
    code=$?
    [ $code -eq 2 ] || fail "$* ended with $code"
    [ "$(wc -l <<< "$line")" -eq 1 ] && grep -qF -- "$part" <<< "$line" || fail "$*: $line"
}
refused "unknown argument 'fly'" fly
refused "--seconds needs a value" --seconds
refused "--seconds soon: expected a number" --seconds soon
refused "not a writable folder" --pictures /proc/nowhere
exit $((failures > 0))
