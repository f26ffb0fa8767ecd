#include "reach/join_socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <random>

namespace albireo::reach {
namespace {

constexpr int kDatagramsMax = 64;  // read in one advance()

void send(int socket, const Outgoing& each) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = each.to.host.ipv4();
    to.sin_port = htons(each.to.port);
    // What cannot be sent at the moment is sent again: every packet of a meeting is.
    ::sendto(socket, each.bytes.data(), each.bytes.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), sizeof to);
}

}  // namespace

std::optional<Address> read_rendezvous(const std::string& text) {
    if (auto address = read_address(text)) return address;
    return read_address(text + ":" + std::to_string(kRendezvousPort));
}

JoinSocket::JoinSocket(Address rendezvous, std::string code, bool may_relay)
    : rendezvous_(std::move(rendezvous)), code_(std::move(code)), may_relay_(may_relay), lookup_(rendezvous_.host) {
    socket_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    socklen_t size = sizeof own;
    if (::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0 &&
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size) == 0) {
        port_ = ntohs(own.sin_port);
    }
}

JoinSocket::~JoinSocket() {
    if (socket_ >= 0) ::close(socket_);
}

void JoinSocket::advance(Micros now) {
    if (!lookup_.is_done() || lookup_.ipv4().is_none()) return;
    if (!meeting_) {
        std::random_device entropy;
        server_ = {lookup_.ipv4(), rendezvous_.port};
        meeting_.emplace(JoinMeetingOptions{.rendezvous = server_, .id = entropy(), .code = code_, .may_relay = may_relay_});
    }
    Outbox out;
    std::array<std::uint8_t, 2 * kMeetBytesMax> bytes{};
    for (int i = 0; i < kDatagramsMax; ++i) {
        sockaddr_in from{};
        socklen_t length = sizeof from;
        const auto size = ::recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
        if (size < 0) break;
        meeting_->take({from.sin_addr.s_addr, ntohs(from.sin_port)}, std::span{bytes}.first(static_cast<std::size_t>(size)),
                       now, out);
    }
    meeting_->advance(now, out);
    for (const Outgoing& each : out) send(socket_, each);
}

std::optional<JoinSocket::Route> JoinSocket::route() const {
    if (!meeting_ || meeting_->state() < JoinMeeting::State::met || meeting_->state() == JoinMeeting::State::failed) return {};
    if (meeting_->state() == JoinMeeting::State::met) return Route{meeting_->host(), {.own_port = port_}};
    return Route{server_, {.own_port = port_, .relay = relay_route_of(server_, meeting_->token(), 1)}};
}

std::string JoinSocket::failure() const {
    if (has_no_address()) return "no address is known for '" + rendezvous_.host + "'";
    return meeting_ && meeting_->state() == JoinMeeting::State::failed ? text_of(meeting_->failure()) : "";
}

Micros JoinSocket::since_introduction(Micros now) const {
    return meeting_ && meeting_->introduced_at() >= 0 ? now - meeting_->introduced_at() : -1;
}

}  // namespace albireo::reach
