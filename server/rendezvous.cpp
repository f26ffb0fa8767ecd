#include "server/rendezvous.hpp"

#include <algorithm>
#include <cassert>

#include "reach/enrolment.hpp"

namespace albireo::server {

using reach::MeetKind;
using reach::MeetPacket;
using reach::NetAddress;
using reach::Outbox;
using reach::write_meet;

namespace {
constexpr Micros kLookEvery = proto::kMicrosPerSecond;  // at an introduction: whether it is stale, or an end has been banned
}

Rendezvous::Rendezvous(AdmissionControl& admission, Options options)
    : admission_(admission),
      options_(std::move(options)),
      cookies_(options_.cookie_secret),
      enrolments_held_(options_.limits.enrolments),
      relays_held_(options_.limits.relays),
      relays_of_hosts_(options_.limits.relays_of_host),
      introductions_left_(options_.limits.introductions),
      probes_left_(options_.limits.probes),
      signatures_left_(options_.limits.signatures) {
    enrolments_due_.reserve(options_.limits.enrolments.server);
    introductions_due_.reserve(options_.limits.introductions_max);
}

bool Rendezvous::take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now, Outbox& out) {
    if (!reach::is_meet(datagram)) return false;
    sweep(now);
    if (const auto token = reach::read_relayed(datagram)) {
        relay(from, *token, datagram, now, out);
        return true;
    }
    const auto packet = reach::read_meet(datagram);
    if (!packet) {
        answer_version(from, datagram, now, out);
        return true;
    }
    if (admission_.is_banned(from.host.home(), now)) return true;
    [[maybe_unused]] const std::size_t sent = out.size();
    switch (packet->kind) {
        case MeetKind::hello: answer_hello(from, packet->id, now, out, second_for(from)); break;
        case MeetKind::enrol: enrol(from, *packet, datagram, now, out); break;
        case MeetKind::join: join(from, *packet, now, out); break;
        case MeetKind::ready: ready(from, *packet, out); break;
        case MeetKind::relay: open_relay(from, *packet, now, out); break;
        case MeetKind::probe: probe(from, *packet, now, out); break;
        default: break;
    }
    assert(out.size() <= sent + 1 && (out.size() == sent || out.back().bytes.size() <= datagram.size()) &&
           "one request makes at most one datagram, which is not longer");
    return true;
}

void Rendezvous::take_second(NetAddress from, std::span<const std::uint8_t> datagram, Micros now, Outbox& out) {
    const auto packet = reach::read_meet(datagram);
    if (packet && packet->kind == MeetKind::hello) answer_hello(from, packet->id, now, out, {});
}

void Rendezvous::answer_hello(NetAddress from, std::uint32_t id, Micros now, Outbox& out, NetAddress second) {
    if (from.port == 0 || !admission_.answers_hello(from.host.home(), now)) {
        ++figures_.refused;
        return;
    }
    out.push_back(write_meet(from, {.kind = MeetKind::cookie,
                                    .id = id,
                                    .cookie = cookies_.make(from, id, now + options_.cookie_time),
                                    .address = from,
                                    .second = second}));
}

/// Within the limits of Hellos, which have an answer without a cookie, too. The headers of IPv4 stand for both: over IPv6, too, no answer is
/// longer than its request.
void Rendezvous::answer_version(NetAddress from, std::span<const std::uint8_t> datagram, Micros now, Outbox& out) {
    const auto answer = proto::answer_other_version(reach::kMeetProtocol, datagram, proto::kIpUdpBytes);
    if (!answer) return;
    if (from.port == 0 || !admission_.answers_hello(from.host.home(), now)) {
        ++figures_.refused;
        return;
    }
    out.push_back({from, {answer->begin(), answer->end()}});
}

/// One of another family is of no use to the asker.
NetAddress Rendezvous::second_for(NetAddress from) const {
    const NetAddress& second = options_.second;
    return second.host.is_none() || second.host.is_ipv6() == from.host.is_ipv6() ? second : NetAddress{};
}

