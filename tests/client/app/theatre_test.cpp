// Goal: in the theatre any tick of a replay is reached, forward and back, at any speed; its timeline tells what is in
// it; what is damaged is shown as far as it goes; and a game goes on from anywhere, recorded as a replay that verifies.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "client/app/replay_round.hpp"
#include "client/app/show.hpp"
#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/recorder.hpp"
#include "sim/digest.hpp"
#include "sim/snapshot.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

const std::string kGoldens = "replays/golden/";

std::unique_ptr<replays::Replay> open(const std::string& path, replays::Partial partial = replays::Partial::refuse) {
    auto replay = std::make_unique<replays::Replay>();
    const std::string fault = replays::open_replay(path, *replay, partial);
    REQUIRE_MESSAGE(fault.empty(), fault);
    return replay;
}

/// A folder that goes with the test.
struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("albireo_theatre_test-" + std::to_string(::getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string file(const std::string& name) const { return (path / name).string(); }
    std::string copy(const std::string& golden) const {
        std::filesystem::copy_file(kGoldens + golden, path / golden);
        return file(golden);
    }
};

std::uint64_t root_at(const std::string& golden, std::uint32_t tick) {
    const auto replay = open(kGoldens + golden);
    replays::Player player(*replay, replays::Player::Keep::nothing);
    while (player.tick().value < tick) REQUIRE(player.step());
    return root_of(player.world());
}

}  // namespace

TEST_CASE("any tick at once, whether it was seen before or not") {
    const std::string golden = "tutorial.replay";
    Theatre theatre(open(kGoldens + golden), kGoldens + golden);
    theatre.toggle_pause();
    const std::uint32_t end = theatre.end();
    REQUIRE(end > 1000);
    for (const std::uint32_t tick : {end / 2, end - 1, 1U, 0U, end, end / 3}) {
        theatre.jump(tick);
        CAPTURE(tick);
        CHECK(theatre.tick() == tick);
        CHECK(root_of(theatre.now()) == root_at(golden, tick));
    }
    while (!theatre.scan().is_done()) theatre.advance(0);
    CHECK(theatre.scan().seen_to().value == end);
    for (const std::uint32_t tick : {end - 7, 500U}) {
        theatre.jump(tick);
        CHECK(root_of(theatre.now()) == root_at(golden, tick));
    }
    theatre.jump(-5);
    CHECK(theatre.tick() == 0);
    theatre.jump(std::int64_t{1} << 40);
    CHECK(theatre.tick() == end);
    theatre.jump_share(0.5);
    CHECK(theatre.tick() == doctest::Approx(end / 2).epsilon(0.001));
}

TEST_CASE("pause, steps both ways, 1/8 to 32 times as fast") {
    Theatre theatre(open(kGoldens + "coop-standard.replay"), "");
    std::uint32_t shown = 0, jumps = 0;
    theatre.on_tick = [&](const World& before, const World& now, auto) {
        CHECK(now.tick.value == before.tick.value + 1);
        ++shown;
    };
    theatre.on_jump = [&] { ++jumps; };
    theatre.advance(0.2);
    CHECK(theatre.tick() == 12);
    theatre.toggle_pause();
    theatre.advance(1);
    CHECK(theatre.tick() == 12);
    theatre.step(1);
    CHECK(theatre.tick() == 13);
    const std::uint64_t root = root_of(theatre.now());
    theatre.step(-1);
    CHECK(theatre.tick() == 12);
    theatre.step(1);
    CHECK(root_of(theatre.now()) == root);
    CHECK(shown == 14);
    CHECK(jumps == 1);
    theatre.toggle_pause();
    for (int power = Theatre::kSlowest; power <= Theatre::kFastest; ++power) {
        theatre.faster(-100);
        theatre.faster(power - Theatre::kSlowest);
        CHECK(theatre.speed_power() == power);
        theatre.jump(0);
        for (int i = 0; i < 20; ++i) theatre.advance(0.1);
        CHECK(theatre.tick() == doctest::Approx(120 * std::exp2(power)).epsilon(0.02));
    }
    theatre.faster(100);
    CHECK(theatre.speed_power() == Theatre::kFastest);
    // A window that stood still for a minute does not skip a minute.
    theatre.faster(-5);
    theatre.jump(0);
    theatre.advance(60);
    CHECK(theatre.tick() <= 15);
    theatre.jump(theatre.end());
    theatre.advance(0.1);
    CHECK(theatre.is_paused());
    theatre.toggle_pause();
    CHECK(theatre.tick() == 0);
}

