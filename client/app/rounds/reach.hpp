#pragma once
/// Where a friend finds a server of this machine, and from how far that address leads to it.
#include <cstdint>
#include <string>

namespace albireo::app {

enum class Reach : std::uint8_t { machine, home, internet };

/// The first address of this machine that another one could reach; itself if there is none.
std::string own_address();
/// Of an IPv4 address, with a port or without.
Reach reach_of(const std::string& address);

}  // namespace albireo::app
