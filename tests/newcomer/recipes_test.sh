#!/usr/bin/env bash
# Goal: each recipe of docs/recipes.md, and docs/boss.md, works from the text of the page alone: its edits are made in a
# copy of the tree, its commands are run, and the result is played. Recipes that compile C++ are built and played only with
# ALBIREO_FULL=1. Otherwise the compiler checks each file that they edit, without generating code.
#   recipes_test.sh ROOT enemy|boss|level|weapon|message
set -uo pipefail
root=$1 recipe=$2
bin=$root/build/release/bin
page=$root/docs/recipes.md
[ "$recipe" != boss ] || page=$root/docs/boss.md
# A fixed place, so that the compiler cache recognises earlier builds.
copy=$root/build/recipes/$recipe
say() { echo "recipes_test: $1"; }
fail() { say "$1"; exit 1; }

# The copy gets no build outputs; its own build folder is kept.
mkdir -p "$copy"
find "$copy" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
tar -c -C "$root" --exclude=./build --exclude=./.git --exclude=./mine . | tar -x -C "$copy" || fail "no copy"
cd "$copy" || exit 1

follow() { "$root/tests/newcomer/apply_recipe" "$page" "$1" "$2" || fail "the recipe '$1' cannot be followed"; }
# has COMMANDS PART: checks that the page has this command.
has() { grep -qxF -- "$2" <<< "$1" || fail "the page does not have the command: $2"; }
# played LEVEL: plays it for twelve seconds, one picture per second.
played() {
    rm -rf frames
    "$bin/albireo" play --level "$1" --offscreen 64x36 --until 720 --every 60 --frames frames 2> output ||
        { cat output; fail "$1 cannot be played"; }
    [ "$(find frames -name '*.png' | wc -l)" -eq 12 ] || fail "$1: $(cat output)"
}
# wears LEVEL LOOK SKIN: what was played has a look; a fault in the look, or a missing skin, is one line and exit code 2.
wears() {
    ! grep -q 'has no look' output || fail "$1: $(cat output)"
    cp "mine/looks/$2" kept
    echo 'spike { }' >> "mine/looks/$2"
    "$bin/albireo" play --level "$1" --offscreen 64x36 --until 1 --frames frames 2> output && fail "a fault in $2 is ignored"
    [ "$(wc -l < output)" -eq 1 ] && grep -q "mine/looks/$2:[0-9]*: spike: field 'from' is missing" output || fail "$2: $(cat output)"
    mv kept "mine/looks/$2"
    mv "mine/looks/$3" kept
    "$bin/albireo" play --level "$1" --offscreen 64x36 --until 1 --frames frames 2> output && fail "$3 is not used"
    grep -q "$3: there is no such skin" output || fail "$3: $(cat output)"
    mv kept "mine/looks/$3"
}

# parses FILE...: the compiler accepts each source or header, with the flags of the first target of its folder, or of the nearest
# folder above that has one, in build/release.
# Most sources are built several at a time, so few have flags of their own.
parses() {
    local file flags folder generated=$copy.generated
    mkdir -p "$generated"
    protoc --proto_path="$copy/proto" --cpp_out="$generated" "$copy/proto/wire.proto" > output 2>&1 ||
        { cat output; fail "proto/wire.proto is not accepted"; }
    for file in "$@"; do
        folder=${file%/*}
        while [[ $folder == */* ]] && ! grep -qF -- " -o $folder/CMakeFiles/" "$root/build/release/compile_commands.json"; do folder=${folder%/*}; done
        flags=$(grep -m1 -F -- " -o $folder/CMakeFiles/" "$root/build/release/compile_commands.json" |
            sed -E 's/^ *"command": "//; s/\\"/"/g; s/ -o [^ ]+ -c .*//; s/ -I/ -I@GENERATED@ -I/' |
            sed "s#$root/build/#@BUILD@/#g; s#$root#$copy#g; s#@BUILD@#$root/build#g; s#@GENERATED@#$generated#")
        [ -n "$flags" ] || fail "no target in ${file%/*}"
        # -w: a header as a main file has "#pragma once", which draws a warning.
        eval "$flags -w -fsyntax-only -x c++ '$copy/$file'" > output 2>&1 || { head -30 output; fail "$file does not compile"; }
    done
}