TEST_CASE("a film has a picture every sixtieth of a second, whatever the speed") {
    Theatre theatre(open(kGoldens + "tutorial.replay"), "");
    theatre.toggle_pause();
    for (int i = 0; i < 60; ++i) CHECK(theatre.advance_film());
    CHECK(theatre.tick() == 60);
    theatre.faster(-3);
    for (int i = 0; i < 64; ++i) theatre.advance_film();
    CHECK(theatre.tick() == 68);
    theatre.faster(4);
    for (int i = 0; i < 10; ++i) theatre.advance_film();
    CHECK(theatre.tick() == 88);
    theatre.jump(theatre.end());
    CHECK_FALSE(theatre.advance_film());
}

TEST_CASE("the timeline tells what happened: the same as playing it all") {
    for (const char* golden : {"coop-storm.replay", "death-by-beam-and-missile.replay"}) {
        CAPTURE(golden);
        const auto replay = open(kGoldens + golden);
        replays::Player player(*replay, replays::Player::Keep::nothing);
        std::array<std::vector<std::uint32_t>, 8> expected;
        std::uint32_t kills = 0;
        while (player.step()) {
            for (const Event& event : player.events().all()) {
                const auto note = [&](MarkKind kind) {
                    expected[static_cast<std::size_t>(kind)].push_back(player.tick().value);
                };
                if (event.kind == EventKind::ship_died)
                    note(event.slot == Slot::gold ? MarkKind::gold_died : MarkKind::blue_died);
                if (event.kind == EventKind::storm) note(MarkKind::storm);
                if (event.kind == EventKind::enemy_died) ++kills;
            }
        }
        REQUIRE(kills > 0);
        ReplayScan scan(*replay);
        while (scan.advance(100)) {
        }
        CHECK(scan.verdict().same);
        for (const MarkKind kind : {MarkKind::gold_died, MarkKind::blue_died, MarkKind::storm}) {
            std::vector<std::uint32_t> found;
            for (const Mark& mark : scan.marks()) {
                if (mark.kind == kind) found.push_back(mark.tick);
            }
            CHECK(found == expected[static_cast<std::size_t>(kind)]);
        }
        std::uint32_t counted = 0;
        for (const std::uint16_t part : scan.kills()) counted += part;
        CHECK(counted == kills);
        std::uint32_t last = 0;
        for (const Mark& mark : scan.marks()) {
            CHECK(mark.tick >= last);
            CHECK_FALSE(mark.text.empty());
            last = mark.tick;
        }
    }
}

TEST_CASE("from mark to mark, both ways") {
    Theatre theatre(open(kGoldens + "death-by-beam-and-missile.replay"), "");
    theatre.toggle_pause();
    while (!theatre.scan().is_done()) theatre.advance(0);
    REQUIRE_FALSE(theatre.scan().marks().empty());
    const std::uint32_t first = theatre.scan().marks().front().tick;
    theatre.jump_mark(1);
    CHECK(theatre.tick() == first);
    theatre.jump_mark(-1);
    CHECK(theatre.tick() == 0);
    theatre.bookmarks().put(first / 2, "half way");
    theatre.jump_mark(1);
    CHECK(theatre.tick() == first / 2);
    theatre.jump(theatre.scan().marks().back().tick);
    theatre.jump_mark(1);
    CHECK(theatre.is_at_end());
}

TEST_CASE("where a recording and this program differ is marked, and the rest is shown") {
    const auto source = open(kGoldens + "tutorial.replay");
    replays::MemorySink sink;
    replays::Recorder recorder(sink, source->level, {.game = source->recording.header.setup});
    replays::Player player(*source, replays::Player::Keep::nothing);
    for (int i = 0; i < 600; ++i) {
        REQUIRE(player.step());
        recorder.append(player.frames(), root_of(player.world()) ^ (i == 333 ? 1 : 0));
    }
    recorder.finish(player.world());
    const Folder folder;
    std::ofstream(folder.file("wrong.replay"), std::ios::binary)
        .write(reinterpret_cast<const char*>(sink.bytes.data()), static_cast<std::streamsize>(sink.bytes.size()));
    Theatre theatre(open(folder.file("wrong.replay")), folder.file("wrong.replay"));
    theatre.toggle_pause();
    while (!theatre.scan().is_done()) theatre.advance(0);
    CHECK_FALSE(theatre.scan().verdict().same);
    int differs = 0;
    for (const Mark& mark : theatre.scan().marks()) {
        if (mark.kind != MarkKind::differs) continue;
        ++differs;
        CHECK(mark.tick == 360);
        CHECK(mark.text.find("differs within ticks 301 to 360") == 0);
    }
    CHECK(differs == 1);
    CHECK(theatre.end() == 600);
    theatre.jump(600);
    CHECK(root_of(theatre.now()) == root_of(player.world()));
}

