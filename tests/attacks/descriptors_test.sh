#!/usr/bin/env bash
# Goal (row 14): with few file descriptors, connections to the admin page and sessions over UDP take none from games. A new
# game is recorded, the server does not spin, and it reports how many games it can record. Two bots who play beside do not notice.
# Usage: descriptors_test.sh SERVER BOT REPLAY_TOOL MANY_CREATES IDLE_TIMERS
source "$(dirname "$0")/../session/live_game.sh"
many_creates=$(realpath "$4") idle_timers=$(realpath "$5")
levels=$(realpath "$(dirname "$0")/../session/levels")
logs() { echo "$folder"/*.log; }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server.log"); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$folder/code"); [ -n "$code" ]; }
number() { sed -n "s/.*\"$2\": *\([0-9]*\).*/\1/p" "$1" | head -1; }
cpu_ticks() { awk '{print $14 + $15}' "/proc/$server_job/stat"; }
# The server has a core of its own, everything else the last one.
taskset -cp $(($(nproc) - 1)) $$ >/dev/null

admin=$((20000 + RANDOM % 20000))
# serve DESCRIPTORS OPTIONS...
serve() {
    local descriptors=$1
    shift
    port=
    (
        ulimit -n "$descriptors"
        exec taskset -c 0 "$server" --bind 127.0.0.1 --port 0 --admin 127.0.0.1:$admin --record "$folder" --levels "$levels" --json \
            "$@" >"$folder/figures" 2>"$folder/server.log"
    ) &
    server_job=$!
    jobs_of_mine+=($!)
    await "the server's port" has_port
    await "the line about the levels, which no game has asked for" grep -q "levels are compiled" "$folder/server.log"
}
# A hundred connections to the operator's pages that ask for nothing, held open.
hold_connections() {
    held=()
    for _ in $(seq 100); do
        exec {fd}<>"/dev/tcp/127.0.0.1/$admin" 2>/dev/null && held+=("$fd")
    done
    [ "${#held[@]}" -gt 16 ] || fail "only ${#held[@]} connections were made"
}
release_connections() { for fd in "${held[@]}"; do exec {fd}>&-; done; }

serve 128 --exit-after 1
grep -q "at most 12 sessions, not 1000" "$folder/server.log" || fail "the server does not say how many games it can record: $(cat "$folder/server.log")"
hold_connections
before=$(cpu_ticks)
sleep 2
spent=$(($(cpu_ticks) - before))
[ "$spent" -lt 60 ] || fail "the server spent $spent ticks of 200 on connections that it cannot accept"
"$bot" --connect 127.0.0.1:"$port" --create --players 1 --level short --seconds 3 >"$folder/code" 2>"$folder/bot.log" ||
    fail "the bot did not play: $(tail -n 5 "$folder/bot.log")"
release_connections
wait "$server_job"
"$replay" verify --log-level error "$folder"/*.replay || fail "the game was not recorded: $(cat "$folder/server.log")"

# The attack as it was carried out: 256 descriptors, and 300 Creates over UDP. What the server cannot record, it refuses.
rm -f "$folder"/*.replay
serve 256 --trust 127.0.0.0/8
"$idle_timers" >"$folder/held_ticks" &
idle_job=$!
jobs_of_mine+=($!)
"$bot" --connect 127.0.0.1:"$port" --create --level short --name gold --report-json "$folder/gold.json" >"$folder/code" 2>"$folder/gold.log" &
gold_job=$!
jobs_of_mine+=($!)
await "the code" has_code
"$bot" --connect 127.0.0.1:"$port" --join "$code" --name blue --seed 2 --report-json "$folder/blue.json" 2>"$folder/blue.log" &
blue_job=$!
jobs_of_mine+=($!)
await "the bots' game" grep -q "the game begins" "$folder/server.log"
hold_connections
# The level lasts minutes: a game that ended before all are asked for would make room for another.
"$many_creates" 127.0.0.1:"$port" quiet 300 >"$folder/creates" &
creates_job=$!
jobs_of_mine+=($!)
wait "$gold_job" || fail "gold did not play to the end: $(tail -n 3 "$folder/gold.log")"
wait "$blue_job" || fail "blue did not play to the end: $(tail -n 3 "$folder/blue.log")"
kill "$idle_job"
wait "$idle_job"
wait "$creates_job" || fail "not every Create was answered, or a game stopped: $(cat "$folder/creates")"
release_connections
kill "$server_job"
wait "$server_job"
started=$(number "$folder/creates" started)
recorded=$(ls "$folder"/*.replay | wc -l)
# On a busy machine the bots' game may end before the last Create.
[ "$started" = 75 ] || [ "$started" = 76 ] || fail "$started games have started beside that of the bots, not 75: there is room for (256 - 104) / 2"
[ "$recorded" = $((started + 1)) ] || fail "$recorded of $((started + 1)) games are recorded: $(grep -v INFO "$folder/server.log" | head -n 5)"
"$replay" verify --log-level error --partial "$folder"/*.replay >"$folder/verified" 2>&1 || fail "a recording is wrong: $(tail -n 3 "$folder/verified")"
frozen=$(($(number "$folder/gold.json" frozen_ticks) + $(number "$folder/blue.json" frozen_ticks)))
held_ticks=$(cat "$folder/held_ticks")
[ "$frozen" -le "$held_ticks" ] || fail "$frozen ticks of the two bots froze; the machine held up idle timers for $held_ticks"
late=$(sed -n 's/.*"timer_late":{[^}]*"p99_us":\([0-9]*\).*/\1/p' "$folder/figures")
printf '{"row":"14","attack":"hold %d connections, and create 300 games with 256 descriptors","acts":300,"gain":"%s","achieved":%d,"limit":%d,"ok":%s,"games_started":%d,"recorded":%d,"idle_cpu_ticks_of_200":%d,"late_p99_us":%d}\n' \
    "${#held[@]}" "frozen ticks of two bots, at most those for which the machine held up idle timers" "$frozen" "$held_ticks" \
    "$([ "$failures" = 0 ] && echo true || echo false)" "$started" "$recorded" "$spent" "$late"
exit $((failures > 0))
