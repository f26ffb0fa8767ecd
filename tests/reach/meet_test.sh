#!/usr/bin/env bash
# Goal: two players in two homes, behind routers of every kind, meet through a rendezvous and play: directly within 0.3 s after the
# introduction where the routers allow it, else through the relay within 2.3 s. Each row says how they met, and after how long.
#   meet_test.sh BIN REACH_WIRE ROW...    BIN: the folder of the programs; ROW: a name of rows(), or `all`
#   meet_test.sh --rows
# The internet is slow (80 ms ping). Rows marked `full` run with ALBIREO_FULL=1 only, or if `all` is given. The lines it prints are those of the table in README.md.
set -uo pipefail
PATH=$PATH:/usr/sbin:/sbin
# The name, the routers of the host and the joiner (IPv4, but for `ipv6`, and `both`, whose IPv4 is symmetric), what the firewalls do with strangers, the loss between the homes
# in percent, how the players are to meet, and within how many milliseconds after the introduction. In a row `watch`, the joiner is a spectator of a game of two bots in the first home.
rows() {
    local routers host joiner firewall loss how when
    for routers in {cone,shift,symmetric}-{cone,shift,symmetric} ipv6-ipv6; do
        host=${routers%-*} joiner=${routers#*-} how='punched 300'
        [[ $routers != *symmetric* ]] || how='relayed 2300'
        for firewall in drop reject accept; do
            for loss in 0 15; do
                when=full
                [ $firewall$loss != drop0 ] || when=always
                echo "row ${routers/ipv6-ipv6/ipv6}-$firewall$([ $loss = 0 ] || echo -loss) $when $host $joiner $firewall $loss $how"
            done
        done
    done
    cat << 'ROWS'
row address-cone-drop         always address   cone drop 0 relayed 1000
row both-symmetric-drop       always both      both drop 0 punched 300
row ipv6-and-ipv4             always ipv6      cone drop 0 relayed 2300
row idle-cone-cone-drop       full   cone      cone drop 0 punched 300
row watch-cone-cone-drop      full   cone      cone drop 0 punched 300
row watch-symmetric-cone-drop full   symmetric cone drop 0 relayed 2300
row one-home-isolated         full   cone      -    drop 0 relayed 2300
ROWS
}
if [ "${1:-}" = --rows ]; then rows; exit 0; fi
bin=$1 wire=$2
shift 2
if [ "$*" = all ]; then
    mapfile -t wanted < <(rows)
else
    for name in "$@"; do
        line=$(rows | grep "^row $name ") || { echo "meet_test: no row '$name'"; exit 2; }
        [[ $line != *" full "* ]] || [ -n "${ALBIREO_FULL:-}" ] || { echo "on request: ALBIREO_FULL=1, or ./check --full"; exit 77; }
        wanted+=("$line")
    done
fi
for tool in unshare ip sysctl nft; do command -v "$tool" > /dev/null || { echo "no $tool"; exit 77; }; done
if [ -z "${ALBIREO_IN_NAMESPACE:-}" ]; then
    unshare -Urnm true 2> /dev/null || { echo "no namespaces for users here"; exit 77; }
    exec unshare -Urnmpf --kill-child --mount-proc env ALBIREO_IN_NAMESPACE=1 "$0" "$bin" "$wire" "$@"
fi
mount -t tmpfs tmpfs /run || exit 77
printf '127.0.0.1 localhost\n2001:db8:9::1 meet.example\n10.9.0.1 meet.example\n' > /run/hosts
mount --bind /run/hosts /etc/hosts || exit 77
export HOME=/run
ip netns add probe 2> /dev/null || { echo "no network namespaces here"; exit 77; }
failures=0
fail() { echo "meet_test: $1"; failures=$((failures + 1)); }
inside() { local ns=$1; shift; ip netns exec "$ns" "$@"; }

for name in inet mid ra rb ha hb; do ip netns add $name; ip -n $name link set lo up; done
# cable NS1 IF1 NS2 IF2
cable() {
    ip -n "$1" link add "$2" type veth peer name "$4" netns "$3"
    for each in "$1 $2" "$3 $4"; do
        inside "${each% *}" "$wire" plain "${each#* }" || exit 77
        ip -n "${each% *}" link set "${each#* }" up
    done
}
for home in a b; do
    cable inet w$home mid ${home}1
    cable mid ${home}2 r$home wan
    cable r$home lan h$home eth0
    ip -n r$home addr add 192.168.1.1/24 dev lan
    ip -n h$home addr add 192.168.1.20/24 dev eth0  # on purpose the same in both homes
    ip -n h$home route add default via 192.168.1.1
    inside r$home sysctl -qw net.ipv4.ip_forward=1
done
ip -n inet addr add 10.9.0.1/32 dev lo  # of the rendezvous, which answers from it
ip -n inet addr add 10.9.0.2/32 dev lo  # … its second one
for home in a:1 b:2; do
    at=10.9.${home#*:} r=r${home%:*} wan=w${home%:*}
    ip -n inet addr add $at.1/24 dev $wan; ip -n $r addr add $at.2/24 dev wan; ip -n $r route add default via $at.1
    ip -n inet route replace $at.0/24 dev $wan src 10.9.0.1
done
inside inet sysctl -qw net.ipv4.ip_forward=1
has_ipv6=
if [ -e /proc/net/if_inet6 ]; then
    has_ipv6=1
    ip -n inet addr add 2001:db8:9::1/128 dev lo
    for home in a b; do
        h=h$home r=r$home wan=w$home
        ip -n inet addr add 2001:db8:$home$home::1/64 dev $wan nodad; ip -n $r addr add 2001:db8:$home$home::2/64 dev wan nodad
        ip -n $r addr add 2001:db8:$home::1/64 dev lan nodad; ip -n $h addr add 2001:db8:$home::20/64 dev eth0 nodad
        ip -n $r route add default via 2001:db8:$home$home::1; ip -n $h route add default via 2001:db8:$home::1
        ip -n inet route add 2001:db8:$home::/64 via 2001:db8:$home$home::2 src 2001:db8:9::1
        inside $r sysctl -qw net.ipv6.conf.all.forwarding=1
    done
    inside inet sysctl -qw net.ipv6.conf.all.forwarding=1
fi
# A guest network of the first home, which its router keeps apart from the other one.
ip netns add hg; ip -n hg link set lo up
cable ra guest hg eth0
ip -n ra addr add 192.168.2.1/24 dev guest
ip -n hg addr add 192.168.2.20/24 dev eth0; ip -n hg route add default via 192.168.2.1

wires=()
# slow LOSS_PERCENT: each home's line takes 20 ms each way, so a ping between the homes takes 80 ms.
slow() {
    [ ${#wires[@]} = 0 ] || kill "${wires[@]}"
    wires=()
    for home in a b; do
        ip netns exec mid "$wire" ${home}1 ${home}2 20 "$1" &
        wires+=($!)
    done
    sleep 0.3
}
# router NS KIND [FIREWALL]
router() {
    local nat ipv4=accept ipv6=drop
    case $2 in
        cone) nat='masquerade' ;;
        shift) nat='meta l4proto udp masquerade to :20000-29999' ;;
        # One port for both ports of the rendezvous's address, another one for every other address.
        address) nat='ip daddr 10.9.0.1 masquerade; oifname "wan" masquerade fully-random' ;;
        symmetric) nat='masquerade fully-random' ;;
        ipv6) nat='masquerade' ipv4=drop ipv6=accept ;;
        both) nat='masquerade fully-random' ipv6=accept ;;
    esac
    inside "$1" nft -f - << RULES || { echo "nft does not work here"; exit 77; }
