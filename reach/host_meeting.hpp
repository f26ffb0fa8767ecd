#pragma once
/// A host's side of meeting through a rendezvous, at one address of it: keeps the codes of its games enrolled, and punches to the joiners that
/// the server names. The owner of the game's socket owns it. Sans-I/O: datagrams and `now` in, datagrams out.
///
/// 1. Only the rendezvous can introduce anybody, and only with this host's id.
/// 2. It punches to at most kJoinersMax addresses at a time, to kJoinersOfHomeMax of a home, for kPunchFor each.
/// 3. The first punches have too few hops to reach the joiner's router: they only open the host's own. If one arrived
///    before the joiner has punched, a router that accepts unsolicited packets would treat it as a separate connection,
///    and the joiner's punches would no longer open a path.
/// 4. A port that the home router forwards is open only if a packet has come through it that names the token of its probe. The rendezvous sends
///    that packet from a port to which this host has sent nothing, so the router does not take it for an answer.
#include <cstdint>
#include <string>
#include <vector>

#include "proto/micros.hpp"
#include "proto/signing_key.hpp"
#include "reach/meet_packets.hpp"
#include "reach/port_probe.hpp"

namespace albireo::reach {

using proto::Micros;

inline constexpr Micros kPunchEvery = 50 * proto::kMicrosPerMs;
inline constexpr Micros kNearFor = 300 * proto::kMicrosPerMs;  // … with kNearHops
inline constexpr int kNearHops = 2;
inline constexpr Micros kPunchFor = 3 * proto::kMicrosPerSecond;
inline constexpr Micros kProbeFor = 2 * proto::kMicrosPerSecond;         // then the port is closed
inline constexpr Micros kProbeAgain = 30 * proto::kMicrosPerSecond;      // … until a later probe arrives
inline constexpr Micros kKeepAlive = 15 * proto::kMicrosPerSecond;  // routers drop idle mappings after 30 s
/// A signature takes 0.03 to 0.1 ms, on the thread of the games.
inline constexpr int kEnrolledAtOnce = 2;
inline constexpr Micros kEnrolAgain = proto::kMicrosPerMs;  // … the next ones

/// Where the code of a game stands with the rendezvous. `failed`: it does not answer, or has another game with this code; after that: it
/// speaks another version. The host goes on asking.
enum class Enrolment : std::uint8_t { none, asking, enrolled, failed, server_is_newer, server_is_older };
inline bool has_failed(Enrolment enrolment) { return enrolment >= Enrolment::failed; }

class HostMeeting {
  public:
    static constexpr std::size_t kCodesMax = 32, kJoinersMax = 16;
    /// … of one home (IpAddress::home()), so that nobody keeps the friends of a host out by joining from one address.
    static constexpr std::ptrdiff_t kJoinersOfHomeMax = 2;

    /// `id`: random.
    HostMeeting(NetAddress rendezvous, std::uint32_t id, const proto::SigningKey& key)
        : rendezvous_(rendezvous), id_(id), key_(key) {}

    /// Replaces the codes to keep enrolled. Codes after the first kCodesMax are left out.
    void set_codes(std::vector<std::string> codes);

    /// A joiner to whom this host was introduced. Its packets may come through the relay under this token.
    struct Joiner {
        NetAddress address;
        std::uint64_t token = 0;
        Micros began = 0, due = 0;
        bool was_heard = false;
    };
    /// If this datagram introduces a new joiner, returns it; otherwise null. Valid until the next call.
    const Joiner* take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now, Outbox& out);
    /// Adds the datagrams that are due now.
    void advance(Micros now, Outbox& out);
    /// When advance() has something to do, if nothing arrives before then.
    Micros next_due() const;

    /// Has this port of the home router probed from outside. `token`: random. None: no longer.
    void probe(NetAddress port, std::uint64_t token);
    PortProbe probed() const { return probe_.state; }
    /// This socket, as the rendezvous sees it; none: it has not answered yet.
    const NetAddress& seen() const { return seen_; }

    const NetAddress& rendezvous() const { return rendezvous_; }
    bool is_enrolled(const std::string& code) const;
    Enrolment enrolment_of(const std::string& code) const;
    /// Whether the two ports of the rendezvous see different addresses of this socket; false while only one has answered.
    bool is_symmetric() const { return !seen_.host.is_none() && !seen_second_.host.is_none() && seen_ != seen_second_; }

  private:
    struct Code {
        std::string letters;
        bool is_kept = false;
        bool is_due = true;        // is enrolled, or renewed, once there is a cookie
        Micros answered_at = -1;   // by the rendezvous
    };
    struct Probe {
        NetAddress port;
        std::uint64_t token = 0;
        PortProbe state = PortProbe::none;
        Micros began = -1, due = 0;
        int tries = 0;
        bool is_sent = false;  // the rendezvous has been asked since `began`
    };
    void take_cookie(const MeetPacket& packet, bool is_second, Micros now, Outbox& out);
    void ask(Outbox& out);
    void enrol_some(Micros now, Outbox& out);
    const Joiner* take_meet(const MeetPacket& packet, Micros now, Outbox& out);
    void punch(Joiner& joiner, Micros now, Outbox& out) const;
    void advance_probe(Micros now, Outbox& out);
    void end_probe(PortProbe state, Micros now);
    Enrolment failure() const;

    NetAddress rendezvous_;
    std::uint32_t id_;
    proto::SigningKey key_;
    std::vector<Code> codes_;
    std::vector<Joiner> joiners_;
    NetAddress seen_, seen_second_;  // this socket, as the two ports of the rendezvous see it
    NetAddress second_;  // … the second one
    bool may_take_cookie_ = false, may_ask_second_ = false, may_take_second_ = false;  // once for each own Hello: cookies cannot make this host send more than it does anyway
    std::uint64_t cookie_ = 0;
    Micros cookie_at_ = -1;  // when it came
    Micros enrol_at_ = INT64_MAX;  // the next ones, if any are due
    Probe probe_;
    Micros due_ = 0;
    int tries_ = 0;       // Hellos since all codes were last enrolled
    int unanswered_ = 0;  // Hellos since the last answer
    proto::VersionGap version_gap_ = proto::VersionGap::none;  // the newest answer was that
};

}  // namespace albireo::reach
