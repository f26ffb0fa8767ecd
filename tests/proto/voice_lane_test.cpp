// Goal: voice costs the frames nothing on any network and stays within the budget; no packet can break it; what arrives is what was
// spoken, once.
#include "proto/voice_lane.hpp"

#include <doctest/doctest.h>

#include <set>

#include "sim/base/random.hpp"
#include "tests/proto/relay_game.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::proto {
namespace {

constexpr std::int64_t kAnyRoom = 1'000;

VoicePiece piece_of(std::uint16_t number, std::size_t size) {
    VoicePiece piece{.number = number, .size = static_cast<std::uint8_t>(size)};
    for (std::size_t i = 0; i < size; ++i) piece.buffer[i] = static_cast<std::uint8_t>(number * 13 + i);
    return piece;
}

struct Part {
    std::array<std::uint8_t, VoiceLane::kPartBytesMax> buffer{};
    std::size_t size = 0;
    std::span<const std::uint8_t> bytes() const { return std::span{buffer}.first(size); }
};
Part write(VoiceLane& lane, VoiceLane::Rules rules, Micros now) {
    Part part;
    part.size = lane.write(part.buffer, rules, now);
    return part;
}

TEST_CASE("a piece arrives as it was, alone and together with those before it") {
    for (const std::uint16_t first : std::array<std::uint16_t, 3>{0, 7, 65'533}) {
        VoiceLane sender, receiver;
        for (std::uint16_t i = 0; i < VoiceLane::kHeld; ++i) sender.push(piece_of(static_cast<std::uint16_t>(first + i), 1 + i * 19u), 0);
        const Part part = write(sender, {.room = kAnyRoom}, 0);
        REQUIRE(receiver.take(part.bytes()) == part.size);
        for (std::uint16_t i = 0; i < VoiceLane::kHeld; ++i) {
            CHECK(receiver.next() == piece_of(static_cast<std::uint16_t>(first + i), 1 + i * 19u));
        }
        CHECK(!receiver.next());
        CHECK(write(sender, {.room = kAnyRoom}, VoiceLane::kRideGap).size == 0);  // once is enough
    }
}

TEST_CASE("whatever numbers a hostile sender chooses, a part stays within its bounds and is read as it was written") {
    const auto check = [](VoiceLane& lane, VoiceLane::Rules rules, Micros now) {
        // A guard behind the part: write() has a span of a fixed size, and no other way to show that it went beyond.
        struct {
            std::array<std::uint8_t, VoiceLane::kPartBytesMax> part{};
            std::array<std::uint8_t, 70'000> guard{};
        } memory;
        const std::size_t size = lane.write(memory.part, rules, now);
        REQUIRE(size <= memory.part.size());
        CHECK(std::ranges::count(memory.guard, 0) == 70'000);
        VoiceLane reader;
        CHECK(reader.take(std::span{memory.part}.first(size)) == size);
    };
    VoiceLane circle;
    for (const std::uint16_t number : std::array<std::uint16_t, 4>{3, 30'000, 60'000, 2}) circle.push(piece_of(number, 1), 0);
    check(circle, {.room = kAnyRoom, .room_again = kAnyRoom}, 0);
    Random random = Random::seed(4, 9);
    for (int game = 0; game < 2'000; ++game) {
        VoiceLane lane;
        Micros now = 0;
        std::uint16_t number = 0;
        for (int i = 0; i < 20; ++i) {
            const std::uint32_t jump = random.below(4);
            number = static_cast<std::uint16_t>(jump == 0 ? random.next() : number + random.below(jump == 1 ? 200 : 3) - 1);
            lane.push(piece_of(number, 1 + random.below(kVoicePieceBytesMax)), now);
            if (random.below(3) == 0) check(lane, {.rides = 3, .room = random.below(260), .room_again = random.below(260)}, now);
            now += random.below(15) * kMs;
        }
    }
}

TEST_CASE("a piece rides as often as it should, never twice within the gap, and is forgotten when it is stale") {
    VoiceLane sender;
    sender.push(piece_of(5, 30), 0);
    CHECK(sender.due(0) == VoiceLane::kWaitMax);
    CHECK(write(sender, {.rides = 3, .room = 20, .room_again = kAnyRoom}, 0).size == 0);  // no room for a first time
    CHECK(write(sender, {.rides = 3, .room = 33, .room_again = 0}, 0).size == 33);
    CHECK(sender.due(0) == kNever);
    CHECK(write(sender, {.rides = 3, .room = kAnyRoom, .room_again = kAnyRoom}, VoiceLane::kRideGap - 1).size == 0);
    CHECK(write(sender, {.rides = 3, .room = kAnyRoom, .room_again = 32}, VoiceLane::kRideGap).size == 0);
    CHECK(write(sender, {.rides = 3, .room = kAnyRoom, .room_again = 33}, VoiceLane::kRideGap).size == 33);
    CHECK(write(sender, {.rides = 3, .room = kAnyRoom, .room_again = kAnyRoom}, 2 * VoiceLane::kRideGap).size == 33);
    CHECK(write(sender, {.rides = 3, .room = kAnyRoom, .room_again = kAnyRoom}, 3 * VoiceLane::kRideGap).size == 0);
    sender.push(piece_of(6, 30), 100 * kMs);
    CHECK(write(sender, {.room = kAnyRoom}, 100 * kMs + VoiceLane::kStale).size == 0);
    CHECK(sender.counters().unsent == 1);
}

TEST_CASE("the newest pieces displace the oldest, and a gap in the numbers is no obstacle") {
    VoiceLane sender, receiver;
    for (std::uint16_t i = 0; i < 10; ++i) sender.push(piece_of(i, 20), 0);
    CHECK(sender.counters().unsent == 6);
    sender.push(piece_of(40, 20), 0);  // the player has been silent
    const Part first = write(sender, {.room = kAnyRoom}, 0);
    CHECK(receiver.take(first.bytes()) == first.size);
    CHECK(receiver.next() == piece_of(40, 20));
    const Part rest = write(sender, {.room = kAnyRoom}, 0);
    CHECK(receiver.take(rest.bytes()) == rest.size);
    CHECK(receiver.counters().received == 4);
}

TEST_CASE("any bytes are a part or malformed, and cost a bounded amount of memory") {
    Random random{5};
    VoiceLane receiver;
    std::uint64_t good = 0;
    for (int round = 0; round < 200'000; ++round) {
        std::array<std::uint8_t, 300> bytes;
        const std::size_t size = random.below(bytes.size());
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(random.below(256) & (random.below(2) == 0 ? 0xff : 0x8f));
        const std::size_t used = receiver.take(std::span{bytes}.first(size));
        REQUIRE(used <= size);
        good += used != 0;
        // Nobody takes the pieces: the oldest are dropped.
        REQUIRE(receiver.counters().received - receiver.counters().not_taken <= VoiceLane::kArrivedMax);
    }
    CHECK(good > 1'000);
    std::size_t left = 0;
    while (receiver.next()) ++left;
    CHECK(left == VoiceLane::kArrivedMax);
}

TEST_CASE("a peer that does not know voice is sent none, and its voice is malformed") {
    Connection ignorant, talkative;
    for (Connection* each : {&ignorant, &talkative}) each->start_frames({}, {});
    ignorant.push_voice(piece_of(1, 30), 0);
    OutPacket packet;
    while (ignorant.next_packet(packet, kSecond)) CHECK(packet.channel != Channel::voice);
    talkative.set_knows_voice(true);
    talkative.push_voice(piece_of(1, 30), kSecond);
    int sent = 0;
    while (talkative.next_packet(packet, kSecond)) {
        if (packet.channel != Channel::voice) continue;
        ++sent;
        ignorant.receive(packet.channel, packet.bytes(), kSecond);
    }
    CHECK(sent == 1);
    CHECK(ignorant.counters().malformed == 1);
    CHECK(!ignorant.next_voice());
}

TEST_CASE("both players speak all the time: frames are as early as without voice, and the budget holds") {
    struct Row {
        std::uint32_t loss_ppm;
        Micros delay;
        bool eco;
        double heard;  // at least
    };
    // From half on, copies of frames take nearly all of the budget, and voice gets what is left.
    for (const Row& row : {Row{0, 50 * kMs, false, 0.995}, Row{0, 50 * kMs, true, 0.995}, Row{100'000, 50 * kMs, false, 0.97},
                           Row{250'000, 50 * kMs, false, 0.87}, Row{100'000, 250 * kMs, false, 0.9}, Row{500'000, 50 * kMs, false, 0},
                           Row{680'000, 50 * kMs, false, 0}, Row{0, 980 * kMs, false, 0.8}}) {
        RelayGameOptions options = everywhere({.seed = 3, .loss_ppm = row.loss_ppm, .delay = row.delay});
        options.eco = row.eco;
        const RelayGameResult silent = play_relay_game(options);
        options.voice_bytes = 32;  // 12.8 kbit/s
        const RelayGameResult result = play_relay_game(options);
        double bytes = 0, most = 0, bytes_silent = 0;
        for (std::size_t i = 0; i < kSlotCount; ++i) {
            for (const auto& each : {result.players[i].up, result.players[i].down}) {
                bytes = std::max(bytes, each.bytes_mean);
                most = std::max(most, each.bytes_max);
            }
            bytes_silent = std::max({bytes_silent, silent.players[i].up.bytes_mean, silent.players[i].down.bytes_mean});
            CHECK(result.players[i].frozen_ticks == silent.players[i].frozen_ticks);
        }
        CAPTURE(row.loss_ppm);
        CAPTURE(row.delay);
        MESSAGE("loss " << row.loss_ppm / 10'000 << " % a leg, " << row.delay / kMs << " ms" << std::string(row.eco ? ", eco" : "") << ": heard "
                        << 100 * result.voice_heard << " %, after " << result.voice_p50_ms << " ms (p50), " << result.voice_p99_ms
                        << " (p99); " << bytes_silent << " -> " << bytes << " B/s, most " << most << "; frames p99 "
                        << silent.delivery_p99_ms << " -> " << result.delivery_p99_ms << ", changed " << silent.changed_p99_ms << " -> " << result.changed_p99_ms);
        CHECK(most <= 8'000);
        CHECK(result.delivery_p50_ms <= silent.delivery_p50_ms + 2);
        CHECK(result.delivery_p99_ms <= silent.delivery_p99_ms * 1.1 + 4);
        CHECK(result.voice_heard >= row.heard);
        CHECK(result.wrong_voice == 0);
        CHECK(result.wrong_frames == 0);
        CHECK(result.faults == 0);
    }
}

}  // namespace
}  // namespace albireo::proto
