#!/usr/bin/env bash
# Goal: a server forwards a game of another server to spectators, and a third one forwards it from there. All of them verify every digest and compute what
# the recording verifies to. The players see how many watch in all. Ten spectators watch at one forwarding server, two more than at the game's own.
# Usage: forward_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
records=$folder/kept
spectators=10
logs() { echo "$folder"/{server,first,second,gold,blue}; }
port_of() { sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/$1"; }
has_port() { [ -n "$(port_of "$1")" ]; }
has_codes() { code=$(sed -n 's/^code //p' "$folder/code") watch=$(sed -n 's/.*spectators watch with the code //p' "$folder/gold"); [ -n "$code" ] && [ -n "$watch" ]; }
is_played() { grep -q "plays as" "$folder/gold"; }
is_forwarded() { grep -q "$watch: forwarded from" "$folder/$1"; }
# Both forwarding servers, those at the first one, and one at the second.
all_are_counted() { grep -q "spectators: $((spectators + 3)) (forwards)" "$folder/gold"; }
number() { sed -n "s/.*\"$2\": *\"\?\([0-9a-fx]*\).*/\1/p" "$folder/$1.json" | head -1; }
declare -A watchers=()
# watch NAME PORT: watches in the background.
watch() {
    "$replay" --json verify --live "$watch" --connect 127.0.0.1:"$2" --delay 0 >"$folder/$1.json" 2>"$folder/$1" &
    jobs_of_mine+=($!)
    watchers[$1]=$!
}
# serve NAME ARGUMENTS...: starts a server with a key of its own.
serve() {
    local name=$1
    shift
    "$server" --bind 127.0.0.1 --port 0 --key "$folder/$name.key" --levels "$levels" "$@" 2>"$folder/$name" &
    jobs_of_mine+=($!)
    servers[$name]=$!
    await "the port of $name" has_port "$name"
}
declare -A servers=()

serve server --record "$records" --exit-after 1
"$bot" --connect 127.0.0.1:"$(port_of server)" --create --level short --name gold --report-json "$folder/gold.json" >"$folder/code" 2>"$folder/gold" &
jobs_of_mine+=($!)
gold=$!
await "the codes" has_codes
# Two shards: a spectator who asks the wrong one is sent to the other.
serve first --watch "$watch@127.0.0.1:$(port_of server)" --shards 2
"$bot" --connect 127.0.0.1:"$(port_of server)" --join "$code" --name blue --report-json "$folder/blue.json" 2>"$folder/blue" &
jobs_of_mine+=($!)
blue=$!
await "the game" is_played
await "the first forwarding server" is_forwarded first
serve second --watch "$watch@127.0.0.1:$(port_of first)"
await "the second forwarding server" is_forwarded second
for i in $(seq $spectators); do watch "at$i" "$(port_of first)"; done
watch behind "$(port_of second)"
await "the number of all spectators, on a player's screen" all_are_counted
"$replay" verify --live ACDE-FGHJ --connect 127.0.0.1:"$(port_of first)" 2>"$folder/wrong"
[ $? -eq 3 ] && grep -q "no game has this code" "$folder/wrong" || fail "a wrong code: $(cat "$folder/wrong")"
"$bot" --connect 127.0.0.1:"$(port_of first)" --join "$code" 2>"$folder/joined"
[ $? -ne 0 ] || fail "a forwarding server gave a seat: $(cat "$folder/joined")"

wait "$gold"; [ $? -eq 0 ] || fail "gold: $(cat "$folder/gold")"
wait "$blue"; [ $? -eq 0 ] || fail "blue: $(cat "$folder/blue")"
for each in "${!watchers[@]}"; do
    wait "${watchers[$each]}"
    [ $? -eq 0 ] || fail "$each: $(cat "$folder/$each")"
done
wait "${servers[server]}"; [ $? -eq 0 ] || fail "the server: $(cat "$folder/server")"
"$replay" --json verify "$records"/*.replay >"$folder/file.json" 2>&1 || fail "the recording: $(cat "$folder/file.json")"
for each in "${!watchers[@]}"; do
    [ -n "$(number "$each" all_roots)" ] && [ "$(number "$each" all_roots)" = "$(number file all_roots)" ] ||
        fail "$each saw another game: $(cat "$folder/$each" "$folder/$each.json" "$folder/file.json")"
done
for each in first second; do
    grep -q "$watch: the game is over, and was verified" "$folder/$each" || fail "$each: $(cat "$folder/$each")"
    kill "${servers[$each]}"
    wait "${servers[$each]}"
    [ $? -eq 0 ] || fail "$each did not end well: $(cat "$folder/$each")"
done
for each in gold blue; do
    [ "$(number "$each" desyncs)" = 0 ] || fail "$each: $(cat "$folder/$each.json")"
done
exit $((failures > 0))
