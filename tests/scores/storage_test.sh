#!/usr/bin/env bash
# Goal: the service and the command that draws pictures keep to one bound, that of the service, whatever else the command is told.
#   storage_test.sh ALBIREO_SCORES
set -euo pipefail
scores=$(realpath "$1")
work=$(mktemp -d) pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
fail() { echo "$*"; exit 1; }

# In place of albireo-shot: a picture without a renderer.
cat > "$work/draws" <<SCRIPT
#!/bin/sh
[ "\$1" != --version ] || { echo "$("$scores" --version)"; exit 0; }
for last; do :; done
mkdir -p "\$last"
printf '\\211PNG\\r\\n\\032\\n' > "\$last/1.png"
SCRIPT
chmod +x "$work/draws"

# Runs the service until it listens, with these options. It drops pictures beyond its bound before that.
serve() {
    "$scores" --db "$work/scores.db" --port 0 "$@" > "$work/log" 2>&1 &
    pid=$!
    for _ in $(seq 300); do
        ! grep -q "listening on" "$work/log" || break
        sleep 0.1
    done
    grep -q "listening on" "$work/log" || fail "the boards do not start: $(cat "$work/log")"
    kill "$pid"
    wait "$pid" || true
    pid=
}
# What `pictures` says, with these options: OPTIONS EXPECTED.
draws() {
    local expected=${*: -1}
    "$scores" pictures --db "$work/scores.db" --with "$work/draws" --json "${@:1:$#-1}" > "$work/out" 2> "$work/err" || fail "pictures: $(cat "$work/err")"
    grep -q "$expected" "$work/out" || fail "pictures ${*:1:$#-1}: expected $expected: $(cat "$work/out")"
}

"$scores" import replays/golden/death-by-enemy.replay --db "$work/scores.db" > "$work/log" 2>&1 || fail "import: $(cat "$work/log")"
# 4 MB have no room for a picture beside another recording of 4 MiB.
serve --storage-mb 4
draws '"drawn":0,.*"left_out":1}'
draws --storage-mb 100 '"drawn":0,.*"left_out":1}'
serve --storage-mb 100
draws --storage-mb 4 '"drawn":0,.*"left_out":1}'
draws '"drawn":1,.*"left_out":0}'
# Without a service, the bound is that of the command.
rm "$work"/scores.db*
"$scores" import replays/golden/death-by-enemy.replay --db "$work/scores.db" > "$work/log" 2>&1 || fail "import: $(cat "$work/log")"
draws --storage-mb 4 '"left_out":1}'
draws '"drawn":1,'
echo "one bound"
