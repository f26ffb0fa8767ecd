#!/usr/bin/env bash
# Goal: a desync planted in a live game of two bots over UDP ends with the right line in the server's log, a bundle that
# reproduces it, a healed client and a finished game.
# Usage: live_desync_test.sh PLANTING_SERVER PLANTING_BOT REPLAY_TOOL
source "$(dirname "$0")/live_game.sh"

# give_time COMMAND...: polls until the command succeeds, as long as a busy machine may take. On a timeout the checks below report what is missing.
give_time() {
    for _ in $(seq 1200); do
        ! "$@" || return 0
        sleep 0.05
    done
}
# game NAME SERVER_PLANT GOLD_PLANT BLUE_PLANT: plays one for seven seconds, or a short level to its end; exit codes go to NAME/codes.
game() {
    local dir=$folder/$1 port='' code='' gold blue code_server code_gold code_blue
    mkdir "$dir"
    local on_server=() on_gold=() on_blue=()
    [ "$2" = - ] || on_server=(--plant-desync "$2")
    [ "$3" = - ] || on_gold=(--plant-desync "$3")
    [ "$4" = - ] || on_blue=(--plant-desync "$4")
    # Every client that differs from the server expects it: both do if the server is at fault.
    [ "$2$3" = -- ] || on_gold+=(--expect-desync)
    [ "$2$4" = -- ] || on_blue+=(--expect-desync)
    # One game records nothing: its evidence is in the folder in which it runs.
    local recording=(--record "$dir")
    [ "$1" != bare ] || recording=()
    # One game is played to the end of its level, the others for some seconds.
    local length=(--seconds 7) level=()
    [ "$1" != cleared ] || { length=(); level=(--level short); }
    (cd "$dir" && exec "$server" --bind 127.0.0.1 --port 0 "${recording[@]}" --levels "$levels" --exit-after 1 "${on_server[@]}" 2>"$dir/server") &
    local server_job=$!
    give_time grep -q 'listening on' "$dir/server"
    port=$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\).*/\1/p' "$dir/server")
    "$bot" --connect 127.0.0.1:"$port" --create "${level[@]}" --name gold "${length[@]}" --game-seed 5 "${on_gold[@]}" >"$dir/code" 2>"$dir/gold" &
    gold=$!
    give_time grep -q '^code ' "$dir/code"
    code=$(sed -n 's/^code //p' "$dir/code")
    "$bot" --connect 127.0.0.1:"$port" --join "$code" --name blue "${length[@]}" "${on_blue[@]}" 2>"$dir/blue" &
    blue=$!
    wait "$gold"; code_gold=$?
    wait "$blue"; code_blue=$?
    has_ended() { ! kill -0 "$server_job" 2>/dev/null; }
    give_time has_ended
    kill "$server_job" 2>/dev/null
    wait "$server_job"; code_server=$?
    echo "$code_server $code_gold $code_blue" >"$dir/codes"
}

