// Any bytes unpack to a run that fits or are refused; and any run packs, in at most a byte more, to what unpacks to it.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "proto/run_packer.hpp"

using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::array<std::uint8_t, kRunPlainBytesMax> out;
    const std::span<const std::uint8_t> bytes{data, size};
    const auto unpacked = unpack_run(bytes, out);
    if (unpacked && *unpacked > out.size()) std::abort();

    const auto run = bytes.first(std::min(size, kRunPlainBytesMax));
    std::vector<std::uint8_t> packed(run.size() + 1);
    packed.resize(pack_run(run, packed));
    if (packed.empty() != run.empty()) std::abort();
    const auto again = unpack_run(packed, out);
    if (!again || !std::equal(run.begin(), run.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(*again))) {
        std::abort();
    }
    return 0;
}
