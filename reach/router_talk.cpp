#include "reach/router_talk.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace albireo::reach {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

using Family = platform::OwnSocket::Family;

}  // namespace

RouterTalk::RouterTalk(const proto::NetAddress& router, const proto::IpAddress& own)
    : socket_(router.host.is_ipv6() ? Family::ipv6 : Family::ipv4) {
    if (!socket_.is_open()) return;
    if (!own.is_none() && socket_.bind(proto::endpoint_of({own, 0})) != 0) return;
    is_open_ = socket_.connect(proto::endpoint_of(router)) == 0;
    if (is_open_) own_ = proto::address_of(socket_.own()).host;
}

RouterTalk::End RouterTalk::ask(std::span<const std::uint8_t> request, const std::function<bool(std::span<const std::uint8_t>)>& take,
                                std::size_t tries) const {
    for (const milliseconds timeout : std::span(kRetransmitAfter).first(tries)) {
        if (socket_.send(nullptr, request) != 0) return End::refused;
        for (const auto until = Clock::now() + timeout; Clock::now() < until;) {
            const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(until - Clock::now()).count();
            if (!platform::wait_readable(socket_.number(), std::max<std::int64_t>(rest, 1'000))) continue;
            std::array<std::uint8_t, kPcpBytesMax + 1> bytes{};
            platform::OwnSocket::Received got;
            const int error = socket_.receive(bytes, got);
            if (error == ECONNREFUSED) return End::refused;  // nothing listens there
            if (error == 0 && got.size > 0 && take(std::span{bytes}.first(got.size))) return End::answered;
        }
    }
    return End::silent;
}

std::string RouterTalk::ask_pcp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent) const {
    bool only_pmp = false;
    const auto take = [&](std::span<const std::uint8_t> bytes) {
        only_pmp = knows_only_pmp(bytes);
        const auto read = read_pcp(bytes, request);
        if (read) answer = *read;
        return only_pmp || read.has_value();
    };
    const End end = ask(pcp_request(request), take, tries);
    is_silent = end == End::silent;
    if (end != End::answered) return "the router does not answer";
    if (only_pmp) return "the router knows only NAT-PMP";
    return answer.result == 0 ? "" : "the router refuses: " + std::string(pcp_result_text(answer.result));
}

}  // namespace albireo::reach
