#pragma once
/// A joiner's side of meeting through a rendezvous, at one address of it: asks for a code, punches to the host that the server names and, if
/// nothing comes through, asks for the relay. Sans-I/O: datagrams and `now` in, datagrams out.
///
///     asking ──meet──► punching ──the answer to a punch──► met
///        │                └──after kRelayAfter──► relaying ──the server agrees──► relayed
///        └──no answer, or the code is unknown──► failed
///
/// 1. The host begins to punch before the joiner learns its address, so the joiner's first punch may already pass.
/// 2. Only the rendezvous can introduce anybody, and only with this joiner's id. A punch counts only with the token.
/// 3. The host's punch alone does not count: it proves one direction, and a firewall may stop the other.
#include <string>

#include "reach/host_meeting.hpp"

namespace albireo::reach {

struct JoinMeetingOptions {
    NetAddress rendezvous;
    std::uint32_t id = 0;  // random
    std::string code;
    bool may_relay = true;
};

class JoinMeeting {
  public:
    enum class State : std::uint8_t { asking, punching, relaying, met, relayed, failed };
    /// In the order of how far the meeting had come.
    enum class Failure : std::uint8_t { none, no_answer, server_is_newer, server_is_older, unknown_code, host_silent, no_punch, no_relay };

    static constexpr Micros kAskEvery = 100 * proto::kMicrosPerMs, kAskAgain = 3 * proto::kMicrosPerSecond / 2;
    static constexpr Micros kAskFor = 3 * proto::kMicrosPerSecond;
    static constexpr Micros kRelayAfter = 2 * proto::kMicrosPerSecond;
    /// … if one of the routers is symmetric. The other side may be directly reachable all the same.
    static constexpr Micros kRelayAfterSymmetric = 250 * proto::kMicrosPerMs;
    static constexpr Micros kRelayFor = 2 * proto::kMicrosPerSecond;

    explicit JoinMeeting(JoinMeetingOptions options) : options_(std::move(options)) {}

    /// Takes a datagram that arrived at the socket; any bytes are safe. Adds the answers to `out`.
    void take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now, Outbox& out);
    /// Adds the datagrams that are due now. Call it every few milliseconds until is_over().
    void advance(Micros now, Outbox& out);

    State state() const { return state_; }
    Failure failure() const { return failure_; }
    bool is_over() const { return state_ >= State::met; }
    /// Whether the rendezvous has answered at all.
    bool is_answered() const { return cookie_ != 0; }
    /// The rendezvous has said that no host has enrolled this code. The joiner asks on for a moment: the host may be about to.
    bool is_code_unknown() const { return is_code_unknown_; }
    /// The host's address, as the joiner reaches it. Valid in State::met.
    NetAddress host() const { return host_; }
    /// The token of the introduction, for the relay.
    std::uint64_t token() const { return token_; }
    /// The time of the introduction; negative if there was none yet.
    Micros introduced_at() const { return introduced_at_; }
    bool is_symmetric() const { return !seen_.host.is_none() && !seen_second_.host.is_none() && seen_ != seen_second_; }

  private:
    void ask(Micros now, Outbox& out);
    Failure silence() const;
    void take_answer(const MeetPacket& packet, Micros now, Outbox& out);
    void fail(Failure failure) { state_ = State::failed, failure_ = failure; }

    JoinMeetingOptions options_;
    State state_ = State::asking;
    Failure failure_ = Failure::none;
    NetAddress second_;  // the second port of the rendezvous
    bool may_ask_second_ = false;  // once for each own question
    NetAddress seen_, seen_second_;  // this socket, as the two ports of the rendezvous see it
    NetAddress host_;
    std::uint64_t cookie_ = 0, token_ = 0;
    bool is_host_symmetric_ = false, is_code_unknown_ = false;
    proto::VersionGap version_gap_ = proto::VersionGap::none;
    Micros began_ = -1, introduced_at_ = -1, relay_asked_at_ = -1, due_ = 0, punch_due_ = 0;
};

/// One line for the log.
const char* text_of(JoinMeeting::Failure failure);

}  // namespace albireo::reach
