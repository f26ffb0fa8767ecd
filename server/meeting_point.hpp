#pragma once
/// Handles rendezvous packets on a shard's game socket, and owns the socket of the rendezvous's second port. It has two parts, each
/// optional: a Rendezvous for others (--rendezvous), and HostMeetings for this server's own games (--enrol-at): one for each family of
/// which the rendezvous elsewhere has an address.
/// 1. All calls are on the shard's thread, except enrolment_of() and probe().
/// 2. Without a second port the server cannot detect symmetric routers; everything else works.
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include "proto/enet_link.hpp"
#include "proto/name_lookup.hpp"
#include "reach/datagram_socket.hpp"
#include "reach/host_meeting.hpp"
#include "server/config.hpp"
#include "server/rendezvous.hpp"

namespace albireo::server {

class MeetingPoint {
  public:
    /// `shard`: the number of this shard. Only shard 0 serves as a rendezvous. Every shard enrols its own games.
    MeetingPoint(const Config& config, std::uint32_t shard, proto::EnetLink& link, AdmissionControl& admission);
    MeetingPoint(const MeetingPoint&) = delete;
    MeetingPoint& operator=(const MeetingPoint&) = delete;

    /// Takes a datagram from the game's socket. Returns false if it is not one of a meeting.
    bool take(std::span<const std::uint8_t> datagram, proto::NetAddress from, Micros now);
    /// Sends the packets that are due. `codes`: returns those of this server's games, at most
    /// HostMeeting::kCodesMax; called at intervals.
    void advance(const std::function<std::vector<std::string>()>& codes, Micros now);
    Micros next_due(Micros now) const;
    /// From now on the rendezvous introduces nobody; open relays continue.
    void drain() {
        if (rendezvous_) rendezvous_->drain();
    }
    /// From any thread. Up to a tenth of a second old.
    reach::Enrolment enrolment_of(const std::string& code) const;
    /// From any thread: has this port of the home router, or of this computer behind its firewall, probed from outside, if it is another one of its family than before, and tells what is
    /// known of it.
    reach::PortProbe probe(const proto::NetAddress& port);
    bool is_relaying() const { return rendezvous_ && rendezvous_->figures().relays > 0; }

    /// The descriptor of the second port, to wait on; −1: none. When it is readable, call read_second().
    int second_socket() const { return second_ ? second_->descriptor() : -1; }
    void read_second(Micros now);

  private:
    struct Probed {
        proto::NetAddress wanted, port;  // what probe() was asked for, and what is probed
        reach::PortProbe known = reach::PortProbe::asking;  // of `wanted`
    };
    void open_sockets(const Config& config);
    void publish_probe(Probed& probed, bool is_ipv6);
    void meet_at(const std::vector<proto::IpAddress>& addresses);
    void send(const reach::Outbox& out);
    void note_enrolled();
    void publish_enrolments();

    void look_up(Micros now);
    const bool may_relay_;
    proto::EnetLink& link_;
    AdmissionControl& admission_;
    std::optional<Rendezvous> rendezvous_;
    std::optional<reach::DatagramSocket> second_;
    std::optional<reach::DatagramSocket> stranger_;  // sends probes, and reads nothing
    std::uint16_t elsewhere_port_ = 0;
    std::string elsewhere_;
    std::string elsewhere_host_;
    std::optional<proto::NameLookup> lookup_;
    Micros look_up_again_at_ = -1;  // the name has no address; until then nothing is asked
    std::vector<reach::HostMeeting> hosts_;  // once the rendezvous elsewhere has an address: at most one of each family
    std::uint32_t relays_ = 0;
    std::vector<std::string> codes_;
    Micros asked_at_ = 0;  // for codes_
    std::atomic<bool> has_no_address_{false};  // the rendezvous elsewhere
    mutable std::mutex published_guard_;
    std::array<Probed, 2> probed_;  // of IPv4, and of IPv6
    std::map<std::string, reach::Enrolment> published_;  // of codes_, for other threads
    std::string logged_code_;  // the last code that was logged as enrolled
};

}  // namespace albireo::server
