#!/usr/bin/env bash
# Goal: albireo-replay reports its result by its exit code and in one line, whatever its input.
# Usage: tool_test.sh PROGRAM REPLAY BUNDLE. REPLAY verifies and has at least 300 ticks. BUNDLE is of a desync without
# testimony from either side.
set -u
program=$1 replay=$2 bundle=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# expect CODE LINES [TEXT]: checks the last command's exit code, its number of lines on stderr, and a text in its output.
expect() {
    if [ "$code" -ne "$1" ]; then
        echo "exit code $code, not $1: $command" && failures=$((failures + 1))
    fi
    if [ "$2" != any ] && [ "$(wc -l <"$folder/err")" -ne "$2" ]; then
        echo "not $2 lines on stderr: $command" && cat "$folder/err" && failures=$((failures + 1))
    fi
    if [ $# -gt 2 ] && ! cat "$folder/err" "$folder/out" | grep -q -- "$3"; then
        echo "'$3' is missing in the output: $command" && cat "$folder/err" && failures=$((failures + 1))
    fi
}
replay() {
    command="albireo-replay $*"
    "$program" "$@" >"$folder/out" 2>"$folder/err"
    code=$?
}

replay --version && expect 0 0 'albireo-replay [0-9]'
replay --help && expect 0 0 verify
replay verify --help && expect 0 0
replay && true; expect 2 1
replay frobnicate; expect 2 1
replay verify; expect 2 1
replay verify --log-level loud "$replay"; expect 2 1

replay verify "$replay" "$replay"; expect 0 2 'same '
replay verify --json "$replay"; expect 0 1 '"same":true'
replay verify --log-level off "$replay"; expect 0 0
replay info "$replay"; expect 0 any 'players'
replay digest "$replay" --every 100; expect 0 0 '^100 [0-9a-f]\{16\}$'
replay digest "$replay" --every 0; expect 2 1
replay dump "$replay" --tick 100 --field ships; expect 0 0 '^ships\[0\].at.x = '
replay dump "$replay" --tick 100 --field nothing; expect 2 1 "no field 'nothing'"
replay dump "$replay" --tick 99999999; expect 2 1 'no tick 99999999'
replay diff "$replay" "$replay"; expect 0 1 'the same'

replay dump "$replay" --tick 100 --after move_ships --field ships; expect 0 0 '^ships\[0\].at.x = '
replay dump "$replay" --tick 100 --after nothing; expect 2 1 "no system 'nothing'"
replay dump "$replay" --tick 0 --after move_ships; expect 2 1 'no step leads to tick 0'
replay trace "$replay" --tick 100; expect 0 0 '^move_ships ships [0-9a-f]\{16\}$'
replay trace "$replay" --tick 0; expect 2 1 'no step leads to tick 0'
replay diff "$replay"; expect 2 1 'needs two replays'

replay bisect --when 'tick == 123' "$replay"; expect 0 1 'first at tick 123 (0:02.05); tick is 123'
replay bisect --when '(tick > 200 and not tick < 210) or tick == 250' "$replay"; expect 0 1 'first at tick 210'
replay bisect --when 'enemies[*].parts[*].armour > 0 and enemies.count != -1' "$replay"; expect 0 1 'first at tick'
replay bisect --when 'frames[1].buttons > 0' --from 50 "$replay"; expect 0 1 'first at tick'
replay bisect --when 'tick > 0' --from 1001 "$replay"; expect 2 1 'past the end'
replay bisect --when 'enemies[255].age >= 0' "$replay"; expect 1 1 'never'
replay bisect --when 'ships[0].lifes < 3' "$replay"; expect 2 1 "has no such field; its fields are at, life"
replay bisect --when 'ships[2].lives < 3' "$replay"; expect 2 1 'has at most 2 elements'
replay bisect --when 'ships.lives < 3' "$replay"; expect 2 1 'is a list'
replay bisect --when 'ships[0] < 3' "$replay"; expect 2 1 'is not a number'
replay bisect --when 'ships[0].lives.x < 3' "$replay"; expect 2 1 'is a number'
replay bisect --when 'ships[0].lives 3' "$replay"; expect 2 1 'at character 16'
replay bisect --when 'tick < 99999999999999999999' "$replay"; expect 2 1 'does not fit into 64 bits'
replay bisect --when '(tick < 3' "$replay"; expect 2 1 "')' is missing"
replay bisect --when 'tick < 3 tick' "$replay"; expect 2 1 "'and' or 'or' is missing"
replay bisect --when '' "$replay"; expect 2 1 'is missing'
replay bisect --when "$(printf '(%.0s' $(seq 300))" "$replay"; expect 2 1 'nested too deeply'

# Another program: this one with a bug in move_ships at tick 300. Its name and the replay's contain spaces.
mkdir "$folder/other one"
other="$folder/other one/albireo-replay"
cat >"$other" <<END
#!/bin/sh
case \$1 in
digest) "$program" "\$@" | sed '/^\(300\|[34][0-9][1-9]\) /s/ .*/ 0123456789abcdef/' ;;
trace) "$program" "\$@" | sed '/^move_ships ships/,\$s/ [0-9a-f]*\$/ 0123456789abcdef/' ;;
dump) echo "\$@" >"$folder/dump_args"; "$program" "\$@" | sed 's/^\(ships.1..at.y\) = .*/\1 = 12345/' ;;
esac
END
chmod +x "$other"
cp "$replay" "$folder/a game"
replay diff --with "$program" "$folder/a game"; expect 0 1 'the same under both programs'
replay diff --with "$other" "$folder/a game"
expect 1 any 'worlds differ first at tick 300 after move_ships: ships\[1\].at.y -\?[0-9]* | 12345 (1 field differs)'
grep -q -- '--tick 300 --after move_ships' "$folder/dump_args" || { echo "dump was called with: $(cat "$folder/dump_args")"; failures=$((failures + 1)); }
replay diff --with "$folder/nothing" "$replay"; expect 2 1 'cannot be run'
replay diff --with /bin/false "$replay"; expect 2 1 'exit code 1'
replay diff --with /bin/true "$replay"; expect 2 1 'printed no digest of tick 0'
printf '#!/bin/sh\nexec yes\n' >"$folder/chatter" && chmod +x "$folder/chatter"
replay diff --with "$folder/chatter" "$replay"; expect 2 any 'printed more than'
replay diff --with "$program" "$replay" "$replay"; expect 2 1 'one replay'

