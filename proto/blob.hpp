#pragma once
/// What is larger than a message, as chunks: a level, a snapshot, a testimony. The stream brings them in order, so the
/// receiver needs no more than the place where the next one belongs.
#include <cstdint>
#include <span>
#include <vector>

#include "proto/connection.hpp"

namespace albireo::proto {

void send_blob(Connection& to, BlobKind kind, std::uint32_t id, std::span<const std::uint8_t> bytes);

/// Puts one blob at a time together. A chunk that does not fit starts nothing.
class BlobIntake {
  public:
    /// True when the blob is whole; bytes() has it until the next chunk.
    bool take(const Chunk& chunk);
    std::span<const std::uint8_t> bytes() const { return bytes_; }
    void clear();

  private:
    std::vector<std::uint8_t> bytes_;
    std::size_t got_ = 0;
};

}  // namespace albireo::proto
