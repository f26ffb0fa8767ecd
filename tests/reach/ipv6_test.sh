#!/usr/bin/env bash
# Goal: players play over IPv6, over IPv4, and over whichever of the two both sides have; and where IPv6 is switched off, over IPv4 as if
# there were none. Every program with ENet has the sockets of proto/enet_sockets.cpp, not ENet's own.
#   ipv6_test.sh BIN    BIN: the folder of the programs
set -uo pipefail
PATH=$PATH:/usr/sbin:/sbin
bin=$1
failures=0
fail() { echo "ipv6_test: $1"; failures=$((failures + 1)); }

# A program that is linked in another way would use ENet's own sockets without a word. The links refuse those (UdpSocket::is_ours()),
# and the symbols show it for programs that this test does not start.
check_symbols() {
    local program symbols checked=0
    for program in "$bin"/*; do
        symbols=$(nm -D "$program" 2> /dev/null)
        [[ $symbols == *" U enet_host_create"* ]] || continue
        checked=$((checked + 1))
        [[ $symbols == *" T enet_socket_create"* ]] || fail "${program##*/} has no enet_socket_create of its own"
    done
    [ "$checked" -ge 3 ] || fail "only $checked programs with ENet were found in $bin"
}

for tool in unshare ip sysctl nm awk; do command -v "$tool" > /dev/null || { echo "no $tool"; exit 77; }; done
if [ -z "${ALBIREO_IN_NAMESPACE:-}" ]; then
    unshare -Urnm true 2> /dev/null || { echo "no namespaces for users here"; exit 77; }
    exec unshare -Urnmpf --kill-child --mount-proc env ALBIREO_IN_NAMESPACE=1 "$0" "$@"
fi
mount -t tmpfs tmpfs /run || exit 77
export HOME=/run
ip netns add probe 2> /dev/null || { echo "no network namespaces here"; exit 77; }
inside() { local ns=$1; shift; ip netns exec "$ns" "$@"; }
check_symbols
[ -e /proc/net/if_inet6 ] || { echo "no IPv6 in this kernel"; exit 77; }

# Two computers on one cable. The host has two addresses of IPv6, as computers with privacy extensions have.
for name in host friend; do ip netns add $name; ip -n $name link set lo up; done
ip -n host link add e0 type veth peer name e0 netns friend
ip -n host addr add 192.168.1.20/24 dev e0
ip -n host addr add 2001:db8:1::20/64 dev e0 nodad
ip -n host addr add 2001:db8:1::99/64 dev e0 nodad
ip -n friend addr add 192.168.1.21/24 dev e0
ip -n friend addr add 2001:db8:1::21/64 dev e0 nodad
for name in host friend; do ip -n $name link set e0 up; done
printf '127.0.0.1 localhost\n2001:db8:1::20 both.example\n192.168.1.20 both.example\n' > /run/hosts
mount --bind /run/hosts /etc/hosts || exit 77

# domain PID: the kind of its UDP socket: udp6 or udp
domain() {
    local link inode
    for link in /proc/"$1"/fd/*; do
        inode=$(readlink "$link" | sed -n 's/socket:\[\([0-9]*\)\]/\1/p')
        [ -n "$inode" ] || continue
        for table in udp6 udp; do
            awk -v inode="$inode" '$10 == inode { found = 1 } END { exit !found }' /proc/"$1"/net/$table && { echo $table; return; }
        done
    done
    echo none
}
most_ms=1000
# plays WHAT BIND ADDRESS DOMAIN: a server in `host`, bound to BIND ("" means by default); two bots in `friend`, which reach it at ADDRESS, play
# for a moment; the recording verifies. DOMAIN is that of the sockets. Prints a line of the table in README.md: how they met, and after how long the joiner
# was connected.
port=7800
plays() {
    local server gold code
    port=$((port + 1))
    rm -rf /run/replays /run/code
    # Not inside(): its processes are grandchildren, and domain() needs the number of the program.
    ip netns exec host "$bin/albireo-server" ${2:+--bind "$2"} --port $port --level the_cut --record /run/replays --key /run/key --exit-after 1 --log-addresses full > /run/server.log 2>&1 &
    server=$!
    for _ in $(seq 300); do grep -q 'listening on' /run/server.log && break; sleep 0.1; done
    ip netns exec friend "$bin/albireo-bot" --connect "${3/PORT/$port}" --create --seconds 3 --wait 60 > /run/code 2> /run/gold.log &
    gold=$!
    for _ in $(seq 600); do [ -s /run/code ] && break; sleep 0.1; done
    for each in "server $server" "bot $gold"; do
        [ "$(domain "${each#* }")" = "$4" ] || fail "$1: the socket of the ${each% *} is $(domain "${each#* }"), not $4"
    done
    code=$(sed 's/code //' /run/code)
    inside friend timeout 60 "$bin/albireo-bot" --connect "${3/PORT/$port}" --join "$code" --seconds 3 --report-json /run/blue.json 2> /run/blue.log || fail "$1: the joiner fails: $(tail -1 /run/blue.log)"
    wait $gold || fail "$1: the creator fails: $(tail -1 /run/gold.log)"
    wait $server || fail "$1: the server fails: $(tail -1 /run/server.log)"
    "$bin/albireo-replay" verify /run/replays/*.replay > /run/verify.log 2>&1 || fail "$1: $(tail -1 /run/verify.log)"
    local family ms route
    family=$(grep -oE '2001:db8:1:|fe80:|192\.168\.1\.21' /run/server.log | tail -1)
    case $family in 2001*) family=IPv6 ;; fe80*) family="IPv6, link-local" ;; 192*) family=IPv4 ;; *) fail "$1: the server's log does not say how they met"; family='?' ;; esac
    route=$(sed -nE 's/.*"route": *"([a-z]*)".*/\1/p' /run/blue.json)
    ms=$(sed -nE 's/.*"connect_ms": *([0-9]+).*/\1/p' /run/blue.json)
    printf '| %s | %s, %s | %s ms | yes |\n' "$1" "${route:-?}" "$family" "${ms:-?}"
    [ "${ms:-9999}" -le $most_ms ] || fail "$1: it takes ${ms:-?} ms to connect"
}

plays "IPv6" "" "[2001:db8:1::20]:PORT" udp6
plays "IPv6, at the other address of the server" "" "[2001:db8:1::99]:PORT" udp6
plays "IPv4, on the same socket" "" "192.168.1.20:PORT" udp6
plays "a name with both" "" "both.example:PORT" udp6
plays "a name with both, a server of IPv4 only" "0.0.0.0" "both.example:PORT" udp6
plays "a name with both, a server of IPv6 only" "2001:db8:1::20" "both.example:PORT" udp6
link_local=$(ip -n host -6 addr show dev e0 scope link | sed -n 's/.*inet6 \([^/]*\).*/\1/p')
plays "a link-local address" "" "[$link_local%e0]:PORT" udp6
for name in host friend; do inside $name sysctl -qw net.ipv6.conf.all.disable_ipv6=1; done
plays "IPv4, where IPv6 is switched off" "" "192.168.1.20:PORT" udp6
plays "a name with both, where IPv6 is switched off" "" "both.example:PORT" udp6
exit $((failures > 0))
