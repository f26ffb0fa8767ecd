#!/usr/bin/env bash
# Goal (row 14): with few file descriptors, connections to the admin page and sessions over UDP take none from games. A new
# game is recorded, the server does not spin, and it reports how many games it can record.
# Usage: descriptors_test.sh SERVER BOT REPLAY_TOOL MANY_CREATES
source "$(dirname "$0")/../session/live_game.sh"
levels=$(realpath "$(dirname "$0")/../session/levels")
logs() { echo "$folder"/*.log; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 ports \([0-9]*\).*/\1/p' "$folder/server.log"); [ -n "$port" ]; }
cpu_ticks() { awk '{print $14 + $15}' "/proc/$server_job/stat"; }

admin=$((20000 + RANDOM % 20000))
(
    ulimit -n 128
    exec "$server" --bind 127.0.0.1 --port 0 --admin 127.0.0.1:$admin --record "$folder" --levels "$levels" --exit-after 1 \
        2>"$folder/server.log"
) &
server_job=$!
jobs_of_mine+=($!)
await "the server's port" has_port
await "the line about the levels, which no game has asked for" grep -q "levels are compiled" "$folder/server.log"
grep -q "at most 12 sessions, not 1000" "$folder/server.log" || fail "the server does not say how many games it can record: $(cat "$folder/server.log")"

# A hundred connections to the operator's pages that ask for nothing, held open.
held=()
for _ in $(seq 100); do
    exec {fd}<>"/dev/tcp/127.0.0.1/$admin" 2>/dev/null && held+=("$fd")
done
[ "${#held[@]}" -gt 16 ] || fail "only ${#held[@]} connections were made"
before=$(cpu_ticks)
sleep 2
spent=$(($(cpu_ticks) - before))
[ "$spent" -lt 60 ] || fail "the server spent $spent ticks of 200 on connections that it cannot accept"

"$bot" --connect 127.0.0.1:"$port" --create --players 1 --level short >"$folder/code" 2>"$folder/bot.log" ||
    fail "the bot did not play to the end: $(tail -n 5 "$folder/bot.log")"
for fd in "${held[@]}"; do exec {fd}>&-; done
wait "$server_job"
"$replay" verify --log-level error "$folder"/*.replay || fail "the game was not recorded: $(cat "$folder/server.log")"

# The attack as it was carried out: 256 descriptors, and 300 Creates over UDP. What the server cannot record, it refuses.
rm -f "$folder"/*.replay
(
    ulimit -n 256
    exec "$server" --bind 127.0.0.1 --port 0 --admin 127.0.0.1:$admin --record "$folder" --levels "$levels" --trust 127.0.0.0/8 \
        2>"$folder/server.log"
) &
server_job=$!
jobs_of_mine+=($!)
port=
await "the second server's port" has_port
# The level lasts minutes: a game that ended before all are asked for would make room for another.
"$4" 127.0.0.1:"$port" quiet 300 >"$folder/creates" || fail "not every Create was answered, or a game stopped: $(cat "$folder/creates")"
started=$(sed -n 's/.*"started":\([0-9]*\).*/\1/p' "$folder/creates")
kill "$server_job"
wait "$server_job"
recorded=$(ls "$folder"/*.replay | wc -l)
[ "$started" = 76 ] || fail "$started games have started, not 76, which is (256 - 104) / 2"
[ "$recorded" = "$started" ] || fail "$recorded of $started games are recorded: $(grep -v INFO "$folder/server.log" | head -n 5)"
"$replay" verify --log-level error --partial "$folder"/*.replay >"$folder/verified" 2>&1 || fail "a recording is wrong: $(tail -n 3 "$folder/verified")"
printf '{"row":14,"connections_held":%d,"cpu_ticks_of_200":%d,"asked":300,"started":%d,"recorded":%d,"failures":%d}\n' "${#held[@]}" "$spent" "$started" "$recorded" "$failures"
exit $((failures > 0))
