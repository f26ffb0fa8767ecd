#!/usr/bin/env bash
# Goal: three servers of a fleet share their codes in a real Redis. A game made on one is joined through any other. Each server is killed by
# kill -9 in mid-game and started again on another port: its players come back, and both end in the same world. A server that is gone for
# good frees its codes. Redis is killed and comes back empty: games go on, and codes work again everywhere. A server without --directory
# contacts nothing.
# One game and one kill; with ALBIREO_FULL a game on each server, and each of them is killed. Wrong codes count for all servers together, and
# the fleet's secret can be changed. Usage: directory_test.sh SERVER BOT REPLAY_TOOL FLEET_LIMITS
command -v redis-server > /dev/null || { echo "redis-server is not installed (tools/setup homes): skipped"; exit 77; }
source "$(dirname "$0")/../session/live_game.sh"
declare -A keep=([a]=30 [b]=30 [c]=4)  # seconds: --directory-keep. C is the server that will be gone for good
full=${ALBIREO_FULL:-}
limits=$(realpath "$4")
declare -A port job code gold blue
logs() { ls "$folder"/*.log "$folder"/*.code 2> /dev/null; }
redis() { redis-cli -p "$redis_port" "$@" 2> /dev/null; }
start_redis() {
    # Nothing is stored: it comes back empty.
    redis-server --bind 127.0.0.1 --port "$redis_port" --dir "$folder" --save '' --appendonly no >> "$folder/redis.log" 2>&1 &
    redis_job=$!
    jobs_of_mine+=($!)
}
is_redis_up() { [ "$(redis PING)" = PONG ] && [ "$(redis INFO server | grep -c "process_id:$redis_job")" -eq 1 ]; }
# start NAME [PORT]: a server with a key and a folder of its own.
start() {
    mkdir -p "$folder/games-$1"
    "$server" --bind 127.0.0.1 --port 0 --record "$folder/games-$1" --level the_cut --key "$folder/key-$1" --drain 0 \
        --directory "redis://127.0.0.1:$redis_port/3" --directory-keep ${keep[$1]} 2>> "$folder/server-$1.log" &
    job[$1]=$!
    jobs_of_mine+=($!)
    starts[$1]=$((${starts[$1]:-0} + 1))
    await "port of server $1" has_port "$1"
}
declare -A starts
has_port() {
    [ "$(grep -c 'listening on' "$folder/server-$1.log")" -eq "${starts[$1]}" ] || return 1
    port[$1]=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server-$1.log" | tail -1)
}
is_in_directory() { [ "$(grep -c 'in the directory at' "$folder/server-$1.log")" -ge "$2" ]; }
has_code() { code[$1]=$(sed -n 's/^code //p' "$folder/$1.code"); [ -n "${code[$1]}" ]; }
is_told() { [ "$(redis -n 3 EXISTS "albireo:1:code:$1")" = 1 ]; }
# create GAME SERVER SECONDS, join GAME SERVER SECONDS: bots that play for so long.
create() {
    "$bot" --connect 127.0.0.1:"${port[$2]}" --create --level the_cut --name gold --seconds "$3" --digests "$folder/$1.gold" \
        --report-json "$folder/$1.gold.json" --known-servers "$folder/$1.gold.known" > "$folder/$1.code" 2> "$folder/$1.gold.log" &
    gold[$1]=$!
    jobs_of_mine+=($!)
    await "code of $1" has_code "$1"
}
join() {
    "$bot" --connect 127.0.0.1:"${port[$2]}" --join "${code[$1]}" --name blue --seed 2 --seconds "$3" --digests "$folder/$1.blue" \
        --report-json "$folder/$1.blue.json" --known-servers "$folder/$1.blue.known" > "$folder/$1.blue.log" 2>&1 &
    blue[$1]=$!
    jobs_of_mine+=($!)
}
tick() { local line; line=$(tail -n 1 "$folder/$1" 2> /dev/null); line=${line%% *}; echo "${line:-0}"; }
# is_past GAME TICK: both players have confirmed that tick.
is_past() { [ "$(tick "$1.gold")" -gt "$2" ] && [ "$(tick "$1.blue")" -gt "$2" ]; }
number() { sed -n "s/.*\"$2\": *\"*\([^\",}]*\).*/\1/p" "$folder/$1.json" | head -1; }
# is_over GAME: both players end, and agree.
end() {
    wait "${gold[$1]}" || fail "gold of $1 ended with $?: $(cat "$folder/$1.gold.log")"
    wait "${blue[$1]}" || fail "blue of $1 ended with $?: $(cat "$folder/$1.blue.log")"
    [ -n "$(number "$1.gold" final_digest)" ] && [ "$(number "$1.gold" final_digest)" = "$(number "$1.blue" final_digest)" ] ||
        fail "$1: the players end with different worlds: $(number "$1.gold" final_digest), $(number "$1.blue" final_digest)"
}
# crash SERVER GAMES...: kills a server, and starts it on another port; its games go on, and so do all others.
crash() {
    local name=$1 old=${port[$1]} game before began
    shift
    for game in "$@"; do before+="$game $(tick "$game.gold") $(tick "$game.blue") "; done
    kill -KILL "${job[$name]}"
    wait "${job[$name]}" 2> /dev/null
    began=$EPOCHSECONDS
    start "$name"
    [ "${port[$name]}" != "$old" ] || fail "the port of $name is the old one"
    set -- $before
    while [ $# -gt 0 ]; do
        await "$1 after the death of $name" is_past "$1" $((($2 > $3 ? $2 : $3) + 60))
        shift 3
    done
    echo "server $name: killed and started on another port; its games have gone on for a second after $((EPOCHSECONDS - began)) s"
}
# refused SERVER CODE WORDS: a player who joins is told that.
refused() {
    timeout 60 "$bot" --connect 127.0.0.1:"${port[$1]}" --join "$2" --wait 1 > /dev/null 2> "$folder/refused.log"
    [ $? -eq 3 ] && grep -qF -- "$3" "$folder/refused.log"
}

redis_port=$((20000 + RANDOM % 10000))
start_redis
await "Redis" is_redis_up
"$limits" "redis://127.0.0.1:$redis_port/5" || fail "the limits of a fleet"
for name in a b c; do start $name; done
for name in a b c; do await "server $name in the directory" is_in_directory $name 1; done

# A game on A through B, and the same through C while it is running: it is full.
seconds=$([ -n "$full" ] && echo 60 || echo 25)
create one a "$seconds"
is_told "${code[one]}" || fail "the code ${code[one]} was given out before it was claimed: $(redis -n 3 KEYS '*')"
# Blue knows B's key. Keys of unknown servers on loopback are not stored.
key_of() { for each in $(redis -n 3 KEYS 'albireo:1:server:*'); do redis -n 3 GET "$each"; done | awk -v port="${port[$1]}" '$2 == port { print $3 }'; }
echo "127.0.0.1:${port[b]} $(key_of b)" > "$folder/one.blue.known"
join one b "$seconds"
await "a game through another server" is_past one 60
[ "$(grep -c "^127.0.0.1:${port[b]} [0-9A-Za-z]" "$folder/one.blue.known")" -eq 1 ] && [ "$(wc -l < "$folder/one.blue.known")" -eq 1 ] ||
    fail "the key of another server than that of --connect was stored: $(cat "$folder/one.blue.known")"
refused c "${code[one]}" "already has all its players" || fail "the running game through C: $(cat "$folder/refused.log")"
refused b ZZZZZZ "no game has this code" || fail "a wrong code: $(cat "$folder/refused.log")"
watch=$(sed -n 's/.*watch with the code \([A-Z0-9-]*\).*/\1/p' "$folder/one.gold.log")
timeout 60 "$replay" verify --live "$watch" --connect 127.0.0.1:"${port[c]}" > "$folder/watch.log" 2>&1 &
jobs_of_mine+=($!)
is_watched() { grep -q "watches, " "$folder/server-a.log"; }
await "a spectator through another server" is_watched
games=(one)
if [ -n "$full" ]; then
    create two b "$seconds"; join two c "$seconds"
    create three c "$seconds"; join three a "$seconds"
    for each in two three; do await "the game $each" is_past $each 60; done
    games+=(two three)
fi
crash a "${games[@]}"
[ -z "$full" ] || { crash b "${games[@]}"; crash c "${games[@]}"; }

# Redis dies in mid-game: games go on, and a server still knows its own codes. It comes back empty.
kill -KILL "$redis_job"
wait "$redis_job" 2> /dev/null
before=$(tick one.gold)
lost() { grep -q "the directory at 127.0.0.1:$redis_port/3 does not answer" "$folder/server-$1.log"; }
for name in a b c; do await "the loss of the directory on $name" lost $name; done
create alone b 8
join alone b 8
await "a game without the directory" is_past alone 60
await "the game beside it" is_past one $((before + 60))
refused c "${code[alone]}" "the directory of the other servers does not answer" || fail "C without Redis: $(cat "$folder/refused.log")"
start_redis
await "Redis, again" is_redis_up
began=$EPOCHSECONDS
for name in b c; do await "$name in the new directory" is_in_directory $name 2; done
await "a code of the game that had begun before" is_told "${code[one]}"
await "a code given out without the directory" is_told "${code[alone]}"
refused c "${code[alone]}" "already has all its players" || fail "C with Redis, again: $(cat "$folder/refused.log")"
echo "Redis came back empty: all codes were there after $((EPOCHSECONDS - began)) s"
end alone
for each in "${games[@]}"; do end $each; done

# A server that is gone for good: its code is known for a while, and then free.
create lost c 600
kill -KILL "${job[c]}"
wait "${job[c]}" 2> /dev/null
kill "${gold[lost]}"
is_told "${code[lost]}" || fail "the code of a server that may come back was freed at once"
freed=$EPOCHSECONDS
until ! is_told "${code[lost]}"; do
    sleep 0.2
    ((EPOCHSECONDS - freed <= 3 * keep[c])) || { fail "the code of a server that is gone was never freed"; break; }
done
await "an answer without the lost server" refused a "${code[lost]}" "no game has this code"

# Nothing is contacted without --directory.
contacts() { redis INFO stats | sed -n 's/^total_connections_received:\([0-9]*\).*/\1/p'; }
for name in a b; do
    kill -TERM "${job[$name]}"
    wait "${job[$name]}" || fail "server $name ended with $?"
done
was=$(contacts)
"$server" --bind 127.0.0.1 --port 0 --level the_cut --exit-after 1 2> "$folder/plain.log" &
plain=$!
jobs_of_mine+=($!)
starts[plain]=1
cp "$folder/plain.log" "$folder/server-plain.log"
has_plain_port() { port[plain]=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/plain.log"); [ -n "${port[plain]}" ]; }
await "the port of a server without a directory" has_plain_port
create plain plain 2
join plain plain 2
end plain
wait "$plain" || fail "the server without a directory ended with $?"
[ "$(contacts)" -eq $((was + 1)) ] || fail "a server without --directory contacted Redis"
grep -qi directory "$folder/plain.log" && fail "a server without --directory speaks of one: $(cat "$folder/plain.log")"

for name in a b c; do
    for each in "$folder"/games-$name/*.replay; do
        [ ! -e "$each" ] || "$replay" verify --partial --log-level error "$each" || fail "$each does not verify"
    done
    grep -qE " (error|critical) " "$folder/server-$name.log" && fail "server $name: $(grep -E ' (error|critical) ' "$folder/server-$name.log")"
done
exit $((failures > 0))
