#!/usr/bin/env bash
# Goal: an operator can run the server: a configuration file, its errors, a reload, the log for machines, a full disk, and
# `albireo-server admin`.
# program_test.sh SERVER
set -uo pipefail
server=$(realpath "$1")
work=$(mktemp -d)
job= manager=
finish() {
    [ -z "$job" ] || kill -KILL "$job" 2> /dev/null
    [ -z "$manager" ] || kill "$manager" 2> /dev/null
    wait
    rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1
failures=0
fail() { echo "program_test: $1"; failures=$((failures + 1)); }
await() {  # WHAT COMMAND...: polls for a minute at most
    local what=$1
    shift
    for _ in $(seq 600); do "$@" && return; sleep 0.1; done
    fail "never came: $what: $(tail -n 5 log)"
    exit 1
}
said() { grep -q -- "$1" log; }
refused() {  # PART TEXT-OF-FILE: --check-config refuses the file in one line with this part
    printf '%s\n' "$2" > wrong.toml
    local line
    line=$("$server" --config wrong.toml --check-config 2>&1) && fail "accepted: $2"
    [ "$(wc -l <<< "$line")" -eq 1 ] && grep -qF -- "$1" <<< "$line" || fail "no line with '$1': $line"
}

# ---- the configuration file
refused "wrong.toml:2: prot: no such option" $'# a comment\nprot = 1'
refused "wrong.toml:1: port: expected a whole number from 0 to 65535, not 70000" 'port = 70000'
refused "wrong.toml:1: port: expected a whole number" 'port = "7777"'
refused "wrong.toml:1: log-level: expected one of" 'log-level = "loud"'
refused "wrong.toml:1: json: expected true or false" 'json = 1'
refused "wrong.toml:1: level: expected a list" 'level = "the_cut"'
refused "wrong.toml:3: " $'port = 1\n\nbind = "unclosed'
refused "wrong.toml: bind: 'here' is not an address" 'bind = "here"'
refused "wrong.toml: admin: 'here' is not HOST:PORT" 'admin = "here"'
refused "wrong.toml: admin-token: /nowhere: " 'admin-token = "/nowhere"'
"$server" --config nothing.toml --check-config 2> line; [ $? -eq 2 ] && grep -q 'nothing.toml: cannot be opened' line || fail "a missing file: $(cat line)"
"$server" --config wrong.toml --admin-token "" --check-config > line 2>&1 || fail "a flag does not override the file: $(cat line)"
grep -q 'the configuration is valid' line || fail "--check-config says: $(cat line)"

# ---- the server
echo 0123456789abcdef0123 > token
free_port() {  # a TCP port of this machine that nobody listens on
    local port
    while port=$((20000 + RANDOM % 10000)) && (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do :; done
    echo $port
}
pages=127.0.0.1:$(free_port)
cat > server.toml << EOF
port = 0
bind = "127.0.0.1"
admin = "$pages"
admin-token = "$work/token"
record = "$work/kept"
free-mb = 0
log-format = "json"
EOF
export STATE_DIRECTORY=$work/state
"$server" --config server.toml 2> log &
job=$!
await "the server" said '"text":"listening on 127.0.0.1 port '
grep -qvE '^\{"time":"[0-9T:.-]+Z","level":"[a-z]+","text":".*"\}$' log && fail "a line of the log is not JSON: $(cat log)"

admin() { "$server" --config server.toml admin "$@" > said 2> line; }
# Until its levels are compiled it is not ready.
for _ in $(seq 100); do admin ready && break; sleep 0.1; done
admin ready || fail "ready: $? $(cat said line)"
admin list && grep -q '^code ' said || fail "list: $(cat said line)"
admin metrics && grep -q '^albireo_ready 1$' said || fail "metrics: $(cat said line)"
admin kick K7QF2M gold; [ $? -eq 1 ] && grep -q 'no such game' line || fail "kick: $(cat said line)"
admin end K7QF2M; [ $? -eq 1 ] && grep -q 'no such game' line || fail "end: $(cat said line)"
admin bans && grep -q 'no address is banned' said || fail "bans: $(cat said line)"
admin ban 203.0.113.7/24 2h && grep -q 'banned 203.0.113.0/24 for 7200 s' said || fail "ban: $(cat said line)"
admin bans && grep -q '^203.0.113.0/24 .* 1 h 59 min' said || fail "bans: $(cat said line)"
grep -q '^203.0.113.0/24 [0-9]*$' state/server.bans || fail "the ban is not in the file: $(cat state/server.bans)"
admin unban 203.0.113.0/24 || fail "unban: $(cat said line)"
grep -q 203 state/server.bans && fail "the lifted ban is in the file"
admin message "The server restarts at noon." && grep -q 'sent to 0 players' said || fail "message: $(cat said line)"
timeout 3 "$server" --config server.toml admin watch > said 2> line; [ $? -eq 124 ] && [ "$(grep -c '^code ' said)" -ge 2 ] || fail "watch: $(cat said line)"
for words in "" "dance" "kick K7QF2M" "kick K7QF2M red" "ban here" "ban 203.0.113.7 soon" "ban 203.0.113.7 9999d" "unban" "message"; do
    # shellcheck disable=SC2086
    admin $words; [ $? -eq 2 ] && [ "$(wc -l < line)" -eq 1 ] || fail "admin $words: $(cat said line)"
done
"$server" --admin 127.0.0.1:1 admin list 2> line; [ $? -eq 3 ] && grep -q 'no answer from 127.0.0.1:1' line || fail "no server: $(cat line)"
"$server" --admin "$pages" admin drain 2> line; [ $? -eq 1 ] && grep -q 'bearer token' line || fail "drain without a token: $(cat line)"

# ---- a reload: options that can change do, the others are named, and a wrong file changes nothing
sed -i 's/free-mb = 0/free-mb = 4000000000/; s/^port = 0/port = 1/; s/"json"/"text"/' server.toml
kill -HUP $job
await "the reload" said 'reloaded: free-mb, log-format; needs a restart: port'
admin ready
for _ in 1 2 3 4 5 6 7 8 9 10; do admin ready || break; sleep 0.1; done
admin ready && fail "a full disk is ready"
grep -q 'the disk is full' said || fail "a full disk is not named: $(cat said line)"
echo 'free-mb = "much"' > server.toml.wrong
cp server.toml kept.toml && cp server.toml.wrong server.toml
kill -HUP $job
await "the refused reload" said 'nothing is reloaded: --config: server.toml:1: free-mb: expected a whole number'
cp kept.toml server.toml
admin ready && fail "a refused reload changed something"
echo 'another-secret-of-mine' > token
kill -HUP $job
await "the second reload" eval '[ "$(grep -c "reloaded: " log)" -ge 3 ]'
admin list || fail "the new token is not read: $(cat said line)"

# ---- the end, and bans that outlast it
admin ban 198.51.100.7 1h || fail "ban: $(cat said line)"
admin drain && grep -q draining said || fail "drain: $(cat said line)"
wait $job || fail "the server ended with $?: $(cat log)"
job=
said 'done$' || fail "no last line: $(cat log)"
next_run() {
    "$server" --config server.toml 2> log &
    job=$!
    await "the server, again" said 'listening on'
    admin bans && cp said bans
    admin drain && wait $job || fail "the server ended with $?: $(cat log)"
    job=
}
next_run
grep -q '^198.51.100.7 .* 59 min' bans || fail "a restart forgets the ban: $(cat bans log)"
echo 'not a ban' >> state/server.bans
next_run
grep -q 'server.bans:3: not a ban' log || fail "a damaged file of bans is not named: $(cat log)"

# ---- a hang-up while the server still starts: it waits here for the service manager, which reads nothing yet, and reloads once it runs
if command -v python3 > /dev/null; then
    python3 - << 'EOF' &
import os, socket, time
manager, filler = (socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(2))
manager.bind("notify")
filler.setblocking(False)
try:
    while True: filler.sendto(b"STATUS=", "notify")
except BlockingIOError:
    open("full", "w")
while not os.path.exists("read"): time.sleep(0.05)
while b"STOPPING=1" not in manager.recv(4096): pass
EOF
    manager=$!
    await "a full socket" test -e full
    NOTIFY_SOCKET=$work/notify "$server" --config server.toml 2> log &
    job=$!
    await "the server that starts" said 'listening on'
    sleep 0.3  # from the line of the log to the service manager
    kill -HUP $job
    touch read
    await "the reload after the start" said 'reloaded: '
    kill -TERM $job
    wait $job || fail "the server ended with $?: $(cat log)"
    job=
    wait $manager
    manager=
else
    echo "no python3: a hang-up while the server starts is not tested"
fi

# ---- the log for people: each line begins with its date
"$server" --port 0 --bind 127.0.0.1 2> text &
job=$!
await "a server with a log for people" grep -q 'listening on' text
kill -TERM $job; wait $job; job=
grep -vE '^20[0-9]{2}-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z (info|warning|error) ' text > undated &&
    fail "a line of the log has no date: $(cat undated)"
exit $((failures > 0))
