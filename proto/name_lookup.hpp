#pragma once
/// The addresses of a host. A separate thread resolves them, and may outlive this object: a name server may take seconds.
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "proto/net_address.hpp"

namespace albireo::proto {

class NameLookup {
  public:
    /// A name server may list any number.
    static constexpr std::size_t kAddressesMax = 4;

    /// `host`: a name or an address.
    explicit NameLookup(const std::string& host);

    bool is_done() const { return found_->done; }
    /// The system's choice first: usually IPv6, if this computer has it. Empty: the host has none. Requires is_done().
    const std::vector<IpAddress>& addresses() const;
    /// The first IPv4 address; none: the host has none. Requires is_done().
    IpAddress ipv4() const;

  private:
    struct Found {
        std::vector<IpAddress> addresses;  // written before `done`
        std::atomic<bool> done{false};
    };
    std::shared_ptr<Found> found_;
};

}  // namespace albireo::proto
