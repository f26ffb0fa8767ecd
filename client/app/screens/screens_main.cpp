// One file: the screens in the order in which a player meets them.
// albireo-screens: a picture of every screen and of every notice for players, without a display.

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iostream>

#include "client/app/activities/interlude_words.hpp"
#include "client/app/inspector/inspector.hpp"
#include "client/app/inspector/tools.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/screens/draw.hpp"
#include "client/app/screens/ending_pictures.hpp"
#include "client/app/screens/live_pictures.hpp"
#include "client/app/screens/menu_pictures.hpp"
#include "client/app/screens/search_pictures.hpp"
#include "client/app/screens/shot_game.hpp"
#include "client/app/screens/studio.hpp"
#include "client/app/screens/viewer_pictures.hpp"
#include "client/words/catalog.hpp"
#include "client/words/languages.hpp"
#include "client/words/format.hpp"
#include "client/scene/ghost.hpp"
#include "client/scene/stage.hpp"
#include "console/arguments.hpp"
#include "console/run_program.hpp"

namespace {

using namespace albireo;
using namespace albireo::app;
using platform::Key;

/// Boards that say the same of every game.
struct StandInBoards final : Boards {
    ShownBoard board(const ScoreBoard&) override { return {}; }
    ShownRecording recording(std::int64_t) override { return {}; }
    void submit(const std::string&) override {}
    Submission submission(const std::string&) const override { return said; }
    Submission said;
};

/// What has become of the game, on the panel of its results.
void shoot_verdicts(ShotGame& game) {
    using State = Submission::State;
    StandInBoards boards;
    game.activity().use_boards(&boards);
    const auto shoot = [&](const Submission& said, const std::string& name) {
        boards.said = said;
        game.shoot("results-" + name);
    };
    shoot({.state = State::counts, .place = 3, .of = 57}, "place");
    shoot({.state = State::counts, .place = 3, .of = 57, .earned = {"cleared", "one-credit", "alone", "in-the-storm", "dust"}}, "earned");
    constexpr std::array<std::pair<State, const char*>, 6> kOthers = {{{State::unfinished, "unfinished"}, {State::sending, "sending"}, {State::silent, "silent"},
                                                                       {State::busy, "busy"}, {State::too_often, "too-often"}, {State::unreadable, "unreadable"}}};
    for (const auto& [state, name] : kOthers) shoot({.state = state}, name);
    for (std::size_t i = 0; i < scores::kRefusalCount; ++i) {
        const auto refusal = static_cast<scores::Refusal>(i);
        shoot({.state = State::refused, .refusal = refusal}, "refused-" + std::string(scores::name_of(refusal)));
    }
    boards.said = {.state = State::refused, .refusal = scores::Refusal::other_core};
    game.shoot_large("results-refused-large");
    game.activity().use_boards(nullptr);
}

/// The ships of an earlier game beside those of this one.
void show_rivals(ShotGame& game) {
    const World& world = *game.activity().world();
    auto rivals = std::make_shared<scene::Ghost>();
    rivals->names = "Carla, Dietmar";
    rivals->moments.resize(world.clock.value + 600, {.at = {math::Vec2{-7.5F, 3.4F}, math::Vec2{-5.2F, -2.6F}}, .score = 12'340, .flying = 3});
    game.activity().stage()->options().ghost = rivals;
    game.run(0.3);
    game.shoot("race");
    game.activity().stage()->options().ghost.reset();
}

void shoot_games(Studio& studio, bot::BodyStore& bodies) {
    GameHostSetup setup;
    setup.names = {"Anna", "Benjamin Bunny"};
    setup.ready_at_once = false;
    setup.rendezvous = "play.example.org:7777";
    ShotGame game(studio, bodies, setup);
    game.host().server_speaks = false;
    game.run(5);
    game.shoot("connecting");
    game.host().server_speaks = true;
    game.run(1);
    game.shoot("lobby-alone");
    const auto shoot_lobby = [&](const std::string& name) { game.run(0.1), game.shoot("lobby-" + name); };
    game.host().mapped = {.state = reach::PortMapping::State::granted, .by = "NAT-PMP", .address = 0x057100cb, .port = 40123};
    for (const auto& [probe, name] : {std::pair{reach::PortProbe::none, "untried"}, std::pair{reach::PortProbe::asking, "tried"}, std::pair{reach::PortProbe::closed, "closed"}, std::pair{reach::PortProbe::elsewhere, "elsewhere"}, std::pair{reach::PortProbe::open, "open"}}) {
        game.host().mapped.probe = probe;
        shoot_lobby("mapped-" + std::string(name));
    }
    game.host().mapped = {};
    game.host().has_ipv6 = true;
    shoot_lobby("ipv6");
    for (const auto& [probe, name] : {std::pair{reach::PortProbe::none, "untried"}, std::pair{reach::PortProbe::open, "open"}}) {
        game.host().mapped.pinholes = {{.by = "UPnP", .probe = probe}};
        shoot_lobby("pinhole-" + std::string(name));
    }
    game.host().mapped = {};
    game.host().has_ipv6 = false;
    for (const auto& [state, name] : {std::pair{reach::Enrolment::asking, "asking"}, std::pair{reach::Enrolment::enrolled, "enrolled"}, std::pair{reach::Enrolment::failed, "failed"}}) {
        game.host().enrolled = state;
        shoot_lobby("rendezvous-" + std::string(name));
    }
    // The longest invitation that there is.
    game.host().mapped = {.state = reach::PortMapping::State::granted, .by = "NAT-PMP", .address = 0x057100cb, .port = 40123};
    game.host().has_ipv6 = game.host().has_many_networks = true;
    shoot_lobby("longest");
    game.shoot_large("lobby-longest-large");
    game.host().mapped = {};
    game.host().has_ipv6 = game.host().has_many_networks = false;
    game.host().seat_friend(false);
    game.run(2.5);
    game.shoot("lobby-both");
    game.press(Key::enter);
    game.run(0.5);
    game.shoot("lobby-ready");
    // From here on the friend is ready at once.
    setup.ready_at_once = true;
    ShotGame unsteered(studio, bodies, setup);
    unsteered.run(1);
    unsteered.host().seat_friend(true);
    unsteered.run_until("a hit", [&] { return unsteered.activity().shown_hit().picture != nullptr; });
    unsteered.run(0.6);
    unsteered.shoot("hit-before");
    unsteered.run(0.8);
    unsteered.shoot("hit");
    // A bot plays until a friend joins.
    GameHostSetup with_bot = setup;
    with_bot.names[1] = tr("Bot");
    ShotGame open(studio, bodies, with_bot);
    open.run(1);
    open.host().seat_friend(true);
    open.run(9);
    open.host().bot_keeps_seat = true;
    open.shoot("with-code");
    open.press(Key::p);
    open.run(1);
    open.shoot("paused-with-code");
    open.shoot_large("paused-with-code-large");
    ShotGame play(studio, bodies, setup);
    play.run(1);
    play.host().seat_friend(true);
    play.run(11);
    play.press(Key::n3);
    play.run(0.3);
    play.shoot("calls");
    show_rivals(play);
    voice::Status talk{.is_on = true, .is_partner_on = true, .speaks = true, .partner_speaks = true, .level = 0.4F, .partner_level = 0.8F};
    play.activity().show_voice(talk);
    play.run(3);
    play.shoot("voice");
    play.shoot_large("voice-large");
    talk.is_partner_muted = true;
    talk.speaks = false;
    play.activity().show_voice(talk);
    play.shoot("voice-muted");
    talk.has_microphone = false;
    play.activity().show_voice(talk);
    play.shoot("voice-no-microphone");
    play.activity().show_voice({});
    play.press(Key::p);
    play.run(1);
    play.shoot("paused");
    play.shoot_large("paused-large");
    play.press(Key::p);
    play.run(1);
    play.host().friend_speaks = false;
    play.run(2.5);
    play.shoot("waiting-for-partner");
    play.run(2);
    play.shoot("partner-slow");
    play.run(8);
    play.shoot("partner-gone");
    play.host().friend_speaks = true;
    play.run(1.5);
    play.shoot("partner-back");
    play.host().friend_leaves(play.now());
    play.run(1.5);
    play.shoot("partner-left");
    play.host().server_speaks = false;
    play.run(6);
    play.shoot("connection-lost");
    play.host().server_speaks = true;
    // No one steers: the ships are lost one after another.
    for (int i = 0; i < 400 && play.notice().title != tr("Continue?"); ++i) play.run(1);
    play.shoot("continue");
    play.run(1);  // a panel that opens by itself ignores Enter at first
    play.press(Key::down);
    play.press(Key::enter);
    play.run(0.2);
    play.shoot("results");
    shoot_verdicts(play);
    play.shoot_large("results-large");
    GameHostSetup alone;
    alone.play_mode = PlayMode::alone;
    alone.names = {"Anna", "Benjamin Bunny"};
    scene::StageOptions shown;
    shown.names = alone.names;
    NetActivity own(open_local_game(bodies, alone), studio.picture(), Settings{}, shown);
    const auto own_view = std::make_unique<scene::View>();
    own_view->visuals = studio.visuals();
    platform::Input input;
    for (int i = 0; i < 260; ++i) {
        if (i == 200) input.pressed.push_back(Key::p);
        own.advance(input, 1'000'000 + i * proto::kMicrosPerTick);
        own.look(*own_view, 1'000'000 + i * proto::kMicrosPerTick);
        input.next_frame();
    }
    studio.shoot("game-paused-alone", own_view.get(), [&](ui::Overlay& overlay) { draw_activity(overlay, own, studio.input); });

    Fault fault;
    parse_fault("480:earnings[0].score@memory", fault);
    ShotGame wrong(studio, bodies, setup, {.fault = fault});
    wrong.run(1);
    wrong.host().seat_friend(true);
    wrong.run_until("a desync that is healed", [&] { return wrong.notice().line.starts_with(tr("back in sync with the server")); });
    wrong.run(0.2);
    wrong.shoot("resynchronised");

    GameHostSetup lost;
    NetActivity failed(join_game(bodies, lost, {"127.0.0.1", 9}, "K7QF2M"), studio.picture(), Settings{}, {});
    for (Micros now = 0; now < 16'000'000; now += 100'000) failed.advance(studio.input, now);
    studio.shoot("game-failed", nullptr, [&](ui::Overlay& overlay) { draw_activity(overlay, failed, studio.input); });
    shoot_search(studio, failed);
}

/// A game of the campaign until its intro is skipped, and some moments of the intro and the ending.
void shoot_interludes(Studio& studio, bot::BodyStore& bodies) {
    using Kind = scene::Interlude::Kind;
    const auto view = std::make_unique<scene::View>();
    const auto shoot = [&](Kind kind, const char* level_name, const char* name, std::initializer_list<int> seconds) {
        const Level level = level_named(level_name);
        scene::Interlude interlude(level, studio.picture().load_cast(level), {.kind = kind});
        int frame = 0;
        for (const int second : seconds) {
            for (; frame < second * 60; ++frame) {
                interlude.look(static_cast<float>(frame) / 60, *view);
                studio.advance(*view);
            }
            interlude.look(static_cast<float>(second), *view);
            Notice notice = notice_of(Panel::interlude);
            notice.captions = captions_of(kind, static_cast<float>(second), {"Anna", "Benjamin Bunny"});
            studio.shoot("interlude-" + std::string(name) + (second < 10 ? "-0" : "-") + std::to_string(second), view.get(),
                         [&](ui::Overlay& overlay) { draw_captions(overlay, notice); });
        }
    };
    shoot(Kind::intro, "the_cut", "intro", {2, 5, 8, 12, 17, 20, 22});
    shoot(Kind::ending, "the_hive", "ending", {3, 6, 10, 15, 22, 26, 32, 36});
    GameHostSetup setup;
    setup.level = "campaign";
    setup.names = {"Anna", "Benjamin Bunny"};
    ShotGame game(studio, bodies, setup);
    game.run(1);
    game.host().seat_friend(true);
    game.run(4);
    studio.shoot("interlude-campaign", game.view(), [&](ui::Overlay& overlay) { draw_activity(overlay, game.activity(), game.input); });
    game.press(Key::enter);
    game.run(5);
    studio.shoot("interlude-skipped", game.view(), [&](ui::Overlay& overlay) { draw_activity(overlay, game.activity(), game.input); });
}

/// The screens of a friend who joins by the code: the lobby, or a running game on a level that they do not have.
void shoot_joiner(Studio& studio, bot::BodyStore& bodies) {
    using State = GameClient::State;
    GameHostSetup setup;
    setup.names = {"Benjamin Bunny", "Anna"};
    setup.ready_at_once = false;
    ShotGame lobby(studio, bodies, setup, {.joins = true});
    lobby.run(2.5);
    lobby.shoot("joiner-lobby");
    setup.ready_at_once = true;
    ShotGame late(studio, bodies, setup,
                  {.joins = true, .runs = true, .has_level = false, .between = impaired_link({.delay = 400'000})});
    const auto state = [&] { return late.activity().game()->state(); };
    late.run_until("the level's transfer", [&] { return state() == State::loading; });
    late.run(0.2);
    late.shoot("joiner-level");
    late.run_until("the world's transfer", [&] { return state() == State::waiting; });
    late.run(0.2);
    late.shoot("joiner-world");
    late.run_until("the game", [&] { return late.view() != nullptr && late.activity().ticks() > 2 * kTicksPerSecond; });
    late.shoot("joiner-plays");
}

void shoot_tools(Studio& studio, bot::BodyStore& bodies) {
    // A link that gives the netgraph something to show: 120 ms round trip, and a loss of a tenth.
    const auto bad = impaired_link({.loss_ppm = 100'000, .burst_mean = 2, .delay = 60'000, .jitter = 15'000});
    ShotGame play(studio, bodies, {}, {.between = bad});
    play.run(2);
    play.host().seat_friend(true);
    Tools tools(bodies);
    play.run(12);
    constexpr int kFrames = 260;  // more than the length of a curve
    for (const auto& [key, name] : {std::pair{Key::f3, "netgraph"}, std::pair{Key::f4, "inspector"}}) {
        for (int i = 0; i < kFrames; ++i) {
            platform::Input input;  // for the tools
            if (i == 0) input.pressed.push_back(key);
            std::array<std::chrono::steady_clock::time_point, FrameTimes::kParts> at;
            at[0] = std::chrono::steady_clock::now();
            play.advance();
            at[1] = std::chrono::steady_clock::now();
            play.look();
            at[2] = std::chrono::steady_clock::now();
            const auto draw = [&](ui::Overlay& overlay) { tools.draw(overlay, input, play.activity(), 16.7F); };
            i == kFrames - 1 ? studio.shoot("tools-" + std::string(name), play.view(), draw) : studio.draw(draw);
            at[3] = std::chrono::steady_clock::now();
            FrameTimes::Times times{};
            for (std::size_t part = 0; part < 3; ++part) {
                times[part] = std::chrono::duration<float, std::milli>(at[part + 1] - at[part]).count();
            }
            if (i != kFrames - 1) tools.times().add(times);  // the last one is written to a file, too
        }
    }
    for (int page = 1; page < Inspector::kPages; ++page) {
        const auto draw = [&](ui::Overlay& overlay) { tools.draw(overlay, play.input, play.activity(), 16.7F); };
        tools.inspector().turn_to(page);
        for (int i = 0; i < 3; ++i) studio.draw(draw);  // a new page appears a frame later
        studio.shoot("tools-inspector-" + std::to_string(page), play.view(), draw);
    }
}

int run(int argc, char** argv) {
    std::string folder, size = "640x360", language = "en", only, graphics = "auto", text = "100", hud = "100", replay = "replays/golden/coop-standard.replay";
    console::Arguments line{
        "Renders every screen and every message of Albireo as pictures, without a display.",
        "albireo-screens"};
    line.set_version("albireo-screens " ALBIREO_VERSION);
    line.add_option("DIR", folder, "folder for the pictures; without it, only the texts of the screens are checked");
    line.add_option("--only", only, "only screens whose names begin with this, such as game-lobby");
    line.add_option("--size", size, "WIDTHxHEIGHT")->shows_default();
    line.add_option("--graphics", graphics, "full: OpenGL 4.5; portable: 3.3; es: OpenGL ES 3.0; auto: the first of these that works here")
        ->one_of({gpu::kGraphicsNames.begin(), gpu::kGraphicsNames.end()});
    line.add_option("--language", language, "language of the screens: en, de, fr, es, ja; or brackets: texts that are translated are in brackets, and others are faults");
    line.add_option("--text", text, "size of small text in percent, as in the settings")->one_of({"75", "100", "125", "150"})->shows_default();
    line.add_option("--hud", hud, "size of the HUD in percent, as in the settings")->one_of({"75", "100", "125", "150"})->shows_default();
    line.add_option("--replay", replay, "replay for the screens of the viewer")->shows_default();
    if (const int code = line.parse(argc, argv); code >= 0) return code;
    int width = 0, height = 0;
    try {
        if (!parse_size(size, width, height))
            throw PictureError{"--size " + size + ": expected WIDTHxHEIGHT, such as 640x360"};
        if (language == "brackets") {
            words::use_catalog(&words::Catalog::brackets());
        } else if (const std::string fault = words::use_language(language); !fault.empty() || words::language() != language) {
            throw PictureError{fault.empty() ? "--language " + language + ": there is no such language" : fault};
        }
        const auto wants = [&](std::string_view group) { return group.starts_with(only) || only.starts_with(group); };
        const bool wants_viewer = wants("viewer") || wants("taken");
        // The viewer's screens come last, minutes after the first.
        if (wants_viewer && !std::ifstream(replay)) throw PictureError{"--replay " + replay + ": cannot be opened"};
        Studio studio(folder, width, height, gpu::graphics_named(graphics));
        studio.only = only;
        studio.set_usual_text({.small_scale = std::stof(text) / 100, .hud_scale = std::stof(hud) / 100});
        bot::BodyStore bodies;
        if (wants("menu-") || wants("hud-")) shoot_menus(studio);
        if (wants("game-")) shoot_games(studio, bodies);
        if (wants("game-joiner")) shoot_joiner(studio, bodies);
        if (wants("game-")) shoot_endings(studio, bodies);
        if (wants("interlude-")) shoot_interludes(studio, bodies);
        if (wants_viewer) shoot_replay_viewer(studio, bodies, replay);
        if (wants("viewer-live")) shoot_live_viewer(studio, bodies);
        if (wants("tools-")) shoot_tools(studio, bodies);
        if (studio.count() == 0) throw PictureError{"--only '" + only + "': no screen's name begins with that"};
        std::cerr << studio.count() << " screens" << (folder.empty() ? ", texts only" : " in " + folder) << '\n';
        for (const std::string& fault : studio.faults()) std::cerr << "albireo-screens: " << fault << '\n';
        return studio.faults().empty() ? 0 : 1;
    } catch (const PictureError& error) {
        std::cerr << "albireo-screens: " << error.text << '\n';
        return error.exit_code;
    } catch (const gpu::ContextError& error) {
        std::cerr << "albireo-screens: " << error.text << '\n';
        return 3;
    } catch (const gpu::ShaderError& error) {
        std::cerr << "albireo-screens: " << error.text << '\n';
        return 2;
    }
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-screens", [&] { return run(argc, argv); });
}
