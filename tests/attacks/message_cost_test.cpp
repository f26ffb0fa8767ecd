// Goal: nothing that one message costs is above 0.2 ms of a shard's thread, and a pass of its lobby is not above 2 ms, however many
// messages have come (one pass is excused). What is more is offloaded, and not counted here. Each cost is the least of several attempts, in processor time, so
// that a busy machine does not count.
#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "proto/token.hpp"
#include "server/parked_games.hpp"
#include "server/shard.hpp"
#include "tests/attacks/costs.hpp"
#include "tests/storm/desync_scene.hpp"

using namespace albireo;
using namespace albireo::attacks;

namespace {

/// Journals and recordings on the disk, as the program's.
struct CostsOnDisk : Costs {
    CostsOnDisk() {
        std::filesystem::create_directory(folder);
        journal_to = [this](const std::string& code) {
            return server::new_journal(*disk, server::journal_path(folder, code, wall_ms), server::JournalKey{});
        };
        record_to = [this](const std::string& code) {
            std::string fault;
            auto sink = server::new_recording(*disk, server::recording_path(folder, code, wall_ms), fault);
            CHECK_MESSAGE(sink != nullptr, fault);
            return sink;
        };
    }
    ~CostsOnDisk() {
        lobby.reset();
        disk.reset();
        std::filesystem::remove_all(folder);
    }
    const std::string folder = (std::filesystem::temp_directory_path() / ("albireo-cost-" + std::to_string(getpid()))).string();
    const std::uint64_t wall_ms = 1'790'000'000'000;
    std::unique_ptr<server::DiskSync> disk = std::make_unique<server::DiskSync>();
};

}  // namespace

TEST_CASE("no message about a seat costs the shard's thread more than 0.2 ms") {
    check_cost("Create", [](Costs& lobby) {
        Guest& guest = lobby.come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        const Micros cost = lobby.costliest(20 * kMs);
        REQUIRE(guest.entered);
        return cost;
    });
    check_cost("Join", [](Costs& lobby) {
        Guest& gold = lobby.come();
        gold.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 2});
        lobby.costliest(20 * kMs);
        REQUIRE(gold.entered);
        Guest& blue = lobby.come();
        blue.connection.send(proto::Join{gold.entered->code});
        const Micros cost = lobby.costliest(20 * kMs);
        CHECK(blue.entered);
        return cost;
    });
    check_cost("LevelWanted", [](Costs& lobby) {
        Guest& guest = lobby.come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        lobby.costliest(20 * kMs);
        guest.connection.send(proto::LevelWanted{1});
        const Micros cost = lobby.costliest(20 * kMs);
        CHECK(lobby.metrics.unexpected == 0);
        return cost;
    });
    check_cost("Ready, the start of a game", [](Costs& lobby) {
        Guest& guest = lobby.come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        lobby.costliest(20 * kMs);
        guest.connection.send(proto::Ready{guest.entered->level_digest});
        const Micros cost = lobby.costliest(20 * kMs);
        REQUIRE(guest.started);
        return cost;
    });
    check_cost("Rejoin, with a snapshot", [](Costs& lobby) {
        const Guest& before = lobby.begin_game();
        Guest& again = lobby.come();
        again.connection.send(proto::Rejoin{before.entered->code, proto::prove(before.entered->token, again.binding())});
        const Micros cost = lobby.costliest(40 * kMs);
        CHECK(again.resumed);
        return cost;
    });
    check_cost("Watch", [](Costs& lobby) {
        const Guest& player = lobby.begin_game();
        lobby.costliest(4 * kSecond);
        lobby.come().connection.send(proto::Watch{.code = player.entered->watch_code});
        return lobby.costliest(200 * kMs);
    });
    check_cost("Bye, the end of a game", [](Costs& lobby) {
        lobby.begin_game().connection.send(proto::Bye{});
        const Micros cost = lobby.costliest(20 * kMs);
        CHECK(lobby.lobby->sessions_ended() == 1);
        return cost;
    });
}

TEST_CASE("a Knock, with its key agreements, costs the shard's thread less than 0.2 ms") {
    check_cost("Knock", [](Costs&) {
        const proto::KeyPair server = proto::KeyPair::random();
        proto::HandshakeClient client(7, proto::KeyPair::random(), server.public_key);
        std::array<std::uint8_t, proto::kKnockDatagramMax> out{};
        std::array<std::uint8_t, proto::kLinkPacketBytesMax> packet{};
        client.write({}, 0, out);
        const proto::KnockDatagram challenge{.kind = proto::KnockKind::challenge, .connect_id = 7, .cookie = 1};
        client.take(std::span{out}.first(proto::write_knock(challenge, out)), 0, packet);
        const auto knock = std::span{out}.first(client.write({}, kSecond, out));
        const Micros before = processor_time();
        std::size_t head = 0;
        const auto read = proto::read_knock(knock, head);
        REQUIRE(read);
        auto handshake = proto::HandshakeServer::open(server, *read, knock, head);
        REQUIRE(handshake);
        REQUIRE(handshake->take(knock, head, packet));
        REQUIRE(handshake->make_line(proto::KeyPair::random()));
        return processor_time() - before;
    });
}

