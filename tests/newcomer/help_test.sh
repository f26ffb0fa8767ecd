#!/usr/bin/env bash
# Goal: every program and script describes itself with --help and -h, and refuses an unknown flag and a wrong value of
# each of its options with exit code 2 and one line on stderr that names the option. The options are read from the help
# itself, so a new option is tested too, and a new program or script that is missing below fails.
# help_test.sh ROOT BIN
set -uo pipefail
root=$1 bin=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() { echo "help_test: $1"; failures=$((failures + 1)); }

# The programs in BIN, and the arguments that each needs in addition to the option under test.
declare -A needs=(
    [albireo]="play" [albireo-bench]="" [albireo-bot]="--create" [albireo-level]="the_cut --stats" [albireo-netem]="--listen 9 --to 127.0.0.1:9"
    [albireo-replay]="" [albireo-scores]="--db boards.db" [albireo-screens]="" [albireo-server]="" [albireo-shot]="" [albireo-storm]=""
    [albireo-voices]="voices")
# A wrong value of each text option.
declare -A wrong=(
    ["--log-level"]=loud ["--difficulty"]=hard ["--bind"]=nohost ["--admin"]=nowhere ["--levels"]=/nowhere ["--to"]=here
    ["--connect"]=here: ["--blackout"]=x ["--up-blackout"]=x ["--down-blackout"]=x ["--join"]=ABC ["--seeds"]=x..y ["--play"]=x..y
    ["--faults"]=plague ["--record"]=/proc/nowhere ["--offscreen"]=640x ["--size"]=12 ["--theme"]=baroque
    ["--palette"]=grey ["--quality"]=superb ["--graphics"]=superb ["--plant"]=nothing ["--samples"]=/proc/nowhere/x ["--name"]=$'a\tb' ["--level"]=nowhere ["--campaign"]=nowhere ["--from"]=nowhere
    ["--config"]=/nowhere ["--admin-token"]=/nowhere ["--log-format"]=xml ["--log-addresses"]=all ["--trust"]=nowhere ["--key"]=/proc/nowhere/x ["--known-servers"]=/proc/nowhere/x
    ["--frames"]=/proc/nowhere ["--raw"]=/proc/nowhere/x ["--sound"]=/proc/nowhere/x ["--replay"]=/nowhere ["--look"]=nothing ["--assets"]=/nowhere ["--looks"]=/nowhere
    ["--pictures"]=/proc/nowhere ["--only"]=nothing
    ["--language"]=klingon ["--web"]=here: ["--web-page"]=/nowhere ["--db"]=/proc/nowhere/x ["--page"]=/nowhere ["--cores"]=/nowhere ["--queue"]=/proc/nowhere/x ["--gold"]=$'a\tb' ["--blue"]=$'a\tb'
    ["--desyncs"]=/proc/nowhere/x ["--report-json"]=/proc/nowhere/x ["--token-file"]=/proc/nowhere/x ["--out"]=/proc/nowhere/x ["--songs"]=/proc/nowhere
    ["--directory"]=here: ["--public-address"]=here: ["--rendezvous"]=here: ["--enrol-at"]=here: ["--watch"]=here ["--rendezvous-second"]=here ["--rendezvous-probe"]=here ["--digests"]=/proc/nowhere/x
    ["--delay"]=soon ["--with"]=/nowhere ["--text"]=110 ["--hud"]=5)

# What an option needs beside it, and the options whose error names the value (a path) instead of the option.
declare -A beside=(
    ["albireo --frames"]="--offscreen 64x36" ["albireo --raw"]="--offscreen 64x36"
    ["albireo-shot --raw"]="--until 1" ["albireo-shot --sound"]="--null --until 1 --size 64x36 --raw /dev/null" ["albireo-shot --frames"]="--until 1" ["albireo-shot --replay"]="--until 1 --frames frames"
    ["albireo-shot --look"]="--until 1 --size 64x36 --frames frames" ["albireo-shot --assets"]="--until 1 --size 64x36 --frames frames"
    ["albireo-scores --with"]="--db boards.db" ["albireo-scores --queue"]="--to http://127.0.0.1:9" ["albireo-scores --gold"]="--to http://127.0.0.1:9" ["albireo-scores --blue"]="--to http://127.0.0.1:9"
    ["albireo-server --rendezvous-second"]="--rendezvous" ["albireo-server --rendezvous-probe"]="--rendezvous"
    ["albireo-shot --only"]="--pictures pictures")
names_value=" --frames --raw --sound --replay --assets --pictures --out --songs "

# Runs a program that must not start anything: it gets a minute, for a busy machine, and no display.
run() {
    output=$(env -u DISPLAY -u WAYLAND_DISPLAY timeout 60 "$@" 2> "$work/stderr" < /dev/null)
    code=$?
    line=$(cat "$work/stderr")
}
refused() {  # WHAT PART COMMAND...
    local what=$1 part=$2
    shift 2
    run "$@"
    [ $code -eq 2 ] || fail "$what: exit code $code, not 2"
    [ "$(wc -l <<< "$line")" -eq 1 ] && grep -qF -- "$part" <<< "$line" || fail "$what: no line that contains '$part': $line"
}

