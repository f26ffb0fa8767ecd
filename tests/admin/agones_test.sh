#!/usr/bin/env bash
# Goal: albireo-server tells a fleet what happens to it: Ready, Allocated during a game, its counts and codes, and Shutdown at the
# end. The sidecar starts after the server, dies and comes back. The sidecar is a stand-in (agones_stand_in.cpp).
# Usage: agones_test.sh SERVER BOT REPLAY_TOOL STAND_IN
source "$(dirname "$0")/../session/live_game.sh"
levels=$(realpath "$(dirname "$0")/../session/levels")
stand_in=$(realpath "$4")
logs() { echo "$folder"/{server,sidecar,gold,blue}; }
told() { grep -qE -- "$1" "$folder/sidecar"; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server"); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$folder/code"); [ -n "$code" ]; }
start_sidecar() {
    "$stand_in" "$sidecar_port" sessions players > "$folder/sidecar" 2>&1 &
    sidecar=$!
    jobs_of_mine+=($!)
    await "the sidecar" told '^port '
}

AGONES_SDK_HTTP_PORT=none "$server" --port 0 2> "$folder/line"
[ $? -eq 2 ] && grep -q "AGONES_SDK_HTTP_PORT: expected a port from 1 to 65535, not 'none'" "$folder/line" || fail "a wrong port: $(cat "$folder/line")"

# A free port: the stand-in gets any, and gives it back.
sidecar_port=0
start_sidecar
sidecar_port=$(sed -n 's/^port //p' "$folder/sidecar")
kill "$sidecar"; wait "$sidecar" 2> /dev/null

export AGONES_SDK_HTTP_PORT=$sidecar_port
"$server" --bind 127.0.0.1 --port 0 --levels "$levels" --max-sessions 7 --exit-after 1 2> "$folder/server" &
server_job=$!
jobs_of_mine+=($!)
await "the server's port" has_port
await "a line about the missing sidecar" grep -q 'Agones does not answer' "$folder/server"
start_sidecar
await "ready" told '^POST /ready \{\} -> 200 Ready'
await "the capacity" told '^PATCH /v1beta1/counters/sessions \{"count":"0","capacity":"7"\} -> 200'

"$bot" --connect 127.0.0.1:"$port" --create --level gauntlet --name gold --seconds 8 > "$folder/code" 2> "$folder/gold" &
gold=$!
jobs_of_mine+=($!)
await "the code" has_code
await "allocation" told '^POST /allocate \{\} -> 200 Allocated'
await "the code's list" told "^PATCH /v1beta1/lists/codes .*\"$code\".* -> 200"
# A sidecar that comes back gets everything again, and at no time hears that a server with a game is free.
kill -KILL "$sidecar"; wait "$sidecar" 2> /dev/null
misses_it() { [ "$(grep -c 'Agones does not answer' "$folder/server")" -eq 2 ]; }
await "the loss of the sidecar" misses_it
start_sidecar
"$bot" --connect 127.0.0.1:"$port" --join "$code" --name blue --seconds 8 > /dev/null 2> "$folder/blue" &
blue=$!
jobs_of_mine+=($!)
await "allocation, again" told '^POST /allocate \{\} -> 200 Allocated'
await "both players" told '^PATCH /v1beta1/counters/players \{"count":"2","capacity":"14"\} -> 200'
told '^POST /ready' && fail "a server with a game was offered: $(cat "$folder/sidecar")"
wait "$gold" || fail "gold ended with $?: $(cat "$folder/gold")"
wait "$blue" || fail "blue ended with $?: $(cat "$folder/blue")"
wait "$server_job" || fail "the server ended with $?: $(cat "$folder/server")"
tail -n 1 "$folder/sidecar" | grep -q '^POST /shutdown {} -> 200 Shutdown' || fail "the end was not reported: $(cat "$folder/sidecar")"
grep -E -- '-> (4|5)' "$folder/sidecar" && fail "the sidecar refuses what it was told"
exit $((failures > 0))
