// Goal: a shard's thread never waits for the disk: what may block is done by another thread, also on a disk that is slow, full or
// broken; and the name of a new file is on the disk as its bytes are. The calls to the system are taken here, before they reach it.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cerrno>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>

#include "replays/recorder.hpp"
#include "server/bundle_writer.hpp"
#include "server/parked_games.hpp"
#include "server/shard.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/fake_disk.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::server;
namespace fs = std::filesystem;

namespace {

KeptGame some_game(const std::string& code) {
    KeptGame game;
    game.core_version = kCoreVersion;
    game.code = code;
    game.level_name = "small";
    return game;
}

constexpr JournalKey kKey = {3};
constexpr std::uint64_t kWall = 1'795'000'000'000;

}  // namespace

TEST_CASE("a game's files are made, reserved, synced and removed without a call that waits on the shard's thread") {
    const Folder folder;
    {
        DiskSync sync;
        const auto journal = new_journal(sync, journal_path(folder.path, "K7QF2M", kWall), kKey);
        journal->keep(some_game("K7QF2M"));
        journal->reserve();
        std::string fault;
        const auto recording = new_recording(sync, recording_path(folder.path, "K7QF2M", kWall), fault);
        REQUIRE(recording != nullptr);
        CHECK(recording->append(std::vector<std::uint8_t>(100, 1)) == "");
        journal->note(Slot::gold, Tick{0}, {});
        CHECK(becomes([&] { return disk.reservations == 1 && disk.data_syncs >= 2 && disk.folder_syncs >= 1; }));
        const int folder_syncs = disk.folder_syncs;
        CHECK(journal->fault() == "");
        journal->drop();
        CHECK(becomes([&] { return disk.removals == 1 && disk.folder_syncs > folder_syncs; }));
        CHECK_FALSE(fs::exists(journal_path(folder.path, "K7QF2M", kWall)));
    }
    CHECK(disk.blocking == 0);
}

