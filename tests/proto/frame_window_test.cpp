// Goal: whatever loss, order, duplication and corruption packets meet, the window holds exactly the frames that were
// sent, and the outbox sends no more than it must.
#include "proto/frame_window.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "proto/frame_outbox.hpp"
#include "proto/frame_packet.hpp"
#include "proto/run_packer.hpp"
#include "tests/support/typical_frames.hpp"

namespace albireo::proto {
namespace {

Frame with_buttons(unsigned buttons) {
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(buttons);
    return frame;
}

TEST_CASE("past, duplicate, conflicting and future frames are distinguished and counted") {
    FrameWindow window{Tick{10}};
    using PutResult = FrameWindow::PutResult;
    CHECK(window.put(Tick{9}, with_buttons(1), true) == PutResult::past);
    CHECK(window.put(Tick{11}, with_buttons(2), true) == PutResult::taken);
    CHECK(window.confirmed_up_to() == Tick{10});
    CHECK(window.find(Tick{10}) == nullptr);
    CHECK(window.put(Tick{11}, with_buttons(2), true) == PutResult::duplicate);
    CHECK(window.put(Tick{11}, with_buttons(3), true) == PutResult::conflict);
    CHECK(window.put(Tick{10}, with_buttons(1), true) == PutResult::taken);
    CHECK(window.confirmed_up_to() == Tick{12});
    CHECK(window.put(Tick{10}, with_buttons(9), true) == PutResult::conflict);
    CHECK(window.find(Tick{11})->buttons == 2);
    CHECK(window.put(Tick{10 + kWindowTicks - 1}, with_buttons(1), true) == PutResult::taken);
    CHECK(window.put(Tick{10 + kWindowTicks}, with_buttons(1), true) == PutResult::future);
    window.release(Tick{12});
    CHECK(window.put(Tick{10 + kWindowTicks}, with_buttons(1), true) == PutResult::taken);
    const auto& counters = window.counters();
    CHECK(counters.taken == 4);
    CHECK(counters.past == 1);
    CHECK(counters.duplicate == 1);
    CHECK(counters.conflict == 2);
    CHECK(counters.future == 1);
}

TEST_CASE("an incomplete frame shows its inputs, and counts only when its reports have arrived") {
    FrameWindow window{Tick{}};
    Frame whole = with_buttons(5);
    whole.report_count = 1;
    whole.reports[0].kind = ReportKind::died;
    CHECK(window.put(Tick{0}, with_buttons(5), false) == FrameWindow::PutResult::in_part);
    CHECK(window.find(Tick{0}) == nullptr);
    REQUIRE(window.find_inputs(Tick{0}) != nullptr);
    CHECK(window.find_inputs(Tick{0})->buttons == 5);
    CHECK(window.confirmed_up_to() == Tick{0});
    CHECK(window.put(Tick{0}, whole, true) == FrameWindow::PutResult::taken);
    CHECK(*window.find(Tick{0}) == whole);
    CHECK(window.put(Tick{0}, with_buttons(5), false) == FrameWindow::PutResult::past);
}

TEST_CASE("frames stay readable for a window's length behind the newest, however often the ring wraps") {
    FrameWindow window{Tick{}};
    for (std::uint32_t t = 0; t < 5000; ++t) {
        REQUIRE(window.put(Tick{t}, with_buttons(t & 0xff), true) == FrameWindow::PutResult::taken);
        window.release(Tick{t});
        const std::uint32_t back = std::min(t, kWindowTicks - 1);
        REQUIRE(window.find(Tick{t - back}) != nullptr);
        CHECK(window.find(Tick{t - back})->buttons == ((t - back) & 0xff));
    }
}

TEST_CASE("packet heads round-trip") {
    Random random = Random::seed(1, 2);
    for (int i = 0; i < 20'000; ++i) {
        FramePacket packet;
        packet.sequence = static_cast<std::uint16_t>(random.next() & kSequenceMask);
        packet.end = Tick{random.next()};
        packet.want = Tick{packet.end.value + static_cast<std::uint32_t>(random.between(-400, 400))};
        packet.count = static_cast<std::uint8_t>(random.below(kWindowTicks + 1));
        if (packet.count != 0 && random.below(2) == 0) {
            packet.part_from = static_cast<std::uint8_t>(random.below(packet.count));
            packet.part_to =
                static_cast<std::uint8_t>(packet.part_from + 1 + random.below(packet.count - packet.part_from));
        }
        if (random.below(2) == 0) packet.echo = Echo{static_cast<std::uint16_t>(random.next() & kSequenceMask), 7, 200};
        if (packet.echo && random.below(2) == 0) packet.arrival_margin = ArrivalMargin{-128, 127};
        if (random.below(2) == 0) packet.digest = DigestNote{Tick{random.next()}, random.next()};
        std::array<std::uint8_t, kFramePacketHeadMax> bytes;
        const std::size_t size = write_packet(packet, bytes);
        REQUIRE(size != 0);
        FramePacket back;
        const Tick near_end{packet.end.value + static_cast<std::uint32_t>(random.between(-30'000, 30'000))};
        const Tick near_want{packet.want.value + static_cast<std::uint32_t>(random.between(-30'000, 30'000))};
        REQUIRE(read_packet(std::span{bytes}.first(size), near_end, near_want, back) == PacketError::none);
        CHECK(back.sequence == packet.sequence);
        CHECK(back.end == packet.end);
        CHECK(back.want == packet.want);
        CHECK(back.count == packet.count);
        CHECK(back.part_from == packet.part_from);
        CHECK(back.part_to == packet.part_to);
        CHECK(back.echo == packet.echo);
        CHECK(back.arrival_margin == packet.arrival_margin);
        CHECK(back.digest == packet.digest);
        CHECK(back.run.empty());
        for (std::size_t cut = 0; cut < size; ++cut) {
            CHECK(read_packet(std::span{bytes}.first(cut), near_end, near_want, back) != PacketError::none);
        }
    }
}

/// One packet on its way from an outbox to a window, as a Connection does it.
void deliver(const FrameRun& run, std::span<const std::uint8_t> bytes, FrameWindow& window) {
    const FrameContext* before = window.context_before(run.first);
    if (before == nullptr) return;
    FrameContext context = *before;
    std::vector<Frame> frames(run.count);
    std::array<std::uint8_t, kRunPlainBytesMax> plain;
    const auto size = unpack_run(context, bytes, plain);
    REQUIRE(size);
    REQUIRE(decode_frames(context, std::span{plain}.first(*size), frames) == RunError::none);
    for (std::uint32_t i = 0; i < run.count; ++i) {
        window.put(run.first + i, frames[i], i < run.part_from || i >= run.part_to);
    }
}

TEST_CASE("the window gets what the outbox sends, under any rules, loss, order and stale acknowledgements") {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        Random random = Random::seed(seed, seed + 100);
        const auto frames = support::typical_frames({.seed = seed, .reports_per_minute = 1800}, 1500);
        FrameOutbox outbox{Tick{}};
        FrameWindow window{Tick{}};
        const std::uint32_t loss = random.below(95);
        struct OnItsWay {
            FrameRun run;
            std::vector<std::uint8_t> bytes;
        };
        std::vector<OnItsWay> way;
        Micros now = 0;
        for (int step = 0; step < 20'000 && window.confirmed_up_to().value < frames.size(); ++step, now += 5'000) {
            while (outbox.has_room() && outbox.end().value < frames.size() && random.below(3) == 0) {
                outbox.push(frames[outbox.end().value], now);
            }
            std::array<std::uint8_t, 400> bytes;
            const PacketRules rules{.report_sends = random.below(10),
                                  .newest = random.below(4) == 0 ? kWindowTicks : 1 + random.below(40),
                                  .overdue_before = now - 100'000};
            const std::size_t room = kFrameBytesMax + random.below(400 - kFrameBytesMax);
            const FrameRun run = outbox.write(rules, std::span{bytes}.first(room));
            outbox.note_sent(run);
            REQUIRE(run.bytes <= room);
            if (random.below(100) >= loss)
                way.push_back({run, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(run.bytes)}});
            // Some arrive now, in any order, some of them twice.
            while (way.size() > 4) {
                const std::size_t pick = random.below(static_cast<std::uint32_t>(way.size()));
                deliver(way[pick].run, way[pick].bytes, window);
                if (random.below(5) != 0) way.erase(way.begin() + static_cast<std::ptrdiff_t>(pick));
            }
            window.release(window.confirmed_up_to());
            if (random.below(3) == 0) outbox.acknowledge(window.confirmed_up_to() - random.below(3));
            for (Tick t = outbox.begin(); t < window.confirmed_up_to(); ++t)
                REQUIRE(*window.find(t) == frames[t.value]);
        }
        REQUIRE(window.confirmed_up_to().value == frames.size());
        CHECK(window.counters().conflict == 0);
    }
}

TEST_CASE("reports are sent as often as configured, and again when overdue") {
    FrameOutbox outbox{Tick{}};
    Frame frame;
    frame.report_count = 1;
    frame.reports[0].kind = ReportKind::died;
    std::array<std::uint8_t, 400> bytes;
    outbox.push(frame, 0);
    outbox.push(with_buttons(1), 0);
    for (std::uint32_t ride = 0; ride < 20; ++ride) {
        const FrameRun run = outbox.write({.report_sends = 6, .overdue_before = 0}, bytes);
        outbox.note_sent(run);
        CHECK(run.count == 2);
        CHECK((run.part_to > run.part_from) == (ride >= 6));
    }
    const FrameRun run = outbox.write({.report_sends = 6, .overdue_before = 1}, bytes);
    CHECK(run.part_to == run.part_from);
    CHECK(!outbox.acknowledge(Tick{3}));
    CHECK(outbox.acknowledge(Tick{2}));
    CHECK(!outbox.acknowledge(Tick{1}));
    CHECK(outbox.count() == 0);
}

}  // namespace
}  // namespace albireo::proto