wrong() { fail "$1: $2"; }
# expect NAME WHO LINE: the line about WHO is in the log, and the bundle reproduces it and names both programs.
expect() {
    local dir=$folder/$1 bundle side found=0
    [ "$(cat "$dir/codes")" = "0 0 0" ] || wrong "$1" "exit codes of server, gold and blue: $(cat "$dir/codes")"
    grep -qE "$3.* \[\"$2\"\]" "$dir/server" || wrong "$1" "not in the server's log: $3"
    grep -qE "$3" "$dir/$2" || wrong "$1" "not in the output of $2: $3"
    for bundle in "$dir"/desyncs/*.desync; do
        "$replay" desync "$bundle" 2>"$dir/found" || wrong "$1" "the bundle does not reproduce it"
        for side in 'server +albireo-server' 'client +albireo-bot'; do
            grep -qE "^$side [0-9]+\.[0-9]+(\.[0-9]+)? \(commit ([0-9a-f]{12}\+?|unknown)\)" "$dir/found" ||
                wrong "$1" "no program with version and commit after '${side%% *}' in $(cat "$dir/found")"
        done
        grep -qE "found +$3" "$dir/found" && grep -q 'the same result from both testimonies' "$dir/found" && found=1
    done
    [ $found -eq 1 ] || { wrong "$1" "no bundle reproduces it: $(ls "$dir/desyncs")"; cat "$dir/found"; }
    # The tick of the side without the fault is reproduced, and its smallest replay verifies.
    "$replay" desync "$bundle" -o "$dir/step" --replace --log-level off && "$replay" info "$dir/step" 2>&1 | grep -q 'ticks ' ||
        wrong "$1" "no smallest replay"
    [ "$4" = server ] || [ "$1" = bare ] || "$replay" verify --log-level error "$dir"/*.replay || wrong "$1" "the recording does not verify"
    [ "$1" = bare ] || "$replay" info "$dir"/*.replay 2>&1 | grep -qE "note .*$3" || wrong "$1" "the recording has no note of the desync"
}

game client - - 240:ships[0].at.y & jobs_of_mine+=($!)
game memory - 250:earnings[1].score@memory - & jobs_of_mine+=($!)
game server 270:scroll.camera.x - - & jobs_of_mine+=($!)
game enemy - - 175:enemies[1].parts[0].armour@move_enemies & jobs_of_mine+=($!)
game bare - 230:ships[1].at.x - & jobs_of_mine+=($!)
game cleared - - 300:ships[0].at.x & jobs_of_mine+=($!)
game rot 200:flow.timeline@memory - - & jobs_of_mine+=($!)
wait

expect client blue 'desync at tick 240 after move_ships: ships\[0\]\.at\.y server -?[0-9]+ client -?[0-9]+' client
expect memory gold 'desync at tick 250 after sweep: earnings\[1\]\.score server [0-9]+ client [0-9]+' client
expect server gold 'desync at tick 270 after run_cues: scroll\.camera\.x server [0-9]+ client [0-9]+' server
expect server blue 'desync at tick 270 after run_cues: scroll\.camera\.x server [0-9]+ client [0-9]+' server
expect enemy blue 'desync at tick 175 after move_enemies: enemies\[1\]\.parts\[0\]\.armour server [0-9]+ client [0-9]+' client
expect bare gold 'desync at tick 230 after move_ships: ships\[1\]\.at\.x server -?[0-9]+ client -?[0-9]+' client
expect rot blue 'desync at tick 200 after sweep: flow\.timeline server [0-9]+ client [0-9]+ \(a second run of the tick on the server does not' server
expect cleared blue 'desync at tick 300 after move_ships: ships\[0\]\.at\.x server -?[0-9]+ client -?[0-9]+' client
"$replay" info "$folder"/cleared/*.replay 2>&1 | grep -q cleared || wrong cleared "the game did not reach its end"
"$replay" verify "$folder"/server/*.replay 2>&1 | grep -q differs || wrong server "the recording of a faulty server verifies"

# Faults of either client, throughout the game; more of them in a full check.
plants=('blue 183:ships[0].at.x' 'gold 191:ships[1].at.y' 'blue 207:earnings[0].score' 'gold 219:earnings[1].score@memory'
        'blue 226:flow.timeline' 'gold 233:scroll.camera.x' 'blue 241:ships[1].at.y@memory' 'gold 257:flow.timeline@memory')
[ -z "${ALBIREO_FULL:-}" ] || for tick in $(seq 150 13 300); do
    plants+=("blue $tick:ships[0].at.y" "gold $tick:earnings[0].score@memory")
done
for ((first = 0; first < ${#plants[@]}; first += 8)); do
    for plant in "${plants[@]:first:8}"; do
        read -r who what <<<"$plant"
        if [ "$who" = gold ]; then game "$plant" - "$what" - & else game "$plant" - - "$what" & fi
        jobs_of_mine+=($!)
    done
    wait
done
for plant in "${plants[@]}"; do
    read -r who what <<<"$plant"
    field=${what#*:}
    field=${field%@memory} field=${field//[/\\[} field=${field//]/\\]}
    expect "$plant" "$who" "desync at tick ${what%%:*} after [a-z_]+: $field server -?[0-9]+ client -?[0-9]+" client
done

[ "$failures" -eq 0 ] || cat "$folder"/*/server
[ "$failures" -eq 0 ]
