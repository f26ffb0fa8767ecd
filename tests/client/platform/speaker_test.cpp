// Goal: lines are spoken by spd-say, whatever they contain; a slow spd-say delays nobody; without one nothing happens. The spd-say here
// writes its arguments to a file.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "client/platform/speaker.hpp"

using albireo::platform::Speaker;
namespace fs = std::filesystem;

namespace {

struct Fixture {
    fs::path folder = fs::temp_directory_path() / ("albireo speaker " + std::to_string(getpid()));
    std::string path = std::getenv("PATH");
    Fixture() {
        fs::create_directories(folder);
        ::setenv("PATH", ("::/nowhere:" + folder.string() + ":" + path).c_str(), 1);
    }
    ~Fixture() {
        ::setenv("PATH", path.c_str(), 1);
        fs::remove_all(folder);
    }
    /// `before`: what it does first.
    void install(const std::string& before = "") {
        const fs::path program = folder / "spd-say";
        std::ofstream(program) << "#!/bin/sh\n" << before << "\nfor each in \"$@\"; do printf '<%s>' \"$each\"; done >> '" << (folder / "said").string()
                               << "'\necho >> '" << (folder / "said").string() << "'\n";
        ::chmod(program.c_str(), 0755);
    }
    std::string said() const {
        std::ifstream file(folder / "said");
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Waits until this was said, for a minute at most.
    bool hears(Speaker& speaker, const std::string& text) {
        for (int i = 0; i < 6'000 && said() != text; ++i) {
            speaker.advance();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return said() == text;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a line is one argument, and never an option or a command") {
    install();
    Speaker speaker;
    REQUIRE(speaker.has_voice());
    speaker.say("Host a game", "de");
    REQUIRE(hears(speaker, "<-l><de><--><Host a game>\n"));
    speaker.say("", "de");
    speaker.say("--version; $(touch x) `touch x` '\"", "");
    CHECK(hears(speaker, "<-l><de><--><Host a game>\n<--><--version; $(touch x) `touch x` '\">\n"));
}

TEST_CASE_FIXTURE(Fixture, "a slow spd-say delays nobody, and then the newest line is spoken") {
    // It ends when the test says so.
    install("while [ ! -e '" + (folder / "go").string() + "' ]; do sleep 0.05; done");
    Speaker speaker;
    for (const char* line : {"Play", "Host a game", "Join a friend", "Replays"}) speaker.say(line, "");
    speaker.advance();
    CHECK(said().empty());  // none has ended, and yet all were taken
    std::ofstream(folder / "go") << "go";
    CHECK(hears(speaker, "<--><Play>\n<--><Replays>\n"));
}

TEST_CASE_FIXTURE(Fixture, "without spd-say on the PATH nothing is spoken") {
    ::setenv("PATH", folder.c_str(), 1);
    fs::create_directory(folder / "spd-say");  // not a program
    Speaker speaker;
    CHECK_FALSE(speaker.has_voice());
    speaker.say("Play", "");
    speaker.advance();
    ::unsetenv("PATH");
    CHECK_FALSE(Speaker().has_voice());
}