# words NAME HELP: a code has letters and digits, and a shell such as zsh takes unquoted brackets for a pattern. Words mean what
# docs/rules.md says: a pad's buttons are A, B, X and Y, and a drawn image is a picture.
words() {
    ! grep -qwE '(south|east|west|north)' <<< "$2" || fail "$1: compass points for a pad's buttons: $(grep -wE '(south|east|west|north)' <<< "$2")"
    ! grep -qiE '(raw|RGBA|PNG) frames?' <<< "$2" || fail "$1: a drawn image is a picture: $(grep -iE '(raw|RGBA|PNG) frames?' <<< "$2")"
    ! grep -i 'letters' <<< "$2" | grep -v digits | grep -q code || fail "$1: its help says that a code has letters only"
    ! grep -qE -- "(--field|--when|--plant) [a-z_]+\[" <<< "$2" || fail "$1: brackets without quotes: $(grep -E '[a-z_]+\[' <<< "$2")"
}

# options HELP: each option that takes a value, with how the help shows the value: "--port 0..65535=7777".
options() { grep -oE '^  (-[a-z],)?--[a-z0-9-]+( [^ ]+)?( ?.*)?' <<< "$1" | sed -E 's/^  (-[a-z],)?//' | grep -E '^--[a-z0-9-]+ [A-Z0-9-]'; }

test_options() {  # NAME HELP COMMAND...: tests a wrong value of each option
    local name=$1 help=$2 option value shown part more
    shift 2
    while read -r option shown _; do
        case $shown in
            *:) continue ;;  # a flag, and the options it excludes or needs
            NUMBER* | [0-9-]*..*) value=x ;;
            *) value=${wrong[$option]:-} ;;
        esac
        case "$name $option" in
            "albireo-bot --level") continue ;;  # only the server knows its levels
            "albireo-shot --level" | "albireo-shot --size") continue ;;  # they need --frames: see below
            "albireo-replay "*) [ "$value" = x ] || continue ;;  # tool_test.sh has its text options
        esac
        [ -n "$value" ] || { fail "$name: no wrong value of $option is known: add one to help_test.sh"; continue; }
        part=$option
        [[ $names_value != *" $option "* ]] || part=$value
        read -ra more <<< "${beside["${name%% *} $option"]:-}"
        refused "$name $option $value" "$part" "$@" "${more[@]}" "$option" "$value"
    done < <(options "$help")
}

