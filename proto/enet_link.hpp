#pragma once
/// Links over real UDP, IPv6 and IPv4, through ENet. In this module only enet_base.hpp and enet_sockets.cpp include enet.h, and
/// only enet_link.cpp includes enet_base.hpp. One thread owns a link.
///
/// ENet keeps the table of peers, and queues and hands out their packets. It does not connect, read, send, acknowledge, measure or time
/// out: the defaults of 1.3.17 drop a lossy link after seconds, throttle a clean one, and let forged datagrams fill the
/// server, and enet_host_service() visits all places for peers twice a call. Every datagram passes a gate that admits only our
/// handshake (handshake.hpp) and datagrams sealed with the keys of a connected peer (sealed_datagram.hpp). ENet sees the packets in
/// those, and nothing else. The gate creates a peer once its address and its Knock are verified.
/// 1. Before an address is verified nothing is stored or computed, and the answer is one datagram of half the bytes received.
/// 2. A datagram that is not sealed with a peer's keys, or is a copy of an earlier one, changes nothing but counters.
/// 3. ENet never holds a command to send, so it has nothing to retransmit and nothing to time out.
/// 4. Socket errors are counted; none is fatal.
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "proto/link.hpp"
#include "proto/net_address.hpp"

namespace albireo::proto {

struct EnetLinkCounters {
    std::uint64_t refused_datagrams = 0;  // neither handshakes nor for a connected peer at its address
    std::uint64_t broken_seals = 0;       // for a connected peer, but damaged, forged, or a copy
    std::uint64_t bad_knocks = 0;         // malformed, with an invalid cookie, or not sealed for us
    std::uint64_t challenges = 0;         // Hellos answered
    std::uint64_t other_versions = 0;     // datagrams of another version answered (other_version.hpp)
    std::uint64_t full = 0;               // peers refused because no slot was free
    std::uint64_t unadmitted = 0;         // Hellos and new peers that EnetServerOptions::admits refused
    std::uint64_t socket_errors = 0;
};

/// What a stranger can request of the gate: an answer to its Hello or to a datagram of another version (its address may be forged), or, once its address is
/// verified, a connection.
enum class GateRequest : std::uint8_t { answer, place };

struct EnetServerOptions {
    std::string bind = "::";         // all addresses, IPv6 and IPv4; "0.0.0.0": all of IPv4
    std::uint16_t port = 7777;         // 0: any
    std::size_t peers_max = 2'048;     // ENet's limit is 4 095
    std::size_t peers_per_host = 512;  // most peers from one home (IpAddress::home()): many players may share an address
    /// Of a server whose shards share the port, each with a link of its own. They are made in the order of their numbers, the later ones for the
    /// port that the first one got. Each has at most kPeerNumberMax / shards peers.
    std::uint32_t shard = 0, shards = 1;
    std::array<std::uint8_t, 4> first_shard{};  // datagrams that begin like this go to the first shard
    int receive_buffer = 4 << 20;      // bytes to request; the system may grant less
    std::optional<KeyPair> key{};      // the server's long-lived key; none: a new one
    /// Whether a stranger gets what it requests; otherwise its datagram is dropped. Empty: always. `host`: as
    /// Link::host_of().
    std::function<bool(GateRequest what, std::uint64_t host, Micros now)> admits{};
};

/// Another protocol on the same socket. Returns whether the datagram is of that protocol; it answers by send_datagram().
using SideProtocol = std::function<bool(std::span<const std::uint8_t> datagram, NetAddress from, Micros now)>;


class EnetLink : public Link {
  public:
    /// Sees every datagram before the gate does.
    virtual void set_side_protocol(SideProtocol side) = 0;
    /// Sends a datagram of the other protocol. `hops`: as in an IP header; 0: the system's default.
    virtual void send_datagram(NetAddress to, std::span<const std::uint8_t> datagram, int hops = 0) = 0;
    /// Takes a datagram that another link with the same port has read. The next poll() has what it brings.
    virtual void take(NetAddress from, std::span<const std::uint8_t> datagram, Micros now) = 0;
    /// Returns false if all routes are in use, so that there is no room for another one.
    virtual bool add_relay_route(const RelayRoute& relay) = 0;
    /// On a client: the server's address from which it has answered; none before.
    virtual NetAddress server_address() const { return {}; }
    /// The socket's descriptor, to wait on. When it is readable, call poll().
    virtual int native_socket() const = 0;
    virtual std::uint16_t port() const = 0;
    /// Whether the socket is for both families; otherwise it is for IPv4 only, because the kernel has no IPv6.
    virtual bool has_ipv6() const = 0;
    /// The receive buffer that the system granted, in bytes.
    virtual int receive_buffer_granted() const = 0;
    /// When poll() or flush() must be called even if no packet arrives (Hellos, Knocks, repeated Accepts, packets that the socket no
    /// longer has); kNever if neither need be.
    virtual Micros next_due() const = 0;
    virtual const EnetLinkCounters& enet_counters() const = 0;
    /// The server's public key. On a client: the key that the server has proved to hold; nothing before that.
    virtual std::optional<PublicKey> server_key() const = 0;
    /// On a client, after other_key: the key that the server claims. It has proved nothing.
    virtual std::optional<PublicKey> claimed_key() const { return std::nullopt; }
    /// A hash over everything that ENet stores about its peers. Equal hashes show that none of it has changed. For tests.
    virtual std::uint64_t enet_state() const = 0;
    /// The addresses by which ENet knows its peers: names in 240.0.0.0/4, to which nothing is sent. For tests.
    virtual std::vector<NetAddress> enet_names() const = 0;
};

/// Null, with the reason in `error`, if the address cannot be bound.
std::unique_ptr<EnetLink> make_enet_server(const EnetServerOptions& options, std::string& error);

/// Begins the handshake with a server that has these addresses (name_lookup.hpp finds those of a name): asks them in turn, knocks
/// where the last Challenge came from, and stays with the first that proves its key. `server`: the key that the server must hold; none: any key, which may then be an impostor's.
/// `path`: how to get there. Null, with the reason in `error`, if no address can be reached from here or no socket can be opened.
std::unique_ptr<EnetLink> make_enet_client(std::span<const IpAddress> hosts, std::uint16_t port, std::string& error,
                                           std::optional<PublicKey> server = {}, const ClientPath& path = {});
/// With one address, as text (read_ip()).
std::unique_ptr<EnetLink> make_enet_client(const std::string& host, std::uint16_t port, std::string& error,
                                           std::optional<PublicKey> server = {}, const ClientPath& path = {});

}  // namespace albireo::proto
