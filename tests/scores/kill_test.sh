#!/usr/bin/env bash
# Goal: kill -9 during submissions loses nothing that was acknowledged. 5 kills; with ALBIREO_FULL, 200.
#   kill_test.sh ALBIREO_SCORES
set -euo pipefail
scores=$(realpath "$1")
work=$(mktemp -d) pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
kills=5
[ -z "${ALBIREO_FULL:-}" ] || kills=200
games=(replays/golden/*.replay replays/corpus/*.replay)

start() {  # sets pid and port
    : > "$work/log"
    "$scores" --db "$1" --port 0 > "$work/log" 2>&1 &
    pid=$!
    for _ in $(seq 300); do
        port=$(sed -n 's/.*listening on .* port //p' "$work/log")
        [ -z "$port" ] || return 0
        sleep 0.1
    done
    echo "the boards do not start:"; cat "$work/log"; exit 1
}

acknowledged_in_all=0
for kill in $(seq "$kills"); do
    db=$work/$kill.db
    start "$db"
    # Sends in one go until it is killed; each answer is printed when it has come.
    for game in "${games[@]}"; do
        curl -s --data-binary "@$game" "http://127.0.0.1:$port/runs" || break
    done > "$work/answers" &
    sender=$!
    # Every second kill comes after an acknowledgement, however slow the machine is.
    if [ $((kill % 2)) -eq 1 ]; then
        for _ in $(seq 300); do [ ! -s "$work/answers" ] || break; sleep 0.1; done
    fi
    sleep "0.$((RANDOM % 90 + 10))"
    kill -9 "$pid"
    wait "$pid" 2>/dev/null || true
    wait "$sender" || true
    start "$db"
    # A whole line is an acknowledgement.
    acknowledged=0
    while read -r id score; do
        got=$(curl -s "http://127.0.0.1:$port/api/runs/$id" | grep -o '"score":[0-9]*,"season"' | grep -o '[0-9]*' || true)
        [ "$got" = "$score" ] || { echo "kill $kill: run $id was acknowledged with $score points and is '$got' now"; exit 1; }
        curl -s -o "$work/back.replay" "http://127.0.0.1:$port/runs/$id/$id.replay"
        [ -s "$work/back.replay" ] || { echo "kill $kill: the recording of run $id is gone"; exit 1; }
        acknowledged=$((acknowledged + 1))
    done < <(sed -nE '/"error"/d; s/.*"id":([0-9]+),.*"score":([0-9]+),"season".*\}$/\1 \2/p' "$work/answers")
    acknowledged_in_all=$((acknowledged_in_all + acknowledged))
    kill "$pid"
    wait "$pid" || { echo "kill $kill: the boards do not stop with 0"; cat "$work/log"; exit 1; }
    pid=
    rm -f "$db"*
done
[ "$acknowledged_in_all" -gt 0 ] || { echo "nothing was acknowledged: this tested nothing"; exit 1; }
echo "$kills kills, $acknowledged_in_all acknowledged runs, all there"
