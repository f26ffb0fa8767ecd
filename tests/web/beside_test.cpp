// Goal: what the page shows beside a recording is what albireo-replay says of it: the sides of a desync, and the first
// difference of two recordings.
#include <doctest/doctest.h>

#include <algorithm>

#include "replays/compare.hpp"
#include "replays/page.hpp"
#include "sim/digest.hpp"
#include "sim/witness/core_digest.hpp"
#include "tests/fuzz/desync_case.hpp"
#include "tests/replays/scene.hpp"
#include "web/module/pairing.hpp"
#include "web/module/replay_session.hpp"

using namespace albireo;
using web::ReplaySession;

namespace {

/// The recording of the game with one input of gold's changed.
std::vector<std::uint8_t> changed_at(const replays::Game& game, std::uint32_t tick) {
    replays::MemorySink sink;
    replays::Recorder recorder{sink, game.level, {.game = {.seed = 5, .players = 3}}};
    const auto world = std::make_unique<World>();
    init(*world, game.level, {.seed = 5, .players = 3});
    const auto events = std::make_unique<Events>();
    for (const FramePair& given : game.frames) {
        FramePair frames = given;
        if (world->tick + 1 == Tick{tick}) frames[0].buttons ^= kUp;
        events->clear();
        step(*world, game.level, frames, *events);
        recorder.append(frames, root_of(*world));
    }
    recorder.finish(*world);
    return std::move(sink.bytes);
}

}  // namespace

TEST_CASE("of a bundle, the replay session has the game, the finding and the fields of both sides") {
    const DesyncCase desync{"75:ships[0].at.x@move_ships", 90};
    ReplaySession session;
    REQUIRE(session.open(replays::bundle_bytes(desync.bundle), replays::Partial::refuse) == "");
    while (session.verify(50)) {
    }
    CHECK(session.verdict().find("\"same\":true,\"ticks\":90") != std::string::npos);
    const std::string about = session.about();
    CHECK(about.find("\"desync\":{\"tick\":75,\"code\":\"K7QF2M\",\"text\":\"desync at tick 75 after move_ships: ships[0].at.x server ") != std::string::npos);
    CHECK(about.find("\"point\":\" after move_ships\",\"repeated\":true") != std::string::npos);
    CHECK(about.find("{\"name\":\"server\",\"testifies\":true,\"fault\":\"\",\"build\":\"here\",\"reproduced\":true}") != std::string::npos);
    CHECK(about.find("{\"name\":\"client\",\"testifies\":true,\"fault\":\"\",\"build\":\"there\",\"reproduced\":false}") != std::string::npos);
    const auto& finding = desync.bundle.finding;
    CHECK(session.side_fields(0, "ships[0].at.x", 9).starts_with("ships[0].at.x\t" + std::to_string(finding.server) + "\t"));
    CHECK(session.side_fields(1, "ships[0].at.x", 9).starts_with("ships[0].at.x\t" + std::to_string(finding.client) + "\t"));
    CHECK(session.side_fields(1, "frames[0].buttons", 9).starts_with("frames[0].buttons\t"));
    CHECK(session.side_fields(0, "earnings", 1000) == session.side_fields(1, "earnings", 1000));
}

TEST_CASE("a bundle without a usable testimony has no fields of that side, a damaged one gives one line") {
    replays::Bundle bundle = DesyncCase{}.bundle;
    bundle.client.clear();
    const auto bytes = replays::bundle_bytes(bundle);
    ReplaySession session;
    REQUIRE(session.open(bytes, replays::Partial::refuse) == "");
    CHECK(session.about().find("{\"name\":\"client\",\"testifies\":false,\"fault\":\"\"}") != std::string::npos);
    CHECK(session.about().find("\"repeated\":false") != std::string::npos);
    CHECK(session.side_fields(1, "", 9).empty());
    for (std::size_t size = 8; size < bytes.size(); size += 501) {
        ReplaySession cut;
        const std::string fault = cut.open({bytes.data(), size}, replays::Partial::accept);
        CHECK(fault.starts_with("bundle damaged: "));
        CHECK(fault.find('\n') == std::string::npos);
    }
    bundle.core_version = 3;
    ReplaySession old;
    CHECK(old.open(replays::bundle_bytes(bundle), replays::Partial::refuse).find("needs core version 3") != std::string::npos);
    CHECK(old.needed_core() == 3);
}

TEST_CASE("of two recordings, the first difference is told by tick, system and field, as diff tells it") {
    const auto game = replays::play(5, 600);
    ReplaySession session;
    REQUIRE(session.open(game->sink.bytes, replays::Partial::refuse) == "");
    web::Pairing same{session.replay()};
    REQUIRE(same.open(game->sink.bytes, replays::Partial::refuse) == "");
    while (same.compare(7)) {
    }
    CHECK(same.finding() == "{\"done\":true,\"ticks\":600,\"same\":true,\"hasTick\":false,\"tick\":0,\"text\":\"the same game: 600 ticks\"}");

    const auto changed = changed_at(*game, 300);
    web::Pairing pairing{session.replay()};
    REQUIRE(pairing.open(changed, replays::Partial::refuse) == "");
    CHECK(pairing.compare(299));
    CHECK(pairing.finding().starts_with("{\"done\":false,\"ticks\":299,\"same\":false,\"hasTick\":false"));
    while (pairing.compare(7)) {
    }
    CHECK(pairing.finding().find("\"hasTick\":true,\"tick\":300,\"text\":\"tick 300 after move_ships: ships[0].") != std::string::npos);
    CHECK(pairing.finding().find("; inputs differ first at tick 300: gold.buttons ") != std::string::npos);

    const auto other = replays::play(6, 500);
    web::Pairing games{session.replay()};
    REQUIRE(games.open(other->sink.bytes, replays::Partial::refuse) == "");
    while (games.compare(1000)) {
    }
    CHECK(games.finding().find("; seed 5 | 6; ticks 600 | 500") != std::string::npos);
    web::Pairing none{session.replay()};
    CHECK(none.open({changed.data(), 20}, replays::Partial::accept) != "");
}

TEST_CASE("a page is filled with two recordings, if it has a place for the second") {
    const std::string own = std::to_string(kCoreVersion) + " " + std::string(core_digest());
    const std::string page = "<meta name=\"albireo-page\" content=\"" + own + "\"><i n=\"@NAME@\" p=\"@PARTIAL@\">@RECORDING@</i>";
    CHECK(!replays::has_second_place(page));
    const std::string two = page + "<b n=\"@SECONDNAME@\">@SECOND@</b>";
    REQUIRE(replays::has_second_place(two));
    const std::vector<std::uint8_t> a = {'M', 'a', 'n'}, b = {'o', 'r'};
    CHECK(replays::fill_page(two, {.recording = a, .name = "a", .second = b, .second_name = "<b"}).ends_with("<i n=\"a\" p=\"0\">TWFu</i><b n=\"&lt;b\">b3I=</b>"));
    CHECK(replays::fill_page(two, {.recording = a, .name = "a"}).ends_with("<i n=\"a\" p=\"0\">TWFu</i><b n=\"\"></b>"));
}
