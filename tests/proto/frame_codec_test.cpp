// Goal: frames round-trip with one encoding each, and no bytes can harm the reader.
#include "proto/frame_codec.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/support/typical_frames.hpp"

namespace albireo::proto {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encode(FrameContext& context, std::span<const Frame> frames) {
    Bytes bytes(frames.size() * kFrameBytesMax);
    const RunSize size = encode_frames(context, frames, bytes);
    REQUIRE(size.frames == frames.size());
    bytes.resize(size.bytes);
    return bytes;
}

/// Encodes the frames in runs of the given length and decodes each, checking that they agree. Returns the size in bytes.
std::size_t round_trip(const std::vector<Frame>& frames, std::size_t run) {
    FrameContext writing, reading;
    std::size_t total = 0;
    for (std::size_t at = 0; at < frames.size(); at += run) {
        const auto part = std::span{frames}.subspan(at, std::min(run, frames.size() - at));
        const Bytes bytes = encode(writing, part);
        std::vector<Frame> back(part.size());
        REQUIRE(decode_frames(reading, bytes, back) == RunError::none);
        REQUIRE(std::ranges::equal(part, back));
        REQUIRE(writing == reading);
        total += bytes.size();
    }
    return total;
}

Frame with_buttons(unsigned buttons) {
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(buttons);
    return frame;
}

TEST_CASE("typical play round-trips in runs of any length") {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        const auto frames = support::typical_frames({.seed = seed, .ribbon_permille = 300}, 1200);
        for (const std::size_t run : {1u, 7u, 60u, 128u, 256u}) round_trip(frames, run);
    }
}

TEST_CASE("frames with any content round-trip, and none is larger than the limit") {
    Random random = Random::seed(4, 5);
    for (int i = 0; i < 300; ++i) {
        std::vector<Frame> frames;
        Frame frame = support::random_frame(random);
        for (int k = 0; k < 40; ++k) {
            if (random.below(3) == 0) frame = support::random_frame(random);
            frames.push_back(frame);
        }
        round_trip(frames, 1 + random.below(40));
    }
}

TEST_CASE("every gap round-trips, and what does not change takes no bytes") {
    for (std::size_t gap = 0; gap < kRunFramesMax; ++gap) {
        std::vector<Frame> frames(kRunFramesMax);
        for (std::size_t i = gap; i < frames.size(); ++i) frames[i] = with_buttons(kUp);
        FrameContext context;
        CHECK(encode(context, frames).size() == (gap + 1 < 16 ? 1 : 2));
        round_trip(frames, frames.size());
    }
    FrameContext context;
    CHECK(encode(context, std::vector<Frame>(200)).empty());
}

TEST_CASE("an aim that moves in a straight line takes bytes only at its beginning and end") {
    std::vector<Frame> frames(60);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const int along = static_cast<int>(std::clamp<std::size_t>(i, 10, 50));
        frames[i].aim = {static_cast<std::int16_t>(along * 30), static_cast<std::int16_t>(-along * 7)};
    }
    FrameContext context;
    CHECK(encode(context, frames).size() < 20);
    round_trip(frames, 60);
}

TEST_CASE("a run that does not fit ends with the last whole frame, and the next run continues from there") {
    const auto frames = support::typical_frames({.seed = 5, .reports_per_minute = 2000}, 250);
    FrameContext writing, reading;
    std::size_t at = 0;
    while (at < frames.size()) {
        Bytes bytes(60);
        const RunSize size = encode_frames(writing, std::span{frames}.subspan(at), bytes);
        REQUIRE(size.frames > 0);
        std::vector<Frame> back(size.frames);
        REQUIRE(decode_frames(reading, std::span{bytes}.first(size.bytes), back) == RunError::none);
        REQUIRE(std::ranges::equal(std::span{frames}.subspan(at, size.frames), back));
        REQUIRE(writing == reading);
        at += size.frames;
    }
}

