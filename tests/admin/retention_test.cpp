// Goal: recordings and bundles stay within their quotas, the oldest go first, and no unfinished recording is ever deleted.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/time.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/retention.hpp"

using namespace albireo::server;
namespace fs = std::filesystem;

namespace {

constexpr std::time_t kNow = 1'800'000'000;
constexpr std::time_t kDay = 24 * 60 * 60;

/// A folder of finished recordings (copies of a golden one), unfinished ones (without its last bytes) and other files.
struct Shelf {
    Shelf() {
        std::string name = (fs::temp_directory_path() / "albireo-shelf-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
        std::ifstream in("replays/golden/small.replay", std::ios::binary);
        finished.assign(std::istreambuf_iterator<char>(in), {});
        REQUIRE(finished.size() > 200);
    }
    ~Shelf() { fs::remove_all(folder); }
    void put(const std::string& name, const std::string& bytes, std::time_t age = 0) const {
        const fs::path path = fs::path(folder) / name;
        std::ofstream(path, std::ios::binary) << bytes;
        const timeval times[2] = {{kNow - age, 0}, {kNow - age, 0}};
        REQUIRE(utimes(path.c_str(), times) == 0);
    }
    std::string unfinished() const { return finished.substr(0, finished.size() / 2); }
    bool has(const std::string& name) const { return fs::exists(fs::path(folder) / name); }
    std::string folder, finished;
};

}  // namespace

TEST_CASE("journals that were set aside are kept as recordings are, and those of games are not touched") {
    const Shelf shelf;
    for (int i = 1; i <= 5; ++i) shelf.put("2026010" + std::to_string(i) + "-000000-AAAAAA.unresumed", "x", (5 - i) * kDay);
    shelf.put("20251231-000000-AAAAAA.game", "x", 9 * kDay);
    shelf.put("20251231-000000-AAAAAA.replay", shelf.finished, 9 * kDay);
    CHECK(Retention(Retention::Kind::unresumed).sweep(shelf.folder, {.files_max = 2}, kNow).deleted_files == 3);
    CHECK(Retention(Retention::Kind::unresumed).sweep(shelf.folder, {.seconds_max = kDay / 2}, kNow).deleted_files == 1);
    CHECK(shelf.has("20260105-000000-AAAAAA.unresumed"));
    CHECK(shelf.has("20251231-000000-AAAAAA.game"));
    CHECK(shelf.has("20251231-000000-AAAAAA.replay"));
}

TEST_CASE("the oldest recordings beyond a number, a size and an age are deleted") {
    for (const auto& [quota, kept] : {std::pair{Quota{.files_max = 2}, 2}, std::pair{Quota{.seconds_max = 2 * kDay + 1}, 3}, std::pair{Quota{}, 5}}) {
        const Shelf shelf;
        for (int i = 1; i <= 5; ++i) shelf.put("2026010" + std::to_string(i) + "-000000-AAAAAA.replay", shelf.finished, (5 - i) * kDay);
        Retention retention(Retention::Kind::recordings);
        const auto outcome = retention.sweep(shelf.folder, quota, kNow);
        CHECK(outcome.fault == "");
        CHECK(outcome.files == static_cast<std::uint64_t>(kept));
        CHECK(outcome.deleted_files == static_cast<std::uint64_t>(5 - kept));
        CHECK(outcome.bytes == static_cast<std::uint64_t>(kept) * shelf.finished.size());
        for (int i = 1; i <= 5; ++i) CHECK(shelf.has("2026010" + std::to_string(i) + "-000000-AAAAAA.replay") == (i > 5 - kept));
    }
    const Shelf shelf;
    for (int i = 1; i <= 5; ++i) shelf.put("2026010" + std::to_string(i) + "-000000-AAAAAA.replay", shelf.finished);
    CHECK(Retention(Retention::Kind::recordings).sweep(shelf.folder, {.bytes_max = 3 * shelf.finished.size()}, kNow).files == 3);
    CHECK_FALSE(shelf.has("20260102-000000-AAAAAA.replay"));
}

TEST_CASE("unfinished recordings, unreadable files and files of others are never deleted") {
    const Shelf shelf;
    shelf.put("20260101-000000-AAAAAA.replay", shelf.unfinished(), 9 * kDay);
    shelf.put("20260102-000000-BBBBBB.replay", "", 9 * kDay);
    shelf.put("20260103-000000-CCCCCC.replay", "not a recording", 9 * kDay);
    shelf.put("20260104-000000-DDDDDD.replay", shelf.finished, 9 * kDay);
    shelf.put("notes.txt", "mine", 9 * kDay);
    fs::create_directory(fs::path(shelf.folder) / "folder.replay");
    fs::create_symlink("notes.txt", fs::path(shelf.folder) / "link.replay");
    Retention retention(Retention::Kind::recordings);
    for (int again = 0; again < 2; ++again) {
        const auto outcome = retention.sweep(shelf.folder, {.bytes_max = 1, .files_max = 1, .seconds_max = 1}, kNow);
        CHECK(outcome.spared == 3);
        CHECK(outcome.files == 3);
        CHECK(outcome.deleted_files == (again == 0 ? 1u : 0u));
    }
    CHECK_FALSE(shelf.has("20260104-000000-DDDDDD.replay"));
    CHECK(shelf.has("notes.txt"));
    // Once it is finished, it is deleted like any other.
    shelf.put("20260101-000000-AAAAAA.replay", shelf.finished, 9 * kDay);
    CHECK(retention.sweep(shelf.folder, {.seconds_max = kDay}, kNow).deleted_files == 1);
}

TEST_CASE("bundles that name no field go first") {
    const Shelf shelf;
    shelf.put("20260101-000000-AAAAAA.desync", "named");
    shelf.put("20260102-000000-BBBBBB-unnamed.desync", "none");
    shelf.put("20260103-000000-CCCCCC.desync", "named");
    shelf.put("20260104-000000-DDDDDD-unnamed.desync", "none");
    Retention retention(Retention::Kind::bundles);
    CHECK(retention.sweep(shelf.folder, {.files_max = 3}, kNow).deleted_files == 1);
    CHECK_FALSE(shelf.has("20260102-000000-BBBBBB-unnamed.desync"));
    CHECK(retention.sweep(shelf.folder, {.files_max = 1}, kNow).deleted_files == 2);
    CHECK(shelf.has("20260103-000000-CCCCCC.desync"));
}

TEST_CASE("bundles of the origin that has most go before older ones of others") {
    const Shelf shelf;
    shelf.put("20260101-000000-AAAAAA-from-00000001.desync", "honest");
    for (int i = 2; i <= 9; ++i) shelf.put("2026010" + std::to_string(i) + "-000000-BBBBBB-from-00000002.desync", "liar");
    Retention retention(Retention::Kind::bundles);
    CHECK(retention.sweep(shelf.folder, {.files_max = 4}, kNow).deleted_files == 5);
    CHECK(shelf.has("20260101-000000-AAAAAA-from-00000001.desync"));
    CHECK(shelf.has("20260109-000000-BBBBBB-from-00000002.desync"));
    CHECK_FALSE(shelf.has("20260106-000000-BBBBBB-from-00000002.desync"));
    CHECK(retention.sweep(shelf.folder, {.bytes_max = 10}, kNow).deleted_files == 2);
    CHECK(shelf.has("20260101-000000-AAAAAA-from-00000001.desync"));
}

TEST_CASE("a missing folder is empty") {
    CHECK(Retention(Retention::Kind::bundles).sweep("/nowhere/at/all", {.files_max = 1}, kNow).fault == "");
}
