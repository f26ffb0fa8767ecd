// Goal: the replay session of the page shows any recording as albireo-replay does, and a page that is filled holds the
// recording unchanged. These tests run the page's C++ natively; module_test.sh and page_test.sh run it as WebAssembly.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "replays/page.hpp"
#include "replays/text.hpp"
#include "sim/digest.hpp"
#include "sim/witness/core_digest.hpp"
#include "tests/replays/scene.hpp"
#include "tests/scores/recordings.hpp"
#include "web/module/json.hpp"
#include "web/module/sound.hpp"
#include "web/module/replay_session.hpp"

using namespace albireo;
using web::ReplaySession;

namespace {

std::string empty_page(const std::string& core) {
    return "<meta name=\"albireo-page\" content=\"" + core + "\"><i n=\"@NAME@\" p=\"@PARTIAL@\">@RECORDING@</i>";
}
std::string own_core() { return std::to_string(kCoreVersion) + " " + std::string(core_digest()); }

/// Plays the replay session to the end of its verification.
void verify_all(ReplaySession& session) {
    while (session.verify(77)) {
    }
}

}  // namespace

TEST_CASE("a page is filled with its recording, and refused if it has another core") {
    const std::string page = empty_page(own_core());
    REQUIRE(replays::empty_page_fault(page).empty());
    const std::vector<std::uint8_t> bytes = {'M', 'a', 'n', 0xff};
    const std::string filled = replays::fill_page(page, {.recording = bytes, .name = "a\"<b>\x01.replay", .partial = true});
    CHECK(filled.ends_with("<i n=\"a&quot;&lt;b&gt;?.replay\" p=\"1\">TWFu/w==</i>"));
    // A name that looks like a place to fill stays a name.
    const std::string sly = replays::fill_page(page, {.recording = bytes, .name = "@RECORDING@"});
    CHECK(sly.ends_with("<i n=\"@RECORDING@\" p=\"0\">TWFu/w==</i>"));

    CHECK(replays::empty_page_fault("").find("not an empty replay page") == 0);
    CHECK(replays::empty_page_fault(filled).find("not an empty replay page") == 0);
    // A page of another core plays recordings of that core; with a place for the link to other pages.
    std::string other = empty_page("1 00");
    REQUIRE(replays::core_of_page(other));
    CHECK(replays::core_of_page(other)->version == 1);
    CHECK(replays::core_of_page(other)->digest == "00");
    other.replace(other.find(" p="), 0, " c=\"@CORES@\"");
    CHECK(replays::fill_page(other, {.recording = bytes, .name = "b", .cores = "../cores/*.html"}).ends_with("<i n=\"b\" c=\"../cores/*.html\" p=\"0\">TWFu/w==</i>"));
    CHECK(replays::fill_page(other, {.recording = bytes, .name = "b"}).ends_with("<i n=\"b\" c=\"\" p=\"0\">TWFu/w==</i>"));
    for (const char* core : {"", " ", "x 00", "1", "99999999999 00", "-1 00"}) CHECK(!replays::core_of_page(empty_page(core)));
    CHECK(replays::empty_page_fault(empty_page("1 00")).find("the page has core 1 00, this program has core") == 0);
}

TEST_CASE("the replay session verifies as the tool does, and seeks to the worlds of a player") {
    const auto game = replays::play(5, 700);
    ReplaySession session;
    REQUIRE(session.open(game->sink.bytes, replays::Partial::refuse).empty());
    CHECK(session.tick() == Tick{0});
    verify_all(session);
    CHECK(session.verdict().find("\"done\":true,\"same\":true,\"ticks\":700,\"digests\":12") != std::string::npos);
    CHECK(session.verdict().find("700 ticks, 12 digests") != std::string::npos);
    for (const std::uint32_t tick : {700u, 1u, 350u, 349u, 351u}) {
        session.seek(Tick{tick});
        CHECK(session.panel().find(replays::hex_text(game->roots[tick - 1])) != std::string::npos);
    }
    session.seek(Tick{99999});
    CHECK(session.tick() == Tick{700});
}

