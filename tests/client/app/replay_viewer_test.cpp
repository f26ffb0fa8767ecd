// Goal: the viewer seeks to any tick of a replay, forward and back, at any speed. Its timeline shows what happens in
// the game. A damaged file is shown as far as it goes.
// One file: seeking, marks, bookmarks and films all test one position in one replay.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "client/app/pictures/show.hpp"
#include "client/app/replay_viewer/replay_activity.hpp"
#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "sim/snapshot.hpp"
#include "tests/client/app/replay_files.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

std::uint64_t root_at(const std::string& golden, std::uint32_t tick) {
    const auto replay = open(kGoldens + golden);
    replays::Player player(*replay, replays::Player::Keep::nothing);
    while (player.tick().value < tick) REQUIRE(player.step());
    return root_of(player.world());
}

}  // namespace

TEST_CASE("a seek to any tick shows it at once, whether it was played before or not") {
    const std::string golden = "tutorial.replay";
    ReplayViewer viewer(open(kGoldens + golden), kGoldens + golden);
    viewer.toggle_pause();
    const std::uint32_t end = viewer.end();
    REQUIRE(end > 1000);
    for (const std::uint32_t tick : {end / 2, end - 1, 1U, 0U, end, end / 3}) {
        viewer.jump(tick);
        CAPTURE(tick);
        CHECK(viewer.tick() == tick);
        CHECK(root_of(viewer.now()) == root_at(golden, tick));
    }
    while (!viewer.scan().is_done()) viewer.advance(0);
    CHECK(viewer.scan().seen_to().value == end);
    for (const std::uint32_t tick : {end - 7, 500U}) {
        viewer.jump(tick);
        CHECK(root_of(viewer.now()) == root_at(golden, tick));
    }
    viewer.jump(-5);
    CHECK(viewer.tick() == 0);
    viewer.jump(std::int64_t{1} << 40);
    CHECK(viewer.tick() == end);
    viewer.jump_share(0.5);
    CHECK(viewer.tick() == doctest::Approx(end / 2).epsilon(0.001));
}

TEST_CASE("pause, steps in both directions, playback speeds from 1/8 to 32") {
    ReplayViewer viewer(open(kGoldens + "coop-standard.replay"), "");
    std::uint32_t shown = 0, jumps = 0;
    viewer.on_tick = [&](const World& before, const World& now, auto) {
        CHECK(now.tick.value == before.tick.value + 1);
        ++shown;
    };
    viewer.on_jump = [&] { ++jumps; };
    viewer.advance(0.2);
    CHECK(viewer.tick() == 12);
    viewer.toggle_pause();
    viewer.advance(1);
    CHECK(viewer.tick() == 12);
    viewer.step(1);
    CHECK(viewer.tick() == 13);
    const std::uint64_t root = root_of(viewer.now());
    viewer.step(-1);
    CHECK(viewer.tick() == 12);
    viewer.step(1);
    CHECK(root_of(viewer.now()) == root);
    CHECK(shown == 14);
    CHECK(jumps == 1);
    viewer.toggle_pause();
    for (int power = replays::ViewClock::kSlowest; power <= replays::ViewClock::kFastest; ++power) {
        viewer.faster(-100);
        viewer.faster(power - replays::ViewClock::kSlowest);
        CHECK(viewer.speed_power() == power);
        viewer.jump(0);
        for (int i = 0; i < 20; ++i) viewer.advance(0.1);
        CHECK(viewer.tick() == doctest::Approx(120 * std::exp2(power)).epsilon(0.02));
    }
    viewer.faster(100);
    CHECK(viewer.speed_power() == replays::ViewClock::kFastest);
    // A window that was stalled for a minute does not skip a minute.
    viewer.faster(-5);
    viewer.jump(0);
    viewer.advance(60);
    CHECK(viewer.tick() <= 15);
    viewer.jump(viewer.end());
    viewer.advance(0.1);
    CHECK(viewer.is_paused());
    viewer.toggle_pause();
    CHECK(viewer.tick() == 0);
}

