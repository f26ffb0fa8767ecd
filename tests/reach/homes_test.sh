#!/usr/bin/env bash
# Goal: a game is found in a real local network within 0.3 s. A real miniupnpd opens a port for it, through which a stranger's
# packet arrives, and closes the port at the end. Everything runs in namespaces of its own, without root or other networks.
#   homes_test.sh lan|router|lease|probed|pinhole REACH_PROBE [BIN]    BIN: the folder of the programs, for `probed` and `pinhole`
# `lease` waits for a mapping to expire, so it runs with ALBIREO_FULL=1 only.
set -uo pipefail
PATH=$PATH:/usr/sbin:/sbin
kind=$1 probe=$2 bin=${3:-}
[ "$kind" != lease ] || [ -n "${ALBIREO_FULL:-}" ] || { echo "on request: ALBIREO_FULL=1, or ./check --full"; exit 77; }
needs=(unshare ip sysctl)
[ "$kind" = lan ] || needs+=(nft miniupnpd)
for tool in "${needs[@]}"; do command -v "$tool" > /dev/null || { echo "no $tool"; exit 77; }; done
if [ -z "${ALBIREO_IN_NAMESPACE:-}" ]; then
    unshare -Urnm true 2> /dev/null || { echo "no namespaces for users here"; exit 77; }
    exec unshare -Urnmpf --kill-child --mount-proc env ALBIREO_IN_NAMESPACE=1 "$0" "$@"
fi
mount -t tmpfs tmpfs /run || exit 77
ip netns add probe 2> /dev/null || { echo "no network namespaces here"; exit 77; }
failures=0
fail() { echo "homes_test $kind: $1"; failures=$((failures + 1)); }
inside() { local ns=$1; shift; ip netns exec "$ns" "$@"; }

