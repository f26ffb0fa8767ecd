#include "replays/runs.hpp"

#include <cassert>

namespace albireo::replays {

namespace {

constexpr std::size_t kRunBytesMax = proto::kRunFramesMax * proto::kFrameBytesMax;

void put_size(ArithmeticEncoder& out, std::size_t size) {
    for (; size >= 0x80; size >>= 7) out.put(static_cast<std::uint8_t>(size | 0x80));
    out.put(static_cast<std::uint8_t>(size));
}

std::size_t get_size(ArithmeticDecoder& in) {
    std::size_t size = 0;
    for (unsigned shift = 0; shift < 28; shift += 7) {
        const std::uint8_t group = in.get();
        size |= static_cast<std::size_t>(group & 0x7f) << shift;
        if (group < 0x80) break;
    }
    return size;
}

}  // namespace

std::vector<std::uint8_t> RunCoder::write(const Runs& runs) {
    assert(runs[0].size() == runs[1].size());
    std::array<std::vector<std::uint8_t>, kSlotCount> bytes;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        bytes[slot].resize(runs[slot].size() * proto::kFrameBytesMax);
        bytes[slot].resize(proto::encode_frames(contexts_[slot], runs[slot], bytes[slot]).bytes);
    }
    ArithmeticEncoder out{model_};
    for (const auto& run : bytes) put_size(out, run.size());
    for (const auto& run : bytes) out.put(run);
    return out.finish();
}

bool RunCoder::read(std::span<const std::uint8_t> bytes, const RunsOut& runs) {
    ArithmeticDecoder in{model_, bytes};
    std::array<std::size_t, kSlotCount> sizes{};
    for (std::size_t& size : sizes) {
        size = get_size(in);
        if (size > kRunBytesMax) return false;
    }
    std::vector<std::uint8_t> run;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        run.resize(sizes[slot]);
        in.get(run);
        if (proto::decode_frames(contexts_[slot], run, runs[slot]) != proto::RunError::none) return false;
    }
    return in.used_all();
}

}  // namespace albireo::replays
