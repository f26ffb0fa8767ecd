// Goal: a connection delivers messages and frames intact over every network, within its rate, and no packet can break
// it.
// One file: all tests run the same pair of connections over a simulated link.
#include "proto/connection.hpp"

#include <doctest/doctest.h>

#include "tests/proto/relay_game.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::proto {
namespace {


// typical_frames adds reports to a tick until one draw fails: p / (1 - p) reports a tick.
constexpr std::uint32_t kThirtyOfBoth = 720;   // p = 1/5: 15 a second of each player
constexpr std::uint32_t kThirtyOfEach = 1200;  // p = 1/3

struct Pair {
    MemoryNet net;
    FaultyLink link;
    Connection client, server;

    explicit Pair(const FaultyLinkOptions& options) : link(net.connect(), options) {}

    void step(Micros now) {
        LinkEvent event;
        while (link.poll(event, now)) {
            if (event.kind == LinkEvent::Kind::received) client.receive(event.channel, event.bytes, now);
        }
        while (net.poll(event, now)) {
            if (event.kind == LinkEvent::Kind::received) server.receive(event.channel, event.bytes, now);
        }
        OutPacket packet;
        while (client.next_packet(packet, now)) link.send(kServer, packet.channel, packet.bytes(), now);
        while (server.next_packet(packet, now)) net.send(PeerId{1}, packet.channel, packet.bytes(), now);
        link.flush(now);
    }
};

FaultyLinkOptions both(ImpairmentOptions options) {
    FaultyLinkOptions result{options, options};
    ++result.in.seed;
    return result;
}

TEST_CASE("digests cost at most 30 bytes a second, whatever is lost") {
    for (const std::uint32_t loss_ppm : {0u, 100'000u, 500'000u, 900'000u}) {
        CAPTURE(loss_ppm);
        Pair pair(both({.seed = 3, .loss_ppm = loss_ppm, .delay = 50 * kMs}));
        pair.client.start_frames({}, {});
        pair.server.start_frames({}, {});
        constexpr std::uint32_t kSeconds = 60;
        std::size_t bytes = 0, packets = 0;
        OutPacket packet;
        Tick told;
        for (Micros now = 0; now < kSeconds * kMicrosPerSecond; now += kMs) {
            for (Tick tick{static_cast<std::uint32_t>(now / kMicrosPerTick)}; told < tick; ++told) {
                if (pair.client.has_room()) pair.client.push_frame({}, now);
                if (told.value % 30 == 0) pair.client.set_digest({told, 0x0123456789abcdef});
            }
            while (pair.client.next_packet(packet, now)) {
                FramePacket read, without;
                if (packet.channel == Channel::frames &&
                    read_packet(packet.bytes(), {}, {}, read) == PacketError::none) {
                    without = read;
                    without.digest.reset();
                    std::array<std::uint8_t, kLinkPacketBytesMax> buffer;
                    bytes += write_packet(read, buffer) - write_packet(without, buffer);
                    ++packets;
                }
                pair.link.send(kServer, packet.channel, packet.bytes(), now);
            }
            pair.step(now);
            pair.server.incoming().release(pair.server.incoming().confirmed_up_to());
        }
        CHECK(packets > 20 * kSeconds);
        CHECK(bytes >= 20 * kSeconds);  // digests are sent
        CHECK(bytes <= 30 * kSeconds);
    }
}

TEST_CASE("if every packet waits for the rate limit, each still holds the whole run") {
    Connection sender, receiver;
    sender.start_frames({}, {});
    receiver.start_frames({}, {});
    const std::vector<Frame> frames = support::typical_frames({.seed = 5, .reports_per_minute = kThirtyOfEach}, 3000);
    OutPacket packet;
    Random random = Random::seed(9, 9);
    std::size_t whole = 0, all = 0;
    Micros pushed = 0;
    for (Micros now = 0; now < 20 * kMicrosPerSecond; now += 500) {
        for (; pushed * kMicrosPerTick < now && sender.has_room(); ++pushed) {
            sender.push_frame(frames[static_cast<std::size_t>(pushed)], now);
        }
        while (sender.next_packet(packet, now)) {
            FramePacket read;
            REQUIRE(read_packet(packet.bytes(), {}, {}, read) == PacketError::none);
            if (now > 2 * kMicrosPerSecond) {  // by then the loss has been measured
                ++all;
                whole += read.count == sender.outgoing().count() ? 1 : 0;
            }
            if (random.below(100) < 10) receiver.receive(packet.channel, packet.bytes(), now);
        }
        while (receiver.next_packet(packet, now)) {
            if (random.below(100) < 10) sender.receive(packet.channel, packet.bytes(), now);
        }
        receiver.incoming().release(receiver.incoming().confirmed_up_to());
    }
    CHECK(all > 1500);
    CHECK(whole == all);
}

TEST_CASE("messages arrive once and in order, whatever the network does") {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        Random random = Random::seed(seed, 3);
        Pair pair{both({.seed = seed,
                        .loss_ppm = random.below(900'000),
                        .burst_mean = 1 + random.below(8),
                        .delay = random.between(0, 300) * kMs,
                        .jitter = random.between(0, 50) * kMs,
                        .duplicate_ppm = 100'000,
                        .reorder_ppm = 100'000})};
        const std::uint32_t total = 200;
        std::uint32_t sent = 0, got = 0;
        Micros now = 0;
        for (; now < 600 * kMicrosPerSecond && got < total; now += 2 * kMs) {
            while (sent < total && random.below(3) == 0) {
                Chunk chunk{BlobKind::level, sent++, 1000, 0, {}};
                chunk.data.resize(1 + random.below(kChunkBytesMax));
                REQUIRE(pair.client.send(chunk));
            }
            pair.step(now);
            while (const auto message = pair.server.next_message()) {
                REQUIRE(std::holds_alternative<Chunk>(*message));
                CHECK(std::get<Chunk>(*message).id == got);
                ++got;
            }
        }
        CHECK(got == total);
        for (int i = 0; i < 30'000 && pair.client.messages_unacknowledged() != 0; ++i, now += 2 * kMs) pair.step(now);
        CHECK(pair.client.messages_unacknowledged() == 0);
        CHECK(pair.server.counters().malformed == 0);
    }
}

/// Quiet play at both ends at the pace of the ticks. Its frames and their copies use up the rate limit.
struct QuietPlay {
    void go_on(Pair& pair, Micros now) {
        for (; ticks * kMicrosPerTick <= now; ++ticks) {
            for (Connection* each : {&pair.client, &pair.server}) {
                if (each->has_room()) each->push_frame({}, now);
                each->incoming().release(each->incoming().confirmed_up_to());
            }
        }
    }
    Micros ticks = 0;
};

/// Milliseconds until a request is answered, median over seeds. `playing`: after some time of a game.
double talk_ms(std::uint32_t loss_ppm, bool playing) {
    std::vector<double> took;
    for (std::uint32_t seed = 1; seed <= 101; ++seed) {
        Pair pair{both({.seed = seed, .loss_ppm = loss_ppm, .delay = 50 * kMs})};
        if (playing) {
            pair.client.start_frames({}, {});
            pair.server.start_frames({}, {});
        }
        QuietPlay play;
        const Micros asked_at = playing ? 4 * kMicrosPerSecond : 0;
        for (Micros now = 0;; now += kMs) {
            if (playing) play.go_on(pair, now);
            if (now == asked_at) pair.client.send(Join{"K7QF2M"});
            pair.step(now);
            if (pair.server.next_message()) pair.server.send(Refused{Refusal::unknown_code, ""});
            if (pair.client.next_message()) {
                took.push_back(static_cast<double>(now - asked_at) / 1000);
                break;
            }
            if (now - asked_at > 20 * kMicrosPerSecond) {
                took.push_back(20'000);
                break;
            }
        }
    }
    std::ranges::sort(took);
    return took[took.size() / 2];
}

TEST_CASE("a request is answered soon even if nearly all packets are lost") {
    const double clean = talk_ms(0, false), half = talk_ms(500'000, false), most = talk_ms(900'000, false);
    MESSAGE("request and answer at 50 ms one way, median: " << clean << " ms at 0 %, " << half << " at 50 %, " << most
                                                            << " at 90 %");
    CHECK(clean <= 105);
    CHECK(half <= 200);
    CHECK(most <= 600);
}

// Copies once used the rate limit below the level that small talk waited for, so small talk waited as long as play went on.
TEST_CASE("… and during a game whose copies use up the rate limit") {
    const double clean = talk_ms(0, true), some = talk_ms(650'000, true), most = talk_ms(900'000, true);
    MESSAGE("… in play: " << clean << " ms at 0 %, " << some << " at 65 %, " << most << " at 90 %");
    CHECK(clean <= 105);
    CHECK(some <= 250);
    CHECK(most <= 700);
}

// A packet of small talk once needed 200 bytes of the rate limit and took up to 650.
TEST_CASE("no second exceeds 8 000 bytes while evidence flows") {
    for (const std::uint32_t loss_ppm : {0u, 300'000u, 700'000u, 900'000u}) {
        CAPTURE(loss_ppm);
        int heard = 0;
        for (std::uint32_t seed = 1; seed <= 6; ++seed) {
            Pair pair{both({.seed = seed, .loss_ppm = loss_ppm, .delay = 50 * kMs})};
            pair.client.start_frames({}, {});
            pair.server.start_frames({}, {});
            QuietPlay play;
            std::vector<std::uint64_t> sent;  // sent by the end of each millisecond
            int told = 0;
            for (Micros now = 0; now < 40 * kMicrosPerSecond; now += kMs) {
                play.go_on(pair, now);
                if (pair.client.messages_unacknowledged() == 0) {
                    // Alternates between a message larger than a packet of small talk and several small ones.
                    Evidence evidence;
                    evidence.values.assign(++told % 2 == 0 ? kEvidenceValuesMax : 20, 0x0123456789abcdef);
                    REQUIRE(pair.client.send(evidence));
                    if (told % 2 != 0) REQUIRE(pair.client.send(evidence));
                }
                pair.step(now);
                while (pair.server.next_message()) ++heard;
                sent.push_back(pair.client.counters().bytes_sent);
            }
            std::uint64_t most = 0;
            for (std::size_t ms = 1'000; ms < sent.size(); ++ms) most = std::max(most, sent[ms] - sent[ms - 1'000]);
            CHECK(most <= 8'000);
        }
        CHECK(heard >= 6 * (loss_ppm < 900'000 ? 20 : 4));
    }
}

TEST_CASE("a snapshot of 60 KB arrives within a second at 50 ms and 2 %") {
    Pair pair{both({.loss_ppm = 20'000, .delay = 50 * kMs})};
    const std::uint32_t total = 60'000;
    for (std::uint32_t at = 0; at < total; at += kChunkBytesMax) {
        pair.server.send(Chunk{BlobKind::snapshot, 1, total, at,
                               std::vector<std::uint8_t>(std::min<std::size_t>(kChunkBytesMax, total - at))});
    }
    std::size_t got = 0;
    Micros now = 0;
    for (; now < 5 * kMicrosPerSecond && got < total; now += kMs) {
        pair.step(now);
        while (const auto message = pair.client.next_message()) got += std::get<Chunk>(*message).data.size();
    }
    MESSAGE("60 KB took " << now / kMs << " ms");
    CHECK(got == total);
    CHECK(now <= kMicrosPerSecond);
}

// Retransmissions once waited as long as the first acknowledgement had taken, up to three seconds. An end with nothing to send
// but an acknowledgement sent it only once. So both ends timed out and reconnected.
TEST_CASE("a level arrives soon if 95 % of packets are lost") {
    std::vector<double> took;
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        Pair pair{both({.seed = seed, .loss_ppm = 950'000, .delay = 50 * kMs})};
        constexpr std::uint32_t kTotal = 4'000;
        for (std::uint32_t at = 0; at < kTotal; at += kChunkBytesMax) {
            pair.server.send(Chunk{BlobKind::level, 1, kTotal, at,
                                   std::vector<std::uint8_t>(std::min<std::size_t>(kChunkBytesMax, kTotal - at))});
        }
        Micros now = 0;
        for (; now < 60 * kMicrosPerSecond && pair.server.messages_unacknowledged() != 0; now += kMs) {
            pair.step(now);
            while (pair.client.next_message()) {}
        }
        took.push_back(static_cast<double>(now) / kMicrosPerSecond);
    }
    std::ranges::sort(took);
    MESSAGE("4 KB, fully acknowledged: " << took[30] << " s (median), " << took[57] << " s (95 %)");
    CHECK(took[30] <= 8);
    CHECK(took[57] <= 25);
}

/// The seconds until a blob of this size is acknowledged, at 90 % loss each way: the median of 20.
double seconds_at_90(std::uint32_t total) {
    std::vector<double> took;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        Pair pair{both({.seed = seed, .loss_ppm = 900'000, .delay = 50 * kMs})};
        for (std::uint32_t at = 0; at < total; at += kChunkBytesMax) {
            pair.server.send(Chunk{BlobKind::level, 1, total, at, std::vector<std::uint8_t>(std::min<std::size_t>(kChunkBytesMax, total - at))});
        }
        Micros now = 0;
        for (; now < 90 * kMicrosPerSecond && pair.server.messages_unacknowledged() != 0; now += kMs) {
            pair.step(now);
            while (pair.client.next_message()) {}
        }
        took.push_back(static_cast<double>(now) / kMicrosPerSecond);
    }
    std::ranges::sort(took);
    return took[10];
}

TEST_CASE("at 90 % loss each way a level and a snapshot arrive at the full rate, whatever has to be repeated") {
    const double level = seconds_at_90(130'000), snapshot = seconds_at_90(60'000);
    MESSAGE("130 KB: " << level << " s, 60 KB: " << snapshot << " s (median)");
    CHECK(level <= 22);
    CHECK(snapshot <= 12);
}

TEST_CASE("who acknowledges nothing of a transfer is sent less and less") {
    Connection server;
    for (std::uint32_t at = 0; at < 130'000; at += kChunkBytesMax) {
        server.send(Chunk{BlobKind::level, 1, 130'000, at, std::vector<std::uint8_t>(std::min<std::size_t>(kChunkBytesMax, 130'000 - at))});
    }
    std::vector<std::uint64_t> sent;  // by second
    OutPacket packet;
    for (Micros now = 0; now <= 60 * kMicrosPerSecond; now += kMs) {
        while (server.next_packet(packet, now)) {}
        if (now % kMicrosPerSecond == 0) sent.push_back(server.counters().bytes_sent);
    }
    CHECK(sent[3] > 400'000);  // a line that loses nearly all may need this much
    CHECK(sent[10] <= 1'050'000);
    CHECK(sent[60] - sent[10] <= 300'000);
    CHECK(server.transfer_stalled_since() == 0);
}

TEST_CASE("a transfer has not stalled because the one before it ended long ago") {
    Pair pair{both({.delay = 50 * kMs})};
    Micros now = 0;
    for (int transfer = 0; transfer < 3; ++transfer) {
        for (int i = 0; i < 20; ++i) pair.server.send(Chunk{BlobKind::level, 1, 20 * kChunkBytesMax, static_cast<std::uint32_t>(i * kChunkBytesMax), std::vector<std::uint8_t>(kChunkBytesMax)});
        const Micros began = now;
        for (; pair.server.messages_unacknowledged() != 0; now += kMs) {
            REQUIRE(now < began + kMicrosPerSecond);
            pair.step(now);
            CHECK((pair.server.transfer_stalled_since() == kNever || pair.server.transfer_stalled_since() >= began));
            while (pair.client.next_message()) {}
        }
        CHECK(pair.server.transfer_stalled_since() == kNever);
        now += 100 * kMicrosPerSecond;
    }
}

TEST_CASE("the requirements on a link hold, with frames alone") {
    struct Row {
        const char* name;
        ImpairmentOptions link;
        double mean_max, second_max, p50_max, p99_max;
    };
    // The path takes 100 ms; a requirement adds its limit to that.
    const Row rows[] = {
        {"0 %", {.delay = 50 * kMs}, 3300, 4000, 101, 101},
        {"25 %", {.loss_ppm = 250'000, .delay = 50 * kMs}, 3500, 4000, 101, 210},
        {"50 %", {.loss_ppm = 500'000, .delay = 50 * kMs}, 8000, 8000, 105.2, 210},
        {"90 % from player to player", {.loss_ppm = 684'000, .delay = 50 * kMs}, 8000, 8000, 130.2, 300},
        {"90 % on each leg", {.loss_ppm = 900'000, .delay = 50 * kMs}, 8000, 8000, 300, 1500},
        {"25 % in runs of 10", {.loss_ppm = 250'000, .burst_mean = 10, .delay = 50 * kMs}, 4500, 8000, 118, 1500},
        {"250 ms, 10 %", {.loss_ppm = 100'000, .delay = 250 * kMs}, 4500, 8000, 501, 600},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        RelayGameOptions options = everywhere(row.link);
        options.seconds = 40;
        options.play.reports_per_minute = kThirtyOfBoth;
        const RelayGameResult result = play_relay_game(options);
        CHECK(result.wrong_frames == 0);
        CHECK(result.faults == 0);
        CHECK(result.delivery_p50_ms <= row.p50_max);
        CHECK(result.delivery_p99_ms <= row.p99_max);
        for (const auto& player : result.players) {
            CHECK(player.frozen_ticks == 0);
            for (const auto& direction : {player.up, player.down}) {
                CHECK(direction.bytes_mean <= row.mean_max);
                CHECK(direction.bytes_max <= row.second_max);
            }
        }
    }
}

TEST_CASE("twice the reports still fit the mean, and nearly the maximum") {
    for (const std::uint32_t loss_ppm : {0u, 100'000u, 250'000u}) {
        RelayGameOptions options = everywhere({.loss_ppm = loss_ppm, .delay = 50 * kMs});
        options.seconds = 40;
        options.play.reports_per_minute = kThirtyOfEach;
        const RelayGameResult result = play_relay_game(options);
        for (const auto& player : result.players) {
            CHECK(player.frozen_ticks == 0);
            for (const auto& direction : {player.up, player.down}) {
                CHECK(direction.bytes_mean <= 3500);
                CHECK(direction.bytes_max <= 4200);
            }
        }
    }
}

TEST_CASE("at a second one way frames flow at full pace and within 5.5 KB/s") {
    RelayGameOptions options = everywhere({.delay = 980 * kMs});
    options.seconds = 40;
    options.play.reports_per_minute = kThirtyOfEach;
    const RelayGameResult result = play_relay_game(options);
    for (const auto& player : result.players) {
        CHECK(player.frozen_ticks == 0);
        CHECK(player.up.bytes_mean <= 5500);
        CHECK(player.down.bytes_mean <= 5500);
    }
}

TEST_CASE("eco saves half, and does not delay changed inputs") {
    RelayGameOptions options = everywhere({.delay = 50 * kMs});
    options.play.reports_per_minute = 0;
    options.play.ribbon_permille = 0;
    const RelayGameResult full = play_relay_game(options);
    options.eco = true;
    const RelayGameResult eco = play_relay_game(options);
    CHECK(eco.players[0].up.bytes_mean <= 1200);
    CHECK(eco.players[0].down.bytes_mean <= 1200);
    CHECK(eco.changed_p99_ms <= full.changed_p99_ms + 17);
    CHECK(eco.wrong_frames == 0);
}

TEST_CASE("no frame is ever wrong on any network") {
    const auto kNetworks = static_cast<std::uint32_t>(support::repetitions(60, 60, 12));
    for (std::uint32_t seed = 1; seed <= kNetworks; ++seed) {
        Random random = Random::seed(seed, 8);
        RelayGameOptions options = everywhere({.seed = seed,
                                               .loss_ppm = random.below(980'000),
                                               .burst_mean = 1 + random.below(12),
                                               .delay = random.between(0, 400) * kMs,
                                               .jitter = random.between(0, 100) * kMs,
                                               .duplicate_ppm = random.below(200'000),
                                               .reorder_ppm = random.below(200'000),
                                               .spike_ppm = random.below(2'000),
                                               .blackouts = {{10 * kMicrosPerSecond, 2 * kMicrosPerSecond}}});
        options.seconds = 25;
        options.step = 1'000;
        const RelayGameResult result = play_relay_game(options);
        CAPTURE(seed);
        CHECK(result.wrong_frames == 0);
        CHECK(result.faults == 0);
        for (const auto& player : result.players) {
            CHECK(player.up.bytes_max <= 8000);
            CHECK(player.down.bytes_max <= 8000);
        }
    }
}

TEST_CASE("play resumes with the first packet after a blackout") {
    RelayGameOptions options =
        everywhere({.delay = 50 * kMs, .blackouts = {{10 * kMicrosPerSecond, 2 * kMicrosPerSecond}}});
    options.seconds = 20;
    const RelayGameResult result = play_relay_game(options);
    CHECK(result.wrong_frames == 0);
    CHECK(result.delivery_max_ms <= 2000 + 100 + 60);  // the blackout, the path, and the interval of an idle sender
}

TEST_CASE("garbage increments counters and does nothing else") {
    Random random = Random::seed(5, 6);
    Pair pair{both({})};
    pair.client.start_frames({}, {});
    pair.server.start_frames({}, {});
    const auto frames = support::typical_frames({}, 2000);
    std::vector<std::uint8_t> overheard;
    for (std::uint32_t t = 0; t < 2000; ++t) {
        const Micros now = t * kMicrosPerTick;
        pair.client.push_frame(frames[t], now);
        OutPacket packet;
        while (pair.client.next_packet(packet, now)) {
            overheard.assign(packet.bytes().begin(), packet.bytes().end());
            pair.link.send(kServer, packet.channel, packet.bytes(), now);
        }
        for (int i = 0; i < 20; ++i) {
            std::vector<std::uint8_t> bytes(random.below(200));
            for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
            // Random bytes are rarely a valid run of frames. If they are, they count as frames of the sender.
            if (!bytes.empty() && bytes.size() >= 6) bytes[5] = 0xff;
            pair.server.receive(static_cast<Channel>(i % 2), bytes, now);
        }
        pair.server.receive(Channel::frames, overheard, now);  // a replayed packet
        pair.step(now);
        while (pair.server.next_message()) {
        }
        FrameWindow& window = pair.server.incoming();
        window.release(window.confirmed_up_to());
    }
    CHECK(pair.server.counters().malformed > 10'000);
    CHECK(pair.server.incoming().confirmed_up_to().value >= 1990);
    for (std::uint32_t t = 1900; t < 1990; ++t) CHECK(*pair.server.incoming().find(Tick{t}) == frames[t]);
}

}  // namespace
}  // namespace albireo::proto
