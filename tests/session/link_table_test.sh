#!/usr/bin/env bash
# Goal: link_table finds fault with a row if one of its two bots alone misses a requirement, whichever of them it is, and
# names that bot. The reports are written here; nothing is played.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "link_table_test: $*" >&2; exit 1; }
# The functions that judge, and the rows.
eval "$(sed -n '/^rows=($/,/^)$/p; /^compare() {$/,/^}$/p; /^at_most() /p; /^at_least() /p; /^has_samples() /p
                /^field() {$/,/^}$/p; /^reports_per_s() {$/,/^}$/p; /^judge() {$/,/^}$/p
                /^read_row() {$/,/^}$/p; /^judge_row() {$/,/^}$/p' link_table)"
[ "${#rows[@]}" -ge 19 ] || fail "link_table has ${#rows[@]} rows"
slice=0 seconds=60 bin=$folder
printf '#!/bin/sh\n' > "$folder/albireo-replay"  # the recording verifies
chmod +x "$folder/albireo-replay"
: > "$folder/game.replay"
echo '{"desyncs":0}' > "$folder/server.json"

# good: a report that meets the requirements of every row without a blackout.
good() {
    cat << 'END'
{
  "bytes_per_s": {
    "received_max": 1000,
    "received_mean": 900.5,
    "sent_max": 1000,
    "sent_mean": 900.5
  },
  "confirmed_per_s": 60.0,
  "corrections": {
    "own_ship": 0,
    "own_shots": 0,
    "remote_ship_p99_units": 0.4
  },
  "delivery_ms": {
    "changed": 40,
    "changed_p50": 70,
    "p50": 70,
    "p99": 110
  },
  "desyncs": 0,
  "digests_checked": 120,
  "final_digest": "00000000000000aa",
  "final_tick": 3700,
  "frozen_ticks": 0,
  "lead_ticks": {
    "p50": 12,
    "p99": 14
  },
  "opened_at_ms": 1000,
  "partner_drawn": {
    "after_200_ms_p99": 0.1,
    "step_max": 0.28
  },
  "rejoins": 0,
  "reports": {
    "refused": 0,
    "sent": 1800
  },
  "resumed_at_ms": null,
  "ticks": 3700
}
END
}
# judged ROW: prints what is wrong with the two reports.
judged() {
    faults=
    read_row "$1"
    judge "$folder"
    judge_row "$folder"
    echo "$faults"
}
# row_of NAME: its number.
row_of() {
    local number
    for number in $(seq "${#rows[@]}"); do [[ ${rows[number - 1]} != "$1|"* ]] || { echo "$number"; return; }; done
    fail "there is no row '$1'"
}

good > "$folder/gold.json"
good > "$folder/blue.json"
found=$(judged 1)
[ -z "$found" ] || fail "two good reports: $found"

# faulted ROW SED FAULT...: one of two good reports is changed, first gold's and then blue's. Exactly these faults of that bot
# are found.
faulted() {
    local number bad expected sed=$2
    number=$(row_of "$1")
    shift 2
    for bad in gold blue; do
        good > "$folder/gold.json"
        good > "$folder/blue.json"
        sed -i "$sed" "$folder/$bad.json"
        expected=$(printf "  $bad.%s;" "$@")
        found=$(judged "$number")
        [ "$found" = "$expected" ] || fail "row $number, bad $bad: found '$found', not '$expected'"
    done
}
faulted '50 ms a leg, 0 %' 's/"frozen_ticks": 0/"frozen_ticks": 3/' 'frozen_ticks is 3, not <= 0'
faulted '50 ms a leg, 0 %' '
    s/"desyncs": 0/"desyncs": 1/; s/"own_ship": 0/"own_ship": 1/; s/"own_shots": 0/"own_shots": 2/; s/"refused": 0/"refused": 1/
    s/"digests_checked": 120/"digests_checked": 0/; /"frozen_ticks"/d; s/"sent_mean": 900.5/"sent_mean": 3301/
    s/"received_max": 1000/"received_max": 4121/; s/"p99": 110/"p99": 211/; s/"confirmed_per_s": 60.0/"confirmed_per_s": 58.7/
    s/"step_max": 0.28/"step_max": 0.3/; s/"sent": 1800/"sent": 600/' \
    'desyncs is 1, not <= 0' 'own_ship is 1, not <= 0' 'own_shots is 2, not <= 0' 'reports.refused is 1, not <= 0' \
    'digests_checked is 0, not >= 1' 'frozen_ticks is missing, not <= 0' 'sent_mean is 3301, not <= 3300' \
    'received_max is 4121, not <= 4120' 'delivery.p99 is 211, not <= 210' 'confirmed_per_s is 58.7, not >= 59' \
    'step_max is 0.3, not <= 0.285' 'reports per second played is 9.7, not >= 20'
faulted '50 ms a leg, level one' \
    's/"remote_ship_p99_units": 0.4/"remote_ship_p99_units": 1.3/; s/"after_200_ms_p99": 0.1/"after_200_ms_p99": 0.4/' \
    'jump is 1.3, not <= 1.2' 'after_200_ms is 0.4, not <= 0.29'
# A figure that is absent is not read from the next group that has one of its name.
faulted '50 ms a leg, quiet' '/"delivery_ms"/,/}/c\  "delivery_ms": null,' \
    'delivery.p50 is missing, not <= 102' 'delivery.p99 is missing, not <= 210' 'delivery.changed is missing, not >= 3'
