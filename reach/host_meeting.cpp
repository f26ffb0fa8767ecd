#include "reach/host_meeting.hpp"

#include <algorithm>
#include <utility>

#include "reach/enrolment.hpp"

namespace albireo::reach {
namespace {

constexpr Micros kRetry = 250 * proto::kMicrosPerMs, kSlowRetry = 3 * proto::kMicrosPerSecond;
constexpr int kQuickTries = 8;
constexpr Micros kProbeRetry = 150 * proto::kMicrosPerMs;    // doubled with each try
constexpr Micros kCookieFresh = 3 * proto::kMicrosPerSecond;  // the server takes one for 4 s at least

}  // namespace

void HostMeeting::set_codes(std::vector<std::string> codes) {
    if (codes.size() > kCodesMax) codes.resize(kCodesMax);
    const auto is_same = [](const Code& kept, const std::string& code) { return kept.letters == code; };
    if (std::ranges::equal(codes_, codes, is_same)) return;
    std::vector<Code> next;
    for (std::string& code : codes) {
        const auto known = std::ranges::find(codes_, code, &Code::letters);
        if (known == codes_.end() || !known->is_kept) due_ = 0, tries_ = 0;
        next.push_back(known == codes_.end() ? Code{.letters = std::move(code)} : *known);
    }
    codes_ = std::move(next);
}

bool HostMeeting::is_enrolled(const std::string& code) const {
    return std::ranges::any_of(codes_, [&](const Code& each) { return each.letters == code && each.is_kept; });
}

Enrolment HostMeeting::enrolment_of(const std::string& code) const {
    const auto found = std::ranges::find(codes_, code, &Code::letters);
    if (found == codes_.end()) return Enrolment::none;
    if ((found->is_kept ? unanswered_ : tries_) > kQuickTries) return failure();
    return found->is_kept ? Enrolment::enrolled : Enrolment::asking;
}

Enrolment HostMeeting::failure() const {
    using enum proto::VersionGap;
    return version_gap_ == server_is_newer ? Enrolment::server_is_newer : version_gap_ == server_is_older ? Enrolment::server_is_older : Enrolment::failed;
}

const HostMeeting::Joiner* HostMeeting::take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now,
                                             Outbox& out) {
    const auto packet = read_meet(datagram);
    if (!packet) {
        const proto::VersionGap gap = proto::read_other_version(kMeetProtocol, datagram, id_);
        if (from == rendezvous_ && gap != proto::VersionGap::none) version_gap_ = gap;
        return nullptr;
    }
    if (packet->kind == MeetKind::punch || packet->kind == MeetKind::punched) {
        for (Joiner& joiner : joiners_) {
            if (joiner.token != packet->token) continue;
            // The answer goes to the punch's sender only, so it opens this router to that address. An attacker who forges a
            // sender causes one answer for each forged punch.
            joiner.was_heard = true;
            if (packet->kind == MeetKind::punch)
                out.push_back(write_meet(from, {.kind = MeetKind::punched, .token = packet->token}));
        }
        return nullptr;
    }
    if (packet->kind == MeetKind::probed) {
        // Not asked who sent it: some routers put their own address on what they forward.
        if (probe_.state != PortProbe::none && packet->token == probe_.token) probe_.state = PortProbe::open;
        return nullptr;
    }
    if ((from.host != rendezvous_.host && from != second_) || packet->id != id_) return nullptr;
    if (packet->kind == MeetKind::cookie) take_cookie(*packet, from != rendezvous_, now, out);
    if (from != rendezvous_) return nullptr;
    if (packet->kind == MeetKind::unprobed && probe_.began >= 0 && probe_.state != PortProbe::open) end_probe(PortProbe::unavailable, now);
    if (packet->kind == MeetKind::enrolled) {
        for (Code& each : codes_) {
            if (each.letters == packet->code) each.is_kept = !packet->is_taken, each.answered_at = now;
        }
        if (std::ranges::all_of(codes_, &Code::is_kept)) tries_ = 0, due_ = now + kKeepAlive;
    }
    return packet->kind == MeetKind::meet ? take_meet(*packet, now, out) : nullptr;
}

void HostMeeting::take_cookie(const MeetPacket& packet, bool is_second, Micros now, Outbox& out) {
    if (!std::exchange(is_second ? may_take_second_ : may_take_cookie_, false)) return;
    const bool was_symmetric = is_symmetric();
    (is_second ? seen_second_ : seen_) = packet.address;
    if (!is_second) {
        cookie_ = packet.cookie;
        version_gap_ = proto::VersionGap::none;
        cookie_at_ = enrol_at_ = now;
        unanswered_ = 0;
        if (probe_.began >= 0 && !probe_.is_sent) probe_.due = now;
        const auto second = second_of(rendezvous_, packet);
        if (second && std::exchange(may_ask_second_, false)) {
            second_ = *second;
            may_take_second_ = true;
            out.push_back(write_meet(second_, {.kind = MeetKind::hello, .id = id_}));
        }
    }
    for (Code& each : codes_) {
        const bool is_old = !each.is_kept || now - each.answered_at >= kKeepAlive - kKeepAlive / 10;
        each.is_due = each.is_due || (is_old && !is_second) || is_symmetric() != was_symmetric;
    }
    enrol_some(now, out);
}

