// Goal: a game in the window is the game of the protocol: server, player and bot in one thread, in virtual time, on a
// device without GL.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "client/app/net_round.hpp"
#include "client/gpu/null_device.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

struct Fixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    platform::Input input;
    Micros now = 1'000'000;

    NetRound make(Company company) {
        TableSetup setup;
        setup.company = company;
        setup.seed = 5;
        return NetRound(sit_at_home(bodies, setup), picture, default_bindings(), {});
    }
    /// So many frames of so long.
    void frames(NetRound& round, int count, Micros length) {
        for (int i = 0; i < count; ++i) {
            round.advance(input, now);
            round.look(*view, now);
            input.next_frame();
            now += length;
        }
    }
    void hold(Key key, bool on) { input.held[static_cast<std::size_t>(key)] = on; }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "60 ticks a second whatever the frame rate") {
    for (const Micros length : {4'000, 16'667, 50'000, 120'000}) {
        CAPTURE(length);
        NetRound round = make(Company::alone);
        frames(round, 20, length);
        const std::uint64_t before = round.ticks();
        const int count = static_cast<int>(4'000'000 / length);
        frames(round, count, length);
        const auto ticks = static_cast<double>(round.ticks() - before);
        const double due = static_cast<double>(count * length) * 60 / 1e6;
        CHECK(ticks == doctest::Approx(due).epsilon(0.03));
    }
}

TEST_CASE_FIXTURE(Fixture, "a key moves the own ship and fires, a bot flies the other") {
    NetRound round = make(Company::bot);
    frames(round, 200, 16'667);
    REQUIRE(round.world() != nullptr);
    CHECK(round.game()->partner_name() == "Blue");
    const Fixed before = round.world()->ships[0].at.y;
    hold(Key::up, true);
    hold(Key::space, true);
    frames(round, 20, 16'667);
    CHECK(round.world()->ships[0].at.y > before);
    CHECK(round.world()->shots[0].count > 0);
    CHECK(view->things.size() > 0);
    frames(round, 600, 16'667);
    CHECK(round.game()->figures().digests_checked > 5);
    CHECK(round.game()->figures().desyncs == 0);
    CHECK(round.game()->predictor().corrections().own_ship == 0);
}

TEST_CASE_FIXTURE(Fixture, "pause stops the world for both until the person goes on") {
    NetRound round = make(Company::bot);
    frames(round, 200, 16'667);
    input.pressed.push_back(Key::p);
    frames(round, 60, 16'667);
    const std::uint32_t clock = round.world()->clock.value;
    frames(round, 400, 16'667);  // the bot alone would have gone on by now
    CHECK(round.world()->clock.value == clock);
    CHECK(round.notice().title == "Paused");
    input.pressed.push_back(Key::p);
    frames(round, 60, 16'667);
    CHECK(round.world()->clock.value > clock);
    CHECK(round.notice().title.empty());
}

TEST_CASE_FIXTURE(Fixture, "losing the focus pauses a game at home, once") {
    NetRound round = make(Company::alone);
    frames(round, 200, 16'667);
    input.focus_lost = true;
    frames(round, 60, 16'667);
    CHECK(round.notice().title == "Paused");
    input.focus_lost = true;
    frames(round, 60, 16'667);
    CHECK(round.notice().title == "Paused");
}

TEST_CASE_FIXTURE(Fixture, "two at one keyboard") {
    NetRound round = make(Company::two);
    frames(round, 200, 16'667);
    const auto before = round.world()->ships;
    hold(Key::w, true);
    hold(Key::down, true);
    frames(round, 20, 16'667);
    CHECK(round.world()->ships[0].at.y > before[0].at.y);
    CHECK(round.world()->ships[1].at.y < before[1].at.y);
}

TEST_CASE_FIXTURE(Fixture, "a server that is not there is said so, and the window goes on") {
    TableSetup setup;
    NetRound round(join_table(bodies, setup, {"127.0.0.1", 9}, "AAAAAA"), picture, default_bindings(), {});
    frames(round, 2, 16'667);
    CHECK(round.notice().title == "Connecting");
    CHECK_FALSE(round.look(*view, now));
}

TEST_CASE_FIXTURE(Fixture, "a game is heard: the shots that are fired, and nothing once it is left") {
    struct Counted final : audio::Speakers {
        explicit Counted(std::atomic<int>& shots) : shots_(shots) {}
        void start(std::size_t, audio::Voice voice, const audio::Hearing&) override {
            if (voice == audio::Voice::needle) ++shots_;
        }
        void adjust(std::size_t, const audio::Hearing&) override {}
        void stop(std::size_t) override {}
        bool is_playing(std::size_t) override { return false; }
        std::atomic<int>& shots_;
    };
    std::atomic<int> shots{0};
    audio::Audio audio{{.open = [&](const audio::Samples&, std::string&) { return std::make_unique<Counted>(shots); }}};
    for (int i = 0; i < 5000 && !audio.is_heard(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    REQUIRE(audio.is_heard());
    NetRound round = make(Company::alone);
    round.listen(&audio);
    frames(round, 200, 16'667);
    CHECK(shots == 0);
    hold(Key::space, true);
    for (int i = 0; i < 500 && shots == 0; ++i) {
        frames(round, 1, 16'667);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    CHECK(shots > 0);
    CHECK(audio.dropped() == 0);
}
