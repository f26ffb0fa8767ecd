#pragma once
/// The lobbies of one server after the other, in one folder, for the tests of the file of lobbies.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "server/lobby_place.hpp"
#include "server/parked_games.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

inline constexpr JournalKey kKey = {3};
inline constexpr std::uint32_t kPlaces = 8;
inline constexpr std::uint64_t kWall = 1'795'000'000'000;
inline constexpr std::size_t kPlacesAt = 4096;

inline KeptGame some_lobby(const std::string& code) {
    KeptGame game;
    game.core_version = kCoreVersion;
    game.code = code;
    game.level_name = "small";
    game.started_ms = kWall;
    game.seats[0] = {.taken = true, .name = "anna"};
    return game;
}

struct Folder {
    Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string path = (fs::temp_directory_path() / "albireo-lobbies-XXXXXX").string();
};

/// A folder of recordings, and one server's lobbies after the other's.
struct Servers {
    Servers() { open(); }
    void open(const JournalKey& key = kKey, std::uint32_t places = kPlaces) {
        store.reset();
        faults.clear();
        store = LobbyStore::open(folder.path, key, places, faults);
    }
    std::shared_ptr<Journal> keep(const std::string& code) {
        auto journal = store->new_lobby();
        REQUIRE(journal != nullptr);
        journal->keep(some_lobby(code));
        return journal;
    }
    /// The codes that the next server finds, in order.
    std::vector<std::string> codes_found() {
        open();
        std::vector<std::string> codes;
        for (const LeftLobby& each : store->take_left()) codes.push_back(each.code());
        std::ranges::sort(codes);
        return codes;
    }
    std::vector<fs::path> files(const std::string& ending) const {
        std::vector<fs::path> found;
        for (const auto& each : fs::directory_iterator(folder.path)) {
            if (each.path().extension() == ending) found.push_back(each.path());
        }
        std::ranges::sort(found);
        return found;
    }
    fs::path file() const {
        const auto all = files(".lobbies");
        REQUIRE(all.size() == 1);
        return all.front();
    }
    /// What the next server's shard makes of this code.
    ParkedFile::Loaded load(DiskSync& disk, const std::string& code) {
        open();
        auto parked = find_parked_games(disk, folder.path, kKey, [](const std::string&) { return true; }, store->take_left());
        const auto found = std::ranges::find(parked, code, &ParkedFile::code);
        return found != parked.end() ? found->load().get() : ParkedFile::Loaded{};
    }
    const Folder folder;
    std::vector<std::string> faults;
    std::shared_ptr<LobbyStore> store;
};

inline std::vector<char> bytes_of_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const fs::path& path, const std::vector<char>& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline bool becomes(const std::function<bool()>& is_so) {
    for (int i = 0; i < 2'000; ++i) {
        if (is_so()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace albireo::server
