#!/usr/bin/env bash
# Goal: recordings of other cores are played in the modules of replays/cores, with the same answers as on the cores themselves. Without a
# module, or without node, one line says what is missing.
# Usage: cores_test.sh PROGRAM DOCTOR ROOT node|messages. "messages" needs no node; "node" is skipped (77) without it.
set -u
program=$1 doctor=$2 root=$3 part=$4
cd "$root" || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() { echo "$*"; failures=$((failures + 1)); }
# expect CODE LINES TEXT: the exit code, the number of lines on stderr ("any"), and a text in the output of the last command.
expect() {
    [ "$code" -eq "$1" ] || fail "exit code $code, not $1: $command: $(cat "$folder/err")"
    [ "$2" = any ] || [ "$(wc -l < "$folder/err")" -eq "$2" ] || fail "not $2 lines on stderr: $command: $(cat "$folder/err")"
    cat "$folder/err" "$folder/out" | grep -q -- "$3" || fail "'$3' is missing: $command: $(cat "$folder/err")"
}
replay() {
    command="albireo-replay $*"
    "$program" "$@" > "$folder/out" 2> "$folder/err"
    code=$?
}
own=$("$program" --version | sed 's/.*(core \([0-9]*\),.*/\1/')
modules=(replays/cores/core-"$own"-*.wasm.gz)
old13=tests/replays/old/core-13-death-by-enemy.replay
old6=tests/replays/old/core-6-death-by-enemy.replay
golden=replays/golden/small.replay
mkdir "$folder/empty"

if [ "$part" = messages ]; then
    # A module that is not there. The line says which one, how to get it, and who recorded the game.
    for command in verify "digest --every 60" "bisect --when tick>5" "dump --tick 5" "trace --tick 5"; do
        replay $command --cores "$folder/empty" "$old13"
        expect 2 1 "needs core version 13; this program has version $own, and $folder/empty has no module of core 13: make it with 'web/core/make COMMIT'.*(recorded by make_goldens)"
    done
    replay diff --cores "$folder/empty" "$old13" "$golden"; expect 2 1 'has no module of core 13'
    replay verify --cores "$folder/nowhere" "$old13"; expect 2 1 "--cores $folder/nowhere: No such file"
    replay verify --core nowhere "$golden"; expect 2 1 "neither a core's version nor the file of a module"
    replay verify --core "$own" --core 13 "$golden"; expect 2 1 'only diff takes two cores'
    replay diff --core "$own" --core 13 "$golden" "$golden"; expect 2 1 'needs one replay'
    replay diff --core "$own" --core 5 --core 13 "$golden"; expect 2 1 'two cores at most'
    cp "${modules[0]}" "$folder/empty/core-13-0.wasm.gz"; cp "${modules[0]}" "$folder/empty/core-13-1.wasm.gz"
    replay verify --cores "$folder/empty" "$old13"; expect 2 1 'several modules of core 13'
    # Node that is not there.
    PATH=$folder/nowhere replay verify "$old13"; expect 2 1 'needs core version 13: .*/core-13-.*node, which is not installed: install the package nodejs'
    # What upgrade and info say.
    replay upgrade "$old13" -o "$folder/upgraded"
    expect 2 1 "recorded by core 13, and nothing turns it into a game of core $own.*it needs no upgrade.*replays/cores/core-13-"
    [ ! -e "$folder/upgraded" ] || fail "upgrade wrote a file"
    replay info "$old13"; expect 0 any 'core 13 (played in .*/core-13-'
    replay info "$old13" --json; expect 0 any '"playable":false'
    replay trim "$old13" -o "$folder/part"; expect 2 1 'needs core version 13'
    # The program's own core needs neither.
    PATH=$folder/nowhere replay verify --core "$own" --cores "$folder/empty" "$golden"; expect 0 1 'same '
    PATH=$folder/nowhere replay diff --core "$own" --core "$own" "$golden"; expect 0 1 "the same under core $own and core $own"
    exit $((failures > 0))
fi

command -v node > /dev/null || { echo "skipped: node is not installed"; exit 77; }

# Old recordings, with the digests that their own cores' goldens had.
replay verify "$old6" "$old13" tests/replays/old/core-6-small.replay "$golden"
expect 0 4 'core-6-death-by-enemy.replay: 1 565 ticks, .* digests, 3490cfc2bf29813e over all, .* (core 6)$'
expect 0 4 'core-13-death-by-enemy.replay: 2 713 ticks, .* digests, 8516fc5d65304d10 over all, .* (core 13)$'
expect 0 4 'core-6-small.replay: 3 040 ticks, .* digests, ecb77331e5879108 over all, .* (core 6)$'
expect 0 4 "golden/small.replay: .* times real time$"
replay --json verify "$old13"; expect 0 1 '"core":13'

