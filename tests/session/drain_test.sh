#!/usr/bin/env bash
# Goal: a server that is told to shut down lets games end within its drain time, and exits with 0. Those that have not ended
# are parked: the next server with this port, folder and key goes on with them, and their players come back by themselves.
# Usage: drain_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
logs() { echo "$dir"/*.log; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$dir/server.log"); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$dir/code"); [ -n "$code" ]; }
is_played() { grep -q "plays as" "$dir/gold.log"; }
is_draining() { grep -q "draining" "$dir/server.log"; }

# drain NAME SECONDS: one player in a level of nine seconds, whose server is told to shut down; exit codes in code_bot, code_server.
drain() {
    dir=$folder/$1
    mkdir "$dir"
    "$server" --bind 127.0.0.1 --port 0 --record "$dir" --levels "$levels" --key "$folder/key" --drain "$2" 2>"$dir/server.log" &
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
    if [ "$2" -gt 0 ]; then
        "$bot" --connect 127.0.0.1:"$port" --create --wait 20 >/dev/null 2>"$dir/late.log"
        [ $? -eq 3 ] || fail "$1: a draining server accepted a new game"
        wait "$bot_job"; code_bot=$?
    fi
    wait "$server_job"; code_server=$?
    [ "$code_server" -eq 0 ] || fail "$1: the server ended with $code_server: $(cat "$dir/server.log")"
    if [ "$2" -eq 0 ]; then
        ls "$dir"/*.game >/dev/null || fail "$1: no game was parked: $(ls "$dir")"
        "$server" --bind 127.0.0.1 --port "$port" --record "$dir" --levels "$levels" --key "$folder/key" --exit-after 1 2>"$dir/server2.log" &
        server_job=$!
        jobs_of_mine+=($!)
        wait "$bot_job"; code_bot=$?
        wait "$server_job"; code_server=$?
        [ "$code_server" -eq 0 ] || fail "$1: the second server ended with $code_server: $(cat "$dir/server2.log")"
        grep -q "the game is resumed at tick" "$dir/server2.log" || fail "$1: no game was resumed: $(cat "$dir/server2.log")"
    fi
    ls "$dir"/*.game 2>/dev/null && fail "$1: the journal of a game that is over is still there"
    "$replay" verify --log-level error "$dir"/*.replay || fail "$1: the recording is not complete"
}

for each in "finished 600" "parked 0"; do
    drain $each
    [ "$code_bot" -eq 0 ] || fail "$each: the bot ended with $code_bot: $(cat "$dir/gold.log")"
    grep -q '"outcome": *"cleared"' "$dir/gold.json" || fail "$each: the game did not reach its end: $(cat "$dir/gold.json")"
done
exit $((failures > 0))