TEST_CASE("no message about a desync costs the shard's thread more than 0.2 ms") {
    check_cost("the exchange about a desync", [](Costs& lobby) {
        lobby.add({.name = "anna", .level = "endless", .difficulty = Difficulty::storm, .players = 1,
                   .fault = storm::fault_of("150:earnings[0].score")});
        while (lobby.metrics.desyncs == 0 && lobby.now < 20 * kSecond) lobby.costliest(kMs);
        lobby.now -= kMs;
        const Micros cost = lobby.costliest(kSecond);
        CHECK(lobby.bundles == 1);
        return cost;
    });
}

TEST_CASE("no part of voice costs the shard's thread more than 0.2 ms") {
    check_cost("two players talk, and say in between whether they hear: the costliest pass", [](Costs& lobby) {
        auto& gold = lobby.add({.name = "gold", .voice = true});
        lobby.costliest(100 * kMs);
        auto& blue = lobby.add({.name = "blue", .code = gold.code(), .voice = true});
        lobby.costliest(kSecond);
        const std::array<client::GameClient*, 2> both = {&gold, &blue};
        for (client::GameClient* each : both) each->set_hears_partner(true);
        lobby.costliest(kSecond);
        REQUIRE(gold.is_heard());
        Micros most = 0;
        std::uint64_t heard = 0;
        proto::VoicePiece piece{.number = 0, .size = proto::kVoicePieceBytesMax};
        for (int i = 0; i < 100; ++i) {
            for (client::GameClient* each : both) {
                each->send_voice(piece, lobby.now);
                while (each->take_voice()) ++heard;
            }
            ++piece.number;
            if (i % 20 == 0) blue.set_hears_partner(i % 40 != 0);
            most = std::max(most, lobby.costliest(proto::kVoicePieceTime));
        }
        CHECK(heard > 100);
        return most;
    });
}

TEST_CASE("a session's files do not make its messages more costly") {
    check_cost<CostsOnDisk>("Create, with a journal on the disk", [](Costs& lobby) {
        lobby.come().connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        return lobby.costliest(20 * kMs);
    });
    check_cost<CostsOnDisk>("Ready, with a journal and a recording on the disk", [](Costs& lobby) {
        Guest& guest = lobby.come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        lobby.costliest(20 * kMs);
        guest.connection.send(proto::Ready{guest.entered->level_digest});
        const Micros cost = lobby.costliest(20 * kMs);
        REQUIRE(guest.started);
        return cost;
    });
    check_cost<CostsOnDisk>("a second of a game, with a journal and a recording on the disk, its costliest pass", [](Costs& lobby) {
        lobby.begin_game();
        return lobby.costliest(kSecond);
    });
}

TEST_CASE("no pass takes longer than 2 ms, however many peers ask for what costs most") {
    constexpr std::uint32_t kPeers = 200;
    check_cost<CostsOnDisk>("200 peers ask for games, and the 60 who get one for its level and its start, all at once: the costliest pass but one", [](Costs& lobby) {
        Micros began = 0;
        std::vector<Micros> costs;
        lobby.is_pass_over = [&] { return processor_time() - began >= server::Shard::kVisitFor; };
        const auto turn = [&](Micros length) {
            for (const Micros until = lobby.now + length; lobby.now < until; lobby.now += kMs) {
                for (auto& guest : lobby.guests) guest->turn(lobby.now);
                began = processor_time();
                lobby.pass();
                costs.push_back(processor_time() - began);
                lobby.do_offloaded();
            }
        };
        // The first crowd touches the memory that the process has not used yet.
        for (std::uint32_t crowd = 0; crowd < 2; ++crowd) {
            costs.clear();
            for (std::uint32_t i = 0; i < kPeers; ++i) {
                lobby.guests.push_back(std::make_unique<Guest>(lobby.net.connect(address(10, i, crowd, 1))));
                lobby.guests.back()->connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
                // As a shard's link does, this one passes on a few datagrams at a time.
                if (i % 20 == 19) turn(5 * kMs);
            }
            turn(100 * kMs);
            int seated = 0;
            for (auto& guest : lobby.guests) {
                if (!guest->entered) continue;
                ++seated;
                guest->connection.send(proto::LevelWanted{1});
                guest->connection.send(proto::Ready{guest->entered->level_digest});
            }
            CHECK(seated >= 50);  // limits.hpp: sessions created
            turn(300 * kMs);
            for (auto& guest : lobby.guests) guest->connection.send(proto::Bye{});
            turn(100 * kMs);
            CHECK(lobby.lobby->sessions_ended() >= seated * (crowd + 1));
            lobby.guests.clear();
            lobby.now += 60 * kSecond;  // the limits of addresses have room again
        }
        // The costliest passes are those that start games in memory that is not used yet, with up to 130 page faults: 1.8 to 2 ms. Beyond these a virtual machine
        // lengthens one pass or none of an attempt, which has neither page faults nor many visits, by 1 to 4 ms.
        std::ranges::nth_element(costs, costs.begin() + 1, std::greater{});
        return costs[1];
    }, kPassMost);
}
