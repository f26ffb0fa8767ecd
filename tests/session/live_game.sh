# Shared setup of tests of real programs over real sockets; sourced by them. Arguments: SERVER BOT REPLAY_TOOL.
# Sets: levels, server, bot, replay, folder (deleted at exit), jobs_of_mine (killed at exit), failures.
set -u
levels=$(realpath "$(dirname "$0")/levels")
server=$(realpath "$1") bot=$(realpath "$2") replay=$(realpath "$3")
folder=$(mktemp -d)
jobs_of_mine=()
finish() {
    for job in "${jobs_of_mine[@]}"; do kill "$job" 2>/dev/null; done
    wait
    rm -rf "$folder"
}
trap finish EXIT
failures=0
fail() { echo "$1"; failures=$((failures + 1)); }
# await WHAT COMMAND...: polls until the command succeeds. After a minute the test fails; logs() names the files to print.
await() {
    local what=$1
    shift
    for _ in $(seq 600); do "$@" && return; sleep 0.1; done
    fail "never came: $what"
    tail -n 20 $(logs) 2>/dev/null
    exit 1
}
