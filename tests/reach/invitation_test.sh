#!/usr/bin/env bash
# Goal: what two players do, with the game itself: `albireo host` at home, behind a router with a real miniupnpd, prints an invitation, and `albireo join
# INVITATION` leads a friend in another home, behind another router, to the game. There is no rendezvous server, and the internet is slow (80 ms ping).
#   invitation_test.sh BIN REACH_WIRE    BIN: the folder of the programs
# The lines it prints are those of the table in README.md.
set -uo pipefail
PATH=$PATH:/usr/sbin:/sbin
bin=$1 wire=$2
for tool in unshare ip sysctl nft miniupnpd; do command -v "$tool" > /dev/null || { echo "no $tool"; exit 77; }; done
if [ -z "${ALBIREO_IN_NAMESPACE:-}" ]; then
    unshare -Urnm true 2> /dev/null || { echo "no namespaces for users here"; exit 77; }
    exec unshare -Urnmpf --kill-child --mount-proc env ALBIREO_IN_NAMESPACE=1 "$0" "$@"
fi
mount -t tmpfs tmpfs /run || exit 77
export HOME=/run XDG_RUNTIME_DIR=/run LC_ALL=C.UTF-8
ip netns add probe 2> /dev/null || { echo "no network namespaces here"; exit 77; }
failures=0
fail() { echo "invitation_test: $1"; failures=$((failures + 1)); }
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
# Both homes have the same addresses on purpose. miniupnpd refuses a private address on its outer side, hence 9.9.
for home in a:1 b:2; do
    at=9.9.${home#*:} h=h${home%:*} r=r${home%:*} wan=w${home%:*}
    cable inet $wan mid ${home%:*}1
    cable mid ${home%:*}2 $r wan
    cable $r lan $h eth0
    ip -n inet addr add $at.1/24 dev $wan; ip -n $r addr add $at.2/24 dev wan; ip -n $r route add default via $at.1
    ip -n $r addr add 192.168.1.1/24 dev lan; ip -n $h addr add 192.168.1.20/24 dev eth0; ip -n $h route add default via 192.168.1.1
    inside $r sysctl -qw net.ipv4.ip_forward=1
    inside $r nft -f - << 'RULES' || { echo "nft does not work here"; exit 77; }
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
    ip netns exec mid "$wire" ${home%:*}1 ${home%:*}2 20 0 &
done
inside inet sysctl -qw net.ipv4.ip_forward=1
ip -n ra route add 239.0.0.0/8 dev lan
cat > /run/igd.conf << 'CONF'
ext_ifname=wan
listening_ip=lan
enable_upnp=yes
enable_natpmp=yes
upnp_table_name=igd
upnp_nat_table_name=igd
upnp_forward_chain=allowed
upnp_nat_chain=opened
upnp_nat_postrouting_chain=opened-out
secure_mode=yes
min_lifetime=30
max_lifetime=86400
uuid=00000000-0000-0000-0000-00000000000a
allow 1024-65535 192.168.1.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
CONF
inside ra miniupnpd -f /run/igd.conf -P /run/igd.pid -d > /run/igd.log 2>&1 &
sleep 1
rules() { inside ra nft list chain inet igd opened | grep -c dnat; }

# Each line with the time at which it is printed, in microseconds.
stamped() { while IFS= read -r line; do echo "${EPOCHREALTIME/[.,]/} $line"; done; }
mkdir /run/host /run/friend
: > /run/host.log
ip netns exec ha "$bin/albireo" --log-level info host --offscreen 64x36 --every 600 --frames /run/host > /run/host.out 2> >(stamped > /run/host.log) &
host=$!
invitation=
for _ in $(seq 600); do
    invitation=$(sed -n 's/^[0-9]* invitation \(.*9\.9\.1\.2.*\)/\1/p' /run/host.log | tail -1)
    [ -z "$invitation" ] && kill -0 $host 2> /dev/null || break
    sleep 0.1
done
[ -n "$invitation" ] || { fail "the host's invitation has no port of the router: $(tail -3 /run/host.log)"; exit 1; }
at() { sed -n "s/^\([0-9]*\) $1.*/\1/p" /run/host.log | head -1; }
mapped_ms=$((($(at 'invitation .*9\.9\.1\.2') - $(at code)) / 1000))
[ "$mapped_ms" -gt 0 ] || mapped_ms=0
[ "$(rules)" = 1 ] || fail "the router has no rule for the game"

began=$(date +%s%3N)
inside hb timeout 90 "$bin/albireo" --log-level info join "$invitation" --offscreen 64x36 --every 20 --until 180 --frames /run/friend > /run/friend.out 2> /run/friend.log ||
    fail "the friend does not play: $(tail -3 /run/friend.log)"
took=$(($(date +%s%3N) - began))
found=$(grep -oE 'found at .*|(punched|relayed) at .*' /run/friend.log | head -1)
ms=$(sed -nE 's/.*, ([0-9]+) ms after the first query.*/\1/p' <<< "$found")
[[ $found == "found at 9.9.1.2:"* ]] || fail "found in another way: ${found:-nothing: $(tail -3 /run/friend.log)}"
[ "$(find /run/friend -name '*.png' | wc -l)" -ge 1 ] || fail "the friend has no pictures of the game"
printf '| `invitation` | the invitation has the mapped port | %s ms after hosting is done | yes |\n' "$mapped_ms"
printf '| … | the friend: %s | %s ms; three seconds are played and drawn after %s ms in all | yes |\n' "${found%%,*}" "${ms:-?}" "$took"
[ "$mapped_ms" -le 1000 ] || fail "the port takes $mapped_ms ms"
[ "${ms:-9999}" -le 1000 ] || fail "the search takes ${ms:-?} ms"
kill -TERM $host
for _ in $(seq 100); do kill -0 $host 2> /dev/null || break; sleep 0.1; done
! kill -0 $host 2> /dev/null || fail "the host does not end"
[ "$(rules)" = 0 ] || fail "the mapping is left over"
exit $((failures > 0))