# No frames lead to a recording's first world: no condition on them holds there, and none are shown.
replay bisect --when 'frames[0].buttons >= 0' "$replay"; expect 0 1 'first at tick 1 '
replay bisect --when 'frames[*].report_count < 1' "$replay"; expect 0 1 'first at tick 1 '
replay dump "$replay" --tick 0 --field ships[0].lives; expect 0 0 '^ships\[0\].lives = '
replay dump "$replay" --tick 0 --field frames[0]; expect 2 1 'no frames lead to tick 0'
replay dump "$replay" --tick 0; expect 0 0 '^tick = 0'
grep -q '^frames' "$folder/out" && echo "dump: shows frames at tick 0" && failures=$((failures + 1))
replay dump "$replay" --tick 1 --field frames[0].buttons; expect 0 0 '^frames\[0\].buttons = '

# Raw values, with their meaning beside them.
replay dump "$replay" --tick 300 --field ships[0]
expect 0 0 '^ships\[0\].at.x = -\?[0-9]* (-\?[0-9.]* units)$'
expect 0 0 '^ships\[0\].weapon = [0-3] (needle\|fan\|seekers\|ribbon)$'
expect 0 0 '^ships\[0\].life.state = [0-9] (entering\|flying\|dead\|watching\|absent)$'
expect 0 0 '^ships\[0\].invulnerable = [0-9]* ([0-9.]* s)$'
expect 0 0 '^ships\[0\].lives = [0-9]*$'
replay dump "$replay" --tick 300 --field enemies; expect 0 0 '^enemies\[0\].kind = 0 (thing)$'
replay dump "$replay" --tick 300 --field enemies --json
expect 0 0 '"enemies\[0\].kind":0'
expect 0 0 '"enemies\[0\].kind":"thing"'

replay desync "$replay"; expect 2 1 'not a desync bundle'
replay desync "$bundle"; expect 1 any 'left no testimony'
replay desync "$bundle" -o "$folder/step"; expect 1 any "$folder/step was not written: neither side left a usable testimony"
[ -e "$folder/step" ] && echo "desync -o wrote an empty file" && failures=$((failures + 1))
replay desync "$bundle" --replay "$folder/game"; expect 1 any "$folder/game"
replay info --partial "$folder/game"; expect 0 any 'players'
replay desync "$folder/missing"; expect 2 1 'cannot be opened'

