#pragma once
/// Data larger than a message, sent as chunks: a level, a snapshot, a testimony. The stream delivers chunks in order,
/// so the receiver only tracks the offset of the next one.
#include <cstdint>
#include <span>
#include <vector>

#include "proto/connection.hpp"

namespace albireo::proto {

void send_blob(Connection& to, BlobKind kind, std::uint32_t id, std::span<const std::uint8_t> bytes);

/// Assembles one blob at a time. Chunks that do not continue it are ignored.
class BlobIntake {
  public:
    /// True when the blob is complete; bytes() returns it until the next chunk.
    bool take(const Chunk& chunk);
    std::span<const std::uint8_t> bytes() const { return bytes_; }
    void clear();

  private:
    std::vector<std::uint8_t> bytes_;
    std::size_t got_ = 0;
};

}  // namespace albireo::proto
