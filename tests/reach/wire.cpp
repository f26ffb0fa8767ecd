// reach_wire IF1 IF2 ONE_WAY_MS LOSS_PERCENT [SEED]: a slow and lossy wire between two interfaces of this network namespace, for
// tests: some kernels have no netem.
// reach_wire plain IF: has the kernel compute the checksums of what leaves by this interface, because the wire passes packets on as
// they are.
#include <arpa/inet.h>
#include <linux/ethtool.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <vector>

#include "tests/support/tool_help.hpp"

namespace {

std::int64_t micros() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int open_end(const char* interface) {
    const int end = ::socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK, htons(ETH_P_ALL));
    sockaddr_ll own{};
    own.sll_family = AF_PACKET;
    own.sll_protocol = htons(ETH_P_ALL);
    own.sll_ifindex = static_cast<int>(if_nametoindex(interface));
    if (::bind(end, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0) return end;
    std::perror(interface);
    std::exit(3);
}

int make_plain(const char* interface) {
    ethtool_value off{.cmd = ETHTOOL_STXCSUM, .data = 0};
    ifreq request{};
    std::strncpy(request.ifr_name, interface, IFNAMSIZ - 1);
    request.ifr_data = reinterpret_cast<char*>(&off);
    const int any = ::socket(AF_INET, SOCK_DGRAM, 0);
    if (::ioctl(any, SIOCETHTOOL, &request) == 0) return 0;
    std::perror(interface);
    return 3;
}

struct OnTheWay {
    std::int64_t due;
    int to;
    std::vector<std::uint8_t> bytes;
};

}  // namespace

int main(int argc, char** argv) {
    albireo::support::answer_help(argc, argv, "reach_wire",
                         "A bad link between two interfaces: reach_wire IF1 IF2 ONE_WAY_MS LOSS_PERCENT [SEED], or plain IF");
    if (argc == 3 && std::strcmp(argv[1], "plain") == 0) return make_plain(argv[2]);
    if (argc < 5) {
        std::fprintf(stderr, "reach_wire: IF1 IF2 ONE_WAY_MS LOSS_PERCENT [SEED], or plain IF\n");
        return 2;
    }
    const std::array<int, 2> ends = {open_end(argv[1]), open_end(argv[2])};
    const std::int64_t delay = std::atoi(argv[3]) * std::int64_t{1000};
    const unsigned loss = static_cast<unsigned>(std::atoi(argv[4]));
    std::mt19937 random(argc > 5 ? static_cast<unsigned>(std::atoi(argv[5])) : std::random_device{}());
    std::deque<OnTheWay> way;  // all take as long, so in the order of their times
    std::array<std::uint8_t, 4096> bytes{};
    for (;;) {
        std::array<pollfd, 2> waits = {{{ends[0], POLLIN, 0}, {ends[1], POLLIN, 0}}};
        const std::int64_t rest = way.empty() ? 1'000'000 : std::max<std::int64_t>(way.front().due - micros(), 0);
        const timespec timeout{rest / 1'000'000, rest % 1'000'000 * 1000};
        ::ppoll(waits.data(), waits.size(), &timeout, nullptr);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            for (;;) {
                sockaddr_ll from{};
                socklen_t length = sizeof from;
                const auto size = ::recvfrom(ends[i], bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
                if (size < 0) break;
                if (size < 14 || from.sll_pkttype == PACKET_OUTGOING) continue;
                const bool is_arp = bytes[12] == 0x08 && bytes[13] == 0x06;
                if (!is_arp && random() % 100 < loss) continue;
                way.push_back({micros() + delay, ends[1 - i], {bytes.begin(), bytes.begin() + size}});
            }
        }
        while (!way.empty() && way.front().due <= micros()) {
            if (::send(way.front().to, way.front().bytes.data(), way.front().bytes.size(), 0) < 0) std::perror("send");
            way.pop_front();
        }
    }
}
