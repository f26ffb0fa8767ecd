#!/usr/bin/env bash
# Goal: a server that is told to shut down lets games end within its drain time. It closes the others: their players are told,
# and their recordings are complete. It exits with 0 in both cases.
# Usage: drain_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
logs() { echo "$dir"/*.log; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 ports \([0-9]*\).*/\1/p' "$dir/server.log"); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$dir/code"); [ -n "$code" ]; }
is_played() { grep -q "plays as" "$dir/gold.log"; }
is_draining() { grep -q "draining" "$dir/server.log"; }

# drain NAME SECONDS: one player in a level of nine seconds, whose server is told to shut down; exit codes in code_bot, code_server.
drain() {
    dir=$folder/$1
    mkdir "$dir"
    "$server" --bind 127.0.0.1 --port 0 --record "$dir" --levels "$levels" --drain "$2" 2>"$dir/server.log" &
    local server_job=$!
    jobs_of_mine+=($!)
    await "the server's port" has_port
    "$bot" --connect 127.0.0.1:"$port" --create --players 1 --level short --report-json "$dir/gold.json" >"$dir/code" 2>"$dir/gold.log" &
    local bot_job=$!
    jobs_of_mine+=($!)
    await "the code" has_code
    await "the game" is_played
    kill -TERM "$server_job"
    await "the draining" is_draining
    "$bot" --connect 127.0.0.1:"$port" --create --wait 20 >/dev/null 2>"$dir/late.log"
    [ $? -eq 3 ] || fail "$1: a draining server accepted a new game"
    wait "$bot_job"; code_bot=$?
    wait "$server_job"; code_server=$?
    [ "$code_server" -eq 0 ] || fail "$1: the server ended with $code_server: $(cat "$dir/server.log")"
    "$replay" verify --log-level error "$dir"/*.replay || fail "$1: the recording is not complete"
}

drain finished 600
[ "$code_bot" -eq 0 ] || fail "finished: the bot ended with $code_bot: $(cat "$dir/gold.log")"
grep -q '"outcome": *"cleared"' "$dir/gold.json" || fail "finished: the game did not reach its end: $(cat "$dir/gold.json")"
drain parked 0
[ "$code_bot" -eq 3 ] || fail "parked: the bot ended with $code_bot: $(cat "$dir/gold.log")"
grep -q "the server is shutting down" "$dir/gold.log" || fail "parked: the bot was not told that the server is shutting down: $(cat "$dir/gold.log")"
exit $((failures > 0))