bool Rendezvous::has_cookie(NetAddress from, const MeetPacket& packet, Micros now) {
    const bool is_valid = cookies_.check(packet.cookie, from, packet.id, now + options_.cookie_time);
    if (!is_valid) ++figures_.refused;
    return is_valid;
}

void Rendezvous::enrol(NetAddress from, const MeetPacket& packet, std::span<const std::uint8_t> datagram, Micros now, Outbox& out) {
    if (!has_cookie(from, packet, now)) return;
    const bool is_ipv6 = from.host.is_ipv6();
    const EnrolmentKey key{packet.code, is_ipv6};
    const auto known = find_enrolment(key, now), other = find_enrolment({packet.code, !is_ipv6}, now);
    const auto is_strange = [&](auto each) { return each != enrolments_.end() && each->second.owner != packet.owner; };
    const bool is_taken = is_strange(known) || is_strange(other);
    const bool is_own = known != enrolments_.end() && !is_taken;
    const bool is_here = is_own && known->second.host.host == from.host;
    // Decided before the code matters, otherwise a refusal would reveal which codes exist.
    if (!is_here && (!enrolments_held_.has_room(from.host.home()) || !admission_.may_try_code(from.host.home(), now))) {
        ++figures_.refused;
        return;
    }
    // What changes nothing but the time of an enrolment could be forged by those only who also see the cookie, to no use.
    const bool is_renewal = is_own && known->second.host == from && known->second.id == packet.id && known->second.is_symmetric == packet.is_symmetric;
    if (!is_renewal && (!signatures_left_.take(from.host.home(), 1, now) || !reach::is_signed_by_owner(datagram, packet))) {
        ++figures_.refused;
        return;
    }
    if (is_taken) {
        admission_.note_wrong_code(from.host.home(), now);  // a guess, too
    } else {
        if (!is_here) {
            if (is_own) enrolments_held_.remove(known->second.host.host.home());
            enrolments_held_.add(from.host.home());
        }
        enrolments_[key] = {from, packet.id, packet.owner, packet.is_symmetric, now + kEnrolmentMax};
        enrolments_due_.set(key, now + kEnrolmentMax);
        assert(enrolments_held_.total() <= enrolments_.size() && "each enrolment is held once");
    }
    out.push_back(write_meet(
        from, {.kind = MeetKind::enrolled, .id = packet.id, .code = packet.code, .is_taken = is_taken}));
}

const Rendezvous::Enrolment* Rendezvous::enrolment_for(NetAddress from, const std::string& code, Micros now) {
    for (const bool is_ipv6 : {from.host.is_ipv6(), !from.host.is_ipv6()}) {
        if (const auto found = find_enrolment({code, is_ipv6}, now); found != enrolments_.end()) return &found->second;
    }
    return nullptr;
}

void Rendezvous::join(NetAddress from, const MeetPacket& packet, Micros now, Outbox& out) {
    if (!has_cookie(from, packet, now)) return;
    if (!admission_.may_try_code(from.host.home(), now)) {
        ++figures_.refused;
        return;
    }
    const Enrolment* const host = enrolment_for(from, packet.code, now);
    if (host == nullptr) {
        admission_.note_wrong_code(from.host.home(), now);
        out.push_back(write_meet(from, {.kind = MeetKind::unknown, .id = packet.id}));
        return;
    }
    const auto known = introduce(from, packet, *host, now);
    if (known == introductions_.end()) return;
    auto& [token, introduction] = *known;
    if (introduction.is_ready) return tell_joiner(token, introduction, out);
    // The host first: once it has opened its router, the joiner's first punch may pass.
    out.push_back(write_meet(introduction.host.address, {.kind = MeetKind::meet,
                                                         .id = introduction.host.id,
                                                         .token = token,
                                                         .address = from,
                                                         .is_symmetric = introduction.is_symmetric}));
}

