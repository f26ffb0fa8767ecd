#!/usr/bin/env bash
# Goal: programs watch a game of two bots over real sockets, from its beginning and from its middle, and verify every digest up to
# its end; they compute what the recording verifies to, and the players do not notice. A wrong code is refused.
# Usage: watch_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
records=$folder/kept
logs() { echo "$folder"/{server,gold,blue,early,late,far}; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server"); [ -n "$port" ]; }
has_codes() { code=$(sed -n 's/^code //p' "$folder/code") watch=$(sed -n 's/.*spectators watch with the code //p' "$folder/gold"); [ -n "$code" ] && [ -n "$watch" ]; }
is_played() { grep -q "plays as" "$folder/gold"; }
are_watching() { grep -q "3 spectators watch the game" "$folder/server"; }
number() { sed -n "s/.*\"$2\": *\"\?\([0-9a-fx]*\).*/\1/p" "$folder/$1.json" | head -1; }
# watch NAME DELAY: watches in the background, by whichever shard gets the handshake.
watch() {
    "$replay" --json verify --live "$watch" --connect 127.0.0.1:"$port" --delay "$2" >"$folder/$1.json" 2>"$folder/$1" &
    jobs_of_mine+=($!)
    watchers[$1]=$!
}
declare -A watchers=()

"$server" --bind 127.0.0.1 --port 0 --shards 2 --record "$records" --levels "$levels" --exit-after 1 2>"$folder/server" &
jobs_of_mine+=($!)
server_job=$!
await "the server's port" has_port
"$bot" --connect 127.0.0.1:"$port" --create --level short --name gold --report-json "$folder/gold.json" >"$folder/code" 2>"$folder/gold" &
jobs_of_mine+=($!)
gold=$!
await "the codes" has_codes
[[ $watch =~ ^[A-Z0-9]{4}-[A-Z0-9]{4}$ ]] || fail "the watch code is '$watch'"
watch early 2
"$bot" --connect 127.0.0.1:"$port" --join "$code" --name blue --report-json "$folder/blue.json" 2>"$folder/blue" &
jobs_of_mine+=($!)
blue=$!
await "the game" is_played
sleep 3
watch late 3
watch far 0
await "three spectators" are_watching
"$replay" verify --live ACDE-FGHJ --connect 127.0.0.1:"$port" 2>"$folder/wrong"
[ $? -eq 3 ] && grep -q "no game has this code" "$folder/wrong" || fail "a wrong code: $(cat "$folder/wrong")"
"$replay" verify --live "albireo://watch?code=$watch&at=127.0.0.1:$port&key=$(printf 'A%.0s' {1..42})E" 2>"$folder/false"
[ $? -eq 3 ] && grep -q "does not have the expected key" "$folder/false" || fail "another key than the link's: $(cat "$folder/false")"
"$bot" --connect 127.0.0.1:"$port" --join "$watch" 2>"$folder/joined"
[ $? -eq 2 ] || fail "a watch code was taken for a join code: $(cat "$folder/joined")"

wait "$gold"; [ $? -eq 0 ] || fail "gold: $(cat "$folder/gold")"
wait "$blue"; [ $? -eq 0 ] || fail "blue: $(cat "$folder/blue")"
for each in early late far; do
    wait "${watchers[$each]}"
    [ $? -eq 0 ] || fail "$each: $(cat "$folder/$each")"
done
wait "$server_job"; [ $? -eq 0 ] || fail "the server: $(cat "$folder/server")"
"$replay" --json verify "$records"/*.replay >"$folder/file.json" 2>&1 || fail "the recording: $(cat "$folder/file.json")"
for each in early late far; do
    [ -n "$(number "$each" all_roots)" ] && [ "$(number "$each" all_roots)" = "$(number file all_roots)" ] ||
        fail "$each saw another game: $(cat "$folder/$each" "$folder/$each.json" "$folder/file.json")"
    [ "$(grep -c . "$folder/$each")" -eq 1 ] && grep -q "^same .*$watch: .* watched live" "$folder/$each" || fail "$each: not one line: $(cat "$folder/$each")"
done
for each in gold blue; do
    [ "$(number "$each" desyncs)" = 0 ] || fail "$each: $(cat "$folder/$each.json")"
done
exit $((failures > 0))
