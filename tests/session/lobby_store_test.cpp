// Goal: lobbies outlive their server in one file, nobody's dead lobby comes back, and a game that has started is never there twice.
#include "server/retention.hpp"
#include "tests/session/lobby_folder.hpp"

using namespace albireo;
using namespace albireo::server;

TEST_CASE("a lobby that its process has left is found by the next one, stays in its place, and is found again") {
    Servers servers;
    auto anna = servers.keep("K7QF2M"), ben = servers.keep("R8ER7W");
    CHECK(servers.files(".game").empty());
    anna.reset(), ben.reset();
    KeptGame expected = some_lobby("K7QF2M");
    for (int process = 0; process < 3; ++process) {
        CAPTURE(process);
        servers.open();
        auto left = servers.store->take_left();
        REQUIRE(left.size() == 2);
        CHECK(left[0].image.game() == expected);
        expected.seed = static_cast<std::uint32_t>(process + 10);
        left[0].journal->keep(expected);
    }
    CHECK(servers.files(".lobbies").size() == 1);
    CHECK(servers.faults.empty());
}

TEST_CASE("a lobby that is over does not come back, nor does an earlier one of the same place") {
    Servers servers;
    for (int round = 0; round < 5; ++round) {
        auto first = servers.keep("K7QF2M");
        for (int change = 0; change < round; ++change) {
            KeptGame game = some_lobby("K7QF2M");
            game.seed = static_cast<std::uint32_t>(change + 2);
            first->keep(game);
        }
        first->drop();
        first.reset();
        CHECK(servers.codes_found().empty());
        auto next = servers.keep("R8ER7W");
        next.reset();
        CHECK(servers.codes_found() == std::vector<std::string>{"R8ER7W"});
        servers.open();
        servers.store->take_left().front().journal->drop();
    }
    CHECK(fs::file_size(servers.file()) == kPlacesAt + kPlaces * LobbyPlace::kBytes);
}

TEST_CASE("all places are in use: there is no place for another lobby until one is over, and one into which nothing was written is free") {
    Servers servers;
    std::vector<std::shared_ptr<Journal>> lobbies;
    for (std::uint32_t i = 0; i < kPlaces; ++i) lobbies.push_back(i % 2 == 0 ? servers.store->new_lobby() : servers.keep("K7QF2M"));
    CHECK(servers.store->new_lobby() == nullptr);
    lobbies[0].reset();  // nothing was written
    lobbies[1]->drop();
    CHECK(servers.store->new_lobby() != nullptr);  // and let go at once
    auto one = servers.store->new_lobby(), two = servers.store->new_lobby();
    CHECK(one != nullptr);
    CHECK(two != nullptr);
    CHECK(servers.store->new_lobby() == nullptr);
}

TEST_CASE("a server whose key is another one's leaves its lobbies to that one") {
    Servers servers;
    servers.keep("K7QF2M").reset();
    servers.open(JournalKey{4});
    servers.store.reset();
    CHECK(servers.codes_found() == std::vector<std::string>{"K7QF2M"});
}

TEST_CASE("two servers with one folder have a file each, and the next server to start takes over the file that one of them has left") {
    Servers servers;
    servers.keep("K7QF2M").reset();
    std::vector<std::string> faults;
    auto other = LobbyStore::open(servers.folder.path, kKey, kPlaces, faults);
    CHECK(faults.empty());
    CHECK(other->take_left().empty());  // the first server has it
    auto lobby = other->new_lobby();
    lobby->keep(some_lobby("R8ER7W"));
    CHECK(servers.files(".lobbies").size() == 2);
    lobby.reset();
    other.reset();
    // The other one is gone. Its lobbies stay in their places until they are over; then the file is removed.
    CHECK(servers.codes_found() == std::vector<std::string>{"K7QF2M", "R8ER7W"});
    CHECK(servers.codes_found() == std::vector<std::string>{"K7QF2M", "R8ER7W"});
    servers.open();
    for (LeftLobby& each : servers.store->take_left()) {
        if (each.code() == "R8ER7W") each.journal->drop();
    }
    CHECK(servers.codes_found() == std::vector<std::string>{"K7QF2M"});
    CHECK(becomes([&] { return servers.files(".lobbies").size() == 1; }));
}