TEST_CASE("a film has a picture every sixtieth of a second, at any speed") {
    ReplayViewer viewer(open(kGoldens + "tutorial.replay"), "");
    viewer.toggle_pause();
    viewer.begin_film();
    for (int i = 0; i < 60; ++i) CHECK(viewer.advance_film());
    CHECK(viewer.tick() == 60);
    viewer.faster(-3);
    for (int i = 0; i < 64; ++i) viewer.advance_film();
    CHECK(viewer.tick() == 68);
    viewer.faster(4);
    for (int i = 0; i < 10; ++i) viewer.advance_film();
    CHECK(viewer.tick() == 88);
    viewer.jump(viewer.end());
    CHECK_FALSE(viewer.advance_film());
}

TEST_CASE("the timeline shows the same events as playing the whole replay") {
    for (const char* golden : {"coop-storm.replay", "death-by-beam-and-missile.replay"}) {
        CAPTURE(golden);
        const auto replay = open(kGoldens + golden);
        replays::Player player(*replay, replays::Player::Keep::nothing);
        std::array<std::vector<std::uint32_t>, 8> expected;
        std::uint32_t kills = 0;
        while (player.step()) {
            for (const Event& event : player.events().all()) {
                const auto note = [&](HighlightKind kind) {
                    expected[static_cast<std::size_t>(kind)].push_back(player.tick().value);
                };
                if (event.kind == EventKind::ship_died)
                    note(event.slot == Slot::gold ? HighlightKind::gold_died : HighlightKind::blue_died);
                if (event.kind == EventKind::combined_storm) note(HighlightKind::combined_storm);
                if (event.kind == EventKind::enemy_died) ++kills;
            }
        }
        REQUIRE(kills > 0);
        ReplayScan scan(*replay);
        while (scan.advance(100)) {
        }
        CHECK(scan.verdict().same);
        for (const HighlightKind kind : {HighlightKind::gold_died, HighlightKind::blue_died, HighlightKind::combined_storm}) {
            std::vector<std::uint32_t> found;
            for (const Highlight& highlight : scan.highlights()) {
                if (highlight.kind == kind) found.push_back(highlight.tick);
            }
            CHECK(found == expected[static_cast<std::size_t>(kind)]);
        }
        std::uint32_t counted = 0;
        for (const std::uint16_t part : scan.kills()) counted += part;
        CHECK(counted == kills);
        std::uint32_t last = 0;
        for (const Highlight& highlight : scan.highlights()) {
            CHECK(highlight.tick >= last);
            CHECK_FALSE(highlight.text.empty());
            last = highlight.tick;
        }
    }
}

TEST_CASE("seeks from highlight to highlight, in both directions") {
    ReplayViewer viewer(open(kGoldens + "death-by-beam-and-missile.replay"), "");
    viewer.toggle_pause();
    while (!viewer.scan().is_done()) viewer.advance(0);
    REQUIRE_FALSE(viewer.scan().highlights().empty());
    const std::uint32_t first = viewer.scan().highlights().front().tick;
    viewer.jump_highlight(1);
    CHECK(viewer.tick() == first);
    viewer.jump_highlight(-1);
    CHECK(viewer.tick() == 0);
    viewer.bookmarks().put(first / 2, "half way");
    viewer.jump_highlight(1);
    CHECK(viewer.tick() == first / 2);
    viewer.jump(viewer.scan().highlights().back().tick);
    viewer.jump_highlight(1);
    CHECK(viewer.is_at_end());
    // During playback, seeking again gets past the highlight just reached.
    viewer.jump(first);
    viewer.toggle_pause();
    viewer.advance(0.25);
    REQUIRE(viewer.tick() > first);
    viewer.jump_highlight(-1);
    CHECK(viewer.tick() == first / 2);
    viewer.jump(first);
    for (int i = 0; i < 4; ++i) viewer.advance(0.25);
    viewer.jump_highlight(-1);
    CHECK(viewer.tick() >= first);
}

