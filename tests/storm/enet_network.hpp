#pragma once
/// The real links over UDP (proto/enet_link.hpp) on a network of datagrams in memory: handshake, keys, cookies, admission control and
/// ENet take part in a game of storm. Faults strike datagrams, on their way and in true time.
///
/// 1. A packet arrives only if the other end of the connection has sent it, and no more often than that. A packet that breaks this counts
///    as `unsent`.
/// 2. No datagram of a forger has an effect: none brings an event, and none changes what ENet stores. A datagram that breaks this counts
///    as `accepted`. The genuine datagram after them opens, and counts as `opened`; if it does not although the receiver has its keys and
///    its number is in the replay window, it counts as `spoiled`.
/// 3. No two packets are encrypted with the same bytes of a key's stream. Each further packet with them counts as `repeated_keys`.
/// 4. What is remembered for 1 and 3 does not grow with the game's length (sent_log.hpp).
/// 5. A seed decides whether the game is over IPv4 or IPv6. Gold knows the server's key, blue learns it.
/// 6. A process has one such network at a time, and its random numbers of libsodium come from the seed.
#include <array>
#include <deque>
#include <map>
#include <queue>
#include <unordered_set>
#include <vector>

#include "proto/enet_link.hpp"
#include "tests/storm/forger.hpp"
#include "tests/storm/network.hpp"
#include "tests/storm/sent_log.hpp"
#include "tests/support/virtual_udp.hpp"

namespace albireo::storm {

class EnetNetwork final : public Network {
  public:
    explicit EnetNetwork(std::uint32_t seed);
    ~EnetNetwork() override;

    std::shared_ptr<server::AdmissionControl> begin_server() override;
    void end_server() override;
    proto::Link& server() override;
    std::unique_ptr<proto::Link> connect(Slot slot, const proto::FaultyLinkOptions& faults, const Tricks& tricks) override;
    std::unique_ptr<proto::Link> connect_stranger() override;
    void set(Slot slot, const proto::FaultyLinkOptions& faults) override;
    void calm(Slot slot) override;
    void cut(Slot slot) override;
    void advance(Micros now) override;
    Micros next_due() const override;
    Micros server_due() const override;
    Micros next_due_at(Slot slot) const override;
    proto::ImpairmentCounters impairments() const override;
    const TrickCounters& tricks() const override { return tricks_; }
    /// How many packets and keys are remembered.
    struct Kept {
        std::size_t packets = 0, keys = 0, connections = 0;
    };
    Kept kept() const;

  private:
    using Datagram = VirtualUdp::Datagram;
    using LinkEvent = proto::LinkEvent;
    class Server;
    class Client;
    enum class Way : std::uint8_t { out, in };  // from a client, to a client

    /// How many sealed datagrams a sender has sent on its way.
    using SealedCount = std::shared_ptr<std::uint64_t>;
    /// What a receiver gets once it has read everything else: first the forger's datagrams, then the genuine one that they were made of.
    struct Attack {
        std::vector<Datagram> forged;
        std::optional<Datagram> genuine{};
        SealedCount sent{};        // by the sender of the genuine one
        std::uint64_t number = 0;  // of the genuine one, counted in the same way
    };
    using Attacks = std::deque<Attack>;
    enum class Struck : std::uint8_t { nothing, refused, event };
    /// From a client's socket to the server, through a router that has an address of its own.
    struct Path {
        std::optional<Slot> slot;  // none: a stranger's, without faults
        proto::NetAddress inside;   // the socket's
        proto::NetAddress outside;  // what the server sees, as long as the router remembers it
        proto::Impairment out, in;
        Tricks tricks;
        proto::EnetLink* link = nullptr;
        std::array<std::vector<std::uint8_t>, 2> last{};  // sealed datagrams of each way, for a forger
        std::array<SealedCount, 2> sealed = {std::make_shared<std::uint64_t>(0), std::make_shared<std::uint64_t>(0)};  // of each way
        Attacks attacks{};                              // on the client
    };
    /// What one connection has carried: hashes of channel and packet.
    struct Ledger {
        SentPackets up, down;
        /// Packets of the client from before its connection was made: the handshake repeats them.
        std::unordered_set<std::uint64_t> early;
        Micros connected_at = proto::kNever, client_gone_at = proto::kNever;
    };
    struct InFlight {
        Micros arrives;
        std::uint64_t order;  // of datagrams that arrive at the same time
        Datagram datagram;
        bool operator>(const InFlight& b) const { return arrives != b.arrives ? arrives > b.arrives : order > b.order; }
    };

    proto::NetAddress address(std::uint8_t home, std::uint16_t port) const;
    std::unique_ptr<Client> open(std::optional<Slot> slot, const proto::FaultyLinkOptions& faults, const Tricks& tricks);
    void carry(const Datagram& sent);
    void pass(Path& path, Way way, Datagram datagram);
    void arrive(Datagram datagram, Micros at);
    /// Prepares what a forger makes of a sealed datagram, and a reflection. The genuine one follows them, and then a copy.
    void forge(Path& path, Way way, const Datagram& sealed);
    /// Shows a receiver the next of the forger's datagrams, which must have no effect, and then the genuine one, which must open. Returns
    /// whether it has brought an event.
    Struck strike(Attacks& attacks, proto::EnetLink& link, LinkEvent& event, Micros now);
    /// Compares the datagram that is sent, number `nth` on its way, with the packet in it.
    void note_key(const Datagram& sealed, std::uint64_t nth);
    /// Forgets what can no longer arrive.
    void forget_old();
    std::vector<Path*> paths_of(Slot slot) const;
    bool happens(std::uint32_t ppm) { return ppm != 0 && random_.below(1'000'000) < ppm; }

    bool is_ipv6_ = false;
    proto::KeyPair key_;
    Random random_;
    Forger forger_;
    VirtualUdp net_;
    std::unique_ptr<Server> server_;
    std::vector<std::unique_ptr<Path>> paths_;  // of clients that are open
    Attacks attacks_;                           // on the server
    std::span<const std::uint8_t> packet_;      // that a link is sending
    KeyLog keys_;
    std::map<proto::Binding, Ledger> ledgers_;  // of the server's connections, and of clients that are open
    std::priority_queue<InFlight, std::vector<InFlight>, std::greater<>> flying_;
    std::uint64_t order_ = 0;
    Micros now_ = 0, forgot_at_ = 0;
    std::uint16_t next_port_ = 40'000;
    proto::ImpairmentCounters closed_;  // of paths that are closed, and of earlier faults
    TrickCounters tricks_;
};

}  // namespace albireo::storm