TEST_CASE("a file with more places than a server has keeps them, and one with fewer grows") {
    Servers servers;
    std::vector<std::shared_ptr<Journal>> lobbies;
    for (const char* code : {"K7QF2M", "R8ER7W", "AAAAAA"}) lobbies.push_back(servers.keep(code));
    lobbies.clear();
    servers.open(kKey, 2);
    CHECK(servers.store->take_left().size() == 3);
    servers.open(kKey, 20);
    CHECK(servers.store->take_left().size() == 3);
    for (int i = 0; i < 17; ++i) lobbies.push_back(servers.keep("K7QF2M"));
    CHECK(servers.store->new_lobby() == nullptr);
}

TEST_CASE("a game that has started counts and frees its lobby's place, a lobby counts if its game was not written, and of a campaign the later level") {
    Servers servers;
    DiskSync disk;
    const std::string path = journal_path(servers.folder.path, "K7QF2M", kWall);
    const auto write_game = [&](bool started, std::uint8_t stage, std::uint64_t wall) {
        KeptGame game = some_lobby("K7QF2M");
        game.started = started;
        game.stage = stage;
        game.started_ms = wall;
        if (stage > 0) game.stages = {"small", "small"};
        DiskSync of_process;
        new_journal(of_process, journal_path(servers.folder.path, "K7QF2M", wall), kKey)->keep(game);
    };
    servers.keep("K7QF2M").reset();
    bool has_started = false;
    SUBCASE("the game has started") {
        write_game(true, 0, kWall);
        has_started = true;
    }
    SUBCASE("its file was made, and nothing was written") {
        std::ofstream(path, std::ios::binary).flush();
    }
    SUBCASE("its file was made, and the write was cut off") {
        write_game(true, 0, kWall);
        std::vector<char> bytes = bytes_of_file(path);
        bytes.resize(Journal::kHeadsAt + Journal::kHeadBytes + 100);
        write_file(path, bytes);
    }
    SUBCASE("the next level of its campaign has a place, and the file of the level before is still there") {
        write_game(true, 1, kWall - 60'000);
        servers.open();
        servers.store->take_left().front().journal->drop();
        auto next = servers.store->new_lobby();
        KeptGame game = some_lobby("K7QF2M");
        game.stages = {"small", "small"};
        game.stage = 2;
        next->keep(game);
        REQUIRE(next->fault().empty());
        next.reset();
    }
    auto loaded = servers.load(disk, "K7QF2M");
    REQUIRE(loaded.game);
    CHECK(loaded.game->image.game().started == has_started);
    CHECK(loaded.faults.empty());
    if (has_started) {
        CHECK_FALSE(loaded.game->make_journal);
        loaded = {};
        CHECK(servers.codes_found().empty());
        return;
    }
    CHECK(becomes([&] { return servers.files(".game").empty(); }));
    // Its game can make its file, which has the name that was taken.
    REQUIRE(loaded.game->make_journal);
    const auto journal = loaded.game->make_journal();
    CHECK(journal->fault().empty());
    CHECK(servers.files(".game").size() == 1);
    CHECK(loaded.game->record() != nullptr);
}

TEST_CASE("a lobby that cannot be resumed is set aside as a journal of its own, and renamed back it is tried again") {
    Servers servers;
    servers.keep("K7QF2M").reset();
    {
        DiskSync disk;
        auto loaded = servers.load(disk, "K7QF2M");
        REQUIRE(loaded.game);
        loaded.game->set_aside();
    }
    REQUIRE(servers.files(".unresumed").size() == 1);
    CHECK(servers.codes_found().empty());
    const fs::path aside = servers.files(".unresumed").front();
    fs::rename(aside, fs::path(aside).replace_extension(".game"));
    DiskSync disk;
    const auto again = servers.load(disk, "K7QF2M");
    REQUIRE(again.game);
    CHECK(again.game->image.game() == some_lobby("K7QF2M"));
}

TEST_CASE("quotas of recordings delete no file of lobbies") {
    Servers servers;
    servers.keep("K7QF2M").reset();
    fs::last_write_time(servers.file(), fs::file_time_type::clock::now() - std::chrono::hours(24 * 365));
    for (const auto kind : {Retention::Kind::recordings, Retention::Kind::unresumed, Retention::Kind::bundles}) {
        Retention(kind).sweep(servers.folder.path, {.bytes_max = 1, .files_max = 1, .seconds_max = 1}, std::time(nullptr));
    }
    CHECK(servers.codes_found() == std::vector<std::string>{"K7QF2M"});
}
