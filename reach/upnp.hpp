#pragma once
/// Asks a router for a port by UPnP-IGD, through miniupnpc. Every call waits for the router, up to a few seconds.
#include <memory>
#include <string>

#include "reach/port_packets.hpp"

namespace albireo::reach {

class Upnp {
  public:
    Upnp();
    ~Upnp();

    /// Reads the router's description at `location` (ssdp.hpp). If that is empty or leads nowhere, looks for a router, which takes seconds. Returns an
    /// empty text, or why there is none.
    std::string find(const std::string& location);
    /// Asks for the port; `answer` then has the granted port and address. Returns an empty text, or why it was not granted. Call find()
    /// first.
    std::string map(const PortRequest& request, PortAnswer& answer);
    /// Removes the mapping of the router's `port`. Errors are ignored.
    void remove(std::uint16_t port);

  private:
    struct Router;
    std::unique_ptr<Router> router_;
};

}  // namespace albireo::reach
