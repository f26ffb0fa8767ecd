// Goal: a bundle is stored whole or not at all, and the newest are kept. An unverified bundle never displaces a verified one. A full
// disk is reported in one line.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "replays/sink.hpp"
#include "server/bundle_store.hpp"

using namespace albireo;
using server::bundle_origin;
using server::BundleStore;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kNoon = 1'795'176'000'000;  // 2026-11-20 12:00:00 UTC

struct Folder {
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& file : fs::directory_iterator(path)) names.push_back(file.path().filename().string());
        std::ranges::sort(names);
        return names;
    }
    bool has(const std::string& name) const { return fs::exists(path / name); }
    /// A sparse file: it has a size but takes no room on the disk.
    void add(const std::string& name, std::uint64_t size) const {
        std::ofstream{path / name}.flush();
        fs::resize_file(path / name, size);
    }
    fs::path path = fs::temp_directory_path() / fmt::format("albireo-bundles-{}", getpid());
};

replays::Bundle bundle_of(std::uint64_t wall_ms, proto::DesyncFinding::Kind kind = proto::DesyncFinding::Kind::named,
                          std::size_t size = 100) {
    replays::Bundle bundle;
    bundle.code = "K7QF2M";
    bundle.wall_ms = wall_ms;
    bundle.finding.kind = kind;
    bundle.replay.assign(size, 7);
    return bundle;
}

constexpr auto kGone = proto::DesyncFinding::Kind::game_over;
constexpr proto::SecretKey kServer{7};

}  // namespace

TEST_CASE("bundles are named by time and code, never overwrite each other, and can be read again") {
    Folder folder;
    const BundleStore store((folder.path / "new" / "desyncs").string());
    for (const auto* name :
         {"20261120-120000-K7QF2M.desync", "20261120-120000-K7QF2M-2.desync", "20261120-120000-K7QF2M-3.desync"}) {
        const auto kept = store.keep(bundle_of(kNoon));
        CHECK(kept.fault == "");
        CHECK(fs::path(kept.path).filename() == name);
    }
    const auto kept = store.keep(bundle_of(kNoon, kGone));
    CHECK(fs::path(kept.path).filename() == "20261120-120000-K7QF2M-unnamed.desync");
    std::vector<std::uint8_t> bytes;
    REQUIRE(replays::read_file(kept.path, bytes) == "");
    replays::Bundle read;
    CHECK(replays::read_bundle(bytes, read) == "");
    CHECK(read.finding.kind == kGone);
    CHECK(read.code == "K7QF2M");
}

TEST_CASE("the oldest bundles are deleted to make room, and no other file in the folder is") {
    Folder folder;
    folder.add("a.replay", 300u << 20);
    folder.add("notes", 10);
    const BundleStore store(folder.path.string());
    for (std::uint64_t i = 0; i < BundleStore::kFilesMax + 5; ++i) {
        CHECK(store.keep(bundle_of(kNoon + i * 1000)).fault == "");
        CHECK(folder.names().size() == std::min<std::size_t>(i + 1, BundleStore::kFilesMax) + 2);
    }
    CHECK(folder.has("a.replay"));
    CHECK(folder.has("notes"));
    CHECK_FALSE(folder.has("20261120-120004-K7QF2M.desync"));
    CHECK(folder.has("20261120-120005-K7QF2M.desync"));
    CHECK(folder.has("20261120-120108-K7QF2M.desync"));
}

TEST_CASE("bundles stay within the limit on their total size") {
    Folder folder;
    const BundleStore store(folder.path.string());
    for (const auto* hour : {"09", "10", "11"}) {
        folder.add(fmt::format("20261120-{}0000-AAAAAA.desync", hour), BundleStore::kBytesMax / 3);
    }
    CHECK(store.keep(bundle_of(kNoon)).fault == "");
    CHECK(folder.names() == std::vector<std::string>{"20261120-100000-AAAAAA.desync", "20261120-110000-AAAAAA.desync",
                                                     "20261120-120000-K7QF2M.desync"});
}

