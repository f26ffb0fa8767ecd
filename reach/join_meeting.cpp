#include "reach/join_meeting.hpp"

#include <utility>

namespace albireo::reach {

void JoinMeeting::take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now, Outbox& out) {
    const auto packet = read_meet(datagram);
    if (is_over()) return;
    if (!packet) {
        const proto::VersionGap gap = proto::read_other_version(kMeetProtocol, datagram, options_.id);
        if (from == options_.rendezvous && gap != proto::VersionGap::none) version_gap_ = gap;
        return;
    }
    if (packet->kind == MeetKind::punch || packet->kind == MeetKind::punched) {
        if (introduced_at_ < 0 || packet->token != token_) return;
        host_ = from;  // what its router made of it
        if (packet->kind == MeetKind::punched) {
            state_ = State::met;
        } else {
            out.push_back(write_meet(from, {.kind = MeetKind::punched, .token = token_}));
            punch_due_ = now;
        }
        return;
    }
    if ((from.host != options_.rendezvous.host && from != second_) || packet->id != options_.id) return;
    if (from == options_.rendezvous) {
        take_answer(*packet, now, out);
    } else if (packet->kind == MeetKind::cookie) {
        seen_second_ = packet->address;
    }
}

void JoinMeeting::take_answer(const MeetPacket& packet, Micros now, Outbox& out) {
    switch (packet.kind) {
        case MeetKind::cookie:
            seen_ = packet.address;
            if (cookie_ == 0) due_ = now;  // the join, at once
            cookie_ = packet.cookie;
            if (const auto second = second_of(options_.rendezvous, packet); second && seen_second_.host.is_none() && std::exchange(may_ask_second_, false)) {
                second_ = *second;
                out.push_back(write_meet(second_, {.kind = MeetKind::hello, .id = options_.id}));
            }
            break;
        case MeetKind::unknown:
            is_code_unknown_ = true;
            due_ = now + kAskAgain;  // each question costs one of the tries of this address
            break;
        case MeetKind::meet:
            if (state_ != State::asking) break;
            state_ = State::punching;
            introduced_at_ = punch_due_ = now;
            token_ = packet.token;
            host_ = packet.address;
            is_host_symmetric_ = packet.is_symmetric;
            break;
        case MeetKind::relaying:
            if (state_ == State::relaying && packet.token == token_) state_ = State::relayed;
            break;
        default:
            break;
    }
}

/// Why there is no cookie.
JoinMeeting::Failure JoinMeeting::silence() const {
    using enum proto::VersionGap;
    return version_gap_ == server_is_newer ? Failure::server_is_newer : version_gap_ == server_is_older ? Failure::server_is_older : Failure::no_answer;
}

void JoinMeeting::ask(Micros now, Outbox& out) {
    if (now - began_ >= kAskFor) {
        return fail(cookie_ == 0 ? silence() : is_code_unknown_ ? Failure::unknown_code : Failure::host_silent);
    }
    if (now < due_) return;
    MeetPacket packet{.kind = MeetKind::hello, .id = options_.id};
    if (cookie_ != 0) packet = {.kind = MeetKind::join, .id = options_.id, .cookie = cookie_, .code = options_.code};
    // Again with each question until it has answered: its answer may be lost.
    may_ask_second_ = true;
    out.push_back(write_meet(options_.rendezvous, packet));
    due_ = now + kAskEvery;
}

void JoinMeeting::advance(Micros now, Outbox& out) {
    if (began_ < 0) began_ = now;
    if (state_ == State::asking) ask(now, out);
    if (state_ != State::punching && state_ != State::relaying) return;
    if (now >= punch_due_) {
        if (may_punch(options_.rendezvous, host_)) out.push_back(write_meet(host_, {.kind = MeetKind::punch, .token = token_}));
        punch_due_ = now + kPunchEvery;
    }
    const bool is_hopeless = is_symmetric() || is_host_symmetric_;
    if (now - introduced_at_ < (is_hopeless ? kRelayAfterSymmetric : kRelayAfter)) return;
    if (!options_.may_relay) return fail(Failure::no_punch);
    if (state_ == State::punching) {
        state_ = State::relaying;
        relay_asked_at_ = due_ = now;
    }
    if (now - relay_asked_at_ >= kRelayFor) return fail(Failure::no_relay);
    if (now < due_) return;
    out.push_back(write_meet(options_.rendezvous, {.kind = MeetKind::relay, .id = options_.id, .token = token_}));
    due_ = now + kAskEvery;
}

const char* text_of(JoinMeeting::Failure failure) {
    switch (failure) {
        case JoinMeeting::Failure::none: return "no failure";
        case JoinMeeting::Failure::no_answer: return "the rendezvous server does not answer";
        case JoinMeeting::Failure::server_is_newer: return kRendezvousIsNewer;
        case JoinMeeting::Failure::server_is_older: return kRendezvousIsOlder;
        case JoinMeeting::Failure::unknown_code: return "no host is registered there under this code";
        case JoinMeeting::Failure::host_silent: return "the host does not respond to the rendezvous server";
        case JoinMeeting::Failure::no_punch: return "the two routers block all packets, and the relay is disabled";
        case JoinMeeting::Failure::no_relay: return "the two routers block all packets, and the relay is full";
    }
    return "";
}

}  // namespace albireo::reach
