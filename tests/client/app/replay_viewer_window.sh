#!/usr/bin/env bash
# Goal: a real window under a real X server, driven by real keys: watch a golden, pause, step, seek, bookmark, take over,
# leave. The results are read from the files that it writes. replay_viewer_window.sh ALBIREO ALBIREO_REPLAY GOLDEN
set -euo pipefail

albireo=$1 replay=$2 golden=$3
work=$(mktemp -d)
trap 'kill ${game:-} ${server:-} 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
fail() {
    echo "replay_viewer_window: $1" >&2
    cat "$work"/log "$work"/*.notes >&2 2>/dev/null || true
    exit 1
}

export XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work ALSOFT_DRIVERS=null
cp "$golden" "$work/game.replay"

# The X server writes the number of its display when it is ready.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 480x270x24 -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
server=$!
read -r -t 120 number <"$work/display" || { touch "$work/log"; fail "no X server"; }
export DISPLAY=:$number

# Without a home folder the program says so and runs.
env -u HOME -u XDG_STATE_HOME "$albireo" watch "$work/game.replay" --size 480x270 --log-level info >"$work/log" 2>&1 &
game=$!
# await CONDITION: polls for at most two minutes.
await() {
    for _ in $(seq 1200); do
        if eval "$1"; then return 0; fi
        kill -0 $game 2>/dev/null || fail "the program ended while the test waited for: $1"
        sleep 0.1
    done
    fail "timeout: $1"
}
await 'window=$(xdotool search --name "^Albireo$" 2>/dev/null | head -n 1) && [ -n "$window" ]'
await 'xdotool windowfocus "$window" 2>/dev/null && [ "$(xdotool getwindowfocus 2>/dev/null)" = "$window" ]'

await 'grep -q "there is no home folder" "$work/log"'

# A bookmark records the tick at which it was set.
bookmark() {
    xdotool key b
    xdotool type --delay 50 "$2"
    xdotool key Return
    await "grep -qx '$1  $2' '$work/game.replay.notes' 2>/dev/null"
}
xdotool key space key Home
xdotool key period key period key period
bookmark 3 three
xdotool key comma
bookmark 2 two
xdotool key Right
bookmark 302 later

xdotool key t key Return
await 'grep -q "shown: You have control" "$work/log"'
xdotool keydown Right keydown space
# A key that was down before the first frame of the new game has to be pressed again.
await 'ls "$work"/albireo/replays/*-taken.replay >/dev/null 2>&1 || { xdotool keyup space keydown space; false; }'
taken=$(ls "$work"/albireo/replays/*-taken.replay)
await '[ $(stat -c %s "$taken") -gt 12000 ] || "$replay" info --partial "$taken" 2>&1 | grep "ticks .*302 to [4-9]" >/dev/null'
xdotool keyup space keyup Right
xdotool key Escape
await 'grep -q "shown: Paused" "$work/log"'
xdotool key Up key Return
await 'grep -q "shown: You left the game" "$work/log"'
xdotool key Return
for _ in $(seq 300); do kill -0 $game 2>/dev/null || break; sleep 0.1; done
wait $game || fail "the program exited with $?"
game=

"$replay" verify "$taken" >"$work/log" 2>&1 || fail "the game that was taken over does not verify"
"$replay" info "$taken" >"$work/log" 2>&1
grep -q "origin .*game.replay, tick 302" "$work/log" || fail "its recording does not name its origin"
echo "watched, stepped, sought, bookmarked, taken over: $(grep ticks "$work/log")"
