// Goal: any bytes unpack to a run that fits or are refused; and any run packs with at most one extra byte and unpacks to
// itself, whatever came before it.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "proto/run_packer.hpp"
#include "sim/base/bytes.hpp"

using namespace albireo;
using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader reader{{data, size}};
    FrameContext before;
    for (LastReport& last : before.reports) {
        for (int turns = reader.get<std::uint8_t>() % 10; turns > 0; --turns) {
            last.shot.value = reader.get<std::uint32_t>();
            last.turn_to({reader.get<std::uint16_t>(), reader.get<std::uint8_t>(), reader.get<std::uint8_t>()});
        }
    }
    const auto bytes = std::span{data, size}.last(reader.left());

    std::array<std::uint8_t, kRunPlainBytesMax> out;
    const auto unpacked = unpack_run(before, bytes, out);
    if (unpacked && *unpacked > out.size()) std::abort();

    const auto run = bytes.first(std::min(bytes.size(), kRunPlainBytesMax));
    std::vector<std::uint8_t> packed(run.size() + 1);
    packed.resize(pack_run(before, run, packed));
    if (packed.empty() != run.empty()) std::abort();
    const auto again = unpack_run(before, packed, out);
    if (!again || !std::equal(run.begin(), run.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(*again))) {
        std::abort();
    }
    return 0;
}
