#pragma once
/// Links over real UDP, through ENet. Only enet_base.hpp includes enet.h, and only enet_link.cpp includes
/// enet_base.hpp. One thread owns a link.
///
/// ENet frames our packets, keeps the table of peers and drops duplicate packets. It does not connect, acknowledge,
/// measure or time out: the defaults of 1.3.17 drop a lossy link after seconds, throttle a clean one, and let forged
/// datagrams fill the server. So datagrams pass a gate (ENet's intercept hook) that lets in only our knocking
/// (handshake.hpp) and unsequenced packets. The gate creates a peer once its address is verified.
/// 1. Before an address is verified nothing is stored, and the answer is at most twice the bytes received.
/// 2. ENet never holds a reliable command, so it has nothing to retransmit and nothing to time out.
/// 3. Socket errors are counted; none is fatal.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "proto/link.hpp"

namespace albireo::proto {

struct EnetLinkCounters {
    std::uint64_t refused_datagrams = 0;  // neither handshakes nor packets of ours
    std::uint64_t bad_knocks = 0;         // malformed, or with an invalid cookie
    std::uint64_t challenges = 0;         // Hellos answered
    std::uint64_t full = 0;               // peers refused because no slot was free
    std::uint64_t unadmitted = 0;         // Hellos and new peers that EnetServerOptions::admits refused
    std::uint64_t socket_errors = 0;
};

/// What a stranger asks of the gate: an answer to a Hello, whose address may be forged, or a place, once it is verified.
enum class Asks : std::uint8_t { answer, place };

struct EnetServerOptions {
    std::string bind = "0.0.0.0";
    std::uint16_t port = 7777;         // 0: any
    std::size_t peers_max = 2'048;     // ENet's limit is 4 095
    std::size_t peers_per_host = 512;  // most peers from one address: many players may share one
    int receive_buffer = 4 << 20;      // bytes to request; the system may grant less
    /// Whether a stranger gets what it asks for; otherwise its datagram is dropped. Empty: always. `host`: as
    /// Link::host_of().
    std::function<bool(Asks what, std::uint64_t host, Micros now)> admits{};
};

/// Another protocol on the same socket: takes a datagram and the sender's IPv4 address in network byte order. Nothing if
/// the datagram is not of that protocol; otherwise the size of an answer in `out`, 0 for none.
using SideProtocol = std::function<std::optional<std::size_t>(std::span<const std::uint8_t> datagram, std::uint32_t host,
                                                              Micros now, std::span<std::uint8_t> out)>;

class EnetLink : public Link {
  public:
    /// Sees every datagram before the gate does.
    virtual void set_side_protocol(SideProtocol side) = 0;
    /// The socket's descriptor, to wait on. When it is readable, call poll().
    virtual int native_socket() const = 0;
    virtual std::uint16_t port() const = 0;
    /// The receive buffer that the system granted, in bytes.
    virtual int receive_buffer_granted() const = 0;
    /// When poll() or flush() must be called even if no packet arrives (Hellos, Knocks, repeated Accepts); kNever if
    /// not.
    virtual Micros next_due() const = 0;
    virtual const EnetLinkCounters& enet_counters() const = 0;
};

/// Null, with the reason in `error`, if the address cannot be bound.
std::unique_ptr<EnetLink> make_enet_server(const EnetServerOptions& options, std::string& error);

/// Begins the handshake with `host` (a name or an IPv4 address). Null, with the reason in `error`, if the name cannot
/// be resolved or no socket can be opened.
std::unique_ptr<EnetLink> make_enet_client(const std::string& host, std::uint16_t port, std::string& error);

}  // namespace albireo::proto
