#pragma once
/// Handles rendezvous packets on a shard's game socket, and owns the socket of the rendezvous's second port. It has two parts, each
/// optional: a Rendezvous for others (--rendezvous), and a HostMeeting for this server's own games (--enrol-at).
/// 1. All calls are on the shard's thread, except enrolment_of().
/// 2. Without a second port the server cannot detect symmetric routers; everything else works.
#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include "proto/enet_link.hpp"
#include "proto/name_lookup.hpp"
#include "reach/host_meeting.hpp"
#include "server/config.hpp"
#include "server/rendezvous.hpp"

namespace albireo::server {

class MeetingPoint {
  public:
    /// `shard`: the number of this shard. Only shard 0 serves as a rendezvous. Every shard enrols its own games.
    MeetingPoint(const Config& config, std::uint32_t shard, proto::EnetLink& link, AdmissionControl& admission);
    ~MeetingPoint();
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
    bool is_relaying() const { return rendezvous_ && rendezvous_->figures().relays > 0; }

    /// The descriptor of the second port, to wait on; −1: none. When it is readable, call read_second().
    int second_socket() const { return second_; }
    void read_second(Micros now);

  private:
    void open_second(const Config& config);
    void send(const reach::Outbox& out);
    void note_enrolled();
    void publish_enrolments();

    void look_up(Micros now);
    const bool may_relay_;
    proto::EnetLink& link_;
    AdmissionControl& admission_;
    std::optional<Rendezvous> rendezvous_;
    int second_ = -1;
    std::uint16_t second_port_ = 0;
    std::uint16_t elsewhere_port_ = 0;
    std::string elsewhere_;
    std::string elsewhere_host_;
    std::optional<proto::NameLookup> lookup_;
    Micros look_up_again_at_ = -1;  // the name has no address; until then nothing is asked
    std::optional<reach::HostMeeting> host_;  // once the rendezvous elsewhere has an address
    std::uint32_t relays_ = 0;
    std::vector<std::string> codes_;
    Micros asked_at_ = 0;  // for codes_
    std::atomic<bool> has_no_address_{false};  // the rendezvous elsewhere
    mutable std::mutex published_guard_;
    std::map<std::string, reach::Enrolment> published_;  // of codes_, for other threads
    std::string logged_code_;  // the last code that was logged as enrolled
};

}  // namespace albireo::server
