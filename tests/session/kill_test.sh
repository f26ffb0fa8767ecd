#!/usr/bin/env bash
# Goal: a server killed by kill -9 loses no game, nor does one that is restarted. Two bots play through a bad network; the
# server is killed at random moments, and started again on the same port and record directory. Every third time it is told to
# shut down instead, and its successor starts at once, as in a rolling restart. The game goes on within 3 s of each start, and of
# the order to shut down. No tick that a client had confirmed changes, both players end in the same world, and the recording
# verifies as one. Three times; 75 with ALBIREO_FULL, 50 of them kills. Usage: kill_test.sh SERVER BOT REPLAY_TOOL NETEM [KILLS [SEED]]
source "$(dirname "$0")/live_game.sh"
netem=$(realpath "$4") kills=${5:-$([ -n "${ALBIREO_FULL:-}" ] && echo 75 || echo 3)} RANDOM=${6:-1}
resume_ms_max=3000
logs() { echo "$folder"/{server,netem,gold,blue}; }
now_ms() { local t=${EPOCHREALTIME//[.,]/}; echo $((t / 1000)); }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 ports \([0-9]*\).*/\1/p' "$folder/server" | tail -1); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$folder/code"); [ -n "$code" ]; }
is_up() { [ "$(grep -c "listening on" "$folder/server")" -gt "$1" ]; }
newest() { local line; line=$(tail -n 1 "$folder/$1.digests" 2>/dev/null); echo "${line%% *}"; }
is_played() { [ "$(newest gold)" ] && [ "$(newest blue)" ] && [ "$(newest gold)" -gt 60 ] && [ "$(newest blue)" -gt 60 ]; }
start_server() {
    "$server" --bind 127.0.0.1 --port "$1" --record "$folder/games" --levels "$levels" --key "$folder/key" --drain 0 2>>"$folder/server" &
    server_job=$!
    jobs_of_mine+=($!)
}

mkdir "$folder/games"
start_server 0
await "the server's port" has_port
relay=$((port > 40000 ? port - 9999 : port + 9999))
"$netem" --listen "$relay" --to 127.0.0.1:"$port" --latency 25 --jitter 10 --loss 10 --seed "$RANDOM" 2>"$folder/netem" &
jobs_of_mine+=($!)
seconds=$((4 + kills * 8))
"$bot" --connect 127.0.0.1:"$relay" --create --level the_cut --name gold --skill 9 --seconds $seconds --game-seed 5 \
    --digests "$folder/gold.digests" --token-file "$folder/gold.seat" >"$folder/code" 2>"$folder/gold" &
jobs_of_mine+=($!)
gold=$!
await "the code" has_code
"$bot" --connect 127.0.0.1:"$relay" --join "$code" --name blue --seconds $seconds --seed 2 \
    --digests "$folder/blue.digests" --token-file "$folder/blue.seat" 2>"$folder/blue" &
jobs_of_mine+=($!)
blue=$!
await "the game" is_played

slowest=0
for ((kill = 1; kill <= kills; ++kill)); do
    sleep "$((RANDOM % 4)).$((RANDOM % 10))"
    if ((kill % 3 == 0)); then
        began=$(now_ms)
        kill -TERM "$server_job"
        wait "$server_job" || fail "restart $kill: the server ended with $?"
        gold_before=$(newest gold) blue_before=$(newest blue)
    else
        kill -KILL "$server_job"
        wait "$server_job" 2>/dev/null
        # At once, as systemd does, or after a while.
        if ((RANDOM % 2)); then sleep 0.1; else sleep "$((RANDOM % 5)).5"; fi
        gold_before=$(newest gold) blue_before=$(newest blue)
        began=$(now_ms)
    fi
    start_server "$port"
    # Both clients have gone on by half a second.
    until [ "$(newest gold)" -gt $((gold_before + 30)) ] && [ "$(newest blue)" -gt $((blue_before + 30)) ]; do
        sleep 0.02
        if (($(now_ms) - began > 20000)); then
            fail "kill $kill: the game does not go on after ticks $gold_before and $blue_before: $(tail -n 3 "$folder"/{server,gold,blue})"
            exit 1
        fi
    done
    took=$(($(now_ms) - began - 500))
    ((took > slowest)) && slowest=$took
    ((took <= resume_ms_max)) || fail "kill $kill: play went on $took ms after the start"
    [ -s "$folder/gold.seat" ] && [ -s "$folder/blue.seat" ] || fail "kill $kill: a client has deleted its seat"
done

wait "$gold" || fail "gold ended with $?: $(cat "$folder/gold")"
wait "$blue" || fail "blue ended with $?: $(cat "$folder/blue")"
kill -TERM "$server_job"
wait "$server_job" || fail "the server ended with $?"
[ "$(ls "$folder"/games/*.replay | wc -l)" -eq 1 ] || fail "not one recording: $(ls "$folder/games")"
"$replay" verify --partial --log-level error "$folder"/games/*.replay || fail "the recording does not verify"
"$replay" --partial digest --every 1 "$folder"/games/*.replay 2>/dev/null |
    awk '{ gsub(/ /, "", $1); print $1, $NF }' >"$folder/truth"
for player in gold blue; do
    # What a client has confirmed twice, before and after a kill, is the same both times.
    awk 'NR == FNR { truth[$1] = $2; next } { ++n } truth[$1] != $2 { print FILENAME ": tick " $1 " was confirmed as " $2 ", and is " truth[$1] " in the recording"; ++wrong }
         END { if (n == 0) print "no tick was confirmed"; exit wrong > 0 || n == 0 }' "$folder/truth" "$folder/$player.digests" |
        head -3 >"$folder/$player.wrong"
    [ ! -s "$folder/$player.wrong" ] || fail "$(cat "$folder/$player.wrong")"
done
echo "$kills kills and restarts; the slowest return took $slowest ms; $(wc -l <"$folder/truth") ticks in the recording, $(wc -l <"$folder/gold.digests") and $(wc -l <"$folder/blue.digests") confirmed"
exit $((failures > 0))
