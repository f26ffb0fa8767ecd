// Goal: a file is written whole or not at all, whatever the disk does, and replacing it changes only its contents.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <thread>

#include "replays/sink.hpp"

namespace albireo::replays {
namespace {

namespace fs = std::filesystem;

struct Folder {
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::string file(const std::string& name) const { return (path / name).string(); }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(path)) names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }
    fs::path path = fs::temp_directory_path() / ("albireo-writing-" + std::to_string(::getpid()));
};

/// While an object lives, no file can grow beyond its limit: like a full disk.
struct SmallDisk {
    explicit SmallDisk(rlim_t bytes) : handler(std::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        rlimit small = before;
        small.rlim_cur = bytes;
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    }
    ~SmallDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
    }
    rlimit before{};
    void (*handler)(int);
};

std::string contents(const std::string& path) {
    std::vector<std::uint8_t> bytes;
    REQUIRE(read_file(path, bytes) == "");
    return {bytes.begin(), bytes.end()};
}

TEST_CASE("a full disk leaves the file unchanged, and no other file beside it") {
    const Folder folder;
    const std::string path = folder.file("game.replay");
    REQUIRE(write_whole(path, "the game so far") == "");
    {
        const SmallDisk disk(4096);
        const std::string fault = write_whole(path, std::string(50'000, 'x'));
        CHECK(fault.find("game.replay: cannot be written: ") != std::string::npos);
        CHECK(fault.find('\n') == std::string::npos);
    }
    CHECK(contents(path) == "the game so far");
    CHECK(folder.names() == std::vector<std::string>{"game.replay"});
}

TEST_CASE("an existing file is kept unless it is to be replaced, and a missing file is created") {
    const Folder folder;
    const WriteOptions keep{.existing = FileSink::Existing::keep};
    const std::string text = "first", other = "second";
    const auto bytes = [](const std::string& of) {
        return std::span(reinterpret_cast<const std::uint8_t*>(of.data()), of.size());
    };
    CHECK(write_whole(folder.file("a"), bytes(text), keep) == "");
    const std::string fault = write_whole(folder.file("a"), bytes(other), keep);
    CHECK(fault.find("/a: cannot be created: ") != std::string::npos);
    CHECK(contents(folder.file("a")) == text);
    CHECK(write_whole(folder.file("missing/a"), bytes(text), keep) != "");
    CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("a symbolic link stays a link, and a file keeps its mode") {
    const Folder folder;
    REQUIRE(write_whole(folder.file("real"), "old") == "");
    REQUIRE(::chmod(folder.file("real").c_str(), 0600) == 0);
    fs::create_symlink("real", folder.file("link"));
    CHECK(write_whole(folder.file("link"), "new") == "");
    CHECK(fs::is_symlink(folder.file("link")));
    CHECK(contents(folder.file("real")) == "new");
    CHECK((fs::status(folder.file("real")).permissions() & fs::perms::mask) == fs::perms(0600));
    // Also a link to a file that does not exist yet.
    fs::create_symlink("later", folder.file("ahead"));
    CHECK(write_whole(folder.file("ahead"), "here") == "");
    CHECK(contents(folder.file("later")) == "here");
}

TEST_CASE("special files are written to, never replaced") {
    // Uses a pipe of its own: if a bug replaced a device like /dev/null, the whole machine would miss it.
    const Folder folder;
    const std::string pipe = folder.file("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(reader >= 0);
    CHECK(write_whole(pipe, "anything") == "");
    CHECK(fs::is_fifo(pipe));
    std::array<char, 16> got{};
    CHECK(::read(reader, got.data(), got.size()) == 8);
    CHECK(std::string_view(got.data()) == "anything");
    ::close(reader);
    const std::string fault = write_whole(folder.path.string(), "anything");
    CHECK(fault.find(": cannot be created: ") != std::string::npos);
    CHECK(folder.names() == std::vector<std::string>{"pipe"});
}

TEST_CASE("concurrent writers of one file both succeed, and the file is one of theirs") {
    const Folder folder;
    const std::string path = folder.file("settings");
    std::atomic<int> failures = 0, torn = 0;
    const auto write = [&](char letter, std::size_t size) {
        for (int i = 0; i < 200; ++i) {
            const std::string text(size, letter);
            if (!write_whole(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), size), {.sync = false})
                     .empty()) {
                ++failures;
            }
            std::vector<std::uint8_t> seen;
            if (!read_file(path, seen).empty()) continue;
            const bool is_a = seen.size() == 300 && seen[0] == 'a', is_b = seen.size() == 70'000 && seen[0] == 'b';
            if ((!is_a && !is_b) || std::ranges::count(seen, seen[0]) != std::ssize(seen)) ++torn;
        }
    };
    std::thread other(write, 'b', 70'000);
    write('a', 300);
    other.join();
    CHECK(failures == 0);
    CHECK(torn == 0);
    CHECK(folder.names() == std::vector<std::string>{"settings"});
}

}  // namespace
}  // namespace albireo::replays
