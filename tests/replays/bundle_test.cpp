// Goal: a desync bundle is read whole or refused, however large its recording and wherever it was cut.
#include "replays/bundle.hpp"

#include <doctest/doctest.h>

#include "replays/record_stream.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {
namespace {

TEST_CASE("a bundle with a recording of several pieces, cut between two records, is refused") {
    Bundle bundle;
    bundle.code = "K7QF2M";
    bundle.core_version = kCoreVersion;
    bundle.server = {1, 2, 3};
    bundle.replay.resize((5 << 20) / 2);
    for (std::size_t i = 0; i < bundle.replay.size(); ++i) bundle.replay[i] = static_cast<std::uint8_t>(i * i >> 7);
    const auto bytes = bundle_bytes(bundle);
    Bundle read;
    REQUIRE(read_bundle(bytes, read) == "");
    CHECK(read.replay == bundle.replay);
    CHECK(read.server == bundle.server);

    constexpr RecordSignature kBundleSignature = {0x89, 'A', 'L', 'D', '\r', '\n', 0x1a, '\n'};
    RecordReader records{bytes, kBundleSignature};
    int cuts = 0;
    for (auto found = records.next(); found == RecordReader::Found::record; found = records.next()) {
        if (records.number() == 0) continue;
        CAPTURE(records.number());
        const std::string fault = read_bundle(std::span(bytes).first(records.offset()), read);
        CHECK(fault.starts_with("bundle damaged: "));
        ++cuts;
    }
    CHECK(cuts == 5);  // before both testimonies and the three pieces
}

}  // namespace
}  // namespace albireo::replays
