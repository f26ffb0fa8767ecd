#pragma once
/// Opens a port of the home router for a hosted game: asks by PCP, NAT-PMP and UPnP, renews the mapping, and removes it
/// at the end. Over IPv6, the same for pinholes of its firewall (pinholes.hpp). Owned by the object that hosts the game.
///
/// 1. The mapper's own thread does all sending, from the constructor on; mapping() never waits.
/// 2. The granted port and address are read from the router's answer, and may change when it is renewed.
/// 3. The destructor removes the mapping and the pinholes. It waits for the router's answer, for at most a few seconds.
/// 4. A mapping that could not be renewed is removed as well, unless it has expired.
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "proto/net_address.hpp"
#include "reach/pinholes.hpp"
#include "reach/port_packets.hpp"
#include "reach/port_probe.hpp"
#include "reach/ssdp.hpp"

namespace albireo::reach {

struct PortMapping {
    enum class State : std::uint8_t { off, asking, granted, refused };
    State state = State::off;
    std::string by{};            // "PCP", "NAT-PMP" or "UPnP"
    std::uint32_t address = 0;   // of the router, in network byte order
    std::uint16_t port = 0;      // of the router
    std::uint32_t seconds = 0;   // granted; 0: until it is removed
    std::string why{};           // one line: why each protocol has granted nothing, or none of those that were asked before `by`
    /// Of State::refused, in short.
    enum class Refusal : std::uint8_t { none, no_router, silent, refused } refusal = Refusal::none;
    std::vector<Pinhole> pinholes{};  // for IPv6; they come later, and whatever the state is
    std::string why_no_pinhole{};     // one line; empty if there are some, or if none was asked for
    PortProbe probe = PortProbe::none;  // set by the owner of the game's server, which asks for it
    /// The router says that it forwards the port to the internet.
    bool is_open() const { return state == State::granted && proto::IpAddress(address).is_public(); }
    /// Whether friends are told of it: not while it is probed, nor if nothing comes through.
    bool is_told() const { return is_open() && reach::is_told(probe); }
    /// `first`: of the first pinhole. A rendezvous server can try only the address from which this computer sends to it, so no other one.
    void set_pinhole_probe(PortProbe first) {
        for (Pinhole& each : pinholes) each.probe = &each == pinholes.data() || first == PortProbe::none ? first : PortProbe::elsewhere;
    }
};

struct PortMapperOptions {
    std::uint16_t port = 0;         // of the game
    std::uint32_t seconds = 3'600;  // requested lifetime; renewed at half of what is granted
    std::uint32_t gateway = 0;      // 0: the default route's
    std::uint16_t gateway_port = kGatewayPort;
    std::uint16_t ssdp_port = kSsdpPort;  // of the router
    bool asks_upnp = true;
    bool asks_ipv6 = false;                    // for pinholes, too
    proto::IpAddress ipv6_gateway{};           // none: the default route's
    std::vector<proto::IpAddress> own_ipv6{};  // empty: those that the internet can reach
};

class RouterTalk;
class Upnp;

class PortMapper {
  public:
    explicit PortMapper(PortMapperOptions options);
    ~PortMapper();
    PortMapper(const PortMapper&) = delete;
    PortMapper& operator=(const PortMapper&) = delete;

    PortMapping mapping() const;

  private:
    void run();
    /// Each asks for the port, or renews or removes it, by one protocol. Returns an empty text, or why it is not
    /// granted.
    std::string ask_pmp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent);
    std::string ask_upnp(const PortRequest& request, PortAnswer& answer);
    /// Where the router describes itself for UPnP; empty: nowhere. Waits for the search.
    const std::string& description();
    PortMapping ask(PortRequest& request, const std::string& last);
    /// A mapping that the router may still have.
    struct Kept {
        PortMapping mapping;
        PortRequest request;
        proto::NetAddress router;
        std::shared_ptr<Upnp> upnp;
        std::chrono::steady_clock::time_point expires;
    };
    void keep(const PortRequest& request, const PortMapping& granted);
    void remove(const Kept& kept);
    void publish(const PortMapping& mapping);
    /// Returns true if the mapper is to end.
    bool wait(std::chrono::milliseconds time);

    PortMapperOptions options_;
    mutable std::mutex guard_;
    std::condition_variable woken_;
    PortMapping mapping_;
    bool ends_ = false;
    std::unique_ptr<RouterTalk> talk_;
    proto::NetAddress router_;  // of `talk_`
    std::future<std::string> search_;  // for the description
    std::string description_;
    std::shared_ptr<Upnp> upnp_;
    std::vector<Kept> kept_;
    std::thread thread_;
};

}  // namespace albireo::reach