Rendezvous::Introductions::iterator Rendezvous::introduce(NetAddress from, const MeetPacket& packet, const Enrolment& host,
                                                          Micros now) {
    if (const auto token = asked_.find({from, packet.code}); token != asked_.end()) {
        const auto known = introductions_.find(token->second);
        assert(known != introductions_.end() && "both tables forget together");
        if (known->second.host.address == host.host && known->second.joiner.id == packet.id) return known;
        forget(known);  // the host has moved, or another program has this port now
    }
    if (is_draining_ || introductions_.size() >= options_.limits.introductions_max || !introductions_left_.take(from.host.home(), 1, now)) {
        ++figures_.refused;
        return introductions_.end();
    }
    const std::uint64_t token = options_.random();
    const auto [made, is_new] = introductions_.try_emplace(token, Introduction{.code = packet.code,
                                                                               .host = {host.host, host.id},
                                                                               .joiner = {from, packet.id},
                                                                               .is_symmetric = host.is_symmetric || host.host.host.is_ipv6() != from.host.is_ipv6(),
                                                                               .began = now});
    if (!is_new) return introductions_.end();  // a token drawn twice: the joiner asks again
    asked_[{from, packet.code}] = token;
    introductions_due_.set(token, now + kLookEvery);
    assert(asked_.size() == introductions_.size() && "both tables know the same introductions");
    ++figures_.introduced;
    return made;
}

void Rendezvous::tell_joiner(std::uint64_t token, const Introduction& introduction, Outbox& out) const {
    out.push_back(write_meet(introduction.joiner.address, {.kind = MeetKind::meet,
                                                           .id = introduction.joiner.id,
                                                           .token = token,
                                                           .address = introduction.host.address,
                                                           .is_symmetric = introduction.is_symmetric}));
}

void Rendezvous::ready(NetAddress from, const MeetPacket& packet, Outbox& out) {
    const auto found = introductions_.find(packet.token);
    if (found == introductions_.end() || found->second.host.address != from || found->second.host.id != packet.id) return;
    found->second.is_ready = true;
    tell_joiner(packet.token, found->second, out);
}

void Rendezvous::open_relay(NetAddress from, const MeetPacket& packet, Micros now, Outbox& out) {
    const auto found = introductions_.find(packet.token);
    if (found == introductions_.end() || found->second.joiner.address != from || found->second.joiner.id != packet.id) return;
    Introduction& introduction = found->second;
    if (!introduction.is_relayed) {
        const bool has_room = relays_held_.has_room(from.host.home()) && relays_of_hosts_.has_room(introduction.host.address.host.home());
        if (is_draining_ || !introduction.is_ready || !has_room) {
            ++figures_.refused;
            return;
        }
        relays_held_.add(from.host.home());
        relays_of_hosts_.add(introduction.host.address.host.home());
        assert(relays_held_.total() == relays_of_hosts_.total() && "a relay is counted for both of its ends");
        introduction.is_relayed = true;
        introduction.began = now;
    }
    out.push_back(write_meet(from, {.kind = MeetKind::relaying, .id = packet.id, .token = packet.token}));
}

void Rendezvous::probe(NetAddress from, const MeetPacket& packet, Micros now, Outbox& out) {
    if (!has_cookie(from, packet, now)) return;
    if (packet.port < kProbePortMin || !options_.may_probe || is_draining_ || !probes_left_.take(from.host.home(), 1, now)) {
        ++figures_.refused;
        out.push_back(write_meet(from, {.kind = MeetKind::unprobed, .id = packet.id}));
        return;
    }
    out.push_back(write_meet({from.host, packet.port}, {.kind = MeetKind::probed, .token = packet.token}));
    out.back().is_from_stranger = true;
}