TEST_CASE("a bundle that names no field makes room for one that does, never the other way round") {
    Folder folder;
    const BundleStore store(folder.path.string());
    for (std::uint64_t i = 0; i < BundleStore::kFilesMax - 1; ++i) {
        REQUIRE(store.keep(bundle_of(kNoon + i * 1000)).fault == "");
    }
    // Bundles without a field share the last place, and the newest of them has it.
    CHECK(store.keep(bundle_of(kNoon + 100'000, kGone)).fault == "");
    CHECK(store.keep(bundle_of(kNoon + 200'000, kGone)).fault == "");
    CHECK_FALSE(folder.has("20261120-120140-K7QF2M-unnamed.desync"));
    CHECK(folder.has("20261120-120320-K7QF2M-unnamed.desync"));
    CHECK(folder.has("20261120-120000-K7QF2M.desync"));
    // It is the newest, and still the first to be deleted.
    CHECK(store.keep(bundle_of(kNoon + 100'000)).fault == "");
    CHECK_FALSE(folder.has("20261120-120320-K7QF2M-unnamed.desync"));
    CHECK(folder.has("20261120-120000-K7QF2M.desync"));
    const auto kept = store.keep(bundle_of(kNoon + 300'000, kGone));
    CHECK(kept.fault == folder.path.string() + ": full of bundles that name a field; one that names none is not stored");
    CHECK(folder.names().size() == BundleStore::kFilesMax);
}

TEST_CASE("a client whose story is consistent displaces its own bundles, not those of others") {
    Folder folder;
    const BundleStore store(folder.path.string());
    const std::string liar = bundle_origin(kServer, 0x0100000a), honest = bundle_origin(kServer, 0x0101000a);
    REQUIRE(liar != honest);
    CHECK(store.keep(bundle_of(kNoon), honest).fault == "");
    for (std::uint64_t i = 1; i <= 200; ++i) CHECK(store.keep(bundle_of(kNoon + i * 1000), liar).fault == "");
    CHECK(folder.has("20261120-120000-K7QF2M-from-" + honest + ".desync"));
    CHECK(folder.names().size() == 1 + BundleStore::kFilesMax / BundleStore::kOriginsLeast);
    CHECK(folder.has("20261120-120320-K7QF2M-from-" + liar + ".desync"));
    // Bundles that name no field do not displace those of the same origin that do.
    CHECK(store.keep(bundle_of(kNoon + 900'000, kGone), liar).fault.find("this origin's share is full") != std::string::npos);
    CHECK(store.keep(bundle_of(kNoon + 900'000, kGone), honest).fault == "");
}

TEST_CASE("when the folder is full, the origin with most bundles makes room, and among equals the oldest") {
    Folder folder;
    const BundleStore store(folder.path.string(), 8);
    const std::string first = bundle_origin(kServer, 0x0100000a), second = bundle_origin(kServer, 0x0101000a);
    // Those without an origin, of an earlier release, count as one more.
    for (std::uint64_t i = 0; i < 5; ++i) REQUIRE(store.keep(bundle_of(kNoon + 10'000 + i * 1000)).fault == "");
    REQUIRE(store.keep(bundle_of(kNoon + 1000), first).fault == "");
    REQUIRE(store.keep(bundle_of(kNoon + 2000), second).fault == "");
    REQUIRE(store.keep(bundle_of(kNoon + 3000), second).fault == "");
    REQUIRE(folder.names().size() == 8);
    CHECK(store.keep(bundle_of(kNoon + 60'000), first).fault == "");
    CHECK_FALSE(folder.has("20261120-120010-K7QF2M.desync"));
    CHECK(folder.has("20261120-120001-K7QF2M-from-" + first + ".desync"));
    // Three new origins later all have two at most, and the oldest of those with two goes.
    for (const std::uint32_t net : {0x0102000au, 0x0103000au, 0x0104000au}) {
        CHECK(store.keep(bundle_of(kNoon + 70'000), bundle_origin(kServer, net)).fault == "");
    }
    CHECK(folder.names().size() == 8);
    CHECK_FALSE(folder.has("20261120-120001-K7QF2M-from-" + first + ".desync"));
    CHECK(folder.has("20261120-120013-K7QF2M.desync"));
    CHECK(folder.has("20261120-120014-K7QF2M.desync"));
    CHECK(folder.has("20261120-120100-K7QF2M-from-" + first + ".desync"));
}

TEST_CASE("the origin with the largest bundles makes room for size") {
    Folder folder;
    const BundleStore store(folder.path.string());
    const std::string large = bundle_origin(kServer, 0x0100000a), small = bundle_origin(kServer, 0x0101000a);
    folder.add("20261120-120000-AAAAAA-from-" + large + ".desync", BundleStore::kBytesMax - 500);
    for (int i = 0; i < 5; ++i) folder.add(fmt::format("20261120-11000{}-AAAAAA-from-{}.desync", i, small), 100);
    CHECK(store.keep(bundle_of(kNoon, proto::DesyncFinding::Kind::named, 2000), small).fault == "");
    CHECK_FALSE(folder.has("20261120-120000-AAAAAA-from-" + large + ".desync"));
    CHECK(folder.names().size() == 6);
}

TEST_CASE("an origin is a network, hashed with the server's key") {
    const std::string origin = bundle_origin(kServer, 0x0100000a);
    CHECK(origin.size() == 8);
    CHECK(origin.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(origin == bundle_origin(kServer, 0x0100000a));
    CHECK(origin != bundle_origin({8}, 0x0100000a));
    // 10.0.0.1 and 10.0.0.9; the first bytes of an address are the low ones of its number.
    CHECK(bundle_origin(kServer, 0x0100000a) == bundle_origin(kServer, 0x0900000a));
    CHECK(bundle_origin(kServer, 0x0100000a) != bundle_origin(kServer, 0x0101000a));
    CHECK(bundle_origin(kServer, 0).empty());
}

TEST_CASE("a folder that cannot be created and a full disk are reported in one line and leave nothing behind") {
    Folder folder;
    folder.add("file", 10);
    const auto kept = BundleStore((folder.path / "file" / "desyncs").string()).keep(bundle_of(kNoon));
    CHECK(kept.fault.starts_with((folder.path / "file" / "desyncs").string() + ": cannot be created: "));
    CHECK(kept.fault.find('\n') == std::string::npos);

    // A limit on file size simulates a full disk.
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 4096;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto cut =
        BundleStore(folder.path.string()).keep(bundle_of(kNoon, proto::DesyncFinding::Kind::named, 50'000));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(cut.fault.find("K7QF2M.desync") != std::string::npos);
    CHECK(cut.fault.find('\n') == std::string::npos);
    CHECK(folder.names() == std::vector<std::string>{"file"});
}
