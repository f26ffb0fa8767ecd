# What the tests of windows share: an X server, and functions that press keys and wait. Sourced, with $bin, the folder of the programs. Makes the
# folder $work, which is the home of the programs, and ends its processes at the exit. Exits with 77 if this machine has no Xvfb or xdotool.
for tool in Xvfb xdotool; do
    command -v "$tool" > /dev/null ||
        { echo "SKIPPED: there is no $tool here, so no window was tested (tools/setup installs it)"; exit 77; }
done

work=$(mktemp -d)
export HOME=$work
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME WAYLAND_DISPLAY
children=()
finish() {
    local code=$?
    [ ${#children[@]} -eq 0 ] || kill "${children[@]}" 2> /dev/null || true
    wait 2> /dev/null || true
    [ $code -eq 0 ] || tail -n 40 "$work"/*.log "$work"/*.out
    rm -rf "$work"
}
trap finish EXIT

# holds_within SECONDS COMMAND...: until the command succeeds.
holds_within() {
    local until=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $until ] || return 1
        sleep 0.1
    done
}
# await WHAT COMMAND...: the same, with the time that a slow and busy machine may take.
await() { holds_within 300 "${@:2}" || { echo "FAILED: timeout waiting for $1" >&2; exit 1; }; }
# The name of the screen that the log says is shown.
shown() { grep -o 'shown: .*' "$work/albireo.log" | tail -n 1 | cut -c8-; }
shows() { [ "$(shown)" = "$1" ]; }
shows_other() { ! shows "$1"; }
await_screen() { await "the screen '$1'" shows "$1"; }
keys() { for key in "$@"; do xdotool key "$key"; sleep 0.15; done; }
# write TEXT COMMAND...: types into the field until the command succeeds. Text that is typed before a slow picture has reached
# the field, or has erased the old text, is lost.
write() {
    for _ in $(seq 12); do
        xdotool type --delay 60 "$1"
        ! holds_within 10 "${@:2}" || return 0
        for _ in $(seq 24); do keys BackSpace; done
    done
    echo "FAILED: '$1' could not be typed" >&2
    exit 1
}
# leave: leaves the game, by its results to the title. A bot on the other side soon ends a pause, which is then
# requested again.
leave() {
    local screen
    for _ in $(seq 75); do
        screen=$(shown)
        case $screen in
            title) break ;;
            Paused) sleep 1 && keys Up Return ;;  # a pause that began late counts as unrequested, and ignores Enter at first
            "You left the game") keys Return ;;
            *) keys Escape ;;
        esac
        holds_within 4 shows_other "$screen" || true
    done
    grep -q 'shown: You left the game' "$work/albireo.log" && shows title || { echo "FAILED: left, but to '$(shown)'" >&2; exit 1; }
}
has_setting() { grep -qx "$1" "$work/.config/albireo/settings.txt" 2> /dev/null; }

exec 3> "$work/display"
# Without -noreset the display resets when its last program ends, and a program that connects at that moment fails.
# -r: a key that a busy machine releases late does not repeat.
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset -r 2> "$work/xvfb.log" &
children+=($!)
await "a display" test -s "$work/display"
export DISPLAY=:$(head -n 1 "$work/display")

# start ARGUMENTS...: starts the game and gives it the keyboard focus.
start() {
    "$bin/albireo" --log-level info --size 640x360 "$@" > "$work/albireo.out" 2> "$work/albireo.log" &
    game=$!
    children+=($game)
    await "a window with the keyboard focus" focus
}
focus() { timeout 20 xdotool search --onlyvisible --name '^Albireo$' windowfocus --sync > /dev/null 2>&1; }
said() { awk -v word="$1" '$1 == word { print $2 }' "$work/albireo.out"; }
has_said() { [ -n "$(said "$1")" ]; }
bot() { "$bin/albireo-bot" --log-level info "$@" > "$work/bot.out" 2> "$work/bot.log" & children+=($!); }
# The stored replay, and a field of it at a tick.
replay() { ls "$work"/.local/share/albireo/replays/*.replay | tail -n 1; }
field() { "$bin/albireo-replay" dump "$(replay)" --tick "$1" --field "$2" | awk '{ print $3 }'; }

# Its last tick. During the game: up to the last full second.
ticks() {
    "$bin/albireo-replay" info --partial "$(replay)" 2>&1 | sed -n 's/^ticks .* to \([0-9 ]*\):.*/\1/p' | tr -d ' '
}
has_played() { [ "$(ticks)" -ge "$1" ] 2> /dev/null; }
has_ended() { ! kill -0 "$game" 2> /dev/null; }
end_game() { kill "$game"; wait "$game" || true; }
# note TEXT: writes a note at the tick that is shown, into the file $notes. stands_at TICK TEXT: the tick has this note.
note() { keys b; xdotool type --delay 60 "$1"; keys Return; await "the note '$1'" grep -qs "$1\$" "$notes"; }
stands_at() { grep -qx "$1  $2" "$notes" || { echo "FAILED: not at tick $1:" && cat "$notes"; exit 1; } >&2; }
# Skips the intro of a campaign, which takes 24 seconds. The recording begins with the game.
skip_intro() { await "the game after the intro" skips_intro; }
skips_intro() { keys Return && holds_within 2 has_played 0; }