for path in "$bin"/albireo*; do
    name=${path##*/}
    [ -n "${needs[$name]+known}" ] || { fail "$name: its required arguments are not known: add them to help_test.sh"; continue; }
    for flag in --help -h; do
        run "$path" $flag
        [ $code -eq 0 ] && grep -q 'Usage:' <<< "$output" && [ -z "$line" ] || fail "$name $flag: exit code $code: $output $line"
    done
    help=$output
    words "$name" "$help"
    refused "$name --version on a full disk" "$name: cannot write to stdout" bash -c '"$0" --version > /dev/full' "$path"
    run "$path" --version
    [ $code -eq 0 ] && grep -Eq "^$name [0-9]+\.[0-9]+" <<< "$output" || fail "$name --version: $output"
    read -ra besides <<< "${needs[$name]}"
    refused "$name --nonsense" "--nonsense" "$path" "${besides[@]}" --nonsense
    test_options "$name" "$help" "$path" "${besides[@]}"
    # Its commands, each with its own options.
    for command in $(sed -n '/^Subcommands:/,$p' <<< "$help" | grep -oE '^  [a-z]+' || true); do
        for flag in --help -h; do
            run "$path" "$command" $flag
            [ $code -eq 0 ] && grep -q 'Usage:' <<< "$output" || fail "$name $command $flag: exit code $code"
        done
        words "$name $command" "$output"
        argument=(K7QF2M)
        [ "$command" != play ] && [ "$command" != host ] || argument=()
        [ "$name" != albireo-replay ] || argument=(a.replay)
        [ "$name" != albireo-scores ] || argument=(1)
        [ "$command" != pictures ] && [ "$command" != season ] || argument=()
        [ "$command" != watch ] || argument=("$root/replays/golden/small.replay")
        test_options "$name $command" "$output" "$path" "$command" "${argument[@]}"
    done
    [ ${#needs[$name]} -gt 0 ] || [ "$name" != albireo-replay ] || refused "$name foo" "unknown command 'foo'; the commands are" "$path" foo
done
refused "albireo join ABC" "six letters or digits" "$bin/albireo" join ABC
refused "an invitation without a code" "has no code" "$bin/albireo" join 'albireo://play?at=10.0.0.1:7777'
refused "an invitation with a wrong address" "address 'here' is not HOST:PORT" "$bin/albireo" join 'albireo://play?code=K7QF2M&at=here'
refused "an invitation to something else" "it knows only albireo://play" "$bin/albireo" join 'albireo://look?code=K7QF2M'
refused "a join code to watch" "this is for joining" "$bin/albireo" watch K7QF2M
refused "a port out of range" "from 0 to 65535, not '99999'" "$bin/albireo-server" --port 99999
refused "albireo-shot --size" "--size 12: expected WIDTHxHEIGHT" "$bin/albireo-shot" --frames frames --size 12
refused "albireo-shot --level" "no level 'nowhere'" "$bin/albireo-shot" --frames frames --level nowhere
bench=$bin/albireo-bench
refused "a filter that is no expression" "regular expression" "$bench" --benchmark_filter='('
refused "a filter without a benchmark" "zzzz" "$bench" --benchmark_filter=zzzz
for flag in format=xml out_format=xml time_unit=h min_time=x repetitions=x; do
    refused "albireo-bench --benchmark_$flag" "--benchmark_$flag" "$bench" "--benchmark_$flag"
done
refused "a value that is not a number" "expected a number from 0 to" "$bin/albireo-bot" --create --seconds nan
refused "albireo-replay page without -o" "--output" "$bin/albireo-replay" page "$root/replays/golden/small.replay"
[ ! -e -h ] && [ ! -e --help ] || fail "a folder was made for a flag"

for page in README.md CHANGELOG.md "docs/*.md" "*/README.md" "tests/*/README.md" "sim/*/README.md"; do
    for file in "$root"/$page; do words "${file#"$root"/}" "$(cat "$file")"; done
done

scripts=(.ci/run play check tools/setup tools/pictures tools/screens tests/session/link_table tests/session/shard_cost tests/cross/matrix
    tests/cross/prove tests/asserts/prove tests/storm/prove tests/storm/coverage tests/cross/corpus tests/tsan/run tests/memcheck/run tests/bench/replay_times packaging/build packaging/portable packaging/pages packaging/version
    packaging/changes packaging/man/make tests/packaging/bare tests/cross/renew tests/cross/tables tests/skipped
    tests/bench/core_instructions tests/newcomer/apply_recipe tests/client/window/windows tests/client/window/quiet tests/client/window/spoken tests/client/window/wayland web/build web/core/make web/site web/stamp web/sources po/refresh deploy/shard deploy/container/build)
# Every executable file of the repository is in that list, except tests, which ctest runs, and what no person runs.
while read -r script; do
    case $script in
        tests/*.sh) ;;             # run by ctest
        tools/steps) ;;            # sourced by other scripts
        packaging/debian/rules) ;; # a makefile
        *) [[ " ${scripts[*]} " == *" $script "* ]] || fail "$script: a new script? Add it to the list in help_test.sh" ;;
    esac
done < <(cd "$root" && find . -type d \( -name build -o -name .git \) -prune -o -type f -perm -u+x -printf '%P\n')
for script in "${scripts[@]}"; do
    for flag in --help -h; do
        run "$root/$script" $flag
        [ $code -eq 0 ] && [ -n "$output" ] || fail "$script $flag: exit code $code: $line"
    done
    refused "$script --nonsense" "--nonsense" "$root/$script" --nonsense
done

# The tools of the tests; each is built by ./check. An executable that is no test must be listed here.
declare -A tools=(
    [agones_stand_in]="" [albireo-games]=small [albireo-bands]="" [albireo-dodge]="--deaths=1" [albireo-patterns]="--phase-ticks=1" [fleet_limits]="" [albireo-flatten]="" [albireo_bake]="" [albireo_texts_below]="" [albireo_contact_sheet]="" [albireo_kinds_sheet]="" [bundler]="" [doctor]="" [grid_cost]="" [guess_fit]="" [idle_timers]="" [in_own_network]="" [left_games]="" [link_odds]="" [link_table]="" [many_creates]=""
    [planted_race]=""
    [planted_read]=""
    [make_goldens]="" [make_run_model]="" [reach_probe]="" [reach_wire]="" [record_scene]="" [session_load]="" [referee_pace]="" [tally_table]="")
for path in "$bin"/../tests/*; do
    name=${path##*/}
    [ -f "$path" ] && [ -x "$path" ] || continue
    case $name in *_test | *_tests | *.sh | planting-* | test_model*) continue ;; esac  # planting-*: programs with a planted bug
    [ -n "${tools[$name]+known}" ] || { fail "$name: is it a tool? Add it to help_test.sh"; continue; }
    for flag in --help -h; do
        run "$path" $flag
        [ $code -eq 0 ] && grep -qF "$name" <<< "$output" && [ -z "$line" ] || fail "$name $flag: exit code $code: $output $line"
    done
    refused "$name --nonsense" "--nonsense" "$path" --nonsense
    [ -z "${tools[$name]}" ] || test_options "$name" "$("$path" --help)" "$path" "${tools[$name]}"
done
exit $((failures > 0))