TEST_CASE("of a recording that needs another core, the session gives the version") {
    const auto game = replays::play(5, 120);
    ReplaySession own;
    REQUIRE(own.open(game->sink.bytes, replays::Partial::refuse).empty());
    CHECK(own.needed_core() == 0);
    const auto other = scores::with_header(game->sink.bytes, [](replays::RecordingHeader& header) { header.core_version = 3; });
    ReplaySession session;
    CHECK(session.open(other, replays::Partial::accept).find("needs core version 3") != std::string::npos);
    CHECK(session.needed_core() == 3);
}

TEST_CASE("the replay session names the first difference, and plays on after it") {
    const auto game = replays::play(5, 600);
    replays::MemorySink sink;
    replays::Recorder recorder{sink, game->level, {.game = {.seed = 5, .players = 3}}};
    for (std::size_t i = 0; i < game->frames.size(); ++i) recorder.append(game->frames[i], game->roots[i] ^ (i == 333 ? 1 : 0));
    recorder.finish(*game->world);
    ReplaySession session;
    REQUIRE(session.open(sink.bytes, replays::Partial::refuse).empty());
    verify_all(session);
    const std::string verdict = session.verdict();
    CHECK(verdict.find("\"same\":false") != std::string::npos);
    CHECK(verdict.find("differs within ticks 301 to 360: digest ") != std::string::npos);
    CHECK(verdict.find("\"wrongAfter\":300,\"wrongUntil\":360") != std::string::npos);
    CHECK(verdict.find("\"ticks\":600") != std::string::npos);
}

TEST_CASE("bytes that are no recording give one line of text") {
    const auto game = replays::play(5, 120);
    const std::vector<std::uint8_t>& bytes = game->sink.bytes;
    for (std::size_t size = 0; size < bytes.size(); size += 97) {
        ReplaySession session;
        const std::string fault = session.open({bytes.data(), size}, replays::Partial::refuse);
        CHECK(!fault.empty());
        CHECK(fault.find('\n') == std::string::npos);
    }
}

TEST_CASE("a picture has whole records of finite numbers, and every kind of shape that the world has") {
    const auto game = replays::play(5, 700);
    ReplaySession session;
    REQUIRE(session.open(game->sink.bytes, replays::Partial::refuse).empty());
    std::array<std::size_t, 10> seen{};
    for (std::uint32_t tick = 0; tick <= 700; tick += 10) {
        session.seek(Tick{tick});
        const web::Picture& picture = session.picture();
        std::size_t at = 0;
        while (at < picture.size()) {
            REQUIRE(at + 2 <= picture.size());
            REQUIRE((picture[at] >= 0 && picture[at] < 10));
            ++seen[static_cast<std::size_t>(picture[at])];
            at += 2 + static_cast<std::size_t>(picture[at + 1]);
        }
        REQUIRE(at == picture.size());
        for (const float number : picture) REQUIRE(std::isfinite(number));
    }
    using web::ShapeKind;
    for (const ShapeKind kind : {ShapeKind::part, ShapeKind::enemy_shot, ShapeKind::shot, ShapeKind::ship, ShapeKind::event}) {
        CAPTURE(static_cast<int>(kind));
        CHECK(seen[static_cast<std::size_t>(kind)] > 0);
    }
}

TEST_CASE("the fields are those of dump: a field and all within it, at most so many lines") {
    const auto game = replays::play(5, 200);
    ReplaySession session;
    REQUIRE(session.open(game->sink.bytes, replays::Partial::refuse).empty());
    session.seek(Tick{150});
    CHECK(session.fields("ships[0].at", 100).starts_with("ships[0].at.x\t"));
    CHECK(session.fields("ships[0].at.x", 100).find(" units)") == std::string::npos);
    CHECK(session.fields("ships[0].at.x", 100).find(" units\n") != std::string::npos);
    CHECK(session.fields("enemies[1]", 1000).starts_with("enemies[1].id.spawn\t"));
    const std::string loop = session.fields("flow.loop", 9);  // and nothing of flow.loop_cue
    CHECK(std::count(loop.begin(), loop.end(), '\n') == 1);
    CHECK(session.fields("frames[1].buttons", 9).starts_with("frames[1].buttons\t"));
    CHECK(session.fields("nothing", 9).empty());
    const std::string cut = session.fields("", 7);
    CHECK(std::count(cut.begin(), cut.end(), '\n') == 7);
}

