// Goal: no damage of the file of lobbies, no end of a process and no fault of the disk harms other lobbies or the server; threads share it.
#include <sys/resource.h>

#include <csignal>
#include <map>

#include "sim/base/random.hpp"
#include "tests/session/lobby_folder.hpp"

using namespace albireo;
using namespace albireo::server;

TEST_CASE("a process that ends in any write of a place leaves the lobby before the write or after it, and at its end a lobby or none") {
    // 0 to 2: states are written. 3 and 4: the place is freed.
    for (std::size_t killed_in = 0; killed_in < 5; ++killed_in) {
        for (std::size_t cut = 0; cut <= LobbyPlace::kMarkBytes; ++cut) {
            CAPTURE(killed_in);
            CAPTURE(cut);
            std::vector<std::uint8_t> place(LobbyPlace::kBytes);
            std::size_t writes = 0;
            Journal journal(std::make_unique<LobbyPlace>(
                                [&](std::size_t offset, std::span<const std::uint8_t> bytes) {
                                    const std::size_t put = writes < killed_in ? bytes.size() : writes == killed_in ? cut : 0;
                                    ++writes;
                                    std::copy_n(bytes.begin(), put, place.begin() + static_cast<std::ptrdiff_t>(offset));
                                    return std::string();
                                },
                                [](bool) {}, 0),
                            kKey, 1ull << 32);
            for (std::uint32_t seed = 1; seed <= 3; ++seed) {
                KeptGame game = some_lobby("K7QF2M");
                game.seed = seed;
                journal.keep(game);
            }
            journal.drop();
            CHECK(writes == 5);
            JournalImage image;
            const bool is_there = image.read(JournalImage::file_of(place), kKey).empty();
            if (killed_in == 0) CHECK_FALSE(is_there);
            if (killed_in == 1 || killed_in == 2) {
                REQUIRE(is_there);
                CHECK(image.game().seed == killed_in);
            }
            // The older head goes first: what comes back is the last state.
            if (killed_in == 3) REQUIRE(is_there);
            if (killed_in >= 3 && is_there) CHECK(image.game().seed == 3);
            if (killed_in == 4 && cut == LobbyPlace::kMarkBytes) CHECK(LobbyPlace::is_free(place));
        }
    }
}

TEST_CASE("a place with any byte changed gives its lobby or none, one line says so, and other lobbies are not affected") {
    Servers servers;
    servers.keep("K7QF2M").reset();
    auto changed = servers.keep("R8ER7W");
    KeptGame second = some_lobby("R8ER7W");
    second.seed = 2;
    changed->keep(second);
    changed.reset();
    servers.keep("AAAAAA").reset();
    servers.store.reset();
    const fs::path path = servers.file();
    const std::vector<char> whole = bytes_of_file(path);
    const std::size_t from = kPlacesAt + LobbyPlace::kBytes;
    for (std::size_t head = 0; head < 2; ++head) {
        for (std::size_t at = 0; at < 600; at += at < 40 ? 1 : 7) {
            CAPTURE(head);
            CAPTURE(at);
            std::vector<char> bytes = whole;
            bytes[from + head * Journal::kHeadBytes + at] ^= 0x40;
            write_file(path, bytes);
            const auto codes = servers.codes_found();
            // Each head alone still has the lobby.
            CHECK(codes == std::vector<std::string>{"AAAAAA", "K7QF2M", "R8ER7W"});
        }
    }
    std::vector<char> bytes = whole;
    for (const std::size_t head : {std::size_t{0}, Journal::kHeadBytes}) bytes[from + head + 60] ^= 1;
    write_file(path, bytes);
    CHECK(servers.codes_found() == std::vector<std::string>{"AAAAAA", "K7QF2M"});
    REQUIRE(servers.faults.size() == 1);
    CHECK(servers.faults[0].find("the lobby in place 1 of " + path.string() + " is damaged") == 0);
    CHECK(servers.codes_found() == std::vector<std::string>{"AAAAAA", "K7QF2M"});
    CHECK(servers.faults.empty());  // told once
    // A place that is free, or was.
    bytes = whole;
    bytes[kPlacesAt + 5 * LobbyPlace::kBytes] = 1;
    write_file(path, bytes);
    CHECK(servers.codes_found() == std::vector<std::string>{"AAAAAA", "K7QF2M", "R8ER7W"});
    CHECK(servers.faults.size() == 1);
    // Random bytes anywhere, and a file that is cut off anywhere.
    Random random = Random::seed(1, 2);
    for (int i = 0; i < 40; ++i) {
        bytes = whole;
        for (int k = 0; k < 200; ++k) bytes[kPlacesAt + random.below(static_cast<std::uint32_t>(bytes.size() - kPlacesAt))] = static_cast<char>(random.below(256));
        if (i % 2 == 0) bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        write_file(path, bytes);
        for (const std::string& code : servers.codes_found()) CHECK((code == "AAAAAA" || code == "K7QF2M" || code == "R8ER7W"));
        servers.store.reset();
        for (const fs::path& each : servers.files(".lobbies")) {
            if (each != path) fs::remove(each);
        }
    }
}