replay trim "$replay" --from 100 --to 200 -o "$folder/part"; expect 0 1
replay verify "$folder/part"; expect 0 1 '100 ticks'
replay trim "$replay" --from 100 --to 200 -o "$folder/part"; expect 2 1 'exists (use --replace to overwrite it)'
replay trim "$replay" --from 100 --to 200 -o "$folder/part" --replace; expect 0 1
replay trim "$replay" --from 2000 --to 1000 -o "$folder/none"; expect 2 1 'no ticks 2000 to 1000'
replay diff "$replay" "$folder/part"; expect 1 any 'first_tick: 0 | 100'
golden=$(dirname "$0")/../../replays/golden
replay diff "$golden/coop-standard.replay" "$golden/coop-storm.replay"; expect 1 any 'difficulty: 1 (standard) | 2 (storm)'

# A full disk must not cost the file to be replaced, nor leave half a file beside it.
# small ARGS...: as replay(), but no file can grow beyond 1 KB.
small() {
    command="(full disk) albireo-replay $*"
    (
        trap '' XFSZ
        ulimit -f 1
        "$program" "$@"
    ) >"$folder/out" 2>"$folder/err"
    code=$?
}
head -c $(($(stat -c %s "$replay") * 9 / 10)) "$replay" >"$folder/valued"
cp "$folder/valued" "$folder/copy"
cp "$folder/part" "$folder/valued part"
small trim "$replay" --from 0 --to 900 -o "$folder/part" --replace; expect 2 1 'part: cannot be written'
cmp "$folder/part" "$folder/valued part" || failures=$((failures + 1))
small upgrade --partial "$folder/valued" -o "$folder/valued" --replace; expect 2 1 'valued: cannot be written'
cmp "$folder/valued" "$folder/copy" || failures=$((failures + 1))
small trim "$replay" --from 0 --to 900 -o "$folder/new"; expect 2 1 'new: cannot be written'
[ -e "$folder/new" ] && echo "trim left half a file" && failures=$((failures + 1))
echo valued >"$folder/game"
small desync "$bundle" --replay "$folder/game" --replace; expect 2 any 'game: cannot be written'
[ "$(cat "$folder/game")" = valued ] || { echo "desync destroyed a file"; failures=$((failures + 1)); }
ls -A "$folder" | grep part$ | grep -vx 'part\|valued part' && echo "a part was left behind" && failures=$((failures + 1))
replay upgrade --partial "$folder/valued" -o "$folder/valued" --replace; expect 0 1
replay verify "$folder/valued"; expect 0 1 'same '

# Output to a full disk is reported as an error.
full() {
    command="albireo-replay $* >/dev/full"
    "$program" "$@" >/dev/full 2>"$folder/err"
    code=$?
    : >"$folder/out"
}
full digest "$replay"; expect 2 1 'cannot write to stdout: No space left on device'
full dump "$replay" --tick 100; expect 2 1 'cannot write to stdout'
full info --json "$replay"; expect 2 any 'cannot write to stdout'
full --version; expect 2 1 'cannot write to stdout'
full verify "$replay"; expect 0 1 'same '

size=$(stat -c %s "$replay")
head -c $((size * 3 / 4)) "$replay" >"$folder/cut"
replay verify "$folder/cut"; expect 2 1 'use --partial'
replay info "$folder/cut"; expect 2 any 'ticks are readable'
replay verify --partial "$folder/cut"; expect 0 1 '(partial)'
replay upgrade "$folder/cut" -o "$folder/whole"; expect 2 1 'use --partial'
replay upgrade --partial "$folder/cut" -o "$folder/whole"; expect 0 1
replay verify "$folder/whole"; expect 0 1 'same '
replay upgrade "$folder/whole" -o "$folder/again"; expect 0 1 'nothing to do'
[ -e "$folder/again" ] && echo "upgrade wrote a file although there was nothing to do" && failures=$((failures + 1))

cp "$replay" "$folder/flipped"
printf '\xa5\x5a\xa5' | dd of="$folder/flipped" bs=1 seek=$((size * 2 / 3)) conv=notrunc status=none
replay verify "$folder/flipped"; expect 2 1 'fails its checksum'
replay verify "$replay" "$folder/flipped"; expect 2 2

replay verify "$folder/missing"; expect 2 1 'cannot be opened'
replay verify "$folder"; expect 2 1 'not a file'
replay verify /dev/zero; expect 2 1 'not a file'
: >"$folder/empty"
replay verify "$folder/empty"; expect 2 1 'not a replay'
replay verify "$program"; expect 2 1 'not a replay'
replay info --json "$folder/empty"; expect 2 1 '"error"'

[ "$failures" -eq 0 ]
