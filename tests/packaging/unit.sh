# Part of `bare unit`: the unit of the server under a systemd that runs. Namespaces of its own stand for the machine.
within 0 "$apt install -y systemd" > "$work/apt" 2>&1 || skip "systemd cannot be installed"
within 0 "$apt install -y /made/albireo-{data,server,tools}_*.deb" > "$work/apt" 2>&1 || { tail -20 "$work/apt"; fail "the packages cannot be installed"; exit 1; }

mkdir "$work/groups"
mount -t cgroup2 cgroup2 "$work/groups" 2> /dev/null && group=$(mktemp -d "$work/groups/albireo-XXXXXX" 2> /dev/null) || skip "this machine gives no control group to systemd"
cat > "$work/boot" << 'BOOT'
set -e
echo $$ > "$2/cgroup.procs"
exec unshare --mount --pid --fork --cgroup --uts --ipc --net --kill-child bash -ec '
    mount --make-rprivate /
    mount --bind "$0" "$0"
    cd "$0"
    mount -t proc proc proc
    for each in run tmp dev; do mount -t tmpfs tmpfs $each; done
    for each in null zero random urandom full tty; do touch dev/$each; mount --bind /dev/$each dev/$each; done
    mkdir -p dev/shm dev/pts old
    ln -s pts/ptmx dev/ptmx
    mount -t sysfs sysfs sys
    mount -t cgroup2 cgroup2 sys/fs/cgroup
    ip link set lo up
    pivot_root . old
    exec chroot . /bin/sh -c "umount -l /old; exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=0 --unit=multi-user.target"' "$1"
BOOT
bash "$work/boot" "$root" "$group" > "$work/boot.log" 2>&1 &
parent=$!
on_it() { nsenter -t "$booted" -a -r -w env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games HOME=/root LC_ALL=C.UTF-8 SYSTEMD_PAGER=cat SYSTEMD_COLORS=0 "$@"; }
# await SECONDS WHAT COMMAND...: until the command succeeds.
await() {
    local tries=$(($1 * 5)) sought=$2
    shift 2
    for _ in $(seq "$tries"); do ! "$@" > /dev/null 2>&1 || return 0; sleep 0.2; done
    fail "$sought"
    return 1
}
state() { on_it systemctl show albireo-server -p "$1" --value; }
has_booted() { booted=$(pgrep -P "$parent" 2> /dev/null | head -1) && [ -n "$booted" ] && on_it systemctl is-system-running | grep -qE 'running|degraded'; }
is_active() { [ "$(state ActiveState)" = active ] && [ "$(state MainPID)" != "${1:-0}" ]; }
log_has() { on_it journalctl -u albireo-server -o cat | grep -qE "$1"; }
await 30 "systemd does not boot" has_booted || { tail -5 "$work/boot.log"; exit 1; }

on_it systemctl start albireo-server || { fail "the unit does not start"; on_it journalctl -u albireo-server -o cat; exit 1; }
[ "$(state Type) $(state WatchdogUSec)" = "notify 20s" ] || fail "the unit is not watched: $(state Type) $(state WatchdogUSec)"
user=$(on_it ps -o user= -p "$(state MainPID)")
[ "$user" != root ] || fail "the server runs as $user"
exposure=$(on_it systemd-analyze security albireo-server | sed -n 's/.*exposure level.*: \([0-9.]*\).*/\1/p')
awk -v told="$exposure" 'BEGIN { exit !(told != "" && told <= 1.5) }' || fail "systemd-analyze security: $exposure"
on_it systemctl reload albireo-server && await 5 "the unit is not reloaded" log_has ' info reloaded: '

# Two bots play on while the server is killed, restarted, and frozen until the watchdog ends it.
mkdir "$root/srv/game"
on_it sh -c 'cd /srv/game; exec albireo-bot --connect 127.0.0.1:7777 --create --seconds 100 --report-json gold.json > code 2> gold.log' &
gold=$!
await 20 "no session was created" test -s "$root/srv/game/code"
on_it sh -c 'cd /srv/game; exec albireo-bot --connect 127.0.0.1:7777 --join "$(sed "s/code //" code)" --seconds 100 --report-json blue.json 2> blue.log' &
blue=$!
sleep 8
main=$(state MainPID)
on_it systemctl kill -s KILL albireo-server
await 10 "the server is not started again after it was killed" is_active "$main"
sleep 10
main=$(state MainPID)
on_it systemctl restart albireo-server
await 20 "the server does not restart" is_active "$main"
sleep 10
main=$(state MainPID)
on_it systemctl kill -s STOP --kill-whom=main albireo-server
await 45 "the watchdog does not end a frozen server" is_active "$main"
wait $gold || fail "a bot ended with $?: $(tail -2 "$root/srv/game/gold.log")"
wait $blue || fail "a bot ended with $?: $(tail -2 "$root/srv/game/blue.log")"
for each in gold blue; do grep -q '"desyncs": *0' "$root/srv/game/$each.json" || fail "$each: a desync"; done
on_it systemctl stop albireo-server
[ "$(state ActiveState)" = inactive ] || fail "the unit does not stop: $(state ActiveState)"
on_it sh -c 'albireo-replay verify /var/lib/private/albireo-server/*.replay' || fail "the recordings do not verify"
echo "the unit: exposure $exposure; it was killed, restarted and frozen, and the game of two bots went on"
[ $failures -gt 0 ] || echo "bare unit: all of it works in $suite"
exit $((failures > 0))