TEST_CASE("on a disk that takes two seconds for a sync, a write takes none of it") {
    const Folder folder;
    disk.sync_ms = 2'000;
    DiskSync sync;
    const auto journal = new_journal(sync, journal_path(folder.path, "K7QF2M", kWall), kKey);
    journal->keep(some_game("K7QF2M"));
    REQUIRE(becomes([&] { return disk.data_syncs >= 1; }));  // the other thread waits now
    std::uint32_t tick = 0;
    for (; tick < 1'000; ++tick) journal->note(Slot::gold, Tick{tick}, {});
    CHECK(disk.data_syncs == 1);  // all of them were written while it waited for the first
    CHECK(journal->fault() == "");
    CHECK(disk.blocking == 0);
    disk.sync_ms = 0;
}

TEST_CASE("a disk that takes no writes holds up no game: what is appended waits, in its order, up to a limit, and from then on the recording has a fault") {
    const Folder folder;
    const std::string path = recording_path(folder.path, "K7QF2M", kWall);
    std::vector<std::uint8_t> taken;
    {
        DiskSync sync;
        std::string fault;
        const auto recording = new_recording(sync, path, fault);
        REQUIRE(recording != nullptr);
        disk.takes_nothing = true;
        std::vector<std::uint8_t> part(1 << 20);
        for (std::size_t i = 0; fault.empty() && i < 2 * DiskSync::kWaitingMax / part.size(); ++i) {
            std::ranges::fill(part, static_cast<std::uint8_t>(i));
            fault = recording->append(part);
            if (fault.empty()) taken.insert(taken.end(), part.begin(), part.end());
        }
        CHECK(fault == path + ": cannot be written: the disk takes nothing");
        CHECK(taken.size() == DiskSync::kWaitingMax);
        CHECK(recording->unwritten() == taken.size());
        CHECK(sync.unsynced_for(steady_now() + 1'000) >= 1'000);
        disk.takes_nothing = false;
        CHECK(becomes([&] { return recording->unwritten() == 0; }));
        CHECK(recording->append(part) == fault);  // there would be a gap
        CHECK(disk.own_writes == 0);
    }
    std::vector<std::uint8_t> written;
    CHECK(replays::read_file(path, written) == "");
    CHECK(written == taken);
}

TEST_CASE("a journal is removed only when all of its recording is written") {
    const Folder folder;
    DiskSync sync;
    const auto journal = new_journal(sync, journal_path(folder.path, "K7QF2M", kWall), kKey);
    journal->keep(some_game("K7QF2M"));
    std::string fault;
    const auto recording = new_recording(sync, recording_path(folder.path, "K7QF2M", kWall), fault);
    disk.takes_nothing = true;
    CHECK(recording->append(std::vector<std::uint8_t>(100, 1)) == "");
    journal->drop();
    CHECK_FALSE(becomes([&] { return disk.removals > 0; }, 1));
    CHECK(fs::exists(journal_path(folder.path, "K7QF2M", kWall)));
    disk.takes_nothing = false;
    CHECK(becomes([&] { return disk.removals == 1; }));
    CHECK(recording->unwritten() == 0);
}

TEST_CASE("a recording whose bytes cannot be written later says up to which tick it goes") {
    const Folder folder;
    DiskSync sync;
    const Level level = support::small_level();
    std::string fault;
    const auto sink = new_recording(sync, recording_path(folder.path, "K7QF2M", kWall), fault);
    REQUIRE(sink != nullptr);
    replays::Recorder recorder(*sink, level, replays::RecordingSetup{});
    const auto second = [&] {
        for (std::uint32_t tick = 0; tick < replays::kTicksPerRecord; ++tick) recorder.append({}, 0);
    };
    second();
    CHECK(becomes([&] { return sink->unwritten() == 0; }));
    CHECK(recorder.kept_to() == Tick{replays::kTicksPerRecord});
    disk.write_error = ENOSPC;
    second();
    CHECK(becomes([&] { return !sink->fault().empty(); }));
    recorder.look_at_sink();
    CHECK(recorder.fault().find(std::strerror(ENOSPC)) != std::string::npos);
    CHECK(recorder.kept_to() == Tick{replays::kTicksPerRecord});
    disk.write_error = 0;
    second();
    CHECK(recorder.kept_to() == Tick{replays::kTicksPerRecord});  // nothing follows a gap
    CHECK(disk.own_writes == 0);
}

TEST_CASE("a journal whose pages cannot be had, because the disk has none or its file was cut, has a fault, and the process goes on") {
    const Folder folder;
    DiskSync sync;
    const std::string path = journal_path(folder.path, "K7QF2M", kWall);
    const auto journal = new_journal(sync, path, kKey);
    journal->keep(some_game("K7QF2M"));
    journal->note(Slot::gold, Tick{0}, {});
    CHECK(journal->fault() == "");
    fs::resize_file(path, 0);
    journal->note(Slot::gold, Tick{1}, {});
    CHECK(journal->fault().find(path) != std::string::npos);
    journal->note(Slot::blue, Tick{300}, {});
    journal->drop();
    // Others are not affected.
    const auto other = new_journal(sync, journal_path(folder.path, "R8ER7W", kWall), kKey);
    other->keep(some_game("R8ER7W"));
    other->note(Slot::gold, Tick{0}, {});
    CHECK(other->fault() == "");
}

TEST_CASE("the age of unsynced data grows while the disk hangs, and falls when it answers") {
    const Folder folder;
    DiskSync sync;
    CHECK(sync.unsynced_for(steady_now()) == 0);
    const auto journal = new_journal(sync, journal_path(folder.path, "K7QF2M", kWall), kKey);
    journal->keep(some_game("K7QF2M"));
    REQUIRE(becomes([&] { return sync.unsynced_for(steady_now()) == 0; }));  // a disk that is well
    disk.sync_ms = 1'500;
    journal->note(Slot::gold, Tick{0}, {});
    CHECK(becomes([&] { return sync.unsynced_for(steady_now()) > proto::kMicrosPerSecond; }));
    disk.sync_ms = 0;
    CHECK(becomes([&] { return sync.unsynced_for(steady_now()) == 0; }));
    CHECK(disk.blocking == 0);
}

TEST_CASE("a sync that fails stops the journal, with the disk's reason. So does a disk without room for it") {
    const Folder folder;
    DiskSync sync;
    const auto journal = new_journal(sync, journal_path(folder.path, "K7QF2M", kWall), kKey);
    SUBCASE("sync") { disk.sync_error = EIO; }
    SUBCASE("room") { disk.reserve_error = ENOSPC; }
    journal->keep(some_game("K7QF2M"));
    journal->reserve();
    std::uint32_t tick = 0;
    CHECK(becomes([&] {
        journal->note(Slot::gold, Tick{tick++}, {});
        return !journal->fault().empty();
    }));
    const int reason = disk.sync_error != 0 ? EIO : ENOSPC;
    CHECK(journal->fault().find(std::strerror(reason)) != std::string::npos);
}

TEST_CASE("the bundle of a desync is stored by the disk's thread, and those that a hanging disk cannot take are let go") {
    const Folder folder;
    const fs::path bundles = fs::path(folder.path) / "desyncs";
    std::promise<void> disk_answers;
    {
        DiskSync sync;
        sync.do_later([waits = disk_answers.get_future().share()] { waits.wait(); });
        BundleWriter writer(sync, BundleStore(bundles.string()));
        for (int i = 0; i < BundleWriter::kWaitingMax + 5; ++i) {
            replays::Bundle bundle;
            bundle.code = "K7QF2M";
            bundle.wall_ms = kWall;
            bundle.finding.kind = proto::DesyncFinding::Kind::named;
            bundle.replay.assign(100, 7);
            writer.keep(std::move(bundle));
        }
        CHECK_FALSE(fs::exists(bundles));  // keep() has returned, and touched no disk
        disk_answers.set_value();
    }
    int stored = 0;
    for (const auto& each : fs::directory_iterator(bundles)) stored += each.path().extension() == ".desync" ? 1 : 0;
    CHECK(stored == BundleWriter::kWaitingMax);
}

TEST_CASE("a folder that cannot be written gives a journal with a fault, and a game goes on without it") {
    const Folder folder;
    DiskSync sync;
    const auto journal = new_journal(sync, folder.path + "/missing/x-K7QF2M.game", kKey);
    CHECK(journal->fault().find("cannot be created") != std::string::npos);
    journal->keep(some_game("K7QF2M"));
    journal->note(Slot::gold, Tick{0}, {});
    journal->drop();
}

TEST_CASE("a journal that cannot be resumed is set aside, and not found again") {
    const Folder folder;
    DiskSync sync;
    const auto find = [&](const JournalKey& key) { return find_parked_games(sync, folder.path, key, [](const std::string&) { return true; }); };
    const std::string path = journal_path(folder.path, "K7QF2M", kWall);
    const std::string aside = fs::path(path).replace_extension(kUnresumedEnding).string();
    new_journal(sync, path, kKey)->keep(some_game("K7QF2M"));
    const auto unlocked = [&] {
        auto files = find(kKey);
        return files.size() == 1 && files[0].load().get().game.has_value();
    };
    REQUIRE(becomes(unlocked));
    SUBCASE("its bytes are damaged, or another server's") {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << "nothing";
        ParkedFile::Loaded fresh;
        REQUIRE(becomes([&] {
            fresh = find(kKey).at(0).load().get();
            return !fresh.faults.empty();
        }));
        CHECK_FALSE(fresh.game);
        CHECK(fresh.faults[0].find("cannot be resumed: it is not a journal") != std::string::npos);
        CHECK(fs::exists(path));  // its server may start yet
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(25));
        ParkedFile::Loaded loaded;
        REQUIRE(becomes([&] {
            auto files = find(kKey);
            if (!files.empty()) loaded = files[0].load().get();
            return !loaded.faults.empty();
        }));
        CHECK_FALSE(loaded.game);
        CHECK(loaded.faults[0].find("set aside as") != std::string::npos);
    }
    SUBCASE("its game cannot be resumed") {
        std::optional<ParkedGame> game;
        REQUIRE(becomes([&] { return (game = find(kKey).at(0).load().get().game).has_value(); }));
        game->set_aside();
    }
    CHECK(becomes([&] { return fs::exists(aside) && find(kKey).empty(); }));
    CHECK(disk.removals == 0);
    CHECK(disk.blocking == 0);
}

TEST_CASE("a journal in which no game was ever kept is no fault, and is removed a minute later") {
    const Folder folder;
    DiskSync sync;
    const std::string path = journal_path(folder.path, "K7QF2M", kWall);
    const auto load = [&] {
        auto files = find_parked_games(sync, folder.path, kKey, [](const std::string&) { return true; });
        return files.empty() ? ParkedFile::Loaded{} : files[0].load().get();
    };
    const auto age = [&](std::chrono::seconds by) { fs::last_write_time(path, fs::file_time_type::clock::now() - by); };
    SUBCASE("empty") { std::ofstream(path, std::ios::binary).flush(); }
    SUBCASE("its first bytes") {
        const auto journal = new_journal(sync, path, kKey);
        fs::copy_file(path, path + ".copy");
        journal->drop();
        REQUIRE(becomes([&] { return !fs::exists(path); }));
        fs::rename(path + ".copy", path);
    }
    age(std::chrono::seconds(5));
    for (int i = 0; i < 3; ++i) {
        const auto loaded = load();
        CHECK(loaded.faults.empty());
        CHECK_FALSE(loaded.game);
        CHECK(fs::exists(path));
    }
    age(std::chrono::minutes(2));
    CHECK(becomes([&] {
        CHECK(load().faults.empty());
        return !fs::exists(path);
    }));
}

TEST_CASE("a recording that was made for a game that has not started leaves no file") {
    const Folder folder;
    const std::string empty = recording_path(folder.path, "K7QF2M", kWall), begun = recording_path(folder.path, "AAAAAA", kWall);
    {
        DiskSync sync;
        std::string fault;
        REQUIRE(new_recording(sync, empty, fault) != nullptr);
        const auto recording = new_recording(sync, begun, fault);
        REQUIRE(recording != nullptr);
        CHECK(recording->append(std::vector<std::uint8_t>{1, 2, 3}).empty());
    }
    CHECK_FALSE(fs::exists(empty));
    CHECK(fs::exists(begun));
}

TEST_CASE("a journal in which no game was ever kept removes its file when it is let go") {
    const Folder folder;
    DiskSync sync;
    const std::string path = journal_path(folder.path, "K7QF2M", kWall);
    new_journal(sync, path, kKey).reset();
    CHECK(becomes([&] { return !fs::exists(path); }));
    new_journal(sync, path, kKey)->keep(some_game("K7QF2M"));
    CHECK(becomes([&] { return sync.unsynced_for(steady_now()) == 0; }));
    CHECK(fs::exists(path));
}

TEST_CASE("a journal that replaces another one drops it once its own bytes are on the disk") {
    const Folder folder;
    DiskSync sync;
    std::vector<std::string> faults;
    const auto lobbies = LobbyStore::open(folder.path, kKey, 1, faults);
    REQUIRE(faults.empty());
    auto lobby = lobbies->new_lobby();
    lobby->keep(some_game("K7QF2M"));
    const auto is_free = [&] {
        auto other = lobbies->new_lobby();
        return other != nullptr;
    };
    const auto journal = new_journal(sync, journal_path(folder.path, "K7QF2M", kWall), kKey);
    CHECK(becomes([&] { return sync.unsynced_for(steady_now()) == 0 && lobbies->unsynced_for(steady_now()) == 0; }));
    journal->keep(some_game("K7QF2M"));
    disk.sync_ms = 300;
    journal->replace(std::move(lobby));
    for (int i = 0; i < 10; ++i, ::usleep(10'000)) CHECK_FALSE(is_free());
    disk.sync_ms = 0;
    CHECK(becomes(is_free));
    CHECK(journal->fault() == "");
}
