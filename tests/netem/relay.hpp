#pragma once
/// The relay of albireo-netem: any number of clients on one port, a socket of its own to the server for each, and an
/// Impairment for each direction of each. Asio, one thread.
/// 1. A packet leaves within a fraction of a millisecond of its time, and never before it, by the clock that the relay
///    was given.
/// 2. Packets that leave at the same time leave in the order in which they came.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <span>
#include <string>
#include <vector>

#include "server/asio.hpp"
#include "tests/netem/netem_options.hpp"

namespace albireo::netem {

using proto::Micros;

/// A monotonic clock that never runs ahead of real time.
using Clock = std::function<Micros()>;
Micros wall_clock();

/// What the relay did, by its clock.
struct Outcome {
    proto::ImpairmentCounters up, down;
    std::size_t clients = 0;
    std::uint64_t turned_away = 0;  // packets of clients above the limit
    std::uint64_t send_errors = 0;
    std::vector<std::uint32_t>
        lateness;  // counts of packets by lateness, in buckets of 10 µs; the last bucket is open-ended
    double seconds = 0;

    double lateness_percentile_ms(double part) const;
};

class Relay {
  public:
    /// Throws boost::system::system_error if the port cannot be bound or the server's name is unknown.
    Relay(boost::asio::io_context& loop, const NetemOptions& options, Clock clock = wall_clock);

    Outcome outcome() const;
    /// The port that it listens on; if 0 was asked for, the one that the system chose.
    std::uint16_t port() const { return downstream_.local_endpoint().port(); }

  private:
    using Udp = boost::asio::ip::udp;

    struct Client {
        Udp::endpoint address;
        Udp::socket upstream;
        proto::Impairment up, down;
    };
    struct InFlight {
        Micros leaves;
        std::uint64_t order;
        Client* client;
        bool to_server;
        std::vector<std::uint8_t> bytes;
        bool operator>(const InFlight& b) const { return leaves != b.leaves ? leaves > b.leaves : order > b.order; }
    };

    void wait_for_clients();
    void wait_for_server(Client& client);
    Client* client_at(const Udp::endpoint& address);
    void take(Client& client, bool to_server, std::span<const std::uint8_t> bytes);
    void set_timer();
    void send_due();
    void note_lateness(Micros late);

    boost::asio::io_context& loop_;
    NetemOptions options_;
    Clock now_;
    Udp::endpoint server_;
    Udp::socket downstream_;
    boost::asio::steady_timer timer_;
    Micros timer_at_ = proto::kNever;
    std::map<Udp::endpoint, std::unique_ptr<Client>> clients_;
    std::priority_queue<InFlight, std::vector<InFlight>, std::greater<>> in_flight_;
    std::uint64_t order_ = 0;
    std::vector<std::uint8_t> buffer_;
    Outcome outcome_;
    Micros began_;
    Micros first_packet_ = -1;  // of any client
};

}  // namespace albireo::netem
