#pragma once
/// Simulates a bad network for one direction of a link: decides the fate of each packet, from a seed. faulty_link uses
/// it in virtual time and albireo-netem on real sockets.
/// 1. The same options, seed and packets (times and sizes) give the same fates.
/// 2. Delay and jitter keep packets in order, as in a queue. Only reorder_ppm lets later packets overtake one.
#include <array>
#include <cstdint>
#include <vector>

#include "proto/micros.hpp"
#include "sim/base/random.hpp"

namespace albireo::proto {

struct Blackout {
    Micros at = 0;  // since begin(), or the first packet that plan() saw
    Micros length = 0;
};

struct ImpairmentOptions {
    std::uint32_t seed = 1;
    std::uint32_t loss_ppm = 0;    // of all packets, in the long run
    std::uint32_t burst_mean = 1;  // mean length of a run of lost packets (Gilbert model); 1: losses are independent
    Micros delay = 0;
    Micros jitter = 0;  // uniformly distributed within ± jitter
    std::uint32_t duplicate_ppm = 0;
    std::uint32_t reorder_ppm = 0;  // probability that a packet is delayed further, by up to reorder_by
    Micros reorder_by = 20 * kMicrosPerMs;
    std::uint32_t spike_ppm = 0;  // probability that the queue stalls for `spike`
    Micros spike = 2 * kMicrosPerSecond;
    std::uint32_t corrupt_ppm = 0;          // one bit is flipped
    std::uint32_t rate = 0;                 // bytes per second; 0 for no limit
    Micros queue_max = 500 * kMicrosPerMs;  // packets that would wait longer for the rate are dropped
    std::vector<Blackout> blackouts = {};
};

struct ImpairmentCounters {
    std::uint64_t packets = 0, bytes = 0;
    std::uint64_t lost = 0, blacked_out = 0, queue_full = 0;
    std::uint64_t bursts = 0;  // of losses, with burst_mean above 1
    std::uint64_t duplicated = 0, reordered = 0, corrupted = 0, spikes = 0;
    Micros delay_sum = 0, delay_max = 0;  // of the delivered packets
    std::uint64_t delivered = 0;

    /// Adds the counters of another direction or time.
    void add(const ImpairmentCounters& other);
};

/// The fate of one packet: when its copies arrive, and which of its bits is flipped.
struct Fate {
    std::array<Micros, 2> arrives{};
    int copies = 0;  // 0: lost
    std::int64_t corrupt_bit = -1;
};

class Impairment {
  public:
    explicit Impairment(ImpairmentOptions options);

    /// Blackout times are relative to `now`; without this call, to the first packet.
    void begin(Micros now) { began_ = now; }
    /// Decides the fate of a packet of `bytes` that is sent at `now`. Times must not decrease.
    Fate plan(std::size_t bytes, Micros now);
    const ImpairmentCounters& counters() const { return counters_; }

  private:
    bool happens(std::uint32_t ppm) { return ppm != 0 && random_.below(1'000'000) < ppm; }
    bool blacked_out(Micros now);
    bool loses();
    Micros arrival(std::size_t bytes, Micros now);

    ImpairmentOptions options_;
    Random random_;
    bool in_burst_ = false;
    Micros began_ = -1;
    Micros line_free_at_ = 0;  // when the rate lets the next packet out
    Micros stands_until_ = 0;  // end of a spike
    Micros last_arrival_ = 0;
    ImpairmentCounters counters_;
};

}  // namespace albireo::proto