TEST_CASE("the point where a recording and this program diverge is marked, and the rest is shown") {
    const Folder folder;
    REQUIRE(replays::write_whole(folder.file("wrong.replay"), differing_game()).empty());
    ReplayViewer viewer(open(folder.file("wrong.replay")), folder.file("wrong.replay"));
    viewer.toggle_pause();
    while (!viewer.scan().is_done()) viewer.advance(0);
    CHECK_FALSE(viewer.scan().verdict().same);
    int differs = 0;
    for (const Highlight& highlight : viewer.scan().highlights()) {
        if (highlight.kind != HighlightKind::differs) continue;
        ++differs;
        CHECK(highlight.tick == 360);
        CHECK(highlight.text.find("differs within ticks 301 to 360") == 0);
    }
    CHECK(differs == 1);
    CHECK(viewer.end() == 600);
    viewer.jump(600);
    CHECK(root_of(viewer.now()) == root_at("tutorial.replay", 600));
}

TEST_CASE("a truncated file is shown to its last readable tick, and the number of missing ticks if the file has it") {
    const Folder folder;
    std::vector<std::uint8_t> bytes;
    REQUIRE(replays::read_file(kGoldens + "coop-standard.replay", bytes).empty());
    const auto write = [&](const std::string& name, std::size_t size) {
        std::ofstream(folder.file(name), std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
    };
    const std::uint32_t whole = open(kGoldens + "coop-standard.replay")->recording.ticks();
    write("cut.replay", bytes.size() / 2);
    ReplayViewer cut(open(folder.file("cut.replay"), replays::Partial::accept), folder.file("cut.replay"));
    CHECK(cut.end() > 0);
    CHECK(cut.end() < whole);
    cut.jump(cut.end());
    CHECK(cut.is_at_end());
    CHECK(cut.lost_ticks() == 0);  // unknown
    bytes[bytes.size() / 2] ^= 1;
    write("hole.replay", bytes.size());
    ReplayViewer hole(open(folder.file("hole.replay"), replays::Partial::accept), folder.file("hole.replay"));
    CHECK(hole.end() < whole);
    CHECK(hole.end() + hole.lost_ticks() == whole);
}

TEST_CASE("bookmarks are text beside the replay, and unknown lines in the file survive") {
    const Folder folder;
    const std::string path = folder.file("x.replay.notes");
    Bookmarks bookmarks;
    CHECK(bookmarks.load(path).empty());
    bookmarks.put(500, "second");
    bookmarks.put(100, "first one");
    bookmarks.put(500, "said again");
    CHECK(bookmarks.save().empty());
    Bookmarks again;
    CHECK(again.load(path).empty());
    REQUIRE(again.all().size() == 2);
    CHECK(again.all()[0].tick == 100);
    CHECK(again.find(500)->note == "said again");
    std::ofstream(path, std::ios::app) << "what is this\n99999999999999 too late\n# my own words\r\n7 by hand\x1b[2J\n";
    CHECK(again.load(path).size() == 2);
    REQUIRE(again.find(7) != nullptr);
    CHECK(again.find(7)->note == "by hand?[2J");
    again.remove(100);
    CHECK(again.save().empty());
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text ==
          "# Albireo bookmarks: tick, note\n7  by hand?[2J\n500  said again\nwhat is this\n"
          "99999999999999 too late\n# my own words\n");
    // A line that ends in several carriage returns is the same line after it has been saved.
    std::ofstream(path) << "9\r\r\n";
    CHECK(again.load(path).empty());
    CHECK(again.find(9) != nullptr);
    // The number of bookmarks is limited, but lines beyond it are not lost.
    Bookmarks full;
    full.load(folder.file("full.notes"));
    for (std::uint32_t tick = 0; tick < Bookmarks::kCountMax; ++tick) CHECK(full.put(tick, ""));
    CHECK_FALSE(full.put(5000, "one more"));
    CHECK(full.put(5, "this one there is"));
    CHECK(full.save().empty());
    std::ofstream(folder.file("full.notes"), std::ios::app) << "5000  one more\n";
    CHECK(full.load(folder.file("full.notes")).size() == 1);
    CHECK(full.all().size() == Bookmarks::kCountMax);
    CHECK(full.save().empty());
    std::ifstream full_file(folder.file("full.notes"));
    const std::string full_text{std::istreambuf_iterator<char>(full_file), {}};
    CHECK(full_text.ends_with("\n5000  one more\n"));
    Bookmarks nowhere;
    nowhere.load(folder.file("no/such/folder/x.notes"));
    nowhere.put(1, "x");
    CHECK(nowhere.save().find("cannot be created") != std::string::npos);
}