TEST_CASE("JSON texts are escaped") {
    CHECK(web::JsonObject{}.text("a", "\"\\\n\x01").number("b", -3).flag("c", true).done() ==
          "{\"a\":\"\\\"\\\\\\u000a\\u0001\",\"b\":-3,\"c\":true}");
    CHECK(web::json_quoted("\xff") == "\"\xef\xbf\xbd\"");
}

namespace {

/// Records what a replay session reports.
struct Observer final : web::TickObserver {
    void jump() override {
        ++jumps;
        ticks.clear();
        shown.clear();
    }
    void tick(const World& before, const World& now, const Events&, Seen seen) override {
        CHECK(before.tick.value + 1 == now.tick.value);
        ticks.push_back(now.tick.value);
        if (seen == Seen::yes) shown.push_back(now.tick.value);
    }
    int jumps = 0;
    std::vector<std::uint32_t> ticks, shown;
};

}  // namespace

TEST_CASE("an observer is notified of every tick that is played, and before a seek of what happened just before its tick") {
    const auto game = replays::play(5, 700);
    ReplaySession session;
    REQUIRE(session.open(game->sink.bytes, replays::Partial::refuse).empty());
    Observer witness;
    session.add_audience(witness);
    session.play(Tick{3});
    CHECK(witness.ticks == std::vector<std::uint32_t>{1, 2, 3});
    CHECK(witness.shown == std::vector<std::uint32_t>{3});
    CHECK(session.before().tick == Tick{2});
    session.seek(Tick{600});
    CHECK(witness.jumps == 1);
    REQUIRE(witness.ticks.size() == ReplaySession::kMemoryTicks);
    CHECK(witness.ticks.front() == 600 - ReplaySession::kMemoryTicks + 1);
    CHECK(witness.shown == std::vector<std::uint32_t>{600});
    CHECK(session.panel().find(replays::hex_text(game->roots[599])) != std::string::npos);
    session.seek(Tick{9999});  // the end
    CHECK(witness.shown == std::vector<std::uint32_t>{700});
    session.seek(Tick{0});
    CHECK(witness.ticks.empty());
    session.remove_audience(witness);
    session.play(Tick{5});
    CHECK(witness.ticks.empty());
}

TEST_CASE("played ticks are heard, sought ones are not, and all is still when nothing plays") {
    const auto game = replays::play(5, 700);
    ReplaySession session;
    REQUIRE(session.open(game->sink.bytes, replays::Partial::refuse).empty());
    web::Sound sound{session};
    for (std::size_t voice = 0; voice < audio::kVoices; ++voice) CHECK(!sound.synthesise(static_cast<audio::Voice>(voice)).empty());
    const auto starts = [](const std::vector<float>& orders) {
        REQUIRE(orders.size() % web::kOrderNumbers == 0);
        std::size_t count = 0;
        for (std::size_t at = 0; at < orders.size(); at += web::kOrderNumbers) {
            CHECK(orders[at + 1] < audio::kSources);
            CHECK(orders[at + 2] < audio::kVoices);
            count += orders[at] == static_cast<float>(web::Order::start) ? 1 : 0;
        }
        return count;
    };
    std::size_t heard = 0;
    double now = 0;
    for (std::uint32_t tick = 1; tick <= 400; ++tick, now += 1.0 / 60) {
        session.play(Tick{tick});
        heard += starts(sound.take(now, true));
    }
    CHECK(heard > 10);
    for (int i = 0; i < 60; ++i) sound.take(now += 0.1, false);
    CHECK(sound.take(now, false).empty());
    session.seek(Tick{650});
    sound.forget();
    CHECK(starts(sound.take(now + 1, false)) == 0);
}
