#pragma once
/// The address at which a friend finds a server on this machine, and from where that address can be reached; and a line for the host
/// about it.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reach/host_meeting.hpp"
#include "reach/port_mapper.hpp"

namespace albireo::app {

enum class Reach : std::uint8_t { machine, home, internet };

/// The first address of this machine that another machine can reach; the loopback address if there is none.
std::string own_address();
/// All such addresses, at most four.
std::vector<std::string> own_addresses();
/// For an address, with a port or without.
Reach reach_of(const std::string& address);

/// What is known of the ways to a game that is hosted here.
struct Ways {
    std::string address;           // of this machine, with the port; empty: the server is elsewhere
    bool has_ipv6 = false;         // the invitation has an address of IPv6 on the internet
    reach::PortMapping mapping{};  // of the home router
    std::string rendezvous{};      // HOST:PORT; empty: none
    reach::Enrolment enrolment = reach::Enrolment::none;
};
/// Logs what the router has answered to the requests for a port, and for pinholes in its firewall for IPv6: what it has opened at `info`; why it has opened
/// nothing at `warn`, which is written by default, by the name of each protocol. Each once, until it changes. What a rendezvous server finds out
/// about a port is logged by the game's server.
class MappingLog {
  public:
    void note(const reach::PortMapping& mapping);

  private:
    void note_port(const reach::PortMapping& mapping);
    void note_pinholes(const reach::PortMapping& mapping);

    std::uint16_t port_ = 0;
    proto::NetAddress pinhole_;  // the first one
    std::pair<std::uint32_t, std::uint16_t> behind_;  // the address and port of a router that is behind another one
    std::string why_, why_no_pinhole_;
};
/// From where the invitation works, as a line for the host.
std::string reach_text(const Ways& ways);

}  // namespace albireo::app
