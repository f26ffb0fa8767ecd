#include "server/meeting_point.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "proto/sodium_start.hpp"
#include "reach/interfaces.hpp"
#include "reach/join_socket.hpp"

namespace albireo::server {
namespace {

constexpr Micros kLookUpEvery = 30 * proto::kMicrosPerSecond;
constexpr int kDatagramsMax = 256;  // read from the second port in one pass

/// Follows from the server's key, so that what a restarted server is sent with a cookie of the process before is answered.
std::array<std::uint8_t, 16> cookie_secret(const Config& config) {
    std::array<std::uint8_t, 16> secret;
    if (!config.key) {
        randombytes_buf(secret.data(), secret.size());
        return secret;
    }
    constexpr std::string_view kUse = "Albireo rendezvous 1";
    crypto_generichash(secret.data(), secret.size(), reinterpret_cast<const unsigned char*>(kUse.data()), kUse.size(),
                       config.key->secret.data(), config.key->secret.size());
    return secret;
}

std::uint64_t random_token() {
    std::uint64_t bits;
    randombytes_buf(&bits, sizeof bits);
    return bits;
}

}  // namespace

MeetingPoint::MeetingPoint(const Config& config, std::uint32_t shard, proto::EnetLink& link, AdmissionControl& admission)
    : may_relay_(config.may_relay), link_(link), admission_(admission) {
    if (config.rendezvous && shard == 0) {
        open_second(config);
        Rendezvous::Options options{.cookie_secret = cookie_secret(config), .random = random_token, .second_port = second_port_};
        rendezvous_.emplace(admission, std::move(options));
        spdlog::info("rendezvous: programs can meet on UDP port {}{}", link_.port(),
                     second_port_ != 0 ? ", and port " + std::to_string(second_port_) + " detects symmetric routers"
                                       : "; no second port is free, so symmetric routers are not detected");
    }
    if (!config.enrol_at.empty()) {
        const auto address = reach::read_rendezvous(config.enrol_at);
        assert(address && "the option was checked");
        elsewhere_ = reach::text_of(*address);
        elsewhere_port_ = address->port;
        elsewhere_host_ = address->host;
        lookup_.emplace(elsewhere_host_);
    }
}

MeetingPoint::~MeetingPoint() {
    if (second_ >= 0) ::close(second_);
}

/// The port after those of the shards.
void MeetingPoint::open_second(const Config& config) {
    second_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = proto::read_bind_address(config.bind).value_or(proto::IpAddress{}).ipv4();
    own.sin_port = htons(static_cast<std::uint16_t>(config.port == 0 ? 0 : config.port + config.shards));
    socklen_t size = sizeof own;
    if (::bind(second_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
        ::getsockname(second_, reinterpret_cast<sockaddr*>(&own), &size) != 0) {
        ::close(second_);
        second_ = -1;
        return;
    }
    second_port_ = ntohs(own.sin_port);
}

bool MeetingPoint::take(std::span<const std::uint8_t> datagram, proto::NetAddress from, Micros now) {
    if (!reach::is_meet(datagram)) return false;
    reach::Outbox out;
    if (rendezvous_) rendezvous_->take(from, datagram, now, out);
    const auto packet = reach::read_meet(datagram);
    const bool is_banned = packet && packet->kind == reach::MeetKind::meet && admission_.is_banned(packet->address.host.home(), now);
    if (host_ && !is_banned) {
        if (const auto* joiner = host_->take(from, datagram, now, out); joiner != nullptr) {
            // The joiner may come through the relay, if the routers let nothing else pass. A rendezvous cannot name an address that has no limits.
            const proto::IpAddress behind = admission_.is_trusted(joiner->address.host.home()) ? proto::IpAddress{} : joiner->address.host;
            if (may_relay_) link_.add_relay_route(reach::relay_route_of({lookup_->ipv4(), elsewhere_port_}, joiner->token, ++relays_, behind));
            spdlog::debug("a player is introduced by {}", elsewhere_);
        }
    }
    send(out);
    return true;
}

void MeetingPoint::read_second(Micros now) {
    assert(second_ >= 0 && rendezvous_ && "only a rendezvous has a second port");
    std::array<std::uint8_t, 2 * reach::kMeetBytesMax> bytes{};
    for (int i = 0; i < kDatagramsMax; ++i) {
        sockaddr_in from{};
        socklen_t length = sizeof from;
        const auto size = ::recvfrom(second_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
        if (size < 0) break;
        reach::Outbox out;
        rendezvous_->take_second({from.sin_addr.s_addr, ntohs(from.sin_port)},
                                 std::span{bytes}.first(static_cast<std::size_t>(size)), now, out);
        for (const reach::Outgoing& each : out)
            ::sendto(second_, each.bytes.data(), each.bytes.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&from), length);
    }
}

void MeetingPoint::advance(const std::function<std::vector<std::string>()>& codes, Micros now) {
    if (!lookup_) return;
    look_up(now);
    if (!lookup_->is_done() || lookup_->ipv4().is_none()) return;
    if (!host_) {
        has_no_address_ = false;
        host_.emplace(proto::NetAddress{lookup_->ipv4(), elsewhere_port_}, static_cast<std::uint32_t>(random_token()),
                      random_token());
    }
    constexpr Micros kEvery = 100 * proto::kMicrosPerMs;
    if (now - asked_at_ >= kEvery) {
        asked_at_ = now;
        codes_ = codes();
        host_->set_codes(codes_);
        publish_enrolments();
    }
    reach::Outbox out;
    assert(host_.has_value() && !lookup_->ipv4().is_none() && "a rendezvous is asked at its address");
    host_->advance(now, out);
    send(out);
    note_enrolled();
}

/// A name that has no address is looked up again: the network may come later than this server.
void MeetingPoint::look_up(Micros now) {
    assert(lookup_ && "only a server that enrols looks up where");
    if (!lookup_->is_done() || !lookup_->ipv4().is_none()) return;
    has_no_address_ = true;
    if (look_up_again_at_ < 0) {
        spdlog::warn("--enrol-at: no IPv4 address is known for '{}'; looked up again every {} s", elsewhere_host_,
                     kLookUpEvery / proto::kMicrosPerSecond);
    } else if (now >= look_up_again_at_) {
        lookup_.emplace(elsewhere_host_);
    } else {
        return;
    }
    look_up_again_at_ = now + kLookUpEvery;
}

void MeetingPoint::note_enrolled() {
    if (codes_.empty() || codes_.back() == logged_code_ || !host_->is_enrolled(codes_.back())) return;
    logged_code_ = codes_.back();
    spdlog::info("{} is enrolled at the rendezvous {}", logged_code_, elsewhere_);
}

void MeetingPoint::publish_enrolments() {
    std::map<std::string, reach::Enrolment> all;
    for (const std::string& code : codes_) all[code] = host_->enrolment_of(code);
    for (const auto& [code, enrolment] : all) {
        const auto before = published_.find(code);
        const bool is_new = before == published_.end() || before->second != enrolment;
        if (is_new && enrolment == reach::Enrolment::failed) spdlog::warn("{}: no answer from the rendezvous {}, which is asked again", code, elsewhere_);
    }
    const std::lock_guard lock(published_guard_);
    published_ = std::move(all);
}

reach::Enrolment MeetingPoint::enrolment_of(const std::string& code) const {
    if (elsewhere_.empty()) return reach::Enrolment::none;
    if (has_no_address_) return reach::Enrolment::failed;
    const std::lock_guard lock(published_guard_);
    const auto found = published_.find(code);
    if (found != published_.end()) return found->second;
    // A code is published up to a tenth of a second after its game has begun, and not while the name is looked up.
    return published_.size() < reach::HostMeeting::kCodesMax ? reach::Enrolment::asking : reach::Enrolment::none;
}

Micros MeetingPoint::next_due(Micros now) const {
    if (!lookup_) return proto::kNever;
    if (host_) return host_->next_due();
    return std::max(look_up_again_at_, now + 20 * proto::kMicrosPerMs);  // until the name has an address
}

void MeetingPoint::send(const reach::Outbox& out) {
    for (const reach::Outgoing& each : out) link_.send_datagram(each.to, each.bytes, each.hops);
}

}  // namespace albireo::server
