#pragma once
/// The address at which a friend finds a server of this machine, and the range from which that address is reachable.
#include <cstdint>
#include <string>
#include <vector>

namespace albireo::app {

enum class Reach : std::uint8_t { machine, home, internet };

/// The first address of this machine that another one could reach; the loopback address if there is none.
std::string own_address();
/// All such addresses, at most four.
std::vector<std::string> own_addresses();
/// For an IPv4 address, with a port or without.
Reach reach_of(const std::string& address);

}  // namespace albireo::app