TEST_CASE("a file that was cut is shown to its last readable tick, and what is missing is known if the file tells") {
    const Folder folder;
    std::vector<std::uint8_t> bytes;
    REQUIRE(replays::read_file(kGoldens + "coop-standard.replay", bytes).empty());
    const auto write = [&](const std::string& name, std::size_t size) {
        std::ofstream(folder.file(name), std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
    };
    const std::uint32_t whole = open(kGoldens + "coop-standard.replay")->recording.ticks();
    write("cut.replay", bytes.size() / 2);
    Theatre cut(open(folder.file("cut.replay"), replays::Partial::accept), folder.file("cut.replay"));
    CHECK(cut.end() > 0);
    CHECK(cut.end() < whole);
    cut.jump(cut.end());
    CHECK(cut.is_at_end());
    CHECK(cut.lost_ticks() == 0);  // nobody knows
    bytes[bytes.size() / 2] ^= 1;
    write("hole.replay", bytes.size());
    Theatre hole(open(folder.file("hole.replay"), replays::Partial::accept), folder.file("hole.replay"));
    CHECK(hole.end() < whole);
    CHECK(hole.end() + hole.lost_ticks() == whole);
}

TEST_CASE("bookmarks are text beside the replay, and strange lines in it survive") {
    const Folder folder;
    const std::string path = folder.file("x.replay.notes");
    Bookmarks marks;
    CHECK(marks.load(path).empty());
    marks.put(500, "second");
    marks.put(100, "first one");
    marks.put(500, "said again");
    CHECK(marks.save().empty());
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
    Bookmarks nowhere;
    nowhere.load(folder.file("no/such/folder/x.notes"));
    nowhere.put(1, "x");
    CHECK(nowhere.save().find("cannot be written") != std::string::npos);
}

TEST_CASE("of another version's replay it is said what it is") {
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
    CHECK(caption_of(path).find("another version") != std::string::npos);
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

namespace {

struct Hall {
    Folder folder;
    bot::BodyStore bodies;
    platform::Input input;
    Micros now = 1'000'000;

    ReplayRound::Setup setup() {
        ReplayRound::Setup made;
        made.taken.bodies = &bodies;
        made.taken.record_dir = folder.file("recorded");
        made.taken.settings.names = {"Ada", "Grace"};
        return made;
    }
    void frames(Round& round, int count) {
        for (int i = 0; i < count; ++i) {
            round.advance(input, now);
            input.next_frame();
            now += 16'667;
        }
    }
    void press(Round& round, Key key) {
        input.pressed.push_back(key);
        frames(round, 1);
    }
    void hold(Key key, bool on) { input.held[static_cast<std::size_t>(key)] = on; }
};

}  // namespace

TEST_CASE_FIXTURE(Hall, "the keys") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, setup());
    frames(round, 31);
    CHECK(round.show().tick() == doctest::Approx(30).epsilon(0.05));
    press(round, Key::space);
    const std::uint32_t here = round.show().tick();
    frames(round, 30);
    CHECK(round.show().tick() == here);
    press(round, Key::period);
    CHECK(round.show().tick() == here + 1);
    press(round, Key::comma);
    press(round, Key::comma);
    CHECK(round.show().tick() == here - 1);
    press(round, Key::right);
    CHECK(round.show().tick() == here - 1 + 300);
    press(round, Key::end);
    CHECK(round.show().is_at_end());
    press(round, Key::t);
    CHECK(round.mode() == ReplayRound::Mode::watching);  // a game that is over is not taken over
    CHECK_FALSE(round.told().empty());
    press(round, Key::home);
    press(round, Key::down);
    CHECK(round.show().speed_power() == -1);
    // A note, typed; Esc is for the note, not for the theatre.
    press(round, Key::b);
    CHECK(round.takes_escape());
    input.typed = "p T";
    frames(round, 1);
    CHECK(round.note() == "p T");
    CHECK(round.show().is_paused());
    press(round, Key::escape);
    CHECK_FALSE(round.takes_escape());
    CHECK(round.show().bookmarks().all().empty());
    press(round, Key::b);
    input.typed = "look";
    press(round, Key::enter);
    REQUIRE(round.show().bookmarks().find(0) != nullptr);
    CHECK(std::filesystem::exists(path + ".notes"));
    press(round, Key::erase);
    CHECK_FALSE(std::filesystem::exists(path + ".notes"));
    // All of it within one slow frame.
    input.pressed = {Key::period, Key::period, Key::b, Key::x, Key::enter, Key::comma};
    input.typed = "..bx";
    frames(round, 1);
    REQUIRE(round.show().bookmarks().find(2) != nullptr);
    CHECK(round.show().bookmarks().find(2)->note == "x");
    CHECK(round.show().tick() == 1);
    CHECK(round.next() == nullptr);
}

