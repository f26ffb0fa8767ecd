#!/usr/bin/env bash
# Goal: two bots play a whole campaign over real sockets with one code: three levels, each with the carry of the one before
# it, and the recordings verify as one chain. The ordinary test plays three short levels; with ALBIREO_FULL=1 it plays the
# game's own campaign, at calm, which takes about 20 minutes.
# Usage: campaign_test.sh SERVER BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"
logs() { echo "$folder"/{server,gold,blue}; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server"); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$folder/code"); [ -n "$code" ]; }
# of BOT FIELD: the values of a field in the list of levels, one a line.
of() { sed -n '/"levels"/,/\]/p' "$folder/$1.json" | sed -n "s/.*\"$2\": *\"\?\([0-9a-zA-Z_ ]*\)\"\?,\?$/\1/p"; }

campaign=(--campaign short --campaign short --campaign short)
[ -n "${ALBIREO_FULL:-}" ] && campaign=()
"$server" --bind 127.0.0.1 --port 0 --record "$folder" --levels "$levels" "${campaign[@]}" --exit-after 1 2>"$folder/server" &
jobs_of_mine+=($!)
server_job=$!
await "the server's port" has_port
"$bot" --connect 127.0.0.1:"$port" --create --level campaign --difficulty calm --name gold --game-seed 5 \
    --report-json "$folder/gold.json" >"$folder/code" 2>"$folder/gold" &
gold=$!
jobs_of_mine+=($gold)
await "the code" has_code
"$bot" --connect 127.0.0.1:"$port" --join "$code" --name blue --seed 2 --report-json "$folder/blue.json" 2>"$folder/blue" ||
    fail "blue ended with $?: $(cat "$folder/blue")"
wait "$gold" || fail "gold ended with $?: $(cat "$folder/gold")"
wait "$server_job" || fail "the server ended with $?: $(cat "$folder/server")"

[ "$(of gold outcome | tr '\n' ' ')" = "cleared cleared cleared " ] || fail "not three cleared levels: $(cat "$folder/gold.json")"
[ "$(of gold stage | tr '\n' ' ')" = "1 2 3 " ] || fail "not the levels 1 to 3: $(of gold stage)"
[ "$(of gold final_digest)" = "$(of blue final_digest)" ] || fail "the bots end with different worlds"
[ "$(of gold team_score | sort -n | uniq | wc -l)" = 3 ] && [ "$(of gold team_score)" = "$(of gold team_score | sort -n)" ] ||
    fail "the score does not grow from level to level: $(of gold team_score)"
recordings=("$folder"/*-"$code".replay)
[ ${#recordings[@]} = 3 ] || fail "there are ${#recordings[@]} recordings: ${recordings[*]}"
"$replay" verify "${recordings[@]}" 2>"$folder/chain" || fail "the chain does not verify: $(cat "$folder/chain")"
[ "$(grep -c follows "$folder/chain")" = 2 ] || fail "two levels do not follow another: $(cat "$folder/chain")"
"$replay" verify "${recordings[0]}" "${recordings[2]}" 2>"$folder/broken"
[ $? -eq 1 ] || fail "a chain without its second level verifies"
grep -q "broken chain: it continues a game that ended with digest .*, but .* ended with" "$folder/broken" ||
    fail "the break is not named: $(cat "$folder/broken")"
"$replay" info "${recordings[1]}" 2>&1 | grep -q "^continues  the game that ended with digest" || fail "info does not say what it continues"
exit $((failures > 0))
