#pragma once
/// JoinMeetings with their sockets: one at each address family that the rendezvous has, at the same time. The first direct path wins; a relay
/// counts when none can open any more. The game is then played from the same port, because both routers now let packets of that
/// port through: the socket is closed with this object, and the game's link binds to ClientPath::own_port.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "proto/name_lookup.hpp"
#include "proto/net_address.hpp"
#include "reach/datagram_socket.hpp"
#include "reach/invitation.hpp"
#include "reach/join_meeting.hpp"

namespace albireo::reach {

/// The port of a rendezvous that is named without one.
inline constexpr std::uint16_t kRendezvousPort = 7777;
/// "HOST", "HOST:PORT", "[IPV6]:PORT" or "IPV6"; nothing if the text has another form.
std::optional<Address> read_rendezvous(const std::string& text);

class JoinSocket {
  public:
    JoinSocket(Address rendezvous, std::string code, bool may_relay = true);
    JoinSocket(const JoinSocket&) = delete;
    JoinSocket& operator=(const JoinSocket&) = delete;

    /// Sends the datagrams that are due, and reads those that have arrived.
    void advance(Micros now);

    /// How the game's link reaches the host.
    struct Route {
        NetAddress server;
        proto::ClientPath path;
    };
    /// The path to the host, once there is one.
    std::optional<Route> route() const;
    /// The meeting that has come furthest; null until the rendezvous has an address.
    const JoinMeeting* meeting() const { return leading() ? &leading()->meeting : nullptr; }
    bool has_no_address() const { return lookup_.is_done() && lookup_.addresses().empty(); }
    /// Why the meeting failed, as one line for the log; empty until it has.
    std::string failure() const;
    /// The time since the introduction; negative if there was none.
    Micros since_introduction(Micros now) const;

  private:
    struct Attempt {
        NetAddress server;
        JoinMeeting meeting;
        std::unique_ptr<DatagramSocket> socket = std::make_unique<DatagramSocket>();
    };
    void begin();
    const Attempt* leading() const;

    Address rendezvous_;
    std::string code_;
    bool may_relay_;
    proto::NameLookup lookup_;
    std::vector<Attempt> attempts_;  // once the rendezvous has an address: at most one of each family
};

}  // namespace albireo::reach
