#pragma once
/// Data larger than a message, sent as chunks: a level, a snapshot, a testimony. The stream delivers chunks in order,
/// so the receiver only tracks the offset of the next one.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "proto/connection.hpp"

namespace albireo::proto {

/// Queues the chunks of a blob of 1 … kBlobBytesMax bytes. `id` goes into every chunk (Chunk::id).
void send_blob(Connection& to, BlobKind kind, std::uint32_t id, std::span<const std::uint8_t> bytes);

/// Queues some of the chunks, from `from` on: about `most` bytes of the blob. Returns how much of it is queued then.
std::size_t send_part_of_blob(Connection& to, BlobKind kind, std::uint32_t id, std::span<const std::uint8_t> bytes, std::size_t from, std::size_t most);

/// Assembles one blob at a time. A chunk with offset 0 begins a new one: the rest of the blob before it was lost with its
/// connection. Any other chunk with the wrong offset or total, or of a blob above kBlobBytesMax, is ignored.
class BlobAssembler {
  public:
    /// Returns true when this chunk completes the blob. bytes() then holds the blob until the next chunk.
    bool take(const Chunk& chunk);
    std::span<const std::uint8_t> bytes() const { return bytes_; }
    /// Discards what has been assembled.
    void clear();

  private:
    std::vector<std::uint8_t> bytes_;
    std::size_t got_ = 0;
};

}  // namespace albireo::proto