TEST_CASE("a file whose beginning is damaged, or that another server's key has sealed, stays for a day and is then set aside, and a new one is made") {
    for (const bool is_damaged : {true, false}) {
        CAPTURE(is_damaged);
        Servers servers;
        servers.keep("K7QF2M").reset();
        servers.store.reset();
        const fs::path path = servers.file();
        if (is_damaged) {
            std::vector<char> bytes = bytes_of_file(path);
            bytes[3] ^= 1;
            write_file(path, bytes);
        }
        const JournalKey key = is_damaged ? kKey : JournalKey{4};
        servers.open(key);
        REQUIRE(servers.faults.size() == 1);
        CHECK(servers.faults[0].find("the lobbies in " + path.string() + " cannot be resumed: it is damaged") == 0);
        CHECK(servers.files(".lobbies").size() == 2);
        CHECK(servers.store->new_lobby()->fault().empty());
        CHECK(servers.store->take_left().empty());
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(25));
        servers.open(key);
        REQUIRE(servers.faults.size() == 1);
        CHECK(servers.faults[0].find("set aside as " + path.stem().string() + ".unresumed") != std::string::npos);
        CHECK(servers.files(".unresumed").size() == 1);
        CHECK(servers.files(".lobbies").size() == 1);
        servers.open(key);
        CHECK(servers.faults.empty());
    }
}

TEST_CASE("on a disk that takes no file each lobby has a fault, and lobbies are kept again when it takes one") {
    Servers servers;
    servers.store.reset();
    fs::remove(servers.file());
    // Files of this process may not grow.
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    rlimit none = before;
    none.rlim_cur = 4096;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
    servers.open();
    REQUIRE(servers.faults.size() == 1);
    CHECK(servers.faults[0].find("lobbies end with this process: ") == 0);
    auto lobby = servers.store->new_lobby();
    REQUIRE(lobby != nullptr);
    lobby->keep(some_lobby("K7QF2M"));
    CHECK(lobby->fault().find("cannot be written") != std::string::npos);
    lobby->drop();
    CHECK(becomes([&] { return servers.files(".lobbies").empty(); }));  // what was made of one is gone
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, ignored);
    CHECK(becomes([&] {
        lobby = servers.store->new_lobby();
        lobby->keep(some_lobby("K7QF2M"));
        return lobby->fault().empty();
    }));
    lobby.reset();
    CHECK(servers.codes_found() == std::vector<std::string>{"K7QF2M"});
}

TEST_CASE("a file that somebody has cut fails its lobbies, and new ones get another file") {
    Servers servers;
    auto lobby = servers.keep("K7QF2M");
    const fs::path path = servers.file();
    fs::resize_file(path, 0);
    KeptGame next = some_lobby("K7QF2M");
    next.seed = 2;
    lobby->keep(next);
    CHECK(lobby->fault().find("cannot be written") != std::string::npos);
    lobby->drop();
    std::shared_ptr<Journal> other;
    CHECK(becomes([&] {
        other = servers.store->new_lobby();
        other->keep(some_lobby("R8ER7W"));
        return other->fault().empty();
    }));
    CHECK(becomes([&] { return !fs::exists(path); }));
    other.reset();
    lobby.reset();
    CHECK(servers.codes_found() == std::vector<std::string>{"R8ER7W"});
}

TEST_CASE("threads that share the file each get places of their own") {
    Servers servers;
    servers.open(kKey, 64);
    std::vector<std::thread> threads;
    constexpr int kThreads = 4, kRounds = 200;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&servers, i] {
            const std::string code = std::string("AAAAA") + "ACDE"[i];
            for (int round = 0; round < kRounds; ++round) {
                std::vector<std::shared_ptr<Journal>> lobbies;
                for (int k = 0; k < 16; ++k) {
                    lobbies.push_back(servers.store->new_lobby());
                    if (lobbies.back() != nullptr) lobbies.back()->keep(some_lobby(code));
                }
                if (round + 1 == kRounds) return;  // the process ends
                for (const auto& each : lobbies) each->drop();
            }
        });
    }
    for (std::thread& each : threads) each.join();
    CHECK(servers.store->new_lobby() == nullptr);
    servers.open(kKey, 64);
    std::map<std::string, int> found;
    for (const LeftLobby& each : servers.store->take_left()) ++found[each.code()];
    CHECK(servers.faults.empty());
    CHECK(found.size() == kThreads);
    for (const auto& [code, count] : found) CHECK(count == 16);
}