TEST_CASE("the bytes of a first press are fixed, because they are a file format") {
    std::vector<Frame> frames(30);
    for (std::size_t i = 3; i < 30; ++i) frames[i] = with_buttons(kFire);
    for (std::size_t i = 25; i < 30; ++i) frames[i] = with_buttons(kFire | kLeft);
    Report hit;
    hit.kind = ReportKind::hit;
    hit.enemy = {12, 0, 0};
    hit.number = {3};
    frames[9].reports[0] = hit;
    frames[9].report_count = 1;
    hit.number = {5};
    frames[10].reports[0] = hit;
    frames[10].report_count = 1;
    FrameContext context;
    const Bytes expected = {
        0x25,                    // 4 ticks later: toggle fire
        0xe6, 0x95, 0x30, 0x06,  // 6 later: report, a hit by gold: enemy 0 + 12, number 0 + 3
        0xc1, 0x04,              // 1 later: the same part again, number + 2
        0x7a,                    // 15 later: toggle left
    };
    CHECK(encode(context, frames) == expected);
}

TEST_CASE("a frame has room for sixteen weapons. An unknown one is read as the needle, and none means absence") {
    for (int number = 0; number < kWeaponsMax; ++number) {
        INFO("weapon ", number);
        std::vector<Frame> frames(3);
        frames[1].buttons = static_cast<std::uint16_t>(kFire | number << kWeaponShift);
        frames[2].buttons = static_cast<std::uint16_t>(kWeaponMask & ~frames[1].buttons);
        for (const Frame& frame : frames) {
            CHECK(is_normal(frame));
            CHECK_FALSE(frame.held(kAbsent));
        }
        CHECK(frames[1].held(kFire));
        CHECK(frames[1].weapon_number() == number);
        CHECK(frames[1].weapon() == (number < kWeaponCount ? static_cast<Weapon>(number) : Weapon::needle));
        round_trip(frames, frames.size());
    }
}

TEST_CASE("a frame that is not normal is detected and normalized") {
    Random random = Random::seed(8, 9);
    Frame frame;
    frame.buttons = 0xffff;
    frame.command = static_cast<Command>(200);
    frame.command_delay = 9;
    frame.spare = 4;
    frame.report_count = 250;
    frame.reports[3].kind = static_cast<ReportKind>(99);
    frame.reports[4].slot = static_cast<Slot>(7);
    CHECK_FALSE(is_normal(frame));
    const Frame clean = normal(frame);
    CHECK(is_normal(clean));
    CHECK(clean.buttons == kButtonBits);
    CHECK(clean.command == Command::none);
    CHECK(clean.report_count == kReportsPerFrameMax - 2);
    for (int i = 0; i < 100; ++i) CHECK(is_normal(support::random_frame(random)));
}

// Any bytes give an error, or frames that encode to exactly these bytes.
TEST_CASE("hostile bytes give an error, or frames that encode to exactly them") {
    Random random = Random::seed(2, 3);
    std::size_t accepted = 0;
    const auto try_bytes = [&](const Bytes& bytes, std::size_t count) {
        std::vector<Frame> frames(count);
        FrameContext context;
        const FrameContext before = context;
        if (decode_frames(context, bytes, frames) != RunError::none) {
            CHECK(context == before);
            return;
        }
        ++accepted;
        CHECK(std::ranges::all_of(frames, is_normal));
        FrameContext again;
        CHECK(encode(again, frames) == bytes);
        CHECK(again == context);
    };
    for (int i = 0; i < 100000; ++i) {
        Bytes bytes(random.below(24));
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next() >> 8);
        try_bytes(bytes, random.below(kRunFramesMax + 1));
    }
    const auto frames = support::typical_frames({.seed = 11, .ribbon_permille = 500}, 120);
    FrameContext context;
    const Bytes good = encode(context, frames);
    for (std::size_t cut = 0; cut < good.size(); ++cut)
        try_bytes({good.begin(), good.begin() + static_cast<long>(cut)}, 120);
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (unsigned flip = 1; flip < 256; ++flip) {
            Bytes bytes = good;
            bytes[i] = static_cast<std::uint8_t>(bytes[i] ^ flip);
            try_bytes(bytes, 120);
        }
    }
    CHECK(accepted > 1000);
}

TEST_CASE("two players' inputs fit into a kilobyte a minute, and busy reports into the limit of the file") {
    std::size_t inputs = 0, busy = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        inputs += round_trip(
            support::typical_frames({.seed = seed, .reports_per_minute = 0, .ribbon_permille = 0}, 3600), 60);
        busy += round_trip(support::typical_frames({.seed = seed}, 3600), 60);
    }
    MESSAGE("bytes a minute and player: inputs " << inputs / 40 << ", with reports and ribbon " << busy / 40);
    CHECK(inputs / 40 * 2 <= 1000);
    CHECK(busy / 40 * 2 <= 8000);
}

}  // namespace
}  // namespace albireo::proto
