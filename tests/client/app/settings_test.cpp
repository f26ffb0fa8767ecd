// Goal: settings are read back as written. A damaged file is never fatal, and none of it is lost. If settings
// cannot be saved, the player is told.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "client/app/controls/settings.hpp"
#include "client/app/activities/notices.hpp"

using namespace albireo::app;
using albireo::platform::Key;

TEST_CASE("settings are read back as written") {
    Settings settings;
    settings.names[0] = "Ada L.";
    // Every setting, with a value other than its default.
    for (const SettingDef& def : setting_defs()) {
        const std::string before = def.text(settings);
        def.turn(settings, 1, true);
        if (!std::holds_alternative<std::string*>(def.in(settings))) CHECK(def.text(settings) != before);
    }
    settings.bindings.halves[1].of(Action::fire) = {Key::k, Key::none};
    settings.bindings.alone.of(Action::fire) = {};
    settings.bindings.pads[1].of(Action::focus) = albireo::platform::PadButton::left_trigger;
    Settings read;
    const std::string text = text_of(settings);
    CHECK(parse_settings(text, read).empty());
    CHECK(text_of(read) == text);
    CHECK(read.bindings.halves[1].of(Action::fire)[0] == Key::k);
    CHECK(read.names[0] == "Ada L.");
}

TEST_CASE("an invalid line is reported and skipped") {
    Settings settings;
    const auto wrong = parse_settings(
        "head\nwindow_scale = 99\nname = Bo\nkeys.fire = k hyper\nkeys.up = escape\nkeys.down = a b c\npad.first.fire "
        "= A\n"
        "pad.first.up = south east\npalette = mauve\ngravity = 9\nnoise\n",
        settings);
    const std::vector<std::string> told = {
        "line 2: invalid value: window_scale = 99",
        "line 4: there is no key 'hyper': keys.fire = k hyper",
        "line 5: the key 'escape' is reserved: keys.up = escape",
        "line 6: two keys at most: keys.down = a b c",
        "line 7: there is no button 'A': pad.first.fire = A",
        "line 8: one button at most: pad.first.up = south east",
        "line 9: invalid value: palette = mauve",
        "line 10: there is no such setting: gravity = 9",
        "line 11: not KEY = VALUE: noise",
    };
    CHECK(wrong == told);
    CHECK(settings.names[0] == "Bo");
    CHECK(settings.window_scale == Settings{}.window_scale);
    CHECK(settings.bindings.alone.of(Action::fire) == default_bindings().alone.of(Action::fire));
}

TEST_CASE("the size of window that older versions had as the smallest is read as the smallest one of today") {
    Settings settings;
    CHECK(parse_settings("head\nwindow_scale = 320x180\n", settings).empty());
    CHECK(setting_named("window_scale").text(settings) == "640x360");
    setting_named("window_scale").turn(settings, -1, false);
    CHECK(setting_named("window_scale").text(settings) == "640x360");
}