TEST_CASE("no line of a file of bookmarks is lost, however long it is, and however many there are") {
    const Folder folder;
    const std::string words = folder.file("words.notes"), longest(Bookmarks::kNoteMax, 'x');
    std::ofstream(words) << "7  " << longest << "\n8  " << longest << "\u00fc\n";
    Bookmarks few;
    CHECK(few.load(words).size() == 1);
    CHECK(few.all().size() == 1);
    CHECK(few.save().empty());
    std::ifstream kept(words);
    const std::string kept_text{std::istreambuf_iterator<char>(kept), {}};
    CHECK(kept_text == "# Albireo bookmarks: tick, note\n7  " + longest + "\n8  " + longest + "\u00fc\n");
    const std::string path = folder.file("long.notes");
    constexpr int kLines = 2500;
    {
        std::ofstream file(path);
        for (int i = 0; i < kLines; ++i) file << i << "  note " << i << '\n';
    }
    Bookmarks bookmarks;
    const auto told = bookmarks.load(path);
    CHECK(told.size() == Bookmarks::kReportedMax + 1);
    CHECK(told.back().find("1492 more lines") != std::string::npos);
    CHECK(bookmarks.all().size() == Bookmarks::kCountMax);
    CHECK(bookmarks.save().empty());
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (int i = 0; i < kLines; ++i) {
        CHECK(text.find('\n' + std::to_string(i) + "  note " + std::to_string(i) + '\n') != std::string::npos);
    }
}

TEST_CASE("a file of bookmarks that cannot be read does not count as empty, and is never overwritten") {
    const Folder folder;
    const std::string large = folder.file("large.notes"), looped = folder.file("looped.notes");
    std::ofstream(large) << "7  seven\n" << std::string(2 * Bookmarks::kBytesMax, '#');
    const auto size = std::filesystem::file_size(large);
    std::filesystem::create_symlink(looped, looped);  // inaccessible, like another user's
    for (const std::string& path : {large, looped}) {
        CAPTURE(path);
        Bookmarks bookmarks;
        const auto told = bookmarks.load(path);
        REQUIRE(told.size() == 1);
        CHECK(told[0].find("bookmarks are not saved: " + path + ": ") == 0);
        bookmarks.put(1, "one");
        CHECK(bookmarks.save() == told[0]);
    }
    CHECK(std::filesystem::file_size(large) == size);
    CHECK(std::filesystem::is_symlink(looped));
}

TEST_CASE("a bookmark at the last possible tick comes after all others") {
    ReplayViewer viewer(open(kGoldens + "small.replay"), "");
    viewer.bookmarks().put(50, "fifty");
    viewer.bookmarks().put(UINT32_MAX, "the end of time");
    while (viewer.tick() < 150) viewer.advance(0.25);  // during playback, highlights that have just passed do not count
    const std::uint32_t here = viewer.tick();
    viewer.jump_highlight(-1);
    CHECK(viewer.tick() >= 50);
    CHECK(viewer.tick() < here);
}

