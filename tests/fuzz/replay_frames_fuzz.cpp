// Goal: any bytes given to the frame codec end in an error, or in normal frames whose encoding is those very bytes.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "proto/frame_codec.hpp"

using namespace albireo;
using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::vector<Frame> frames(data[0] + std::size_t{1});
    const std::span bytes{data + 1, size - 1};
    FrameContext context;
    if (decode_frames(context, bytes, frames) != RunError::none) return 0;
    if (!std::ranges::all_of(frames, is_normal)) std::abort();
    std::vector<std::uint8_t> out(bytes.size());
    FrameContext again;
    const RunSize written = encode_frames(again, frames, out);
    if (written.frames != frames.size() || written.bytes != bytes.size() || again != context) std::abort();
    if (!std::ranges::equal(bytes, out)) std::abort();
    return 0;
}