namespace {

struct Home {
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("albireo_settings_" + std::to_string(getpid()));
    std::string path = (folder / "settings.txt").string();
    Settings settings;
    Home() { std::filesystem::create_directories(folder); }
    ~Home() { std::filesystem::remove_all(folder); }
    void write(const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
    static std::string text_in(const std::string& file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

}  // namespace

TEST_CASE_FIXTURE(Home, "an unrelated file is set aside, and a missing one is not an error") {
    CHECK(SettingsFile(path).load(settings).empty());
    write("\x7f\x45garbage");
    SettingsFile file(path);
    CHECK(file.load(settings).size() == 2);
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(text_in(path + ".damaged") == "\x7f\x45garbage");
    settings.names[1] = "Cy";
    CHECK(file.save(settings).empty());
    Settings read;
    CHECK(SettingsFile(path).load(read).empty());
    CHECK(read.names[1] == "Cy");
}

TEST_CASE_FIXTURE(Home, "a file with damaged lines is kept unchanged, each time under a name of its own") {
    for (int time = 1; time <= 3; ++time) {
        const std::string text =
            "albireo settings 1\nname = Bo\nwindow_scale = 99\n# mine " + std::to_string(time) + "\n";
        write(text);
        const auto told = SettingsFile(path).load(settings);
        REQUIRE(told.size() == 2);
        CHECK(told[0].find("line 3:") == 0);
        const std::string kept = "settings.txt.damaged" + (time == 1 ? "" : "." + std::to_string(time));
        CHECK(told[1].find(kept) != std::string::npos);
        CHECK(text_in((folder / kept).string()) == text);
        // All valid lines were read and kept.
        Settings again;
        CHECK(SettingsFile(path).load(again).empty());
        CHECK(again.names[0] == "Bo");
    }
}

TEST_CASE_FIXTURE(Home, "if a text was emptied, the default is read instead") {
    settings.names = {"", ""};
    settings.server = settings.host_server = "";
    settings.volume_game = 30;
    CHECK(SettingsFile(path).save(settings).empty());
    Settings read;
    CHECK(SettingsFile(path).load(read).empty());
    CHECK(std::filesystem::exists(path));
    CHECK(read.names == Settings{}.names);
    CHECK(read.server == Settings{}.server);
    CHECK(read.host_server.empty());
    CHECK(read.volume_game == 30);
}

TEST_CASE_FIXTURE(Home, "no text that can be typed reads as damage at the next start, not even spaces alone") {
    for (const std::string typed : {" ", "               ", "  Bo  ", "=", "# Bo", "a = b"}) {
        CAPTURE(typed);
        for (const SettingDef& def : setting_defs()) {
            const auto value = def.in(settings);
            if (const auto* text = std::get_if<std::string*>(&value)) **text = typed;
        }
        CHECK(SettingsFile(path).save(settings).empty());
        Settings read;
        CHECK(SettingsFile(path).load(read) == std::vector<std::string>{});
        const bool has_letters = typed.find_first_not_of(' ') != std::string::npos;
        CHECK(read.names[0].empty() == false);
        if (!has_letters) CHECK(read.names == Settings{}.names);
        CHECK(SettingsFile(path).save(read).empty());
        CHECK(text_in(path) == text_of(read));
    }
}

TEST_CASE_FIXTURE(Home, "a settings file that is a symbolic link stays one, and its target is written") {
    const auto kept = folder / "dotfiles" / "albireo";
    std::filesystem::create_directories(kept.parent_path());
    std::filesystem::create_symlink("dotfiles/albireo", path);
    settings.volume_game = 30;
    for (int time = 0; time < 2; ++time) {  // the target is missing, then a file
        CHECK(SettingsFile(path).save(settings).empty());
        CHECK(std::filesystem::is_symlink(path));
        CHECK(text_in(kept.string()) == text_of(settings));
        settings.volume_game += 10;
    }
    Settings read;
    CHECK(SettingsFile(path).load(read).empty());
    CHECK(read.volume_game == 40);
}

TEST_CASE_FIXTURE(Home, "if a folder cannot be created, the player is told the reason, and not that a file in it is missing") {
    const std::string where = "/sys/nowhere";
    REQUIRE(::mkdir(where.c_str(), 0755) != 0);
    const std::string why = std::strerror(errno);
    REQUIRE(why != "No such file or directory");
    CHECK(SettingsFile(where + "/settings.txt").save(settings).find(why) != std::string::npos);
    // A folder without access, like another user's.
    std::filesystem::create_symlink(path, path);
    SettingsFile barred(path);
    const auto told = barred.load(settings);
    REQUIRE(told.size() == 1);
    CHECK(told[0].find("neither read nor saved: " + path + ": ") != std::string::npos);
    CHECK(barred.save(settings) == told[0]);
    CHECK(std::filesystem::is_symlink(path));
}

TEST_CASE("a missing home folder is reported to the player") {
    const auto value = [](const char* name) {
        const char* found = std::getenv(name);
        return found != nullptr ? std::optional<std::string>(found) : std::nullopt;
    };
    constexpr std::array kNames = {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"};
    std::array<std::optional<std::string>, kNames.size()> before;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        before[i] = value(kNames[i]);
        ::unsetenv(kNames[i]);
    }
    CHECK(home_fault().find("there is no home folder") == 0);
    ::setenv("HOME", "/", 1);
    CHECK(home_fault().empty());
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        before[i] ? ::setenv(kNames[i], before[i]->c_str(), 1) : ::unsetenv(kNames[i]);
    }
}

TEST_CASE_FIXTURE(Home, "a folder in place of the file is set aside like a damaged file") {
    std::filesystem::create_directories(path);
    SettingsFile file(path);
    const auto told = file.load(settings);
    REQUIRE(told.size() == 2);
    CHECK(told[0] == "it cannot be read");
    CHECK(file.save(settings).empty());
    CHECK(SettingsFile(path).load(settings).empty());
}

TEST_CASE_FIXTURE(Home, "lines with Windows line endings are read") {
    write("albireo settings 1\r\nname = Bo\r\n");
    CHECK(SettingsFile(path).load(settings).empty());
    CHECK(settings.names[0] == "Bo");
}

TEST_CASE_FIXTURE(
    Home, "a file that cannot be set aside is not overwritten, and the player is told if settings cannot be saved") {
    CHECK(SettingsFile("/proc/nowhere/settings.txt").save(settings).find("/proc/nowhere") != std::string::npos);
    CHECK(SettingsFile("").save(settings).find("no home") != std::string::npos);
    // A file that cannot be moved: /proc allows no renames.
    SettingsFile barred("/proc/self/status");
    const auto told = barred.load(settings);
    REQUIRE(told.size() == 2);
    CHECK(told[1].find("cannot be set aside") != std::string::npos);
    CHECK(barred.save(settings) == told[1]);
    CHECK(text_of(settings) == text_of(Settings{}));
}

TEST_CASE_FIXTURE(Home, "two programs that save do not undo each other's changes") {
    Settings one, two;
    SettingsFile first(path), second(path);
    CHECK(first.load(one).empty());
    CHECK(second.load(two).empty());
    one.volume_game = 10;
    one.bindings.alone.of(Action::fire) = {Key::k, Key::none};
    CHECK(first.save(one).empty());
    two.names[0] = "Ada";
    CHECK(second.save(two).empty());
    one.palette = 2;
    CHECK(first.save(one).empty());
    Settings read;
    CHECK(SettingsFile(path).load(read).empty());
    CHECK(read.volume_game == 10);
    CHECK(read.names[0] == "Ada");
    CHECK(read.palette == 2);
    CHECK(read.bindings.alone.of(Action::fire)[0] == Key::k);
    // Of a setting that both have changed, the last change counts; a reset to the default counts as a change.
    two.volume_game = 30;
    CHECK(second.save(two).empty());
    one.palette = 0;
    CHECK(first.save(one).empty());
    read = {};
    CHECK(SettingsFile(path).load(read).empty());
    CHECK(read.volume_game == 30);
    CHECK(read.palette == 0);
    CHECK(read.names[0] == "Ada");
}

TEST_CASE_FIXTURE(Home, "a file that was damaged while the program ran is set aside before it is saved again") {
    SettingsFile file(path);
    CHECK(file.load(settings).empty());
    write("not ours at all");
    CHECK(file.save(settings).empty());
    CHECK(text_in(path + ".damaged") == "not ours at all");
    CHECK(SettingsFile(path).load(settings).empty());
}

TEST_CASE("each of several notices is shown, a fault for its whole time, and none is pushed out") {
    using albireo::proto::kMicrosPerSecond;
    using albireo::proto::Micros;
    Notices notices;
    CHECK(notices.now() == nullptr);
    notices.add("one");
    notices.add("one");
    notices.add("kept", false);
    notices.add("two");
    notices.add("saved", false);
    notices.add("saved again", false);
    struct Row {
        const char* text;
        Micros stands;
    };
    Micros now = 5 * kMicrosPerSecond;
    for (const Row row :
         {Row{"one", Notices::kShownFor}, Row{"kept", Notices::kShownLeast}, Row{"two", Notices::kShownFor},
          Row{"saved", Notices::kShownLeast}, Row{"saved again", Notices::kShownFor}}) {
        for (const Micros passed : {Micros{0}, kMicrosPerSecond, row.stands - 1}) {
            notices.advance(now + passed);
            REQUIRE(notices.now() != nullptr);
            CHECK(notices.now()->text == row.text);
        }
        now += row.stands;
    }
    notices.advance(now);
    CHECK(notices.now() == nullptr);
}

TEST_CASE("a notice that was covered still gets its full time") {
    using albireo::proto::kMicrosPerSecond;
    Notices notices;
    notices.add("a fault");
    notices.advance(kMicrosPerSecond);
    notices.advance(kMicrosPerSecond + 100);
    for (int second = 2; second < 10; ++second) notices.advance(second * kMicrosPerSecond, true);
    notices.advance(9 * kMicrosPerSecond + 100);
    REQUIRE(notices.now() != nullptr);
    notices.advance(9 * kMicrosPerSecond + Notices::kShownFor - 1000);
    REQUIRE(notices.now() != nullptr);
    notices.advance(10 * kMicrosPerSecond + Notices::kShownFor);
    CHECK(notices.now() == nullptr);
}

TEST_CASE("a single notice makes room for the next as soon as there was time to read it") {
    using albireo::proto::kMicrosPerSecond;
    Notices notices;
    notices.add("Ben is back", false);
    notices.advance(kMicrosPerSecond);
    notices.advance(kMicrosPerSecond + Notices::kShownLeast / 2);
    notices.add("resynchronised", false);
    notices.advance(kMicrosPerSecond + Notices::kShownLeast - 1);
    CHECK(notices.now()->text == "Ben is back");
    notices.advance(kMicrosPerSecond + Notices::kShownLeast);
    CHECK(notices.now()->text == "resynchronised");
    notices.advance(3 * kMicrosPerSecond + Notices::kShownLeast);
    notices.add("a fault");
    notices.advance(3 * kMicrosPerSecond + Notices::kShownLeast);
    CHECK(notices.now()->text == "a fault");
}

TEST_CASE("a name keeps the letters that were typed, in any script") {
    Settings settings;
    settings.names = {"Jürgen", "Жанна и Ωμέγα"};
    Settings read;
    CHECK(parse_settings(text_of(settings), read).empty());
    CHECK(read.names == settings.names);
    // Invalid UTF-8 is no name.
    CHECK(parse_settings("head\nname = J\xfcrgen\n", read) ==
          std::vector<std::string>{"line 2: invalid value: name = J\xfcrgen"});
    CHECK(read.names == settings.names);
}
