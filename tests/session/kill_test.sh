#!/usr/bin/env bash
# Goal: a server killed by kill -9 loses no game, nor does one that is restarted. Two bots play through a bad network; the
# server is killed at random moments, and started again on the same port and record directory. Every third time it is told to
# shut down instead, and its successor starts at once, as in a rolling restart. The game goes on within 3 s of each start, and of
# the order to shut down. No tick that a client had confirmed changes, both players end in the same world, and the recording
# verifies as one. Three times; 75 with ALBIREO_FULL, 50 of them kills.
# With SYNCED_COPY (synced_copy.cpp) the machine dies, too: the next server finds only what was on the disk by then. So it may lose the ticks of the last 100 ms,
# and those of the time that the disk took, and both players play them again. Each time is a kill; 30 with ALBIREO_FULL.
# Usage: kill_test.sh SERVER BOT REPLAY_TOOL NETEM [SYNCED_COPY [KILLS [SEED]]]     (SYNCED_COPY "": only the process dies)
source "$(dirname "$0")/live_game.sh"
netem=$(realpath "$4") synced_copy=${5:+$(realpath "$5")}
kills=${6:-$([ -z "${ALBIREO_FULL:-}" ] && echo 3 || { [ -n "$synced_copy" ] && echo 30 || echo 75; })} RANDOM=${7:-1}
resume_ms_max=3000
logs() { echo "$folder"/{server,netem,gold,blue}; }
now_ms() { local t=${EPOCHREALTIME//[.,]/}; echo $((t / 1000)); }
has_port() { port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$folder/server" | tail -1); [ -n "$port" ]; }
has_code() { code=$(sed -n 's/^code //p' "$folder/code"); [ -n "$code" ]; }
is_up() { [ "$(grep -c "listening on" "$folder/server")" -gt "$1" ]; }
newest() { local line; line=$(tail -n 1 "$folder/$1.digests" 2>/dev/null); echo "${line%% *}"; }
is_played() { [ "$(newest gold)" ] && [ "$(newest blue)" ] && [ "$(newest gold)" -gt 60 ] && [ "$(newest blue)" -gt 60 ]; }
start_server() {
    local preloaded=()
    [ -z "$synced_copy" ] || preloaded=(env LD_PRELOAD="$synced_copy" ALBIREO_SYNCED="$folder/synced" ALBIREO_SYNCED_OF="$(realpath "$folder/games")")
    "${preloaded[@]}" "$server" --bind 127.0.0.1 --port "$1" --record "$folder/games" --levels "$levels" --key "$folder/key" --drain 0 2>>"$folder/server" &
    server_job=$!
    jobs_of_mine+=($!)
}

# The machine has died: what had not reached the disk is gone.
lose_unsynced() {
    slow_us=$(cat "$folder/synced/slowest")
    rm -r "$folder/games"
    cp -r "$folder/synced" "$folder/games"
    rm "$folder"/games/slowest "$folder/synced/slowest"
    find "$folder/games" -name '*.part' -delete
}
# The tick at which the newest server resumed the game.
resumed_at() { sed -n 's/.*the game is resumed at tick \([0-9]*\).*/\1/p' "$folder/server" | tail -n 1; }

mkdir "$folder/games" "$folder/synced"
most_lost=0
: >"$folder/gold.lost"
: >"$folder/blue.lost"
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
    if [ -z "$synced_copy" ] && ((kill % 3 == 0)); then
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
        [ -z "$synced_copy" ] || lose_unsynced
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
    if [ -n "$synced_copy" ]; then
        at=$(resumed_at)
        lost=$((gold_before > blue_before ? gold_before - at : blue_before - at))
        allowed=$((6 + slow_us * 2 * 60 / 1000000))
        ((lost > most_lost)) && most_lost=$lost
        ((lost <= allowed)) || fail "kill $kill: $lost ticks that a player had confirmed are lost; in 100 ms and two syncs of $slow_us us there are $allowed"
        # Those ticks are played again, perhaps with other inputs.
        for player in gold blue; do seq $((at + 1)) $((gold_before > blue_before ? gold_before : blue_before)) >>"$folder/$player.lost"; done
    fi
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
    # What a client has confirmed twice, before and after a kill, is the same both times. Lost ticks are those of its last confirmation.
    awk 'FILENAME == ARGV[1] { lost[$1]; next } FILENAME == ARGV[2] { truth[$1] = $2; next } { ++n }
         truth[$1] != $2 && !($1 in lost) { print FILENAME ": tick " $1 " was confirmed as " $2 ", and is " truth[$1] " in the recording"; ++wrong }
         END { if (n == 0) print "no tick was confirmed"; exit wrong > 0 || n == 0 }' "$folder/$player.lost" "$folder/truth" "$folder/$player.digests" |
        head -3 >"$folder/$player.wrong"
    [ ! -s "$folder/$player.wrong" ] || fail "$(cat "$folder/$player.wrong")"
done
[ -z "$synced_copy" ] || echo "the machine has died $kills times; at most $most_lost ticks that a player had confirmed were lost"
echo "$kills kills and restarts; the slowest return took $slowest ms; $(wc -l <"$folder/truth") ticks in the recording, $(wc -l <"$folder/gold.digests") and $(wc -l <"$folder/blue.digests") confirmed"
exit $((failures > 0))
