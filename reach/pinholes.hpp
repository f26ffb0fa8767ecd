#pragma once
/// Opens the home router's firewall for IPv6: a pinhole lets in packets to one port of one address, by PCP (RFC 6887: MAP with the
/// computer's own address) or UPnP (WANIPv6FirewallControl). Owned by the PortMapper, on whose thread everything runs; every call waits
/// for the router.
///
/// 1. At most kAddressesMax addresses of this computer get a pinhole. The first of them is the address from which this computer sends.
/// 2. remove() also removes those that could not be renewed, unless they have expired.
/// 3. The address and port in the router's answer are used: a router may translate prefixes.
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "proto/net_address.hpp"
#include "reach/port_packets.hpp"
#include "reach/port_probe.hpp"

namespace albireo::reach {

struct Pinhole {
    proto::IpAddress own{};       // of this computer
    proto::NetAddress outside{};  // as the internet sees it: usually the same, and the game's port
    std::string by{};             // "PCP" or "UPnP"
    std::uint32_t seconds = 0;    // granted; 0: until it is removed
    PortProbe probe = PortProbe::none;  // set by the owner of the game's server, which asks for it
    /// Whether friends are told that it is open: not while it is probed, nor if nothing comes through.
    bool is_told() const { return reach::is_told(probe); }
};

struct PinholeOptions {
    std::uint16_t port = 0;         // of the game
    std::uint32_t seconds = 3'600;  // requested lifetime
    proto::IpAddress router{};      // none: the default route's
    std::uint16_t router_port = kGatewayPort;
    std::vector<proto::IpAddress> own{};  // empty: the addresses that the internet can reach
    bool asks_upnp = true;
};

class Upnp;

class Pinholes {
  public:
    static constexpr std::size_t kAddressesMax = 2;

    explicit Pinholes(PinholeOptions options);
    ~Pinholes();

    /// Asks for the pinholes, or renews them. Ends early if `stops` returns true.
    void ask(const std::function<bool()>& stops);
    /// Removes them.
    void remove();

    const std::vector<Pinhole>& open() const { return open_; }
    /// Why there is none: one line; empty if there is one.
    const std::string& why() const { return why_; }

  private:
    std::string ask_pcp(const proto::IpAddress& own, std::uint32_t seconds, Pinhole& made, bool& is_silent);
    std::string ask_upnp(const proto::IpAddress& own, Pinhole& made);
    void keep(const proto::IpAddress& own, const Pinhole* made);
    /// A pinhole that the router may still have.
    struct Kept {
        Pinhole pinhole;
        proto::IpAddress router;
        std::shared_ptr<Upnp> upnp;
        std::chrono::steady_clock::time_point expires;
    };
    void remove(const Kept& kept);

    PinholeOptions options_;
    std::array<std::uint8_t, 12> nonce_{};
    proto::IpAddress router_;
    std::shared_ptr<Upnp> upnp_;
    std::vector<Pinhole> open_;
    std::vector<Kept> kept_;
    std::string why_;
};

}  // namespace albireo::reach