TEST_CASE_FIXTURE(Hall, "taken over: the game goes on from there, and its recording verifies and says where it began") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayRound round(open(path), path, setup());
    press(round, Key::space);
    round.show().jump(3000);
    const std::uint64_t root = root_of(round.show().now());
    for (const auto who : {TakenRound::Who::gold, TakenRound::Who::blue, TakenRound::Who::both}) {
        press(round, Key::t);
        REQUIRE(round.mode() == ReplayRound::Mode::taking);
        for (int i = 0; i < static_cast<int>(who); ++i) press(round, Key::down);
        press(round, Key::enter);
        const std::unique_ptr<Round> next = round.next();
        auto* taken = dynamic_cast<TakenRound*>(next.get());
        REQUIRE(taken != nullptr);
        // It waits until somebody is ready.
        frames(*taken, 60);
        CHECK(root_of(*taken->world()) == root);
        CHECK(taken->notice().title == "Yours from here");
        const auto own = who == TakenRound::Who::blue ? 1U : 0U;
        const Fixed x = taken->world()->ships[own].at.x;
        hold(Key::right, true);
        hold(Key::d, true);
        hold(Key::space, true);
        frames(*taken, 120);
        CHECK(taken->world()->tick.value == doctest::Approx(3119).epsilon(0.001));
        if (own == 0) CHECK(taken->world()->ships[own].at.x > x);
        press(*taken, Key::p);
        frames(*taken, 60);
        CHECK(is_paused(*taken->world()));
        press(*taken, Key::p);
        frames(*taken, 60);
        CHECK_FALSE(is_paused(*taken->world()));
        hold(Key::right, false);
        hold(Key::d, false);
        hold(Key::space, false);
        taken->leave(now);
        CHECK(taken->is_over());
        const auto recorded = open(taken->replay_path());
        const replays::RecordingHeader& header = recorded->recording.header;
        CHECK(header.origin == "coop-standard.replay, tick 3000");
        CHECK(header.first_tick == Tick{3000});
        CHECK(header.names[own] == "Ada");
        CHECK(header.names[1 - own] == (who == TakenRound::Who::both ? "Grace" : "Bot"));
        const replays::Verdict verdict = replays::verify(*recorded);
        CHECK_MESSAGE(verdict.same, verdict.text);
        CHECK(verdict.ticks > 100);
        // What was taken over can itself be watched, and taken over again.
        Theatre again(open(taken->replay_path()), taken->replay_path());
        again.jump(again.begin() + 50);
        CHECK(again.cannot_take_over().empty());
        std::filesystem::remove(taken->replay_path());
    }
}

TEST_CASE_FIXTURE(Hall, "a game of one is taken over by one") {
    const std::string path = folder.copy("solo-calm.replay");
    ReplayRound round(open(path), path, setup());
    press(round, Key::space);
    round.show().jump(600);
    CHECK(round.choices().size() == 1);
    press(round, Key::t);
    press(round, Key::enter);
    const auto next = round.next();
    REQUIRE(next != nullptr);
    hold(Key::space, true);
    frames(*next, 200);
    CHECK(next->world()->tick.value > 700);
    CHECK(next->world()->flow.players == 1);
    next->leave(now);
    CHECK(replays::verify(*open(next->replay_path())).same);
}

TEST_CASE("a film without ffmpeg is a folder of pictures") {
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
