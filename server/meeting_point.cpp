#include "server/meeting_point.hpp"

#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>

#include "proto/join_code.hpp"
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

/// How far the wall clock is ahead of the shard's.
Micros wall_ahead() {
    const auto micros = [](auto now) { return std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count(); };
    return micros(std::chrono::system_clock::now()) - micros(std::chrono::steady_clock::now());
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
        open_sockets(config);
        const std::uint16_t second_port = second_ ? second_->port() : std::uint16_t{0};
        Rendezvous::Options options{
            .cookie_secret = cookie_secret(config), .cookie_time = wall_ahead(), .random = random_token, .second = {proto::read_ip(config.rendezvous_second), second_port}, .may_probe = stranger_.has_value()};
        rendezvous_.emplace(admission, std::move(options));
        spdlog::info("rendezvous: programs can meet on UDP port {}{}", link_.port(),
                     second_port != 0 ? ", and port " + std::to_string(second_port) + " detects symmetric routers"
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

/// The second port is the one after the first. Strangers send from any free port, which is told to nobody.
void MeetingPoint::open_sockets(const Config& config) {
    const proto::IpAddress own = proto::read_bind_address(config.bind).value_or(proto::IpAddress{});
    const auto address_or_own = [&](const std::string& text) { return text.empty() ? own : proto::read_ip(text); };
    second_.emplace(address_or_own(config.rendezvous_second), static_cast<std::uint16_t>(config.port == 0 ? 0 : config.port + 1));
    if (!second_->is_open()) {
        if (!config.rendezvous_second.empty()) spdlog::error("--rendezvous-second: cannot listen on {}", config.rendezvous_second);
        second_.reset();
    }
    stranger_.emplace(address_or_own(config.rendezvous_probe));
    if (!stranger_->is_open()) {
        if (!config.rendezvous_probe.empty()) spdlog::error("--rendezvous-probe: cannot send from {}: mapped ports are told untried", config.rendezvous_probe);
        return stranger_.reset();
    }
    stranger_->drop_all();
}

bool MeetingPoint::take(std::span<const std::uint8_t> datagram, proto::NetAddress from, Micros now) {
    if (!reach::is_meet(datagram)) return false;
    reach::Outbox out;
    if (rendezvous_) rendezvous_->take(from, datagram, now, out);
    const auto packet = reach::read_meet(datagram);
    const bool is_banned = packet && packet->kind == reach::MeetKind::meet && admission_.is_banned(packet->address.host.home(), now);
    for (reach::HostMeeting& host : hosts_) {
        if (is_banned) break;
        if (const auto* joiner = host.take(from, datagram, now, out); joiner != nullptr) {
            // The joiner may come through the relay, if the routers let nothing else pass. A rendezvous cannot name an address that has no limits.
            const proto::IpAddress behind = admission_.is_trusted(joiner->address.host.home()) ? proto::IpAddress{} : joiner->address.host;
            const bool has_route = may_relay_ && link_.add_relay_route(reach::relay_route_of(host.rendezvous(), joiner->token, ++relays_, behind));
            spdlog::debug("a player is introduced by {}{}", elsewhere_, has_route || !may_relay_ ? "" : ", but all relay routes are in use");
        }
    }
    send(out);
    return true;
}

void MeetingPoint::read_second(Micros now) {
    assert(second_ && rendezvous_ && "only a rendezvous has a second port");
    std::array<std::uint8_t, 2 * reach::kMeetBytesMax> bytes{};
    for (int i = 0; i < kDatagramsMax; ++i) {
        const auto received = second_->receive(bytes);
        if (!received) break;
        reach::Outbox out;
        rendezvous_->take_second(received->from, received->bytes, now, out);
        for (const reach::Outgoing& each : out) second_->send(each.to, each.bytes);
    }
}

/// One address of each family, in the system's order.
void MeetingPoint::meet_at(const std::vector<proto::IpAddress>& addresses) {
    has_no_address_ = false;
    const proto::SigningKey key;
    for (const proto::IpAddress& each : addresses) {
        const auto is_same = [&](const reach::HostMeeting& host) { return host.rendezvous().host.is_ipv6() == each.is_ipv6(); };
        if (std::ranges::any_of(hosts_, is_same) || (each.is_ipv6() && !link_.has_ipv6())) continue;
        hosts_.emplace_back(proto::NetAddress{each, elsewhere_port_}, static_cast<std::uint32_t>(random_token()), key);
    }
}

void MeetingPoint::advance(const std::function<std::vector<std::string>()>& codes, Micros now) {
    if (!lookup_) return;
    look_up(now);
    if (!lookup_->is_done() || lookup_->addresses().empty()) return;
    if (hosts_.empty()) meet_at(lookup_->addresses());
    constexpr Micros kEvery = 100 * proto::kMicrosPerMs;
    if (now - asked_at_ >= kEvery) {
        asked_at_ = now;
        codes_ = codes();
        for (reach::HostMeeting& host : hosts_) host.set_codes(codes_);
        publish_enrolments();
    }
    for (const bool is_ipv6 : {false, true}) publish_probe(probed_[is_ipv6 ? 1 : 0], is_ipv6);
    reach::Outbox out;
    for (reach::HostMeeting& host : hosts_) host.advance(now, out);
    send(out);
    note_enrolled();
}

/// A name that has no address is looked up again: the network may come later than this server.
void MeetingPoint::look_up(Micros now) {
    assert(lookup_ && "only a server that enrols looks up where");
    if (!lookup_->is_done() || !lookup_->addresses().empty()) return;
    has_no_address_ = true;
    if (look_up_again_at_ < 0) {
        spdlog::warn("--enrol-at: no address is known for '{}'; looked up again every {} s", elsewhere_host_,
                     kLookUpEvery / proto::kMicrosPerSecond);
    } else if (now >= look_up_again_at_) {
        lookup_.emplace(elsewhere_host_);
    } else {
        return;
    }
    look_up_again_at_ = now + kLookUpEvery;
}

void MeetingPoint::note_enrolled() {
    const auto is_for_players = [](const std::string& code) { return code.size() == proto::kJoinCodeLetters; };
    const auto newest = std::find_if(codes_.rbegin(), codes_.rend(), is_for_players);
    if (newest == codes_.rend() || *newest == logged_code_) return;
    const auto knows = [&](const reach::HostMeeting& host) { return host.is_enrolled(*newest); };
    if (std::ranges::none_of(hosts_, knows)) return;
    logged_code_ = *newest;
    spdlog::info("{} is enrolled at the rendezvous {}", logged_code_, elsewhere_);
}

void MeetingPoint::publish_enrolments() {
    std::map<std::string, reach::Enrolment> all;
    for (const std::string& code : codes_) {
        // One address of the rendezvous is enough.
        reach::Enrolment& best = all[code] = reach::Enrolment::failed;
        for (const reach::HostMeeting& host : hosts_) {
            const reach::Enrolment each = host.enrolment_of(code);
            const bool is_better = each == reach::Enrolment::asking || (reach::has_failed(each) && best == reach::Enrolment::failed);
            if (each == reach::Enrolment::enrolled || (is_better && reach::has_failed(best))) best = each;
        }
    }
    for (const auto& [code, enrolment] : all) {
        const auto before = published_.find(code);
        const bool is_new = before == published_.end() || before->second != enrolment;
        if (!is_new || !reach::has_failed(enrolment)) continue;
        spdlog::warn("{}: {} {}, which is asked again", code,
                     enrolment == reach::Enrolment::server_is_newer   ? "a newer version of Albireo (update yours) is at the rendezvous"
                     : enrolment == reach::Enrolment::server_is_older ? "an older version of Albireo (ask its operator to update it) is at the rendezvous"
                                                                      : "no answer from the rendezvous",
                     elsewhere_);
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

reach::PortProbe MeetingPoint::probe(const proto::NetAddress& port) {
    if (elsewhere_.empty()) return reach::PortProbe::none;
    if (has_no_address_) return reach::PortProbe::unavailable;
    const std::lock_guard lock(published_guard_);
    Probed& probed = probed_[port.host.is_ipv6() ? 1 : 0];
    if (probed.wanted != port) probed = {.wanted = port, .port = probed.port};
    return probed.known;
}

void MeetingPoint::publish_probe(Probed& probed, bool is_ipv6) {
    const std::lock_guard lock(published_guard_);
    if (probed.wanted.port == 0) return;
    const auto host = std::ranges::find_if(hosts_, [&](const reach::HostMeeting& each) { return each.rendezvous().host.is_ipv6() == is_ipv6; });
    if (probed.port != probed.wanted) {
        probed.port = probed.wanted;
        if (host != hosts_.end()) host->probe(probed.port, random_token());
    }
    const reach::PortProbe known = host != hosts_.end() ? host->probed() : reach::PortProbe::unavailable;
    if (known == probed.known) return;
    probed.known = known;
    const std::string port = proto::text_of(probed.port);
    if (known == reach::PortProbe::open) spdlog::info("the router's port {} is open: a packet of {} has come through it", port, elsewhere_);
    if (known == reach::PortProbe::closed) spdlog::warn("the router's port {} is closed: no packet of {} comes through it, so it is told to nobody", port, elsewhere_);
    if (known == reach::PortProbe::unavailable) spdlog::warn("the router's port {} is told untried: {} cannot send a packet to it", port, elsewhere_);
    if (known == reach::PortProbe::elsewhere)
        spdlog::warn("the router's port {} is told to nobody: {} sees this game at {}, so another router, or a VPN, is before it", port, elsewhere_, proto::text_of(host->seen().host));
}

Micros MeetingPoint::next_due(Micros now) const {
    if (!lookup_) return proto::kNever;
    Micros due = proto::kNever;
    for (const reach::HostMeeting& host : hosts_) due = std::min(due, host.next_due());
    if (!hosts_.empty()) return due;
    return std::max(look_up_again_at_, now + 20 * proto::kMicrosPerMs);  // until the name has an address
}

void MeetingPoint::send(const reach::Outbox& out) {
    for (const reach::Outgoing& each : out) {
        if (!each.is_from_stranger) {
            link_.send_datagram(each.to, each.bytes, each.hops);
            continue;
        }
        assert(stranger_ && "only a rendezvous that may probe does so");
        stranger_->send(each.to, each.bytes);
    }
}

}  // namespace albireo::server
