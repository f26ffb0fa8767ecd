#pragma once
/// Asks the home router where it describes itself, by SSDP (UPnP Device Architecture 2.0, 1.3: M-SEARCH). miniupnpc's own discovery takes at least a
/// second, because it waits for the answers of all devices; this asks one address, and its first answer ends the search.
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace albireo::reach {

inline constexpr std::uint16_t kSsdpPort = 1900;

/// A search for a gateway, to this "HOST:PORT". What is sent to a group must allow devices to answer a second late, and some do; one device answers at once.
std::string ssdp_request(std::string_view to, bool is_group);

/// The address of the description in an answer ("http://192.168.1.1:5000/rootDesc.xml"); empty if the text is not such an answer, or names another computer
/// than `router` ("192.168.1.1").
std::string ssdp_location(std::string_view answer, std::string_view router);

/// Waits for the answer of the router (in network byte order) for at most that time. Empty: none.
std::string find_router_description(std::uint32_t router, std::chrono::milliseconds patience, std::uint16_t port = kSsdpPort);

}  // namespace albireo::reach
