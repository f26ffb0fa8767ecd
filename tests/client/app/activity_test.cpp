// Goal: a game in the window is the game of the protocol: server, player and bot in one thread, in virtual time, on a
// device without GL.
// One file: what a player at this machine can do in one running game.
#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

#include "client/app/inspector/netgraph.hpp"
#include "replays/reader.hpp"
#include "tests/client/app/activity_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

TEST_CASE_FIXTURE(ActivityFixture, "60 ticks a second at any frame rate") {
    for (const Micros length : {4'000, 16'667, 50'000, 120'000}) {
        CAPTURE(length);
        NetActivity activity = make(PlayMode::alone);
        frames(activity, 20, length);
        const std::uint64_t before = activity.ticks();
        const int count = static_cast<int>(4'000'000 / length);
        frames(activity, count, length);
        const auto ticks = static_cast<double>(activity.ticks() - before);
        const double due = static_cast<double>(count * length) * 60 / 1e6;
        CHECK(ticks == doctest::Approx(due).epsilon(0.03));
    }
}

TEST_CASE_FIXTURE(ActivityFixture, "at 240 frames a second a tap of one frame fires, whichever frame it falls into") {
    for (int phase = 0; phase < 4; ++phase) {
        CAPTURE(phase);
        NetActivity activity = make(PlayMode::alone);
        frames(activity, 800 + phase, 4'167);
        const ShotNumber fired = activity.world()->ships[0].fired;
        hold(Key::space, true);
        input.pressed.push_back(Key::space);
        frames(activity, 1, 4'167);
        hold(Key::space, false);
        frames(activity, 40, 4'167);
        CHECK(activity.world()->ships[0].fired > fired);
    }
}

TEST_CASE_FIXTURE(ActivityFixture, "a key moves the player's own ship and fires, a bot flies the other") {
    NetActivity activity = make(PlayMode::bot);
    frames(activity, 200, 16'667);
    REQUIRE(activity.world() != nullptr);
    CHECK(activity.game()->partner_name() == "Blue");
    const Fixed before = activity.world()->ships[0].at.y;
    hold(Key::up, true);
    hold(Key::space, true);
    frames(activity, 20, 16'667);
    CHECK(activity.world()->ships[0].at.y > before);
    CHECK(activity.world()->shots[0].count > 0);
    CHECK(view->instances.size() > 0);
    frames(activity, 600, 16'667);
    CHECK(activity.game()->figures().digests_checked > 5);
    CHECK(activity.game()->figures().desyncs == 0);
    CHECK(activity.game()->predictor().corrections().own_ship == 0);
}

TEST_CASE_FIXTURE(ActivityFixture, "a key takes effect in the very frame in which it was sampled") {
    // Two identical games until one of them is steered; frames and ticks are out of step by parts of a tick.
    for (const Micros out_of_step : {2'000, 6'000, 10'000, 14'000}) {
        CAPTURE(out_of_step);
        NetActivity steered = make(PlayMode::alone), left_alone = make(PlayMode::alone);
        now = 1'000'000;
        const auto frame = [&](NetActivity& activity, bool up) {
            hold(Key::up, up);
            activity.advance(input, now);
            REQUIRE((activity.look(*view, now) || activity.ticks() == 0));
            float y = 0;
            for (const scene::MeshInstance& each : view->instances.all()) {
                if (each.data.kind == 1) y = each.data.rows[7];
            }
            return y;
        };
        const auto pass = [&](Micros length) { now += length; };
        for (int i = 0; i < 200; ++i, pass(16'667)) CHECK(frame(steered, false) == frame(left_alone, false));
        // Right after a tick none is due; then comes a frame with a tick in it.
        const Micros due = steered.game()->tick_due();
        REQUIRE(due == left_alone.game()->tick_due());
        now = due + out_of_step;
        const std::uint64_t ticks = steered.ticks();
        const float with = frame(steered, true), without = frame(left_alone, false);
        CHECK(steered.ticks() == ticks + 1);
        CHECK(with > without);
    }
}

TEST_CASE_FIXTURE(ActivityFixture, "a pause stops the world for both until the player resumes") {
    NetActivity activity = make(PlayMode::bot);
    frames(activity, 200, 16'667);
    input.pressed.push_back(Key::p);
    frames(activity, 60, 16'667);
    const std::uint32_t clock = activity.world()->clock.value;
    frames(activity, 400, 16'667);  // a bot would have resumed by now
    CHECK(activity.world()->clock.value == clock);
    CHECK(activity.notice().title == "Paused");
    input.pressed.push_back(Key::p);
    frames(activity, 60, 16'667);
    CHECK(activity.world()->clock.value > clock);
    CHECK(activity.notice().title.empty());
}

TEST_CASE_FIXTURE(ActivityFixture, "a player with no pauses left is told so, and may leave or keep playing") {
    NetActivity activity = make(PlayMode::bot);
    frames(activity, 200, 16'667);
    for (int pause = 0; pause < 3; ++pause) {
        tap(activity, Key::p);
        frames(activity, 60, 16'667);
        REQUIRE(activity.notice().title == "Paused");
        tap(activity, Key::p);
        frames(activity, 60, 16'667);
        REQUIRE(activity.notice().title.empty());
    }
    tap(activity, Key::escape);
    const std::uint32_t clock = activity.world()->clock.value;
    frames(activity, 60, 16'667);
    CHECK(activity.world()->clock.value > clock);
    CHECK(activity.notice().title == "No pauses left");
    CHECK(activity.notice().choices == std::vector<std::string>{"Resume", "Leave the game"});
    tap(activity, Key::p);
    CHECK(activity.notice().title.empty());
    tap(activity, Key::p);
    tap(activity, Key::down);
    frames(activity, 60, 16'667);  // longer than keys are ignored for when the panel opens
    tap(activity, Key::enter);
    frames(activity, 5, 16'667);
    CHECK(activity.notice().title == "You left the game");
}

TEST_CASE_FIXTURE(ActivityFixture, "losing the focus pauses a local game, once") {
    NetActivity activity = make(PlayMode::alone);
    frames(activity, 200, 16'667);
    input.focused = false;
    frames(activity, 60, 16'667);
    CHECK(activity.notice().title == "Paused");
    input.focused = true;
    frames(activity, 60, 16'667);
    input.focused = false;
    frames(activity, 60, 16'667);
    CHECK(activity.notice().title == "Paused");
    // A player who resumes by pad, without the focus, is not paused again.
    input.pads[0].here = true;
    input.pads[0].pressed[static_cast<std::size_t>(platform::PadButton::start)] = true;
    frames(activity, 120, 16'667);
    CHECK(activity.notice().title.empty());
}

TEST_CASE_FIXTURE(ActivityFixture, "a focus that was lost before the first tick pauses the game at its start") {
    input.focused = false;
    NetActivity activity = make(PlayMode::alone);
    frames(activity, 200, 16'667);
    CHECK(activity.notice().title == "Paused");
    CHECK(activity.world()->clock.value < 60);
    // Regained in time, it has no effect.
    input.focused = false;
    NetActivity other = make(PlayMode::alone);
    frames(other, 1, 16'667);
    REQUIRE_FALSE(other.game()->has_game());
    input.focused = true;
    frames(other, 200, 16'667);
    CHECK(other.notice().title.empty());
}

TEST_CASE_FIXTURE(ActivityFixture, "a pad that is unplugged in a game pauses it and says so. An unused one does not") {
    for (const bool played : {true, false}) {
        CAPTURE(played);
        NetActivity activity = make(PlayMode::bot);
        input.pads[0].here = true;
        frames(activity, 200, 16'667);
        if (played) input.pads[0].x = 1;
        frames(activity, 60, 16'667);
        input.pads[0] = {};
        frames(activity, 150, 16'667);
        CHECK(activity.notice().title == (played ? "Paused" : ""));
        CHECK((activity.notice().line == "the gamepad was disconnected: plug it in, or use the keyboard") == played);
        if (!played) continue;
        const std::uint32_t clock = activity.world()->clock.value;
        input.pads[0].here = true;
        frames(activity, 60, 16'667);
        CHECK(activity.notice().line.empty());
        CHECK(activity.world()->clock.value == clock);
        input.pads[0].pressed[static_cast<std::size_t>(platform::PadButton::start)] = true;
        frames(activity, 120, 16'667);
        CHECK(activity.notice().title.empty());
    }
}

TEST_CASE_FIXTURE(ActivityFixture, "two at one keyboard") {
    NetActivity activity = make(PlayMode::two);
    frames(activity, 200, 16'667);
    const auto before = activity.world()->ships;
    hold(Key::w, true);
    hold(Key::down, true);
    frames(activity, 20, 16'667);
    CHECK(activity.world()->ships[0].at.y > before[0].at.y);
    CHECK(activity.world()->ships[1].at.y < before[1].at.y);
}

TEST_CASE_FIXTURE(ActivityFixture,
                  "of two at one keyboard, the player who paused controls the panel. After ten seconds both do") {
    constexpr int kTenSeconds = 600;
    struct Player {
        Key pause, up, down, fire;
    };
    Settings settings;
    settings.bindings.halves[1].of(Action::pause) = {Key::backspace};
    const std::array<Player, 2> players = {
        {{Key::p, Key::w, Key::s, Key::space}, {Key::backspace, Key::up, Key::down, Key::enter}}};
    for (std::size_t i = 0; i < 2; ++i) {
        CAPTURE(i);
        const Player owner = players[i], partner = players[1 - i];
        GameHostSetup setup;
        setup.play_mode = PlayMode::two;
        setup.names = {"Ada", "Grace"};
        scene::StageOptions stage;
        stage.names = setup.names;
        NetActivity activity(open_local_game(bodies, setup), picture, settings, stage);
        frames(activity, 200, 16'667);
        const auto title = [&] { return activity.notice().title; };
        const auto pause = [&] {
            tap(activity, owner.pause);
            for (int frame = 0; frame < 200 && title() != "Paused"; ++frame) frames(activity, 1, 16'667);
            REQUIRE(title() == "Paused");
        };
        pause();
        CHECK(activity.notice().line.find(setup.names[i] + " paused") == 0);
        for (const Key key : {partner.fire, partner.pause, partner.down, partner.fire}) {
            tap(activity, key);
            frames(activity, 60, 16'667);
            CHECK(title() == "Paused");
            CHECK(activity.notice().cursor == 0);
        }
        // The player's pad does no more than their keys.
        input.pads[1 - i].here = true;
        input.pads[1 - i].pressed.set(static_cast<std::size_t>(platform::PadButton::south));
        frames(activity, 60, 16'667);
        CHECK(title() == "Paused");
        input.pads = {};
        tap(activity, owner.down);
        CHECK(activity.notice().cursor == 1);
        tap(activity, owner.up);
        tap(activity, owner.fire);
        frames(activity, 200, 16'667);
        CHECK(title() == "");
        pause();
        frames(activity, kTenSeconds, 16'667);
        tap(activity, partner.down);
        CHECK(activity.notice().cursor == 1);
        tap(activity, partner.up);
        tap(activity, partner.fire);
        frames(activity, 200, 16'667);
        CHECK(title() == "");
    }
}

TEST_CASE_FIXTURE(ActivityFixture, "an unreachable server is reported, and the window stays open") {
    GameHostSetup setup;
    NetActivity activity(join_game(bodies, setup, {"127.0.0.1", 9}, "AAAAAA"), picture, Settings{}, {});
    frames(activity, 30, 16'667);
    CHECK(activity.notice().title == "Connecting");
    CHECK(activity.notice().line == "to 127.0.0.1:9");
    CHECK_FALSE(activity.look(*view, now));
    frames(activity, 16 * 60, 16'667);
    CHECK(activity.notice().title == "Connection failed");
    CHECK(activity.notice().line.find("does not answer") != std::string::npos);
    input.pressed.push_back(Key::enter);
    frames(activity, 1, 16'667);
    CHECK(activity.is_over());
}

TEST_CASE_FIXTURE(ActivityFixture, "a game plays sounds: the shots that are fired, and none after the player has left") {
    struct Counted final : audio::AudioOutput {
        explicit Counted(std::atomic<int>& shots) : shots_(shots) {}
        void start(std::size_t, audio::Voice voice, const audio::SoundParameters&) override {
            if (voice == audio::Voice::needle) ++shots_;
        }
        void adjust(std::size_t, const audio::SoundParameters&) override {}
        void stop(std::size_t) override {}
        bool is_playing(std::size_t) override { return false; }
        std::atomic<int>& shots_;
    };
    std::atomic<int> shots{0};
    audio::Audio audio{{.open = [&](const std::string&, const audio::Samples&, std::string&) { return std::make_unique<Counted>(shots); }}};
    const auto await = [](const auto& done) {
        for (const Micros until = client::UdpClient::now() + kTimeout; client::UdpClient::now() < until && !done();)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        REQUIRE(done());
    };
    await([&] { return audio.is_heard(); });
    NetActivity activity = make(PlayMode::alone);
    activity.listen(&audio);
    frames(activity, 200, 16'667);
    CHECK(shots == 0);
    hold(Key::space, true);
    frames(activity, 30, 16'667);
    await([&] { return shots > 0; });
    CHECK(audio.dropped() == 0);
}

TEST_CASE_FIXTURE(
    ActivityFixture,
    "Esc pauses, and leaving shows the result. The recording is kept and notes how slow the machine was") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("albireo_activity_" + std::to_string(getpid()));
    GameHostSetup setup;
    setup.play_mode = PlayMode::bot;
    setup.record_dir = folder.string();
    setup.speed = 50;
    std::string path;
    {
        NetActivity activity(open_local_game(bodies, setup), picture, Settings{}, {});
        frames(activity, 60, 16'667);
        const std::uint64_t before = activity.ticks();
        frames(activity, 240, 16'667);
        CHECK(static_cast<double>(activity.ticks() - before) == doctest::Approx(120).epsilon(0.03));
        tap(activity, Key::escape);
        frames(activity, 120, 16'667);
        CHECK(activity.notice().title == "Paused");
        CHECK(activity.notice().choices == std::vector<std::string>{"Resume", "Settings", "Restart", "Leave the game"});
        tap(activity, Key::escape);
        frames(activity, 120, 16'667);
        CHECK(activity.notice().title.empty());
        tap(activity, Key::escape);
        frames(activity, 120, 16'667);
        tap(activity, Key::up);
        tap(activity, Key::enter);
        CHECK(activity.notice().title == "You left the game");
        REQUIRE(activity.notice().rows.size() == 4);
        CHECK(activity.notice().rows[1].cells[0] == "GOLD");
        CHECK(activity.notice().rows[2].cells[0] == "Blue");
        const std::uint64_t left = activity.ticks();
        frames(activity, 60, 16'667);
        CHECK(activity.ticks() == left);
        CHECK_FALSE(activity.is_over());
        tap(activity, Key::down);
        tap(activity, Key::down);
        tap(activity, Key::enter);
        CHECK(activity.is_over());
        CHECK(activity.after() == Activity::After::watch);
        path = activity.replay_path();
        activity.parting()();
    }
    replays::Replay replay;
    CHECK(replays::open_replay(path, replay, replays::Partial::refuse).empty());
    REQUIRE_FALSE(replay.recording.notes.empty());
    CHECK(replay.recording.notes[0].kind == replays::NoteKind::speed);
    CHECK(replay.recording.notes[0].value == 50);
    CHECK(replay.recording.header.recorded_by == "albireo");
    fs::remove_all(folder);
}

TEST_CASE_FIXTURE(ActivityFixture, "the pad of the affected player shakes, and no other") {
    struct Pads final : platform::RumbleOutput {
        void shake(std::size_t pad, const platform::Rumble&) override { ++shaken[pad]; }
        std::array<int, platform::kPadsMax> shaken{};
    };
    Pads alone, two;
    NetActivity one = make(PlayMode::alone);
    one.set_rumble(&alone);
    NetActivity both = make(PlayMode::two);
    both.set_rumble(&two);
    // Into the rock, until it has hit.
    hold(Key::down, true);
    for (int i = 0; i < 60 && alone.shaken[0] == 0; ++i) frames(one, 20, 16'667);
    CHECK(alone.shaken[0] > 0);
    CHECK(alone.shaken[3] == alone.shaken[0]);
    // With two at the keyboard these keys are the second player's.
    for (int i = 0; i < 60 && two.shaken[1] == 0; ++i) frames(both, 20, 16'667);
    CHECK(two.shaken[1] > 0);
    CHECK(two.shaken[0] == 0);
}

TEST_CASE_FIXTURE(ActivityFixture, "the netgraph shows the traffic") {
    NetActivity activity = make(PlayMode::bot);
    Netgraph graph;
    std::uint64_t rebuilt = 0;
    float corrected = 0;
    for (int i = 0; i < 600; ++i) {
        frames(activity, 1, 16'667);
        graph.note(*activity.game(), 16.7F);
        rebuilt += static_cast<std::uint64_t>(graph.curve(Netgraph::kRebuilt).last());
        corrected += graph.curve(Netgraph::kCorrections).last();
    }
    const client::NetFigures& figures = activity.game()->figures();
    CHECK(graph.curve(Netgraph::kFrame).last() == doctest::Approx(16.7F));
    CHECK(graph.curve(Netgraph::kSent).last() == static_cast<float>(figures.sent.last_second()));
    CHECK(graph.curve(Netgraph::kSent).last() > 0);
    CHECK(graph.curve(Netgraph::kLead).last() == static_cast<float>(activity.game()->predictor().lead()));
    CHECK(rebuilt == figures.rebuilt_ticks);
    const client::Corrections& corrections = activity.game()->predictor().corrections();
    CHECK(corrected == static_cast<float>(corrections.shots_withdrawn + corrections.enemies_late));
    CHECK(graph.curve(Netgraph::kDigests).last() <= 60);
    REQUIRE_FALSE(graph.rows().empty());
    CHECK(graph.rows()[1].value == std::to_string(figures.digests_checked));
    CHECK(figures.digests_checked > 5);
    // In another game, no figure of the last one counts as new.
    NetActivity other = make(PlayMode::bot);
    frames(other, 200, 16'667);
    graph.note(*other.game(), 16.7F);
    CHECK(graph.curve(Netgraph::kRebuilt).last() <= static_cast<float>(other.game()->figures().rebuilt_ticks));
}
