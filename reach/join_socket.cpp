#include "reach/join_socket.hpp"

#include <algorithm>
#include <array>
#include <random>

namespace albireo::reach {
namespace {

using State = JoinMeeting::State;

constexpr int kReadAtOnce = 64;  // read in one advance()

/// How far a meeting has come. Of those that failed: how far it had come.
int progress(const JoinMeeting& meeting) {
    if (meeting.state() == State::failed) return static_cast<int>(meeting.failure());
    // A relay is worth less than a direct path, and than one that may still open.
    constexpr int kOfState[] = {10, 13, 11, 14, 12};
    return kOfState[static_cast<int>(meeting.state())];
}

}  // namespace

std::optional<Address> read_rendezvous(const std::string& text) {
    if (proto::read_ip(text).is_ipv6()) return read_address("[" + text + "]:" + std::to_string(kRendezvousPort));
    if (auto address = read_address(text)) return address;
    return read_address(text + ":" + std::to_string(kRendezvousPort));
}

JoinSocket::JoinSocket(Address rendezvous, std::string code, bool may_relay)
    : rendezvous_(std::move(rendezvous)), code_(std::move(code)), may_relay_(may_relay), lookup_(rendezvous_.host) {}

/// One address of each family, in the system's order.
void JoinSocket::begin() {
    std::random_device entropy;
    for (const proto::IpAddress& each : lookup_.addresses()) {
        const auto is_same = [&](const Attempt& known) { return known.server.host.is_ipv6() == each.is_ipv6(); };
        if (std::ranges::any_of(attempts_, is_same)) continue;
        const NetAddress server{each, rendezvous_.port};
        attempts_.push_back({server, JoinMeeting({.rendezvous = server, .id = entropy(), .code = code_, .may_relay = may_relay_})});
    }
}

void JoinSocket::advance(Micros now) {
    if (!lookup_.is_done()) return;
    if (attempts_.empty()) begin();
    for (Attempt& each : attempts_) {
        Outbox out;
        std::array<std::uint8_t, 2 * kMeetBytesMax> bytes{};
        for (int i = 0; i < kReadAtOnce; ++i) {
            const auto received = each.socket->receive(bytes);
            if (!received) break;
            each.meeting.take(received->from, received->bytes, now, out);
        }
        each.meeting.advance(now, out);
        // What cannot be sent at the moment is sent again: every packet of a meeting is.
        for (const Outgoing& datagram : out) each.socket->send(datagram.to, datagram.bytes);
    }
}

const JoinSocket::Attempt* JoinSocket::leading() const {
    const auto found = std::ranges::max_element(attempts_, {}, [](const Attempt& each) { return progress(each.meeting); });
    return found == attempts_.end() ? nullptr : &*found;
}

std::optional<JoinSocket::Route> JoinSocket::route() const {
    const Attempt* const best = leading();
    if (best == nullptr) return {};
    const std::uint16_t own_port = best->socket->port();
    if (best->meeting.state() == State::met) return Route{best->meeting.host(), {.own_port = own_port}};
    if (best->meeting.state() != State::relayed) return {};
    return Route{best->server, {.own_port = own_port, .relay = relay_route_of(best->server, best->meeting.token(), 1)}};
}

std::string JoinSocket::failure() const {
    if (has_no_address()) return "no address is known for '" + rendezvous_.host + "'";
    const Attempt* const best = leading();
    return best != nullptr && best->meeting.state() == State::failed ? text_of(best->meeting.failure()) : "";
}

Micros JoinSocket::since_introduction(Micros now) const {
    const JoinMeeting* const best = meeting();
    return best != nullptr && best->introduced_at() >= 0 ? now - best->introduced_at() : -1;
}

}  // namespace albireo::reach
