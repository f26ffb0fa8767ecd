#pragma once
/// A device that draws nothing: for machines without a GPU and for tests of the code above it.
/// It returns handles and stream memory, and counts the calls.
#include <memory>

#include "client/gpu/device.hpp"

namespace albireo::gpu {

struct NullCounts {
    std::uint64_t passes = 0, draws = 0, stream_bytes = 0;
    std::uint64_t left_out = 0;  // draws whose memory did not fit
    std::int64_t live = 0;       // handles made and not destroyed
};

/// `counts` may be null; otherwise it must outlive the device.
std::unique_ptr<Device> make_null_device(NullCounts* counts = nullptr);

}  // namespace albireo::gpu