table ip home
delete table ip home
table ip home {
    chain postrouting { type nat hook postrouting priority 100; oifname "wan" $nat; }
    chain input { type filter hook input priority 0; policy accept; iifname "wan" ct state new ${3:-drop}; }
    chain forward { type filter hook forward priority 0; policy $ipv4; iifname "wan" ct state new drop; iifname "guest" oifname "lan" drop; }
}
table ip6 home
delete table ip6 home
table ip6 home {
    chain forward { type filter hook forward priority 0; policy $ipv6; iifname "wan" ct state new ${3:-drop}; }
}
RULES
}

# rendezvous: a new one for each row, because one address may use four relays in a minute.
rendezvous=
rendezvous() {
    [ -z "$rendezvous" ] || { kill "$rendezvous"; wait "$rendezvous"; }
    ip netns exec inet "$bin/albireo-server" --port 7777 --rendezvous --rendezvous-second 10.9.0.2 --key /run/rendezvous.key > /run/rendezvous.log 2>&1 &
    rendezvous=$!
    sleep 0.5
}
# meets ROW: a host at the first router, a joiner at the second, and how they are to meet within how long.
port=7800 loss_now=
meets() {
    local name=$2 nat_a=$4 nat_b=$5 firewall=$6 loss=$7 how=$8 most=$9
    local code told ms total joiner=hb at=10.9.0.1
    if [[ $nat_a$nat_b == *ipv6* || $nat_a == both ]]; then
        [ -n "$has_ipv6" ] || { echo "no IPv6 in this kernel"; exit 77; }
        at=meet.example
    fi
    port=$((port + 10))  # other ports: no row meets through what the routers remember of another
    # 8 % on the line of each home are 15 % between the homes.
    [ "$loss" = "$loss_now" ] || slow $((loss > 0 ? 8 : 0))
    loss_now=$loss
    router ra "$nat_a" "$firewall"
    if [ "$nat_b" = - ]; then joiner=hg; else router rb "$nat_b" "$firewall"; fi
    rendezvous
    inside ha "$bin/albireo-server" --port $port --enrol-at $at --key /run/host.key --exit-after 1 > /run/host.log 2>&1 &
    local host=$!
    sleep 0.5
    inside ha "$bin/albireo-bot" --connect 127.0.0.1:$port --create --seconds $([[ $name == watch-* ]] && echo 8 || echo 3) --wait 120 > /run/code 2> /run/gold.log &
    local gold=$!
    for _ in $(seq 600); do [ -s /run/code ] && grep -q enrolled /run/host.log && break; sleep 0.1; done
    code=$(sed 's/code //' /run/code)
    # Twice as long as these routers remember a silent connection: the host's keep-alives hold its port.
    if [[ $name == idle-* ]]; then
        for each in ra rb; do
            inside $each sysctl -qw net.netfilter.nf_conntrack_udp_timeout=20 net.netfilter.nf_conntrack_udp_timeout_stream=20 || exit 77
        done
        sleep 40
    fi
    if [[ $name == watch-* ]]; then
        inside ha "$bin/albireo-bot" --connect 127.0.0.1:$port --join "$code" --seconds 8 --report-json /run/blue.json 2> /run/partner.log &
        local partner=$!
        sleep 2
        code=$(sed -n 's/.*spectators watch with the code //p' /run/gold.log)
        inside $joiner timeout 60 "$bin/albireo-replay" --log-level debug verify --live "$code" --rendezvous $at 2> /run/blue.log || fail "$name: the spectator fails: $(tail -1 /run/blue.log)"
        grep -q '^.*same .* watched live' /run/blue.log || fail "$name: not watched: $(tail -1 /run/blue.log)"
        wait $partner || fail "$name: the partner fails: $(tail -1 /run/partner.log)"
    else
        inside $joiner timeout 40 "$bin/albireo-bot" --join "$code" --rendezvous $at --seconds 3 --report-json /run/blue.json 2> /run/blue.log ||
            fail "$name: the joiner fails: $(tail -1 /run/blue.log)"
    fi
    wait $gold || fail "$name: the host's player fails: $(tail -1 /run/gold.log)"
    kill $host 2> /dev/null; wait $host
    told=$(grep -oE '(punched|relayed) at .*' /run/blue.log | head -1)
    ms=$(sed -E 's/.*, ([0-9]+) ms after the intro.*/\1/' <<< "$told")
    total=$(sed -E 's/.*, ([0-9]+) ms after the first.*/\1/' <<< "$told")
    printf '| `%s` | %s | %s | %s | %s %% | %s | %s ms | %s ms | %s |\n' "$name" "$nat_a" "$nat_b" "$firewall" "$loss" "${told%% *}" "${ms:-?}" "${total:-?}" "$([ "$3" = full ] || echo yes)"
    [[ $told == $how* ]] || fail "$name: ${told:-they do not meet: $(tail -2 /run/blue.log)}"
    if [ "${ms:-9999}" -gt "$most" ]; then
        # Chance alone loses several punches in a row now and then: a row with loss may take too long once.
        [ "$loss" -gt 0 ] && [ -n "$ms" ] && [ -z "${10:-}" ] && { meets "$@" again; return; }
        fail "$name: takes $ms ms"
    fi
    [[ $name == watch-* ]] || grep -q "\"route\": *\"$how\"" /run/blue.json || fail "$name: the report does not say $how"
    grep -q '"desyncs": *0' /run/blue.json || fail "$name: a desync"
}

for line in "${wanted[@]}"; do
    read -ra words <<< "$line"
    meets "${words[@]}"
done
exit $((failures > 0))
