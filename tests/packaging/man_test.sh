#!/usr/bin/env bash
# Goal: every program that is installed has a manual page with all its options and commands, which man reads without a
# warning.
#   man_test.sh ROOT BIN
set -uo pipefail
root=$1 bin=$2
for tool in help2man man lexgrog; do command -v $tool > /dev/null || { echo "no $tool: tools/setup package"; exit 77; }; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "man_test: $1"; failures=$((failures + 1)); }
"$root/packaging/man/make" "$bin" "$work" || { fail "the pages cannot be made"; exit 1; }

programs=$(sed -nE 's/^set\(packaged (.*)\)/\1/p' "$root/packaging/CMakeLists.txt")
[ "$(wc -w <<< "$programs")" -ge 8 ] || fail "these programs are installed: $programs"
for program in $programs; do
    page=$work/$program.6
    [ -s "$page" ] || { fail "$program has no page"; continue; }
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=100 man --warnings=mac,syntax,escape,range -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 > /dev/null)
    [ -z "$warnings" ] || fail "$program: $warnings"
    lexgrog "$page" > /dev/null || fail "$program: the page has no name for apropos"
    text=$(LC_ALL=C.UTF-8 MANWIDTH=500 man -l "$page" | col -bx)
    {
        "$bin/$program" --help
        for command in $("$bin/$program" --help | sed -n '/^Subcommands:/,$p' | grep -oE '^  [a-z]+'); do
            grep -q "^ *$program $command " <<< "$text" || fail "$program: the page has no command line of $command" >&2
            "$bin/$program" "$command" --help
        done
    } | grep -oE '^  (-[a-z],)?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+' | sort -u > "$work/options"
    [ -s "$work/options" ] || fail "$program: its --help has no options"
    while read -r option; do
        case $option in --help | --version) continue ;; esac
        grep -qE -- "^ +(-[a-z], )?$option( |$)" <<< "$text" || fail "$program: the page has no $option"
    done < "$work/options"
done
exit $((failures > 0))
