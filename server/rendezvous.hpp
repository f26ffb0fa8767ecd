#pragma once
/// A rendezvous: introduces a joiner to the host that holds a code, and relays the datagrams of those for whom no direct
/// path opens. Sans-I/O: datagrams and `now` in, datagrams out. One shard owns it, on its game socket (server/shard.cpp).
/// The packets are in reach/meet_packets.hpp; reach/MEETING.md describes their use.
///
/// 1. Before a cookie has come back from an address nothing is stored for it, and no answer is longer than its request.
/// 2. A datagram causes at most one datagram to be sent.
/// 3. A code belongs to the key that enrolled it until kEnrolmentMax after the last enrolment: nobody else can take it
///    over. The owner of the key may change address, and has one of each family: a joiner is introduced to the one of its own
///    family. If there is none, no punch can pass between the two; the relay can.
/// 4. A host's address is told only to a joiner that names its code. A wrong code is charged like one tried in the lobby.
/// 5. All tables are bounded (MeetLimits), and everything in them expires. A datagram forgets at most kSweptAtOnce entries of each table, so
///    none costs more when many expire together.
/// 6. The relay passes only datagrams between the two addresses of one introduction, both verified, at the rate of a
///    player. They are sealed with keys that this server does not have. A relay lives while both ends send.
/// 7. A probe goes to the address that has asked for it, to a port from kProbePortMin on, and from a port to which nobody has sent anything.
/// 8. After drain() nobody is introduced or gets a relay. Open relays continue.
#include <functional>
#include <map>
#include <string>

#include "proto/handshake.hpp"
#include "reach/meet_packets.hpp"
#include "server/due_queue.hpp"
#include "server/limits/admission_control.hpp"

namespace albireo::server {

class Rendezvous {
  public:
    static constexpr int kSweptAtOnce = 4;

    struct Options {
        std::array<std::uint8_t, 16> cookie_secret{};   // random
        Micros cookie_time = 0;  // added to `now` for cookies: the time since 1970 less `now`, so that none is valid again after the clock of `now` has begun anew
        std::function<std::uint64_t()> random{};  // for tokens
        reach::NetAddress second{};               // the second port, told to askers; without a host: at this address; port 0: none
        bool may_probe = false;                   // what is marked as is_from_stranger can be sent
        MeetLimits limits{};
    };
    Rendezvous(AdmissionControl& admission, Options options);

    /// Takes a datagram that arrived at the main port. Returns false if it is not of this protocol.
    bool take(reach::NetAddress from, std::span<const std::uint8_t> datagram, Micros now, reach::Outbox& out);
    /// Takes a datagram that arrived at the second port, which answers only Hellos. The answer must leave from that port.
    void take_second(reach::NetAddress from, std::span<const std::uint8_t> datagram, Micros now, reach::Outbox& out);

    void drain() { is_draining_ = true; }

    struct Figures {
        std::size_t enrolments = 0, introductions = 0, relays = 0;  // now
        std::uint64_t introduced = 0, relayed_bytes = 0, refused = 0;  // in all
    };
    Figures figures() const;

  private:
    struct Enrolment {
        reach::NetAddress host;
        std::uint32_t id = 0;
        proto::VerifyKey owner{};
        bool is_symmetric = false;
        Micros until = 0;
    };
    struct End {
        reach::NetAddress address;
        std::uint32_t id = 0;
        Bucket sent{};
        Micros heard = -1;  // through the relay; negative: never
    };
    struct Introduction {
        std::string code;
        End host, joiner;
        bool is_symmetric = false;  // the host; or the two have addresses of different families, which is as hopeless
        bool is_ready = false;      // the host punches
        bool is_relayed = false;
        Micros began = 0;  // the introduction, or the relay
    };
    using EnrolmentKey = std::pair<std::string, bool>;  // the code, and whether the host's address is IPv6
    using Enrolments = std::map<EnrolmentKey, Enrolment>;
    using Introductions = std::map<std::uint64_t, Introduction>;  // by token

    void answer_hello(reach::NetAddress from, std::uint32_t id, Micros now, reach::Outbox& out, reach::NetAddress second);
    void answer_version(reach::NetAddress from, std::span<const std::uint8_t> datagram, Micros now, reach::Outbox& out);
    reach::NetAddress second_for(reach::NetAddress from) const;
    void enrol(reach::NetAddress from, const reach::MeetPacket& packet, std::span<const std::uint8_t> datagram, Micros now, reach::Outbox& out);
    const Enrolment* enrolment_for(reach::NetAddress from, const std::string& code, Micros now);
    void join(reach::NetAddress from, const reach::MeetPacket& packet, Micros now, reach::Outbox& out);
    void ready(reach::NetAddress from, const reach::MeetPacket& packet, reach::Outbox& out);
    void open_relay(reach::NetAddress from, const reach::MeetPacket& packet, Micros now, reach::Outbox& out);
    void probe(reach::NetAddress from, const reach::MeetPacket& packet, Micros now, reach::Outbox& out);
    void relay(reach::NetAddress from, std::uint64_t token, std::span<const std::uint8_t> datagram, Micros now,
               reach::Outbox& out);
    Introductions::iterator introduce(reach::NetAddress from, const reach::MeetPacket& packet, const Enrolment& host, Micros now);
    void tell_joiner(std::uint64_t token, const Introduction& introduction, reach::Outbox& out) const;
    bool has_cookie(reach::NetAddress from, const reach::MeetPacket& packet, Micros now);
    bool is_stale(const Introduction& introduction, Micros now) const;
    void forget(Introductions::iterator gone);
    void forget(Enrolments::iterator gone);
    Enrolments::iterator find_enrolment(const EnrolmentKey& key, Micros now);
    void sweep(Micros now);

    AdmissionControl& admission_;
    Options options_;
    proto::CookieKeeper cookies_;
    Enrolments enrolments_;
    Introductions introductions_;
    DueQueue<EnrolmentKey> enrolments_due_;        // when they expire
    DueQueue<std::uint64_t> introductions_due_;    // when they are looked at next
    std::map<std::pair<reach::NetAddress, std::string>, std::uint64_t> asked_;  // the token, by joiner and code
    ConcurrentLimit enrolments_held_, relays_held_, relays_of_hosts_;
    Budget introductions_left_, probes_left_, signatures_left_;
    Figures figures_;
    bool is_draining_ = false;
};

}  // namespace albireo::server
