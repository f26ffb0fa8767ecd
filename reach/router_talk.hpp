#pragma once
/// A socket to the router's port for PCP and NAT-PMP, over IPv4 or IPv6: sends a request, repeats it if it may be lost, and waits for the
/// answer. Only the router's own answers arrive on it.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "platform/socket.hpp"
#include "proto/net_address.hpp"
#include "reach/port_packets.hpp"

namespace albireo::reach {

class RouterTalk {
  public:
    /// Routers answer within 30 ms; a lost packet is retransmitted twice. The RFCs' own timeouts double up to minutes.
    static constexpr std::chrono::milliseconds kRetransmitAfter[] = {std::chrono::milliseconds(150), std::chrono::milliseconds(300), std::chrono::milliseconds(600)};
    static constexpr std::size_t kTries = std::size(kRetransmitAfter);

    /// `own`: the address of this computer that the requests are sent from; none: the system chooses it.
    explicit RouterTalk(const proto::NetAddress& router, const proto::IpAddress& own = {});

    bool is_open() const { return is_open_; }
    const proto::IpAddress& own_address() const { return own_; }

    enum class End : std::uint8_t { answered, silent, refused };
    /// Sends the request until `take` accepts an answer.
    End ask(std::span<const std::uint8_t> request, const std::function<bool(std::span<const std::uint8_t>)>& take, std::size_t tries = kTries) const;

    /// Asks for a mapping, or renews or removes it, by PCP. Returns an empty text, or why it is not granted.
    std::string ask_pcp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent) const;

  private:
    platform::OwnSocket socket_;
    bool is_open_ = false;
    proto::IpAddress own_;
};

}  // namespace albireo::reach