void HostMeeting::ask(Outbox& out) {
    may_take_cookie_ = may_ask_second_ = true;
    out.push_back(write_meet(rendezvous_, {.kind = MeetKind::hello, .id = id_}));
}

void HostMeeting::enrol_some(Micros now, Outbox& out) {
    if (now < enrol_at_) return;
    if (now - cookie_at_ > kCookieFresh) {
        enrol_at_ = INT64_MAX;  // until there is a new one
        return;
    }
    int enrolled = 0;
    for (Code& each : codes_) {
        if (!each.is_due) continue;
        if (enrolled++ == kEnrolledAtOnce) return;
        each.is_due = false;
        enrol_at_ = now + kEnrolAgain;
        out.push_back(write_enrolment(rendezvous_, {.kind = MeetKind::enrol,
                                                    .id = id_,
                                                    .cookie = cookie_,
                                                    .code = each.letters,
                                                    .is_symmetric = is_symmetric()}, key_));
    }
}

const HostMeeting::Joiner* HostMeeting::take_meet(const MeetPacket& packet, Micros now, Outbox& out) {
    const auto known = std::ranges::find(joiners_, packet.token, &Joiner::token);
    const auto is_of_home = [&](const Joiner& each) { return each.address.host.home() == packet.address.host.home(); };
    const bool has_room = joiners_.size() < kJoinersMax && std::ranges::count_if(joiners_, is_of_home) < kJoinersOfHomeMax;
    if (known == joiners_.end() && !has_room) return nullptr;
    out.push_back(write_meet(rendezvous_, {.kind = MeetKind::ready, .id = id_, .token = packet.token}));
    if (known != joiners_.end()) return nullptr;
    joiners_.push_back({.address = packet.address, .token = packet.token, .began = now});
    punch(joiners_.back(), now, out);
    return &joiners_.back();
}

void HostMeeting::punch(Joiner& joiner, Micros now, Outbox& out) const {
    joiner.due = now + kPunchEvery;
    if (!may_punch(rendezvous_, joiner.address)) return;
    const bool is_near = !joiner.was_heard && now - joiner.began < kNearFor;
    out.push_back(write_meet(joiner.address, {.kind = MeetKind::punch, .token = joiner.token}, is_near ? kNearHops : 0));
}

void HostMeeting::probe(NetAddress port, std::uint64_t token) {
    probe_ = {.port = port, .token = token, .state = port.port == 0 ? PortProbe::none : PortProbe::asking};
}

void HostMeeting::end_probe(PortProbe state, Micros now) {
    probe_.state = state;
    probe_.began = -1;
    probe_.due = now + kProbeAgain;
}

void HostMeeting::advance_probe(Micros now, Outbox& out) {
    if (probe_.state == PortProbe::none || probe_.state == PortProbe::open || now < probe_.due) return;
    if (probe_.began < 0) probe_.began = now, probe_.tries = 0, probe_.is_sent = false;
    if (now - probe_.began >= kProbeFor) return end_probe(probe_.is_sent ? PortProbe::closed : PortProbe::unavailable, now);
    probe_.due = now + (kProbeRetry << probe_.tries++);
    if (cookie_at_ < 0 || now - cookie_at_ > kCookieFresh) {
        ask(out);
    } else if (seen_.host != probe_.port.host) {
        // It sends to the address that it sees. A rendezvous in the home's own network sees a private one, which proves nothing.
        end_probe(seen_.host.is_public() ? PortProbe::elsewhere : PortProbe::unavailable, now);
    } else {
        probe_.is_sent = true;
        out.push_back(write_meet(rendezvous_, {.kind = MeetKind::probe, .id = id_, .cookie = cookie_, .token = probe_.token, .port = probe_.port.port}));
    }
}

void HostMeeting::advance(Micros now, Outbox& out) {
    advance_probe(now, out);
    std::erase_if(joiners_, [&](const Joiner& joiner) { return now - joiner.began >= kPunchFor; });
    for (Joiner& joiner : joiners_) {
        if (now >= joiner.due) punch(joiner, now, out);
    }
    enrol_some(now, out);
    if (codes_.empty() || now < due_) return;
    ask(out);
    ++unanswered_;
    due_ = now + (++tries_ <= kQuickTries ? kRetry : kSlowRetry);
}

Micros HostMeeting::next_due() const {
    Micros due = codes_.empty() ? INT64_MAX : due_;
    if (std::ranges::any_of(codes_, &Code::is_due)) due = std::min(due, enrol_at_);
    if (probe_.state != PortProbe::none && probe_.state != PortProbe::open) due = std::min(due, probe_.due);
    for (const Joiner& joiner : joiners_) due = std::min(due, joiner.due);
    return due;
}

}  // namespace albireo::reach