TEST_CASE("a replay of another version is reported as such") {
    const Folder folder;
    replays::RecordingHeader header = open(kGoldens + "tutorial.replay")->recording.header;
    CHECK(caption_of(kGoldens + "tutorial.replay").find(header.level_name + "   Gold") == 0);
    header.core_version = kCoreVersion + 1;
    header.names = {"Ada", "Gr\x1b[2Jace"};
    header.setup.players = 3;
    replays::RecordWriter writer;
    const auto bytes = writer.seal(replays::record_bytes(header));
    const std::string path = folder.file("later.replay");
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    CHECK(caption_of(path).find("Ada, Gr?[2Jace") != std::string::npos);
    CHECK(caption_of(path).find("different version") != std::string::npos);
    try {
        open_shown(path);
        FAIL("shown");
    } catch (const PictureError& error) {
        CHECK(error.text.find(path) == 0);
        CHECK(error.text.find("core version " + std::to_string(kCoreVersion + 1)) != std::string::npos);
        CHECK(error.text.find("Ada") != std::string::npos);
    }
    CHECK(caption_of(folder.file("none.replay")) == "cannot be read");
}

TEST_CASE("without ffmpeg a film is a folder of pictures") {
    const Folder folder;
    const std::string path = std::getenv("PATH");
    gpu::Image image{.width = 16, .height = 10, .pixels = std::vector<std::uint8_t>(640, 128)};
    ::setenv("PATH", "", 1);
    {
        Camera film(folder.file("film"), 16, 10);
        film.write(image);
        film.write(image);
        CHECK(film.finish().empty());
        CHECK(film.count() == 2);
        CHECK(std::filesystem::exists(film.path() + "/00001.png"));
        image.width = 20;
        CHECK_THROWS_AS(film.write(image), PictureError);
    }
    ::setenv("PATH", path.c_str(), 1);
}

TEST_CASE("a film is piped to ffmpeg as whole pictures, and an error of ffmpeg is reported") {
    namespace fs = std::filesystem;
    const Folder folder;
    const std::string path = std::getenv("PATH"), film = folder.file("film");
    const gpu::Image image{.width = 16, .height = 10, .pixels = std::vector<std::uint8_t>(640, 128)};
    // A script in place of ffmpeg that counts its input.
    const auto stand_in = [&](int code) {
        std::ofstream(folder.file("ffmpeg"))
            << "#!/bin/sh\nPATH='" << path << "'\nwc -c > '" << folder.file("counted") << "'\necho \"$@\" > '"
            << folder.file("asked") << "'\ncut -d' ' -f5 /proc/$$/stat > '" << folder.file("group") << "'\nexit "
            << code << "\n";
        fs::permissions(folder.file("ffmpeg"), fs::perms::owner_all);
    };
    const auto word_in = [&](const char* name) {
        std::ifstream file(folder.file(name));
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    ::setenv("PATH", (folder.path.string() + ":" + path).c_str(), 1);
    for (const int code : {0, 1}) {
        stand_in(code);
        Camera camera(film, 16, 10);
        for (int i = 0; i < 3; ++i) camera.write(image);
        const std::string fault = camera.finish();
        CHECK(fault == (code == 0 ? "" : film + ".mp4: ffmpeg could not write it"));
        CHECK(camera.path() == film + ".mp4");
        CHECK(std::stoul(word_in("counted")) == 3 * image.pixels.size());
        // Ctrl-C in the terminal goes to this program's process group, and must not reach the film's.
        CHECK(std::stoi(word_in("group")) != ::getpgrp());
        CHECK(word_in("asked").find("-pix_fmt rgba -s 16x10 -r 60") != std::string::npos);
    }
    ::setenv("PATH", path.c_str(), 1);
}