# A module of the program's own core gives the program's answers.
module=${modules[0]}
questions=("digest --every 7" "trace --tick 200 --json" "dump --tick 300 --field ships --after move_ships" "bisect --when ships[0].lives<3" "dump --tick 99999999")
[ -z "${ALBIREO_FULL:-}" ] || questions+=("digest --every 7 --json" "trace --tick 200" "dump --tick 300" "dump --tick 300 --json" "bisect --from 60 --when frames[0].buttons>0"
    "bisect --when enemies.count>1000" "bisect --when nothing==1" "dump --tick 0 --field frames[0]" "trace --tick 0" "dump --tick 5 --after nothing")
for question in "${questions[@]}"; do
    replay $question "$golden"
    cp "$folder/out" "$folder/own_out"; own_code=$code; sed 's/^[^ ]*replay: //' "$folder/err" > "$folder/own_err"
    replay $question --core "$module" "$golden"
    sed -i 's/^[^ ]*replay: //; s/,"core":[0-9]*//' "$folder/err"; sed -i 's/"core":[0-9]*,//' "$folder/out"
    [ $code -eq $own_code ] && cmp -s "$folder/out" "$folder/own_out" && cmp -s "$folder/err" "$folder/own_err" ||
        fail "the module answers differently: $question: exit code $code: $(diff "$folder/err" "$folder/own_err") $(diff "$folder/out" "$folder/own_out" | head -3)"
done
verdict() { sed 's/, [0-9 ]* times real time//; s/ (core [0-9]*)//' "$folder/err"; }
files=("$golden" replays/golden/pause-and-continue.replay)
[ -z "${ALBIREO_FULL:-}" ] || files+=(replays/golden/the-next-level.replay)
for file in "${files[@]}"; do
    replay verify "$file"; own_verdict=$(verdict)
    replay verify --core "$module" "$file"; expect 0 1 'same '
    [ "$(verdict)" = "$own_verdict" ] || fail "the module's verdict: $(verdict), the program's: $own_verdict"
done

# A recording with an input changed under its digests is found at the same tick; so is one that was cut off.
"$doctor" "$golden" 1234 "$folder/changed"
replay verify "$folder/changed"; own_verdict=$(verdict)
replay verify --core "$module" "$folder/changed"; expect 1 1 'differs within ticks 12'
[ "$(verdict)" = "$own_verdict" ] || fail "a changed recording: $(verdict), natively $own_verdict"
replay diff --core "$module" "$golden" "$folder/changed"; cp "$folder/err" "$folder/module_err"
expect 1 any 'inputs differ first at tick 1234 (1 field differs)'
replay diff "$golden" "$folder/changed"; cmp -s "$folder/err" "$folder/module_err" || fail "diff in the module: $(diff "$folder/err" "$folder/module_err")"
head -c $(($(stat -c %s "$golden") * 3 / 4)) "$golden" > "$folder/cut"
for partial in "" --partial; do
    replay verify $partial "$folder/cut"; own_code=$code own_verdict=$(verdict)
    replay verify $partial --core "$module" "$folder/cut"
    [ $code -eq $own_code ] && [ "$(verdict)" = "$own_verdict" ] || fail "a truncated recording: $(verdict), natively $own_verdict"
done
head -c $(($(stat -c %s "$old6") - 600)) "$old6" > "$folder/cut"
replay verify "$folder/cut"; expect 2 1 'cut: replay .* ticks .*--partial'
replay verify --partial "$folder/cut"; expect 0 1 '(partial) (core 6)'

# What a change of the rules does to a game: an extend needs 1 700 000 points since core 14, and 2 000 000 before. The recording is
# the golden game the-next-level, with so many points at its beginning that the team reaches the lower mark.
replay diff --core 13 --core 14 tests/replays/old/core-14-extend.replay
expect 1 any 'worlds differ first at tick 691 after settle_score: team.extends 0 | 1 (2 fields differ)'
replay diff --core 14 --core 13 tests/replays/old/core-14-extend.replay --json
expect 1 any '"path":"team.extends"'
replay diff --core 13 --core 14 tests/replays/old/core-13-death-by-enemy.replay; expect 0 1 'the same under core 13 and core 14: 2 714 worlds'
replay diff --core 6 --core 14 "$old6"; expect 2 1 "level cannot be used"

# Whatever is no module.
echo 'not a module' > "$folder/text.wasm"
replay verify --core "$folder/text.wasm" "$golden"; expect 2 1 'text.wasm: WebAssembly.Module'
cp "$module" "$folder/empty/core-13-0.wasm.gz"
replay verify --cores "$folder/empty" "$old13"; expect 2 1 "this is a module of core $own"
exit $((failures > 0))
