#pragma once
/// Both slots' frames as the bytes of a Frames record, and back. The state goes on from record to record, so a record
/// can be read once all before it are.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "proto/frame_codec.hpp"
#include "replays/squeeze.hpp"

namespace albireo::replays {

/// A value: a copy of it remembers a place in a recording.
class RunCoder {
  public:
    using Runs = std::array<std::span<const Frame>, kSlotCount>;
    using RunsOut = std::array<std::span<Frame>, kSlotCount>;

    /// Packs runs of the same length, at most proto::kRunFramesMax, of normal frames.
    std::vector<std::uint8_t> write(const Runs& runs);

    /// False if these are not the bytes of two such runs; the coder is of no use then.
    bool read(std::span<const std::uint8_t> bytes, const RunsOut& runs);

  private:
    SqueezeModel model_;
    std::array<proto::FrameContext, kSlotCount> contexts_{};
};

}  // namespace albireo::replays
