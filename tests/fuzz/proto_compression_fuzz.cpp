// Goal: any bytes decompress to one packet of frames that compresses to the same bytes, or are refused; only such packets
// are compressed.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "proto/enet_compression.hpp"

using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t room = data[0] * std::size_t{8};
    const std::span<const std::uint8_t> bytes{data + 1, size - 1};
    // Separate allocations, so that the sanitizer catches a read one byte too far.
    const std::vector<std::uint8_t> compressed(bytes.begin(), bytes.end());
    std::vector<std::uint8_t> whole(room), again(compressed.size());
    const std::size_t made = decompress_packet(compressed, whole);
    if (made > room) std::abort();
    if (made != 0) {
        const auto command = std::span{whole}.first(kUnsequencedBytes);
        const auto packet = std::span{whole}.first(made).subspan(kUnsequencedBytes);
        if (command[0] != kUnsequencedCommand || command[1] != static_cast<std::uint8_t>(Channel::frames)) std::abort();
        if (compress_packet(command, packet, again) != compressed.size() || again != compressed) std::abort();
    }
    // Also as a sender's command and packet: compression and decompression give the original.
    const auto command = bytes.first(std::min(bytes.size(), kUnsequencedBytes));
    const auto packet = bytes.subspan(command.size());
    const std::size_t small = compress_packet(command, packet, whole);
    if (small > room) std::abort();
    if (small != 0) {
        std::vector<std::uint8_t> back(bytes.size());
        if (decompress_packet(std::span{whole}.first(small), back) != back.size()) std::abort();
        if (!std::ranges::equal(back, bytes)) std::abort();
    }
    return 0;
}
