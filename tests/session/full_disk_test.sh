#!/usr/bin/env bash
# Goal: a server with a full disk reports once that a game is not recorded, and the game goes on to its end.
# Usage: full_disk_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
logs() { echo "$folder"/*.log; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server.log"); [ -n "$port" ]; }

mkdir "$folder/kept"
# The limit lets no file grow, so the log goes through a pipe.
(
    trap '' XFSZ
    ulimit -f 0
    exec "$server" --bind 127.0.0.1 --port 0 --record "$folder/kept" --levels "$levels" --exit-after 1
) 2> >(exec cat >"$folder/server.log") &
server_job=$!
jobs_of_mine+=($!)
await "the server's port" has_port
"$bot" --connect 127.0.0.1:"$port" --create --players 1 --level short --report-json "$folder/bot.json" >/dev/null 2>"$folder/bot.log" \
    || fail "the bot ended with $?: $(cat "$folder/bot.log")"
grep -q '"outcome": *"cleared"' "$folder/bot.json" || fail "the game did not reach its end: $(cat "$folder/bot.json")"
wait "$server_job" || fail "the server ended with $?: $(cat "$folder/server.log")"
said=$(grep -c "not recorded: $folder/kept/.*cannot be written" "$folder/server.log")
[ "$said" -eq 1 ] || fail "the server said $said times that the game is not recorded: $(cat "$folder/server.log")"
left=$(find "$folder/kept" -name '*.replay')
[ -z "$left" ] || fail "the server left a recording that nobody can read: $left"
exit $((failures > 0))
