#!/usr/bin/env bash
# Goal: a player submits, also while the boards cannot be reached; renames and deletes with their key; exports.
#   submit_test.sh ALBIREO_SCORES
set -euo pipefail
scores=$(realpath "$1")
work=$(mktemp -d) pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
export HOME=$work XDG_DATA_HOME=
fail() { echo "$*"; exit 1; }
code_of() { local code=0; "$@" > "$work/out" 2> "$work/err" || code=$?; echo $code; }
game=replays/golden/death-by-enemy.replay

start() {
    "$scores" --db "$work/scores.db" --port "$1" > "$work/log" 2>&1 &
    pid=$!
    for _ in $(seq 300); do
        port=$(sed -n 's/.*listening on .* port //p' "$work/log")
        [ -z "$port" ] || return 0
        sleep 0.1
    done
    fail "the boards do not start: $(cat "$work/log")"
}
start 0
to=http://127.0.0.1:$port
kill "$pid"; wait "$pid" || true; pid=

# Offline: it waits in the folder.
[ "$(code_of "$scores" submit "$game" --to "$to")" = 3 ] || fail "without boards: $(cat "$work/err")"
grep -q "1 wait in" "$work/err" || fail "nothing waits: $(cat "$work/err")"
[ "$(stat -c %a "$work/.local/share/albireo/scores.key")" = 600 ] || fail "others can read the key"
# Online: what waits is sent, and is gone from the folder.
start "$port"
[ "$(code_of "$scores" submit --to "$to")" = 0 ] || fail "what waited is not sent: $(cat "$work/err")"
grep -q "place 1 of the_cut, standard, solo" "$work/err" || fail "no place: $(cat "$work/err")"
[ -z "$(find "$work/.local/share/albireo/scores-queue" -name '*.replay')" ] || fail "it still waits"
# Again: it was there already, which is no fault. A wrong one is refused, and does not wait for ever.
[ "$(code_of "$scores" submit "$game" --to "$to")" = 0 ] || fail "a duplicate: $(cat "$work/err")"
[ "$(code_of "$scores" submit replays/golden/practice.replay --to "$to")" = 1 ] || fail "practice: $(cat "$work/err")"
grep -q "practice of section" "$work/err" || fail "no reason: $(cat "$work/err")"
[ "$(code_of "$scores" submit --to "$to" --json)" = 0 ] || fail "something still waits: $(cat "$work/err")"
grep -q '"waiting":0' "$work/out" || fail "json: $(cat "$work/out")"

# The key.
[ "$(code_of "$scores" rename 1 --gold "Ada L" --to "$to")" = 0 ] || fail "rename: $(cat "$work/err")"
curl -s "$to/runs/1" | grep -q "Ada L" || fail "the name is not there"
printf '%064d\n' 7 > "$work/other.key"
[ "$(code_of "$scores" delete 1 --to "$to" --key "$work/other.key")" = 1 ] || fail "another key deletes: $(cat "$work/err")"
# Strict headers.
curl -s -D - -o /dev/null "$to/" > "$work/headers"
grep -qi "^content-security-policy: default-src 'none'" "$work/headers" || fail "no policy"
grep -qi "^x-content-type-options: nosniff" "$work/headers" || fail "types are guessed"

# Files for a static host, from the same database; then the run is deleted.
[ "$(code_of "$scores" export "$work/site" --db "$work/scores.db")" = 0 ] || fail "export: $(cat "$work/err")"
grep -q 'href="../runs/1/1.replay"' "$work/site/runs/1.html" || fail "no link to the recording"
cmp "$game" "$work/site/runs/1/1.replay"
[ "$(code_of "$scores" delete 1 --to "$to")" = 0 ] || fail "delete: $(cat "$work/err")"
[ "$(curl -s -o /dev/null -w '%{http_code}' "$to/runs/1")" = 404 ] || fail "it is still there"

# A season: the boards of the running service begin anew, and a recording of before is refused, whichever way it comes.
[ "$(code_of "$scores" season "Winter" --db "$work/scores.db" --json)" = 0 ] || fail "season: $(cat "$work/err")"
[ "$(cat "$work/out")" = "{\"core\":$("$scores" --version | sed 's/.*core \([0-9]*\).*/\1/'),\"name\":\"Winter\",\"number\":2}" ] || fail "season: $(cat "$work/out")"
curl -s "$to/" | grep -q "Season 2: Winter, in progress" || fail "the service does not know the season"
[ "$(code_of "$scores" submit "$game" --to "$to")" = 1 ] || fail "a game of before the season: $(cat "$work/err")"
grep -q "it says that it began on 1970-01-01" "$work/err" || fail "no reason: $(cat "$work/err")"
[ "$(code_of "$scores" import "$game" --db "$work/scores.db")" = 1 ] || fail "import of before the season: $(cat "$work/err")"
[ "$(code_of "$scores" submit "$game" --challenge --to "$to")" = 1 ] || fail "not the challenge: $(cat "$work/err")"
[ -z "$(find "$work/.local/share/albireo/scores-queue" -name '*.replay')" ] || fail "a game that was refused still waits"

# Bad usage.
[ "$(code_of "$scores" submit "$game")" = 2 ] || fail "no --to"
[ "$(code_of "$scores" submit "$game" --to "ftp://x")" = 2 ] || fail "a wrong address"
[ "$(code_of "$scores" submit "$work/none.replay" --to "$to")" = 2 ] || fail "no file"
[ "$(code_of "$scores")" = 2 ] || fail "no --db"
[ "$(code_of "$scores" --db "$work/none/scores.db")" = 2 ] || fail "no folder of the database: $(cat "$work/err")"
echo "submitted, renamed, exported, deleted"