# computer NAME ADDRESS BRIDGE: with one interface on a bridge of the namespace `switch`.
bridge() { ip -n switch link add "$1" type bridge; ip -n switch link set "$1" up; }
computer() {
    ip netns list | grep -qw "$1" || { ip netns add "$1"; ip -n "$1" link set lo up; }
    ip -n switch link add "p$1$3" type veth peer name "e$3" netns "$1"
    ip -n switch link set "p$1$3" master "$3" up
    ip -n "$1" addr add "$2" dev "e$3" broadcast +
    ip -n "$1" link set "e$3" up
}
# expect_found WHAT NAMESPACE CODE ADDRESS: within 0.3 s. ADDRESS is a regular expression.
expect_found() {
    local told ms
    told=$(inside "$2" "$probe" find "$3" 3000)
    echo "$1: $told"
    [[ $told =~ ^"found K7QF2M at "($4)" after " ]] || { fail "$1: $told"; return; }
    ms=${told##*after } && ms=${ms% ms}
    [ "$ms" -le 300 ] || fail "$1: takes $ms ms"
}

lan() {
    ip netns add switch
    bridge one; bridge two
    computer host 192.168.1.20/24 one
    computer friend 192.168.1.21/24 one
    computer friend 10.0.5.1/24 two  # its second network, where nothing is
    computer far 10.0.5.2/24 two
    sleep 2.5                        # until the IPv6 addresses can be used
    ip netns exec host "$probe" serve 7777 K7QF2M 60 &
    local server=$!
    sleep 0.3
    expect_found "among all games" friend - 192.168.1.20:7777
    expect_found "by its code" friend K7QF2M 192.168.1.20:7777
    # Whichever answer comes first: the broadcast returns to its own computer too.
    expect_found "on its own computer" host - '127\.0\.0\.1:7777|192\.168\.1\.20:7777'
    [ "$(inside friend "$probe" find A2A2A2 500)" = "found nothing" ] || fail "a wrong code finds a game"
    [ "$(inside far "$probe" find - 500)" = "found nothing" ] || fail "another network finds the game"
    # Without broadcasts there is still the IPv6 group.
    inside friend ip addr flush dev eone scope global
    inside friend ip addr add 192.168.1.21/24 dev eone broadcast 192.168.1.99
    sleep 0.3
    expect_found "by IPv6 multicast alone" friend - 192.168.1.20:7777
    kill $server
    ip netns exec host "$probe" serve 7780 K7QF2M 60 &
    sleep 0.3
    expect_found "on the last of the ports" friend - 192.168.1.20:7780
}

# wire NS1 IF1 ADDRESS1 NS2 IF2 ADDRESS2
wire() {
    ip -n "$1" link add "$2" type veth peer name "$5" netns "$4"
    ip -n "$1" addr add "$3" dev "$2"; ip -n "$4" addr add "$6" dev "$5"
    ip -n "$1" link set "$2" up; ip -n "$4" link set "$5" up
}
# A home behind a router with a real miniupnpd, and a stranger on the internet. miniupnpd refuses a private address on its
# outer side, hence 9.9.1.2.
home() {
    local name
    for name in inet home router; do ip netns add $name; ip -n $name link set lo up; done
    wire inet wan 9.9.1.1/24 router wan 9.9.1.2/24
    wire router lan 192.168.1.1/24 home e0 192.168.1.20/24
    inside router sysctl -qw net.ipv4.ip_forward=1
    ip -n router route add default via 9.9.1.1
    ip -n router route add 239.0.0.0/8 dev lan
    ip -n home route add default via 192.168.1.1
    inside router nft -f - << 'RULES' || { echo "nft does not work here"; exit 77; }
table inet igd {
    chain postrouting { type nat hook postrouting priority 100; jump opened-out; meta nfproto ipv4 oifname "wan" masquerade; }
    chain prerouting { type nat hook prerouting priority -100; jump opened; }
    chain input { type filter hook input priority 0; policy accept; iifname "wan" ct state new drop; }
    chain forward { type filter hook forward priority 0; policy accept; jump allowed; iifname "wan" ct state new drop; }
    chain opened { }
    chain opened-out { }
    chain allowed { }
}
RULES
    # daemon UPNP PMP [SECONDS]: starts miniupnpd with these on or off; it grants a port for as long at most
    daemon() {
        cat > /run/igd.conf << CONF
ext_ifname=wan
listening_ip=lan
enable_upnp=$1
enable_natpmp=$2
upnp_table_name=igd
upnp_nat_table_name=igd
upnp_forward_chain=allowed
upnp_nat_chain=opened
upnp_nat_postrouting_chain=opened-out
secure_mode=yes
min_lifetime=30
max_lifetime=${3:-86400}
uuid=00000000-0000-0000-0000-00000000000a
allow 1024-65535 192.168.1.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
CONF
        inside router miniupnpd -f /run/igd.conf -P /run/igd.pid -d > /run/igd.log 2>&1 &
        sleep 1
    }
    stop() { kill "$(cat /run/igd.pid)"; sleep 0.5; }
    rules() { inside router nft list chain inet igd opened > /run/rules && grep -c 'dnat' /run/rules; }
}
router() {
    local told port
    home
    # granted NAME PATTERN MS [upnp]: maps the port, within that time in one of three tries (a busy computer delays some), sends a packet through it from
    # outside, and checks that it is closed afterwards.
    granted() {
        local ms=9999 try
        for try in 1 2 3; do
            map_once "$@"
            [ "$ms" -gt "$3" ] || return 0
        done
        fail "$1: takes $ms ms, not $3 at most"
    }
    map_once() {
        rm -f /run/told  # the background job may be late to empty it
        inside home "$probe" map 7777 1500 ${4:-} > /run/told &
        local mapper=$!
        for _ in $(seq 300); do [ -s /run/told ] && break; sleep 0.1; done
        told=$(cat /run/told)
        echo "$1: $told"
        [[ $told == $2 ]] || fail "$1: $told; $(tail -3 /run/igd.log)"
        ms=${told##*after } && ms=${ms% ms}
        [[ $ms =~ ^[0-9]+$ ]] || ms=9999
        port=${told#*:} && port=${port%% *}
        inside home timeout 2 "$probe" serve 7777 K7QF2M 1 > /run/got &
        local server=$!
        sleep 0.3
        inside inet bash -c "echo -n knock > /dev/udp/9.9.1.2/${port:-1}"
        [ "$(rules)" = 1 ] || fail "$1: the router has no rule for it: $(cat /run/rules)"
        wait $server
        grep -q '^got knock' /run/got || fail "$1: a stranger's packet does not arrive"
        wait $mapper
        [ "$(rules)" = 0 ] || fail "$1: the mapping is still there: $(cat /run/rules)"
    }
    daemon no yes
    granted "PCP" "granted 9.9.1.2:7777 by PCP after * ms" 1000
    # PCP has version 2 in the first byte of its packets. Some older routers ignore them.
    inside router nft -f - << 'RULES'
add chain inet igd silent { type filter hook input priority 1; }
add rule inet igd silent iifname "lan" udp dport 5351 @th,64,8 2 drop
RULES
    granted "NAT-PMP from a router that is silent about PCP" "granted 9.9.1.2:7777 by NAT-PMP after * ms" 1000
    inside router nft flush chain inet igd silent
    stop
    daemon yes no
    granted "UPnP" "granted 9.9.1.2:7777 by UPnP after * ms" 1000 upnp
    granted "UPnP after PCP is refused" "granted 9.9.1.2:7777 by UPnP after * ms" 1000
    inside router nft add rule inet igd input iifname lan udp dport 5351 drop
    granted "UPnP while the router is silent about PCP" "granted 9.9.1.2:7777 by UPnP after * ms" 1000
    stop
    told=$(inside home "$probe" map 7777 0)
    echo "without a daemon: $told"
    [[ $told == "refused: PCP: "* ]] || fail "without a daemon: $told"
}
# A mapping that the router grants for a minute is renewed while the program runs. It expires if the program dies.
lease() {
    local mapper server
    home
    daemon no yes 60
    arrives() {
        inside home timeout 2 "$probe" serve 7777 K7QF2M 1 > /run/got &
        server=$!
        sleep 0.3
        inside inet bash -c "echo -n knock > /dev/udp/9.9.1.2/7777"
        wait $server
        grep -q '^got knock' /run/got
    }
    ip netns exec home "$probe" map 7777 300000 > /run/told &
    mapper=$!
    sleep 80
    arrives || fail "a mapping for a minute is not renewed: $(cat /run/told)"
    echo "a mapping for a minute, after 80 s: $(cat /run/told)"
    kill -9 $mapper
    arrives || fail "the mapping goes before its time"
    sleep 75
    [ "$(rules)" = 0 ] || fail "the mapping of a dead program does not expire: $(cat /run/rules)"
    ! arrives || fail "a stranger's packet arrives through an expired mapping"
    echo "a mapping for a minute, 75 s after its program died: gone"
}
# Two bots play, one at home and one on the internet, which connects to the mapped port.
plays_through_port() {
    local mapper server gold code
    inside home "$bin/albireo-server" --port 7777 --level the_cut --key /run/host.key --exit-after 1 > /run/host.log 2>&1 &
    server=$!
    ip netns exec home "$probe" map 7777 25000 > /run/told &
    mapper=$!
    for _ in $(seq 100); do grep -q granted /run/told && grep -q 'listening on' /run/host.log && break; sleep 0.1; done
    inside home "$bin/albireo-bot" --connect 127.0.0.1:7777 --create --seconds 3 --wait 60 > /run/code 2> /run/gold.log &
    gold=$!
    for _ in $(seq 300); do [ -s /run/code ] && break; sleep 0.1; done
    code=$(sed 's/code //' /run/code)
    inside inet timeout 60 "$bin/albireo-bot" --connect 9.9.1.2:7777 --join "$code" --seconds 3 2> /run/blue.log || fail "through the port: the joiner fails: $(tail -1 /run/blue.log)"
    wait $gold || fail "through the port: the host's player fails: $(tail -1 /run/gold.log)"
    wait $server || fail "through the port: the server fails: $(tail -1 /run/host.log)"
    wait $mapper
    echo "a game through the mapped port: played"
}
# The port is probed by a rendezvous on the internet before friends are told of it.
probed() {
    home
    local rendezvous
    start_rendezvous() {
        ip netns exec inet "$bin/albireo-server" --bind 9.9.1.1 --port 7777 --rendezvous "$@" --key /run/key > /run/rendezvous.log 2>&1 &
        rendezvous=$!
    }
    start_rendezvous
    daemon no yes
    told() {
        local said
        said=$(inside home "$probe" prove 7777 9.9.1.1:7777)
        echo "$1: $said"
        [[ $said == $2 ]] || fail "$1: $said; $(tail -2 /run/rendezvous.log)"
    }
    told "a port that the router forwards" "told, open after * ms"
    plays_through_port
    # The router still answers that it forwards the port, and still lets the answers of the rendezvous in.
    inside router nft -f - << 'RULES'
add chain inet igd closed { type filter hook forward priority -5; }
add rule inet igd closed iifname "wan" ct state new drop
RULES
    told "a port that the router grants, and drops what comes in" "not told, closed after * ms"
    # The router lets in all addresses to which something was sent, and no others. So friends stay out, and only a second address finds that.
    inside router nft -f - << 'RULES'
flush chain inet igd closed
add set inet igd known { type ipv4_addr; flags dynamic,timeout; timeout 5m; }
add rule inet igd closed oifname "wan" add @known { ip daddr }
add rule inet igd closed iifname "wan" ct state new ip saddr != @known drop
RULES
    inside router conntrack -F 2> /dev/null
    told "a port for known addresses only, probed from the rendezvous's own address" "told, open after * ms"
    kill $rendezvous; wait $rendezvous
    ip -n inet addr add 9.9.1.9/24 dev wan
    start_rendezvous --rendezvous-probe 9.9.1.9
    told "a port for known addresses only, probed from a second address" "not told, closed after * ms"
    inside router nft flush chain inet igd closed
    told "a port that is open to strangers, probed from a second address" "told, open after * ms"
}

# The router's firewall drops what strangers send to the home by IPv6, until a real miniupnpd opens a pinhole.
pinhole() {
    [ -e /proc/net/if_inet6 ] || { echo "no IPv6 in this kernel"; exit 77; }
    home
    local told
    ip -n inet addr add 2001:db8:9::1/64 dev wan nodad; ip -n router addr add 2001:db8:9::2/64 dev wan nodad
    ip -n router addr add 2001:db8:1::1/64 dev lan nodad; ip -n router addr add fe80::1/64 dev lan nodad
    ip -n home addr add 2001:db8:1::20/64 dev e0 nodad
    inside router sysctl -qw net.ipv6.conf.all.forwarding=1
    ip -n router route add default via 2001:db8:9::1; ip -n inet route add 2001:db8:1::/64 via 2001:db8:9::2
    ip -n router route add ff00::/8 dev lan table local 2> /dev/null
    ip -n home route add default via fe80::1 dev e0
    sleep 2.5  # until the link-local addresses can be used
    holes() { inside router nft list chain inet igd allowed > /run/rules && grep -c '0x20010db8000100000000000000000020' /run/rules; }
    knock() { inside inet bash -c "echo -n knock > /dev/udp/2001:db8:1::20/7777"; }
    # arrives: a packet of a stranger comes to the game's port
    arrives() {
        inside home timeout 3 "$probe" serve 7777 K7QF2M 2 > /run/got &
        local server=$!
        sleep 0.3
        knock; sleep 0.2; knock
        wait $server
        grep -q '^got knock' /run/got
    }
    # granted NAME PATTERN MS [upnp]
    granted() {
        local ms=9999 try
        for try in 1 2 3; do
            rm -f /run/told
            inside home "$probe" pinhole 7777 8000 ${4:-} > /run/told &
            local maker=$!
            for _ in $(seq 300); do [ -s /run/told ] && break; sleep 0.1; done
            told=$(cat /run/told)
            echo "$1: $told"
            [[ $told == $2 ]] || fail "$1: $told; $(tail -3 /run/igd.log)"
            ms=${told##*after } && ms=${ms% ms}
            [[ $ms =~ ^[0-9]+$ ]] || ms=9999
            [ "$(holes)" = 1 ] || fail "$1: the router has $(holes) pinholes: $(cat /run/rules)"
            arrives || fail "$1: a stranger's packet does not arrive"
            sleep 2.5
            [ "$(holes)" = 1 ] || fail "$1: after it was renewed the router has $(holes) pinholes"
            wait $maker || fail "$1: it is not renewed: $(tail -3 /run/igd.log)"
            # This miniupnpd refuses to remove what it has opened by PCP, because it forgets the nonce: it lets the pinhole expire after its shortest time.
            for _ in $(seq 45); do [ "$(holes)" = 0 ] && break; sleep 1; done
            [ "$(holes)" = 0 ] || fail "$1: the pinhole is left over: $(cat /run/rules)"
            inside router conntrack -F 2> /dev/null
            [ "$ms" -gt "$3" ] || return 0
        done
        fail "$1: takes $ms ms, not $3 at most"
    }
    ! arrives || fail "the firewall lets strangers in"
    daemon yes yes
    granted "a pinhole by PCP" "granted \[2001:db8:1::20\]:7777 by PCP after * ms" 1000
    granted "a pinhole by UPnP, the router is silent about PCP" "granted \[2001:db8:1::20\]:7777 by UPnP after * ms" 3000 upnp
    ! arrives || fail "a stranger's packet arrives through a pinhole that was removed"
    # Probed by a rendezvous before the screen says that it works.
    ip netns exec inet "$bin/albireo-server" --bind 2001:db8:9::1 --port 7777 --rendezvous --key /run/key > /run/rendezvous.log 2>&1 &
    sleep 1
    proven() {
        told=$(inside home "$probe" prove 7777 "[2001:db8:9::1]:7777")
        echo "$1: $told"
        [[ $told == $2 ]] || fail "$1: $told; $(tail -2 /run/rendezvous.log)"
    }
    proven "a pinhole that a rendezvous has tried" "told, open after * ms"
    inside router nft -f - << 'RULES'
add chain inet igd closed { type filter hook forward priority -5; }
add rule inet igd closed iifname "wan" ct state new drop
RULES
    proven "a pinhole that the router grants, and drops what comes in" "not told, closed after * ms"
    stop
    told=$(inside home "$probe" pinhole 7777 0)
    echo "a router that answers nothing: $told"
    [[ $told == "refused: PCP: the router does not answer; UPnP: no UPnP router answers over IPv6" ]] || fail "a router that answers nothing: $told"
}

$kind
exit $((failures > 0))
