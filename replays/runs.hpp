#pragma once
/// Encodes both slots' frames as the bytes of a frames record, and decodes them. The state carries over from record to
/// record, so a record can be decoded only after all earlier ones.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "proto/frame_codec.hpp"
#include "replays/arithmetic_coder.hpp"

namespace albireo::replays {

/// A copy stores the state at one position in a recording.
class RunCoder {
  public:
    using Runs = std::array<std::span<const Frame>, kSlotCount>;
    using RunsOut = std::array<std::span<Frame>, kSlotCount>;

    /// Encodes two runs of the same length, at most proto::kRunFramesMax, of normal frames (proto::is_normal).
    std::vector<std::uint8_t> write(const Runs& runs);

    /// Decodes them. Returns false if `bytes` are invalid; the coder must not be used after that.
    bool read(std::span<const std::uint8_t> bytes, const RunsOut& runs);

  private:
    ByteModel model_;
    std::array<proto::FrameContext, kSlotCount> contexts_{};
};

}  // namespace albireo::replays
