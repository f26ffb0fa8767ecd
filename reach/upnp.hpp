#pragma once
/// Asks a router for a port by UPnP-IGD, through miniupnpc. Every call waits for the router, up to a few seconds.
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "proto/net_address.hpp"
#include "reach/port_packets.hpp"

namespace albireo::reach {

class Upnp {
  public:
    Upnp();
    ~Upnp();

    /// Reads the router's description at `location` (ssdp.hpp). If that is empty or leads nowhere, looks for a router, which takes seconds. Returns an
    /// empty text, or why there is none.
    std::string find(const std::string& location);
    /// Asks for the port; `answer` then has the granted port, lease and address. Returns an empty text, or why it was not granted; then
    /// no mapping is left. Call find() first.
    std::string map(const PortRequest& request, PortAnswer& answer);
    /// Removes the mapping of the router's `port` to this computer's own one, but not if the router has given the port to another
    /// computer since. Errors are ignored.
    void remove(std::uint16_t port, std::uint16_t own_port);

    /// Looks for a router with a firewall for IPv6 on the interface of this number, which takes a second or two. Returns an empty text, or
    /// why there is none.
    std::string find_ipv6(std::uint32_t interface);
    /// Lets UDP packets from anywhere in to this port of an address of this computer, or renews that. Returns an empty text, or why it was
    /// not granted. Call find_ipv6() first.
    std::string open_pinhole(const proto::IpAddress& own, std::uint16_t port, std::uint32_t seconds);
    /// Errors are ignored.
    void remove_pinhole(const proto::IpAddress& own);

  private:
    struct Router;
    std::unique_ptr<Router> router_;
    std::map<proto::IpAddress, std::string> pinholes_;  // the router's names of them
};

}  // namespace albireo::reach
