#pragma once
/// The network of a virtual game: the server's link, the players' links, and the faults between them. A game begins with no
/// server. memory_network.hpp carries packets, enet_network.hpp datagrams through the gate, the keys and ENet.
#include <memory>

#include "proto/faulty_link.hpp"
#include "server/limits/admission_control.hpp"

namespace albireo::storm {

using proto::Micros;

/// Faults that a FaultyLink lacks.
struct Tricks {
    std::uint32_t seed = 1;
    std::uint32_t late_duplicate_ppm = 0;  // these arrive again, up to kLateMax later
    std::uint32_t bit_flips_ppm = 0;       // of each of these a forger makes kForgeries datagrams
};
inline constexpr Micros kLateMax = 10 * proto::kMicrosPerSecond;
/// Half of them come within a second, when the receiver may still have state of that time.
inline Micros lateness(Random& random) {
    const bool is_soon = random.below(2) == 0;
    return random.below(static_cast<std::uint32_t>(is_soon ? kLateMax / 10 : kLateMax));
}
/// Datagrams that are forged of one packet: 14 000 in a match-minute, more than ten million in a run of `./check --full`.
inline constexpr int kForgeries = 320;

struct TrickCounters {
    std::uint64_t late_duplicates = 0, flipped = 0;
    std::uint64_t forged = 0;    // datagrams made of the flipped packets and shown to a receiver
    std::uint64_t unkeyed = 0;   // of them: for no peer that the receiver has, so no seal was tried
    std::uint64_t accepted = 0;  // forged datagrams that passed the seal; must stay 0
    std::uint64_t opened = 0;    // genuine datagrams that opened after the forged ones
    std::uint64_t spoiled = 0;   // genuine datagrams that were refused after the forged ones; must stay 0
    std::uint64_t unsent = 0;    // packets that arrived and that nobody had sent, or more often than they were sent; must stay 0
    std::uint64_t repeated_keys = 0;  // packets that were encrypted with the same bytes as another; must stay 0
};

class Network {
  public:
    virtual ~Network() = default;

    /// The server's process begins: it has an end of the network. Returns the admission control that its lobby must use.
    virtual std::shared_ptr<server::AdmissionControl> begin_server() = 0;
    /// The server's process ends: no connection reaches the next one.
    virtual void end_server() = 0;
    /// The server's end, between begin_server() and end_server().
    virtual proto::Link& server() = 0;

    /// A link of a player's, with faults.
    virtual std::unique_ptr<proto::Link> connect(Slot slot, const proto::FaultyLinkOptions& faults, const Tricks& tricks) = 0;
    /// A stranger's link, without faults.
    virtual std::unique_ptr<proto::Link> connect_stranger() = 0;

    // These act on all links that the player has. Packets on the way are not affected.
    virtual void set(Slot slot, const proto::FaultyLinkOptions& faults) = 0;
    virtual void calm(Slot slot) = 0;  // no faults and no tricks any more
    virtual void cut(Slot slot) = 0;   // the player's address changes: nothing passes any more

    /// Delivers what has arrived by `now`.
    virtual void advance(Micros now) = 0;
    // kNever if nothing is due.
    /// When something arrives.
    virtual Micros next_due() const = 0;
    /// When the server's link has something to do.
    virtual Micros server_due() const = 0;
    /// When a link of the player's has something to do, in the time of the player's clock.
    virtual Micros next_due_at(Slot slot) const = 0;

    /// Of all links so far.
    virtual proto::ImpairmentCounters impairments() const = 0;
    virtual const TrickCounters& tricks() const = 0;
};

}  // namespace albireo::storm
