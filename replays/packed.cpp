#include "replays/packed.hpp"

#include <zstd.h>

namespace albireo::replays {

namespace {
// A level is packed once and written into many files, so the highest compression level pays for it. A snapshot is packed while
// its game is played, on a thread that may serve other games: there the quick one is used.
constexpr int kSmall = 19, kQuick = 1;
}  // namespace

std::vector<std::uint8_t> pack(std::span<const std::uint8_t> bytes, Packing packing) {
    std::vector<std::uint8_t> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(),
                                          packing == Packing::small ? kSmall : kQuick);
    packed.resize(ZSTD_isError(size) != 0 ? 0 : size);
    return packed;
}

bool unpack(std::span<const std::uint8_t> packed, std::size_t size_max, std::vector<std::uint8_t>& out) {
    out.clear();
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    // The two error values are the largest 64-bit numbers, so the comparison with size_max covers them.
    if (size > size_max || ZSTD_findFrameCompressedSize(packed.data(), packed.size()) != packed.size()) return false;
    out.resize(static_cast<std::size_t>(size));
    return ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size()) == out.size();
}

}  // namespace albireo::replays
