#pragma once
/// The address at which a friend finds a server on this machine, and from where that address can be reached; and a line for the host
/// about it.
#include <cstdint>
#include <string>
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
/// Logs that the router has opened a port. What a rendezvous server finds out of it is logged by the game's server.
void log_mapping(const reach::PortMapping& mapping);
/// The same for the pinholes of its firewall for IPv6.
void log_pinholes(const reach::PortMapping& mapping);
/// From where the invitation works, as a line for the host.
std::string reach_text(const Ways& ways);

}  // namespace albireo::app
