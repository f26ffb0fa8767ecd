#!/usr/bin/env bash
# Goal: a bot that is killed in mid-game and restarted with the same token file gets its old seat and score back.
# Both players end in the same world, the recording verifies, and the token file is deleted.
# Usage: rejoin_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
records=$folder/new/kept  # --record makes both folders
logs() { echo "$folder"/{server,gold,blue,anew}; }
# score_at TICK: blue's score in the recording.
score_at() { "$replay" --partial dump --tick "$1" --field earnings "$records"/*.replay 2>/dev/null | sed -n 's/^earnings\[1\].score = //p'; }
number() { sed -n "s/.*\"$2\": *\"\?\([0-9a-fx]*\).*/\1/p" "$folder/$1.json" | head -1; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server"); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$folder/code"); [ -n "$code" ]; }
has_scored() {
    local ticks
    ticks=$("$replay" --partial info "$records"/*.replay 2>&1 | sed -n 's/^ticks *0 to \([0-9 ]*\):.*/\1/p' | tr -d ' ')
    local score
    score=$(score_at "${ticks:-0}")
    [ "${score:-0}" -gt 0 ]
}

# A damaged file is reported and otherwise ignored. The bot looks for a server that is not there while the others play.
echo rubbish >"$folder/damaged-seat"
"$bot" --connect 127.0.0.1:9 --join K7QF2M --token-file "$folder/damaged-seat" 2>"$folder/damaged" &
damaged=$!
jobs_of_mine+=($!)

"$server" --bind 127.0.0.1 --port 0 --shards 2 --record "$records" --levels "$levels" --exit-after 1 2>"$folder/server" &
jobs_of_mine+=($!)
server_job=$!
await "the server's port" has_port
"$bot" --connect 127.0.0.1:"$port" --create --level gauntlet --name gold --seconds 20 --game-seed 5 \
    --report-json "$folder/gold.json" >"$folder/code" 2>"$folder/gold" &
jobs_of_mine+=($!)
gold=$!
await "the code" has_code
as_blue=(--connect 127.0.0.1:"$port" --join "$code" --name blue --seconds 20 --seed 2 --token-file "$folder/state/seat")
"$bot" "${as_blue[@]}" 2>"$folder/blue" &
blue=$!
jobs_of_mine+=($!)
await "blue's first score" has_scored
kill -KILL "$blue"
wait "$blue" 2>/dev/null
[ "$(head -1 "$folder/state/seat")" = "albireo seat 2" ] || fail "no seat was kept: $(cat "$folder/state/seat")"
[ "$(stat -c %a "$folder/state/seat")" = 600 ] || fail "others may read the token"
[ "$(stat -c %a "$folder/state/seat.key")" = 600 ] || fail "others may read the key of the token"

"$bot" "${as_blue[@]}" --report-json "$folder/blue.json" 2>"$folder/anew" || fail "blue ended with $? the second time: $(cat "$folder/anew")"
wait "$gold" || fail "gold ended with $?: $(cat "$folder/gold")"
wait "$server_job" || fail "the server ended with $?: $(cat "$folder/server")"
grep -q "plays as blue with gold" "$folder/anew" || fail "not in the old seat: $(cat "$folder/anew")"
back=$(sed -n 's/.*"blue" rejoins at tick \([0-9]*\).*/\1/p' "$folder/server")
if [ -n "$back" ]; then
    [ "$(score_at "$back")" -gt 0 ] || fail "blue rejoined without a score at tick $back"
    [ "$(number blue own)" -ge "$(score_at "$back")" ] || fail "blue had $(score_at "$back") at tick $back and ends with $(number blue own)"
else
    fail "the server let no player rejoin: $(cat "$folder/server")"
fi
[ "$(number blue final_digest)" = "$(number gold final_digest)" ] || fail "the players end with different worlds"
[ -n "$(number gold final_digest)" ] || fail "no final digest"
"$replay" verify --partial --log-level error "$records"/*.replay || fail "the recording does not verify"
"$replay" --partial info "$records"/*.replay 2>&1 |
    grep -Eq '^recorded   by albireo-server [0-9.]+ \(commit ([0-9a-f]{12}\+?|unknown)\)$' ||
    fail "the recording does not say what made it: $("$replay" --partial info "$records"/*.replay 2>&1 | grep recorded)"
grep -Eq '^20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:.]+Z info ' "$folder/server" ||
    fail "the server's log has no date: $(head -1 "$folder/server")"
[ ! -e "$folder/state/seat" ] || fail "the token file is still there after the game"

wait "$damaged"
[ $? -eq 3 ] || fail "exit code is not 3 without a server"
grep -q "damaged-seat is damaged" "$folder/damaged" || fail "the damage was not reported: $(cat "$folder/damaged")"
exit $((failures > 0))
