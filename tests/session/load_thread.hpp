#pragma once
/// Many players of a load test on one thread and one socket, so that a call of the system reads or sends many datagrams. Each player has an
/// address of its own in 127.0.0.0/8, all of which reaches the socket; so the server has to be on this machine.
/// 1. Passes of the thread begin at least kPassEvery apart. That batches datagrams, and delays them by half as much on average.
/// 2. Games are created at a steady rate, so their ticks, and what happens in them, are spread over time.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "platform/socket.hpp"
#include "server/due_queue.hpp"
#include "tests/session/load_player.hpp"

namespace albireo::session_tests {

class LoadThread {
  public:
    static constexpr Micros kPassEvery = 500;

    struct Options {
        int number = 0;    // of this thread
        int sessions = 0;  // that it plays
        int core = -1;     // that it stays on; −1: any
        Micros create_every = 0;
        std::uint16_t port = 0;  // of the server, at 127.0.0.1
    };
    LoadThread(const RecordedGame& game, const Options& options);
    LoadThread(const LoadThread&) = delete;
    LoadThread& operator=(const LoadThread&) = delete;
    ~LoadThread();

    /// Why it could not begin; empty if it could.
    const std::string& error() const { return error_; }
    void start();
    LoadFigures& figures() { return figures_; }
    /// The processor time of the thread so far.
    Micros processor_time();
    /// Ends the thread. Returns the first player's failure; empty if there was none.
    std::string stop();

    static Micros now();

  private:
    using PlayerId = std::uint32_t;
    static constexpr std::size_t kBatchMax = 64, kDatagramMax = 1'500;

    void run();
    void read_all();
    void create_due(Micros now);
    void add_player(std::string code, Micros now);
    void advance(PlayerId id, Micros now);
    platform::Endpoint own_end(PlayerId id) const;

    const RecordedGame& game_;
    Options options_;
    std::string error_;
    LoadFigures figures_;
    platform::OwnSocket socket_;
    platform::ReceivedBatch in_{kBatchMax, kDatagramMax};
    platform::SendBatch out_{kBatchMax, kDatagramMax};
    platform::Endpoint server_;
    std::optional<proto::PublicKey> key_;
    std::vector<std::unique_ptr<LoadPlayer>> players_;  // two after two of one game: gold, then blue
    server::DueQueue<PlayerId, std::unordered_map> due_;
    int created_ = 0;
    Micros next_creation_ = 0;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace albireo::session_tests
