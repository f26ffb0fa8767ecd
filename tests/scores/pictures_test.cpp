// Goal: each run that a board shows gets one picture of its best moment, whatever the program that draws does; pages show what there is.
#include "scores/pictures.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::scores;

namespace {

const std::string kPng = std::string("\x89PNG\r\n\x1a\n") + "picture";

constexpr std::uint64_t kRoom = 1'000'000'000;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A program that runs this script with the arguments of albireo-shot, of which the last one is the folder for frames.
std::string script(const std::filesystem::path& folder, const std::string& body) {
    const std::filesystem::path file = folder / "draws";
    std::ofstream(file) << "#!/bin/sh\nfor last; do :; done\nmkdir -p \"$last\"\n" << body;
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file.string();
}

}  // namespace

TEST_CASE("what is missing is drawn, once, at the best moment, and shown on the pages") {
    OpenBoards boards;
    for (const char* name : {"coop-storm", "death-by-enemy"}) REQUIRE(boards.post(golden(name)).status == 201);
    CHECK(boards.get("/runs/1/1.png").status == 404);
    CHECK_FALSE(has(boards.get("/runs/1").body, "<img"));
    Store store(boards.folder + "/scores.db");
    std::vector<std::uint32_t> ticks;
    const Painter painter = [&](std::span<const std::uint8_t> recording, std::uint32_t tick, std::string& png) -> std::string {
        CHECK(recording.size() > 1000);
        ticks.push_back(tick);
        png = kPng;
        return "";
    };
    CHECK(paint_boards(catalogue(), store, painter, kRoom).drawn == 2);
    CHECK(std::ranges::is_permutation(ticks, std::vector{store.find(1)->run.best_tick, store.find(2)->run.best_tick}));
    const Painted again = paint_boards(catalogue(), store, painter, kRoom);
    CHECK(again.drawn == 0);
    CHECK(again.kept == 2);
    const http::Said picture = boards.get("/runs/1/1.png");
    CHECK(picture.status == 200);
    CHECK(picture.body == kPng);
    CHECK(has(boards.get("/runs/1").body, "src=\"../runs/1/1.png\""));
    CHECK(has(boards.get("/boards/the_cut/storm/pair").body, "src=\"../../../runs/1/1.png\""));
    CHECK(boards.get("/runs/1/2.png").status == 404);
    // A game without points has a best moment, too: its first tick.
    store.database().run("UPDATE runs SET best_tick = 0; DELETE FROM pictures");
    ticks.clear();
    CHECK(paint_boards(catalogue(), store, painter, kRoom).drawn == 2);
    CHECK(ticks == std::vector<std::uint32_t>{1, 1});
    // A picture goes with its run, and with its place on a board.
    store.database().run("DELETE FROM runs WHERE id = 1");
    CHECK(boards.get("/runs/1/1.png").status == 404);
    CHECK(store.drop_pictures_except({}) == 1);
    CHECK(boards.get("/runs/2/2.png").status == 404);
}

// Pictures did not count: boards with a bound of 4 GB could take 6.4.
TEST_CASE("pictures count in what is stored, and give way to recordings") {
    constexpr std::size_t kBytes = 400'000;
    OpenBoards boards({.storage_bytes_max = 1'000'000});
    for (const char* name : {"coop-storm", "death-by-enemy", "solo-calm"}) REQUIRE(boards.post(golden(name)).status == 201);
    Store store(boards.folder + "/scores.db");
    const std::uint64_t recordings = store.recording_bytes();
    const Painter painter = [&](std::span<const std::uint8_t>, std::uint32_t, std::string& png) -> std::string {
        png = kPng + std::string(kBytes - kPng.size(), 'x');
        return "";
    };
    // Room for two of them, for a third one that may be larger, and for a recording.
    const std::uint64_t most = recordings + 2 * kBytes + kPictureBytesMax + kRecordingBytesMax - 1;
    const Painted painted = paint_boards(catalogue(), store, painter, most);
    CHECK(painted.drawn == 2);
    CHECK(painted.left_out == 1);
    CHECK(store.picture_bytes() == 2 * kBytes);
    // In place of an earlier one.
    const auto drawn = [&](std::int64_t id) { return !store.picture(id).empty(); };
    std::vector<std::int64_t> shown;
    for (const std::int64_t id : {1, 2, 3}) {
        if (drawn(id)) shown.push_back(id);
    }
    REQUIRE(shown.size() == 2);
    store.set_picture(shown[0], std::vector<std::uint8_t>(kBytes + 7));
    CHECK(store.picture_bytes() == 2 * kBytes + 7);
    store.set_picture(99, std::vector<std::uint8_t>(5));  // there is no such run
    CHECK(store.picture_bytes() == 2 * kBytes + 7);
    // The service has room for 1 MB: 0.9 are taken.
    REQUIRE(boards.post(golden("coop-standard")).status == 201);
    CHECK(drawn(shown[0]));
    CHECK(drawn(shown[1]));
    store.set_picture(4, std::vector<std::uint8_t>(100'000));
    REQUIRE(boards.post(golden("boss-rush")).status == 201);
    CHECK_FALSE(drawn(shown[0]));
    CHECK(drawn(shown[1]));
    CHECK(drawn(4));
    // A recording that does not fit without pictures drops none.
    CHECK_FALSE(store.make_room(1'000'000, 1'000'000));
    CHECK(store.picture_bytes() == kBytes + 100'000);
    // A picture goes with its run.
    store.database().run("DELETE FROM runs WHERE id = 4");
    CHECK(store.picture_bytes() == kBytes);
}

TEST_CASE("a program that fails, draws nothing or something else leaves no picture, and is not tried for ever") {
    OpenBoards boards;
    for (const char* name : {"coop-storm", "coop-standard", "death-by-enemy", "solo-calm", "boss-rush"}) REQUIRE(boards.post(golden(name)).status == 201);
    Store store(boards.folder + "/scores.db");
    const auto paint = [&](const std::string& program) { return paint_boards(catalogue(), store, painter_by(program), kRoom, 3); };
    const auto only_fault = [&](const std::string& program, const std::string& part) {
        const Painted painted = paint(program);
        CHECK(painted.drawn == 0);
        REQUIRE(painted.faults.size() == 3);
        CHECK_MESSAGE(has(painted.faults[0], part), painted.faults[0]);
    };
    const std::filesystem::path folder = boards.folder;
    only_fault("/no/such/program", "cannot be run");
    CHECK(has(painter_fault("/no/such/program"), "cannot be run"));
    CHECK(has(painter_fault("true"), "is not albireo-shot for core"));
    only_fault(script(folder, "exit 3\n"), "exit status 3");
    only_fault(script(folder, "exit 0\n"), "left no PNG");
    only_fault(script(folder, "echo '<script>' > \"$last/1.png\"\n"), "left no PNG");
    only_fault(script(folder, "head -c 600000 /dev/zero > \"$last/1.png\"\n"), "left no PNG");
    only_fault(script(folder, "kill -SEGV $$\n"), "signal");
    const Painted painted = paint(script(folder, "printf '\\211PNG\\r\\n\\032\\n' > \"$last/1.png\"\n"));
    CHECK(painted.drawn == 5);
    CHECK(painted.faults.empty());
}