void Rendezvous::relay(NetAddress from, std::uint64_t token, std::span<const std::uint8_t> datagram, Micros now, Outbox& out) {
    const auto found = introductions_.find(token);
    if (found == introductions_.end() || !found->second.is_relayed) return;
    Introduction& introduction = found->second;
    const bool is_host = introduction.host.address == from;
    if (!is_host && introduction.joiner.address != from) return;
    End& sender = is_host ? introduction.host : introduction.joiner;
    // A player's budget is counted without the relay's head.
    assert(datagram.size() >= reach::kRelayedHeadBytes && "a relayed datagram has its head");
    const auto bytes = static_cast<std::int64_t>(datagram.size() - reach::kRelayedHeadBytes + proto::kIpUdpBytes);
    if (!sender.sent.holds(options_.limits.relay_bytes, bytes, now)) {
        ++figures_.refused;
        return;
    }
    sender.sent.take(options_.limits.relay_bytes, bytes, now);
    sender.heard = now;
    figures_.relayed_bytes += datagram.size() + proto::kIpUdpBytes;
    const End& receiver = is_host ? introduction.joiner : introduction.host;
    out.push_back({receiver.address, {datagram.begin(), datagram.end()}});
}

void Rendezvous::forget(Introductions::iterator gone) {
    const Introduction& introduction = gone->second;
    if (introduction.is_relayed) {
        relays_held_.remove(introduction.joiner.address.host.home());
        relays_of_hosts_.remove(introduction.host.address.host.home());
    }
    asked_.erase({introduction.joiner.address, introduction.code});
    introductions_due_.erase(gone->first);
    introductions_.erase(gone);
    assert(asked_.size() == introductions_.size() && "both tables forget together");
}

bool Rendezvous::is_stale(const Introduction& introduction, Micros now) const {
    const Micros age = now - introduction.began;
    if (!introduction.is_relayed) return age > kIntroductionMax;
    // The end that was heard longer ago, so that nobody holds a relay alone.
    const Micros heard = std::min(introduction.host.heard, introduction.joiner.heard);
    return age > kRelayMax || (heard < 0 ? age > kRelayProveMax : now - heard > kRelayIdleMax);
}

void Rendezvous::forget(Enrolments::iterator gone) {
    enrolments_held_.remove(gone->second.host.host.home());
    enrolments_due_.erase(gone->first);
    enrolments_.erase(gone);
    assert(enrolments_due_.size() == enrolments_.size() && "each enrolment expires");
}

/// One that has expired may not have been swept yet.
Rendezvous::Enrolments::iterator Rendezvous::find_enrolment(const EnrolmentKey& key, Micros now) {
    const auto found = enrolments_.find(key);
    if (found == enrolments_.end() || now < found->second.until) return found;
    forget(found);
    return enrolments_.end();
}

void Rendezvous::sweep(Micros now) {
    for (int i = 0; i < kSweptAtOnce; ++i) {
        if (enrolments_due_.next() > now) break;
        const auto key = enrolments_due_.pop(now);
        forget(enrolments_.find(*key));
    }
    for (int i = 0; i < kSweptAtOnce; ++i) {
        const auto token = introductions_due_.pop(now);
        if (!token) break;
        const auto found = introductions_.find(*token);
        const Introduction& introduction = found->second;
        const bool is_banned = admission_.is_banned(introduction.host.address.host.home(), now) || admission_.is_banned(introduction.joiner.address.host.home(), now);
        is_stale(introduction, now) || is_banned ? forget(found) : introductions_due_.set(*token, now + kLookEvery);
    }
}

Rendezvous::Figures Rendezvous::figures() const {
    Figures figures = figures_;
    figures.enrolments = enrolments_.size();
    figures.introductions = introductions_.size();
    figures.relays = relays_held_.total();
    assert(figures.relays <= figures.introductions && enrolments_held_.total() <= figures.enrolments &&
           "who is relayed was introduced, and an enrolment is held by one address");
    return figures;
}

}  // namespace albireo::server
