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
    CHECK(paint_boards(catalogue(), store, painter).drawn == 2);
    CHECK(std::ranges::is_permutation(ticks, std::vector{store.find(1)->run.best_tick, store.find(2)->run.best_tick}));
    const Painted again = paint_boards(catalogue(), store, painter);
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
    CHECK(paint_boards(catalogue(), store, painter).drawn == 2);
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
    OpenBoards boards;
    for (const char* name : {"coop-storm", "death-by-enemy", "solo-calm"}) REQUIRE(boards.post(golden(name)).status == 201);
    Store store(boards.folder + "/scores.db");
    const std::uint64_t recordings = store.recording_bytes();
    const Painter painter = [&](std::span<const std::uint8_t>, std::uint32_t, std::string& png) -> std::string {
        png = kPng + std::string(kBytes - kPng.size(), 'x');
        return "";
    };
    // Room for two of them, for a third one that may be larger, and for a recording.
    const std::uint64_t most = recordings + 2 * kBytes + kPictureBytesMax + kRecordingBytesMax - 1;
    const Painted painted = paint_boards(catalogue(), store, painter, {.bytes_max = most});
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
    // Now there is room for 1 MB, of which 0.9 are taken.
    store.set_bytes_max(1'000'000);
    REQUIRE(boards.post(golden("coop-standard")).status == 201);
    CHECK(drawn(shown[0]));
    CHECK(drawn(shown[1]));
    store.set_picture(4, std::vector<std::uint8_t>(100'000));
    REQUIRE(boards.post(golden("boss-rush")).status == 201);
    CHECK_FALSE(drawn(shown[0]));
    CHECK(drawn(shown[1]));
    CHECK(drawn(4));
    // A recording that does not fit without pictures drops none.
    CHECK_FALSE(store.fits(1'000'000));
    CHECK(boards.post(Bytes(1'000'000)).status == 507);
    CHECK(store.picture_bytes() == kBytes + 100'000);
    // A picture goes with its run.
    store.database().run("DELETE FROM runs WHERE id = 4");
    CHECK(store.picture_bytes() == kBytes);
}

// A body of 4 MiB without a game in it dropped as many bytes of pictures, each in a commit of its own.
TEST_CASE("only a recording that is stored drops pictures, all that it needs or none") {
    OpenBoards boards({.storage_bytes_max = 1'000'000});
    for (const char* name : {"coop-storm", "death-by-enemy"}) REQUIRE(boards.post(golden(name)).status == 201);
    Store store(boards.folder + "/scores.db");
    store.set_picture(1, std::vector<std::uint8_t>(10));
    store.set_picture(2, std::vector<std::uint8_t>(1'000'000 - store.recording_bytes() - 10));
    const std::uint64_t pictures = store.picture_bytes();
    const Bytes game = golden("solo-calm");
    CHECK(boards.post(Bytes(500'000)).status == 422);
    CHECK(boards.post(game, "short").status == 400);
    CHECK(boards.post(golden("coop-storm")).status == 409);
    CHECK(store.picture_bytes() == pictures);
    // It needs the room of both pictures.
    store.database().run("CREATE TRIGGER fails BEFORE DELETE ON pictures WHEN OLD.run = 2 BEGIN SELECT RAISE(ABORT, 'the disk fails'); END");
    CHECK(boards.post(game).status == 503);
    CHECK_FALSE(store.picture(1).empty());
    CHECK(store.picture_bytes() == pictures);
    CHECK(store.runs() == 2);
    CHECK_THROWS_AS(store.drop_pictures_except({}), DatabaseError);
    CHECK_FALSE(store.picture(1).empty());
    store.database().run("DROP TRIGGER fails");
    CHECK(boards.post(game).status == 201);
    CHECK(store.picture_bytes() == 0);
}

// The command drew with its own bound what the service, whose bound was lower, dropped for the next recording.
TEST_CASE("pictures are drawn within the bound of the service, and within that of the command if it is lower") {
    constexpr std::uint64_t kTooLittle = kPictureBytesMax + kRecordingBytesMax;  // for a picture, beside the recording that is there
    OpenBoards boards({.storage_bytes_max = kTooLittle});
    REQUIRE(boards.post(golden("coop-storm")).status == 201);
    Store store(boards.folder + "/scores.db");
    CHECK(store.bytes_max() == kTooLittle);
    const Painter painter = [](std::span<const std::uint8_t>, std::uint32_t, std::string& png) -> std::string {
        png = kPng;
        return "";
    };
    CHECK(paint_boards(catalogue(), store, painter).left_out == 1);
    CHECK(paint_boards(catalogue(), store, painter, {.bytes_max = kStorageBytesMax}).left_out == 1);
    store.set_bytes_max(kStorageBytesMax);
    CHECK(paint_boards(catalogue(), store, painter, {.bytes_max = kTooLittle}).left_out == 1);
    CHECK(paint_boards(catalogue(), store, painter).drawn == 1);
    // A service that opens the file with less room drops pictures then, not at the next recording, also where that does not suffice.
    store.set_bytes_max(store.recording_bytes() - 1);
    CHECK(store.picture_bytes() == 0);
    // Without a service, the command's bound is the only one.
    store.database().run("UPDATE totals SET bytes_max = NULL");
    CHECK(paint_boards(catalogue(), store, painter, {.bytes_max = kTooLittle}).left_out == 1);
    CHECK(paint_boards(catalogue(), store, painter).drawn == 1);
}

// The service dropped all pictures, and then waited for ever for the total to shrink.
TEST_CASE("a total that is too large, as programs that replace pictures without counting leave it, drops no picture") {
    OpenBoards boards({.storage_bytes_max = 1'000'000});
    REQUIRE(boards.post(golden("coop-storm")).status == 201);
    Store store(boards.folder + "/scores.db");
    for (int i = 0; i < 3; ++i) store.database().run("INSERT OR REPLACE INTO pictures VALUES (1, zeroblob(600000))");  // REPLACE runs no trigger for the row that goes
    CHECK(store.picture_bytes() == 1'800'000);
    REQUIRE(boards.post(golden("death-by-enemy")).status == 201);
    CHECK(store.picture(1).size() == 600'000);
    CHECK(store.picture_bytes() == 600'000);
    // The command counts anew, too, so it does not leave out pictures for ever.
    for (int i = 0; i < 3; ++i) store.database().run("INSERT OR REPLACE INTO pictures VALUES (1, zeroblob(600000))");
    CHECK(store.drop_pictures_except({1}) == 0);
    CHECK(store.picture_bytes() == 600'000);
}

TEST_CASE("a program that fails, draws nothing or something else leaves no picture, and is not tried for ever") {
    OpenBoards boards;
    for (const char* name : {"coop-storm", "coop-standard", "death-by-enemy", "solo-calm", "boss-rush"}) REQUIRE(boards.post(golden(name)).status == 201);
    Store store(boards.folder + "/scores.db");
    const auto paint = [&](const std::string& program) { return paint_boards(catalogue(), store, painter_by(program), {.faults_max = 3}); };
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
