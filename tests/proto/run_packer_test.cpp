// Goal: packing a run loses nothing, halves real runs, and never costs more than one byte. Any bytes
// unpack to something or are refused.
#include "proto/run_packer.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "proto/frame_codec.hpp"
#include "tests/support/typical_frames.hpp"

namespace albireo::proto {
namespace {

std::vector<std::uint8_t> packed(std::span<const std::uint8_t> run, const FrameContext& before = {}) {
    std::vector<std::uint8_t> out(run.size() + 1);
    out.resize(pack_run(before, run, out));
    return out;
}

std::vector<std::uint8_t> unpacked(std::span<const std::uint8_t> bytes, const FrameContext& before = {}) {
    std::vector<std::uint8_t> out(4096);
    const auto size = unpack_run(before, bytes, out);
    REQUIRE(size);
    out.resize(*size);
    return out;
}

TEST_CASE("a packed run unpacks to itself, and is much smaller") {
    std::size_t plain = 0, small = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const auto frames = support::typical_frames({.seed = seed, .reports_per_minute = 1200}, 3600);
        FrameContext context;
        for (std::size_t at = 0; at < frames.size();) {
            const std::size_t count = std::min<std::size_t>(1 + (at * 7 + seed) % 90, frames.size() - at);
            std::vector<std::uint8_t> run(count * kFrameBytesMax);
            const FrameContext before = context;
            run.resize(encode_frames(context, std::span{frames}.subspan(at, count), run).bytes);
            const auto bytes = packed(run, before);
            CHECK(unpacked(bytes, before) == run);
            plain += run.size();
            small += bytes.size();
            at += count;
        }
    }
    MESSAGE("packed to " << small * 100 / plain << " %");
    CHECK(small * 100 < plain * 75);  // these players are synthetic; the model is trained on real ones
}

/// The size of 30 frames in a packet that begins after 60 others. Each has a hit on one of five enemies in turn. After
/// `turns` rounds other enemies take their place.
std::size_t bytes_of_hits(std::uint32_t turns) {
    constexpr std::uint32_t kFrames = 30;
    std::vector<Frame> volleys;
    for (std::uint32_t i = 0; i < 60 + kFrames; ++i) {
        Frame frame;
        frame.report_count = 1;
        frame.reports[0].kind = ReportKind::hit;
        frame.reports[0].enemy.spawn = static_cast<std::uint16_t>(100 + (i % 5) * 2 + i / 5 / turns * 10);
        frame.reports[0].number.value = 1000 + i;
        volleys.push_back(frame);
    }
    FrameContext context;
    std::vector<std::uint8_t> run(volleys.size() * kFrameBytesMax);
    encode_frames(context, std::span{volleys}.first(60), run);
    const FrameContext before = context;
    run.resize(encode_frames(context, std::span{volleys}.subspan(60), run).bytes);
    const auto bytes = packed(run, before);
    CHECK(unpacked(bytes, before) == run);
    return bytes.size();
}

TEST_CASE("enemies hit in turn cost less than enemies hit once") {
    const std::size_t old = bytes_of_hits(1'000), fresh = bytes_of_hits(1);
    MESSAGE("30 hits on five enemies in turn take " << old << " bytes, on new ones each time " << fresh);
    CHECK(old * 3 < fresh * 2);
}

TEST_CASE("noise costs one byte more, an empty run costs nothing") {
    Random random;
    CHECK(packed({}).empty());
    CHECK(unpacked({}).empty());
    for (std::size_t size = 1; size < 300; ++size) {
        std::vector<std::uint8_t> run(size);
        for (auto& byte : run) byte = static_cast<std::uint8_t>(random.next());
        const auto bytes = packed(run);
        CHECK(bytes.size() <= size + 1);
        CHECK(unpacked(bytes) == run);
    }
    // If the buffer is too small it packs nothing, and says so.
    std::vector<std::uint8_t> run(50), out(20);
    for (auto& byte : run) byte = static_cast<std::uint8_t>(random.next());
    CHECK(pack_run({}, run, out) == 0);
}

TEST_CASE("any bytes unpack to something that fits, or are refused") {
    Random random = Random::seed(5, 6);
    std::vector<std::uint8_t> out(400);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::vector<std::uint8_t> bytes(random.below(60));
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        const auto size = unpack_run({}, bytes, std::span{out}.first(random.below(400)));
        refused += size ? 0 : 1;
        if (size) CHECK(*size <= out.size());
    }
    CHECK(refused > 0);
}

}  // namespace
}  // namespace albireo::proto
