// Goal: whatever the network does, each piece is played at most once and in order, the delay is bounded and follows the network, and a
// partner who sends anything at any pace costs 50 decoded pieces a second.
#include "client/voice/jitter_buffer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "sim/base/random.hpp"
#include "tests/support/repetitions.hpp"

namespace albireo::voice {
namespace {

using What = JitterBuffer::What;

proto::VoicePiece piece_of(std::uint16_t number) {
    proto::VoicePiece piece{.number = number, .size = 40};
    piece.buffer[0] = static_cast<std::uint8_t>(number);
    piece.buffer[1] = static_cast<std::uint8_t>(number >> 8);
    return piece;
}

struct Network {
    std::uint32_t seed = 1;
    std::uint16_t first = 0;
    int delay_ms = 50, jitter_ms = 0;
    int loss_pct = 0, duplicate_pct = 0;
    int seconds = 20;
};
struct Played {
    std::size_t pieces = 0, lost = 0, sent = 0, arrived = 0;
    double delay_p50_ms = 0, delay_late_ms = 0;  // from speaking to playing: over all, and in the last quarter
    bool in_order = true;
};

/// A partner who speaks without a pause; both sides in steps of a millisecond.
Played play(JitterBuffer& buffer, const Network& network) {
    struct Flying {
        int at;
        std::uint16_t number;
    };
    Random random{network.seed};
    std::vector<Flying> flying;
    std::vector<double> delays;
    Played played;
    std::int64_t newest = -1;
    const int phase = static_cast<int>(random.below(20));
    const int end = network.seconds * 1'000;
    for (int now = 0; now < end; ++now) {
        if (now % 20 == 0) {
            const auto number = static_cast<std::uint16_t>(network.first + now / 20);
            ++played.sent;
            const int copies = random.below(100) < static_cast<std::uint32_t>(network.loss_pct) ? 0 : random.below(100) < static_cast<std::uint32_t>(network.duplicate_pct) ? 2 : 1;
            played.arrived += copies > 0;
            for (int i = 0; i < copies; ++i) {
                flying.push_back({now + network.delay_ms + static_cast<int>(random.below(static_cast<std::uint32_t>(network.jitter_ms) + 1)), number});
            }
        }
        std::erase_if(flying, [&](const Flying& each) {
            if (each.at > now) return false;
            buffer.push(piece_of(each.number));
            return true;
        });
        if (now % 20 != phase) continue;
        proto::VoicePiece piece;
        const What what = buffer.pop(piece);
        played.lost += what == What::lost;
        if (what != What::piece) continue;
        ++played.pieces;
        const auto spoken = static_cast<std::int64_t>(static_cast<std::uint16_t>(piece.number - network.first));
        played.in_order = played.in_order && spoken > newest && piece == piece_of(piece.number);
        newest = spoken;
        const double delay = now - static_cast<double>(spoken) * 20;
        delays.push_back(delay);
    }
    if (delays.empty()) return played;
    const auto median = [](std::vector<double> all) {
        std::ranges::sort(all);
        return all[all.size() / 2];
    };
    played.delay_p50_ms = median(delays);
    played.delay_late_ms = median({delays.end() - static_cast<std::ptrdiff_t>(delays.size() / 4), delays.end()});
    return played;
}

TEST_CASE("on any network pieces are played once, in order and nearly all, over the wrap of their numbers") {
    const std::uint32_t seeds = 200;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        Random random{seed};
        const int jitter = static_cast<int>(random.below(120));
        const int loss = static_cast<int>(random.below(40));
        const auto first = static_cast<std::uint16_t>(65'536 - random.below(2'000));
        JitterBuffer buffer;
        const Played played = play(buffer, {.seed = seed, .first = first, .jitter_ms = jitter, .loss_pct = loss, .duplicate_pct = 20});
        CAPTURE(seed);
        CAPTURE(jitter);
        CAPTURE(loss);
        CHECK(played.in_order);
        // Of what arrived: late pieces while the delay is learned, and left-out ones while it shrinks, are few.
        CHECK(static_cast<double>(played.pieces) >= 0.94 * static_cast<double>(played.arrived));
        CHECK(played.delay_late_ms <= 50 + jitter + 90);
        CHECK(played.pieces + played.lost <= static_cast<std::size_t>(20 * 50));
    }
}

TEST_CASE("the delay is short on a steady network, grows with jitter, and shrinks again") {
    JitterBuffer buffer;
    const Played steady = play(buffer, {});
    CHECK(steady.lost == 0);
    CHECK(steady.delay_late_ms <= 50 + 45);
    const Played rough = play(buffer, {.first = 1'000, .jitter_ms = 100});
    CHECK(rough.delay_late_ms >= 50 + 60);
    CHECK(rough.delay_late_ms <= 50 + 190);
    const Played again = play(buffer, {.first = 2'000, .seconds = 40});
    MESSAGE("steady " << steady.delay_late_ms << " ms, 100 ms of jitter " << rough.delay_late_ms << ", steady again " << again.delay_late_ms);
    CHECK(again.delay_late_ms <= 50 + 65);
}

TEST_CASE("when the partner stops, some pieces are concealed, and then it is silent until they speak again") {
    JitterBuffer buffer;
    play(buffer, {.seconds = 2});
    proto::VoicePiece piece;
    int lost = 0, more = 0;
    for (int i = 0; i < 50; ++i) {
        const What what = buffer.pop(piece);
        lost += what == What::lost;
        more += what == What::piece;
        if (i > 30) CHECK(what == What::silence);
    }
    CHECK(lost <= JitterBuffer::kLostMax + 2);
    CHECK(buffer.is_silent());
    buffer.push(piece_of(30'000));
    What what = What::silence;
    int waited = 0;
    for (; what == What::silence && waited < 20; ++waited) what = buffer.pop(piece);
    CHECK(what == What::piece);
    CHECK(waited <= JitterBuffer::kDelayMax);
}

TEST_CASE("a partner who sends any numbers at any pace is played in order within a run, at most one piece a pop") {
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        Random random{seed};
        JitterBuffer buffer;
        std::uint16_t near = 0;
        for (int pop = 0; pop < 2'000; ++pop) {
            for (std::uint32_t i = random.below(40); i > 0; --i) {
                near = static_cast<std::uint16_t>(random.below(10) == 0 ? random.below(65'536) : near + random.below(20) - 9);
                buffer.push(piece_of(near));
            }
            proto::VoicePiece piece;
            const What what = buffer.pop(piece);
            if (what == What::piece) REQUIRE(piece == piece_of(piece.number));
            REQUIRE(buffer.delay() >= 1);
            REQUIRE(buffer.delay() <= JitterBuffer::kDelayMax);
        }
        CHECK(buffer.counters().played <= 2'000);
    }
}

}  // namespace
}  // namespace albireo::voice
