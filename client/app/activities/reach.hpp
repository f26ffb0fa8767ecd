#pragma once
/// The address at which a friend finds a server on this machine, and from where that address can be reached.
#include <cstdint>
#include <string>
#include <vector>

namespace albireo::app {

enum class Reach : std::uint8_t { machine, home, internet };

/// The first address of this machine that another machine can reach; the loopback address if there is none.
std::string own_address();
/// All such addresses, at most four.
std::vector<std::string> own_addresses();
/// For an address, with a port or without.
Reach reach_of(const std::string& address);

}  // namespace albireo::app
