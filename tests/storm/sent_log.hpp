#pragma once
/// What a network of datagrams remembers of the packets that it has carried, in memory that does not grow with the length of a game.
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "proto/sealer.hpp"
#include "tests/storm/network.hpp"

namespace albireo::storm {

/// No datagram arrives later than kLateMax after it was sent, and then it waits until its receiver reads it: a process stands still for up to
/// 20 s, and several such stops may follow each other. After that the packet can no longer arrive.
inline constexpr Micros kSentKeptFor = kLateMax + 5 * 20 * proto::kMicrosPerSecond;

/// One direction of a connection: which packets were sent, by their hash, and have not arrived.
class SentPackets {
  public:
    void send(std::uint64_t hash, Micros now) {
        ++counts_[hash].sent;
        order_.push_back({now, hash});
    }
    /// Returns false if the packet was not sent, or arrives more often than it was sent.
    bool arrive(std::uint64_t hash) {
        const auto found = counts_.find(hash);
        return found != counts_.end() && ++found->second.arrived <= found->second.sent;
    }
    /// Forgets what was sent before `time`. A packet of which nothing is remembered counts as not sent.
    void forget_before(Micros time) {
        for (; !order_.empty() && order_.front().at < time; order_.pop_front()) {
            const auto found = counts_.find(order_.front().hash);
            // Equal packets: the first to arrive is taken for the first that was sent.
            if (found->second.arrived > 0) --found->second.arrived;
            if (--found->second.sent == 0) counts_.erase(found);
        }
    }
    std::size_t size() const { return order_.size(); }

  private:
    struct Count {
        std::uint32_t sent = 0, arrived = 0;
    };
    struct Sent {
        Micros at;
        std::uint64_t hash;
    };
    std::unordered_map<std::uint64_t, Count> counts_;
    std::deque<Sent> order_;  // by time
};

/// The newest `most` values of those that were noted.
class NewestValues {
  public:
    explicit NewestValues(std::size_t most) : most_(most) {}

    bool contains(std::uint64_t value) const { return values_.contains(value); }
    void note(std::uint64_t value) {
        if (!values_.insert(value).second) return;
        order_.push_back(value);
        if (order_.size() <= most_) return;
        values_.erase(order_.front());
        order_.pop_front();
    }
    std::size_t size() const { return order_.size(); }

  private:
    std::size_t most_;
    std::unordered_set<std::uint64_t> values_;
    std::deque<std::uint64_t> order_;
};

/// The first bytes of key streams. A repeated one is noticed among the newest kKept packets, and among the first kFirst packets of a
/// connection, which a connection with the secrets of an earlier one repeats.
class KeyLog {
  public:
    /// Three epochs of keys, which is what a receiver has, in both directions of three connections: each player's, and one beside.
    static constexpr std::size_t kKept = 1 << 18;
    static_assert(kKept >= 3 * proto::kPacketsPerKey * 2 * 3);
    static constexpr std::uint64_t kFirst = 16;
    static constexpr std::size_t kFirstKept = kFirst * 2 * 2'048;  // of 2 048 connections

    /// The key stream of packet number `nth` of a direction of its connection. Returns false if it repeats another.
    bool note(std::uint64_t key, std::uint64_t nth) {
        const bool is_new = !newest_.contains(key) && !first_.contains(key);
        if (nth < kFirst) {
            first_.note(key);
        } else {
            newest_.note(key);
        }
        return is_new;
    }
    std::size_t size() const { return newest_.size() + first_.size(); }

  private:
    NewestValues newest_{kKept}, first_{kFirstKept};
};

}  // namespace albireo::storm
