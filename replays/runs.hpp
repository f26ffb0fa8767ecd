#pragma once
/// Converts both slots' frames to the bytes of a Frames record and back. The state carries over from record to record,
/// so a record can only be read after all earlier ones.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "proto/frame_codec.hpp"
#include "replays/arithmetic_coder.hpp"

namespace albireo::replays {

/// Copyable: a copy stores the state at one place of a recording.
class RunCoder {
  public:
    using Runs = std::array<std::span<const Frame>, kSlotCount>;
    using RunsOut = std::array<std::span<Frame>, kSlotCount>;

    /// Packs runs of the same length, at most proto::kRunFramesMax, of normal frames.
    std::vector<std::uint8_t> write(const Runs& runs);

    /// False if these are not the bytes of two such runs; the coder must not be used afterwards.
    bool read(std::span<const std::uint8_t> bytes, const RunsOut& runs);

  private:
    ByteModel model_;
    std::array<proto::FrameContext, kSlotCount> contexts_{};
};

}  // namespace albireo::replays
