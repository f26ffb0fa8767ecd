#pragma once
/// A level or a snapshot on its way to a player. It is queued in parts: to queue 130 KB at once, in memory that the process has not used yet, takes
/// a shard's thread half a millisecond.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "proto/blob.hpp"
#include "proto/connection.hpp"

namespace albireo::server {

using SharedBytes = std::shared_ptr<const std::vector<std::uint8_t>>;

/// Those of one connection, in order.
class Transfers {
  public:
    void add(proto::BlobKind kind, std::uint32_t id, SharedBytes bytes) {
        assert(bytes != nullptr && !bytes->empty() && "a transfer has bytes");
        waiting_.push_back({kind, id, std::move(bytes)});
    }
    bool is_empty() const { return waiting_.empty(); }
    void clear() { waiting_.clear(); }
    /// Whether queue_part() would queue something.
    bool is_due(const proto::Connection& to) const { return !is_empty() && to.messages_unacknowledged() < kUnacknowledgedMax; }
    /// Queues a part, if enough of those before are acknowledged.
    void queue_part(proto::Connection& to) {
        if (is_due(to)) queue(to, kAtOnce);
    }
    /// Queues the rest, because the session is about to say that the game has ended: what comes after that is not expected.
    void queue_all(proto::Connection& to) {
        while (!is_empty()) queue(to, waiting_.front().bytes->size());
    }

  private:
    static constexpr std::size_t kAtOnce = 8 * proto::kChunkBytesMax;                 // 8 KB: up to six pages
    static constexpr std::size_t kUnacknowledgedMax = 2 * proto::kSegmentsInFlight;  // twice what is in flight, so that the line is never idle
    struct Transfer {
        proto::BlobKind kind;
        std::uint32_t id;
        SharedBytes bytes;
        std::size_t queued = 0;
    };
    void queue(proto::Connection& to, std::size_t most) {
        Transfer& first = waiting_.front();
        first.queued = proto::send_part_of_blob(to, first.kind, first.id, *first.bytes, first.queued, most);
        if (first.queued == first.bytes->size()) waiting_.erase(waiting_.begin());
    }

    std::vector<Transfer> waiting_;  // one or two
};

}  // namespace albireo::server
