#include "proto/impairment.hpp"

#include <algorithm>

namespace albireo::proto {

void ImpairmentCounters::add(const ImpairmentCounters& other) {
    packets += other.packets;
    bytes += other.bytes;
    lost += other.lost;
    blacked_out += other.blacked_out;
    queue_full += other.queue_full;
    bursts += other.bursts;
    duplicated += other.duplicated;
    reordered += other.reordered;
    corrupted += other.corrupted;
    spikes += other.spikes;
    delay_sum += other.delay_sum;
    delay_max = std::max(delay_max, other.delay_max);
    delivered += other.delivered;
}

Impairment::Impairment(ImpairmentOptions options)
    : options_(std::move(options)),
      random_(Random::seed(options_.seed * 2654435761u + 1, options_.seed + 0x9e3779b9u)) {}

bool Impairment::blacked_out(Micros now) {
    if (began_ < 0) began_ = now;
    return std::ranges::any_of(options_.blackouts, [&](const Blackout& blackout) {
        return now - began_ >= blackout.at && now - began_ < blackout.at + blackout.length;
    });
}

/// Gilbert's model: a burst ends with probability 1 / mean, and begins just often enough for the configured loss. At
/// least one packet passes between two bursts, so a loss above mean / (mean + 1) makes them longer.
bool Impairment::loses() {
    constexpr std::uint64_t kMillion = 1'000'000;
    if (options_.burst_mean <= 1 || options_.loss_ppm >= kMillion) return happens(options_.loss_ppm);
    const std::uint64_t kept_ppm = kMillion - options_.loss_ppm;
    const std::uint64_t mean_ppm =
        std::max<std::uint64_t>(options_.burst_mean * kMillion, options_.loss_ppm * kMillion / kept_ppm);
    if (in_burst_) {
        in_burst_ = !happens(static_cast<std::uint32_t>(kMillion * kMillion / mean_ppm));
    } else {
        const std::uint64_t begins_ppm = options_.loss_ppm * kMillion / kept_ppm * kMillion / mean_ppm;
        in_burst_ = happens(static_cast<std::uint32_t>(std::min(begins_ppm, kMillion)));
        if (in_burst_) ++counters_.bursts;
    }
    return in_burst_;
}

Micros Impairment::arrival(std::size_t bytes, Micros now) {
    Micros at = now;
    if (options_.rate != 0) {
        line_free_at_ = std::max(line_free_at_, now) +
                        static_cast<Micros>(bytes) * kMicrosPerSecond / static_cast<Micros>(options_.rate);
        at = line_free_at_;
    }
    at += options_.delay;
    if (options_.jitter != 0) {
        at += random_.between(static_cast<std::int32_t>(-options_.jitter), static_cast<std::int32_t>(options_.jitter));
    }
    if (happens(options_.spike_ppm)) {
        stands_until_ = std::max(stands_until_, now + options_.spike);
        ++counters_.spikes;
    }
    return std::max({at, now, stands_until_});
}

Fate Impairment::plan(std::size_t bytes, Micros now) {
    ++counters_.packets;
    counters_.bytes += bytes;
    Fate fate;
    const bool lost = loses();  // the model runs on through a blackout
    if (blacked_out(now)) {
        ++counters_.blacked_out;
        return fate;
    }
    if (lost) {
        ++counters_.lost;
        return fate;
    }
    if (options_.rate != 0 && line_free_at_ - now > options_.queue_max) {
        ++counters_.queue_full;
        return fate;
    }
    Micros at = arrival(bytes, now);
    if (happens(options_.reorder_ppm)) {
        at += 1 + random_.below(static_cast<std::uint32_t>(std::max<Micros>(options_.reorder_by, 1)));
        ++counters_.reordered;
    } else {
        at = std::max(at, last_arrival_);
        last_arrival_ = at;
    }
    fate.arrives[0] = at;
    fate.copies = 1;
    if (happens(options_.duplicate_ppm)) {
        fate.arrives[1] = at + random_.below(5'000);
        fate.copies = 2;
        ++counters_.duplicated;
    }
    if (bytes != 0 && happens(options_.corrupt_ppm)) {
        fate.corrupt_bit = random_.below(static_cast<std::uint32_t>(bytes * 8));
        ++counters_.corrupted;
    }
    ++counters_.delivered;
    counters_.delay_sum += at - now;
    counters_.delay_max = std::max(counters_.delay_max, at - now);
    return fate;
}

}  // namespace albireo::proto