case $recipe in
    enemy)
        heading="An enemy with its own look"
        commands=$(follow "$heading" commands)
        eval "$(grep -E '^(mkdir|cp) ' <<< "$commands")" || fail "the copies fail"
        follow "$heading" edits
        has "$commands" "build/release/bin/albireo-level mine/the_cut.lua"
        has "$commands" "build/release/bin/albireo play --level mine/the_cut.lua"
        "$bin/albireo-level" mine/the_cut.lua > output || { cat output; fail "the level does not compile"; }
        grep -Eq '^ +gadfly +5 spawns.*look gadfly$' output || { cat output; fail "it does not have five gadflies with their look"; }
        played mine/the_cut.lua
        wears mine/the_cut.lua gadfly.lua gadfly.graph
        ;;
    boss)
        commands=$(follow "A boss" commands)
        eval "$(grep -E '^mkdir ' <<< "$commands")" || fail "its folder cannot be made"
        follow "A boss" edits
        for line in "albireo-level mine/mantis.lua" "albireo play --level mine/mantis.lua"; do has "$commands" "build/release/bin/$line"; done
        "$bin/albireo-level" mine/mantis.lua > output || { cat output; fail "the level does not compile"; }
        grep -Eq '^ +mantis +1 spawns, +4 parts.*look mantis_body$' output || { cat output; fail "it does not have the boss"; }
        played mine/mantis.lua
        wears mine/mantis.lua mantis.lua mantis.graph
        # The stills of the page, and the fight to its end: two bots kill it.
        shot=$(grep 'albireo-shot' <<< "$commands") || fail "the page makes no stills"
        eval "${shot/build\/release\/bin/$bin}" 2> output || { cat output; fail "no stills"; }
        [ "$(find mine/stills -name '*.png' | wc -l)" -eq 4 ] || fail "not four stills: $(cat output)"
        "$bin/albireo-level" --stats mine/mantis.lua --play 1..2 > output || { cat output; fail "bots cannot play it"; }
        ;;
    level)
        commands=$(follow "A level of your own" commands)
        follow "A level of your own" edits
        for line in "albireo-level mine/first.lua" "albireo play --level mine/first.lua" "albireo host --level mine/first.lua" \
            "albireo-server --levels mine" "albireo-bot --create --level first"; do
            has "$commands" "build/release/bin/$line"
        done
        "$bin/albireo-level" mine/first.lua > output || { cat output; fail "the level does not compile"; }
        played mine/first.lua
        # Now on a server, by a client without a copy of the level.
        port=$((20000 + RANDOM % 12000))
        "$bin/albireo-server" --levels mine --bind 127.0.0.1 --port $port --exit-after 1 --log-level warn &
        server=$!
        (cd / && "$bin/albireo-bot" --connect 127.0.0.1:$port --create --level first --players 1 --seconds 4) > output 2>&1 ||
            { cat output; kill $server; fail "a level on a server cannot be played"; }
        wait $server || fail "the server ended with $?"
        ;;
    message | weapon)
        heading="A network message"
        [ "$recipe" = message ] || heading="A weapon"
        touch "$copy.time"
        follow "$heading" edits
        # The page's commands, with a build that compiles faster: unoptimised, and with asserts.
        commands=$(follow "$heading" commands | sed 's/^cmake --preset release$/& -DCMAKE_BUILD_TYPE=Debug/')
        [ -n "$commands" ] || fail "the page has no commands"
        # The build takes minutes, because a weapon changes headers that most files include.
        if [ "${ALBIREO_FULL:-}" != 1 ]; then
            mapfile -t edited < <(find . -path ./build -prune -o -name '*.[ch]pp' -newer "$copy.time" -printf '%P\n')
            [ ${#edited[@]} -ge 5 ] || fail "only ${#edited[@]} files are edited: ${edited[*]}"
            parses "${edited[@]}"
            say "the compiler accepts all ${#edited[@]} edited files; only ./check --full builds and plays the result"
            exit 0
        fi
        bash -e -c "$commands" > output 2>&1 || { tail -40 output; fail "its commands fail"; }
        tail -3 output
        ;;
    *) fail "no recipe '$recipe'" ;;
esac
