#include "client/app/screens/live_pictures.hpp"

#include <array>
#include <memory>
#include <vector>

#include "client/app/replay_viewer/watch_activity.hpp"
#include "client/app/screens/draw.hpp"
#include "client/app/screens/staged_live_game.hpp"
#include "client/app/screens/staging.hpp"
#include "client/words/words.hpp"
#include "proto/join_code.hpp"

namespace albireo::app {
namespace {

using platform::Key;
using replays::Spectator;

constexpr std::array<const char*, 3> kOthers = {"Benjamin Bunny", "Maximilian Mayer", "Anna"};  // who watch too

/// A person's game, and a spectator of it who sees what the program shows them.
struct LiveShow {
    LiveShow(Studio& with, bot::BodyStore& bodies) : studio(with), game(with.picture(), bodies, setup()) {
        game.set_visuals(studio.visuals());
        view->visuals = studio.visuals();
        game.run_until("the lobby", [this] { return !code().empty(); });
        ReplayActivity::Setup shown;
        shown.taken.picture = &studio.picture();
        shown.taken.bodies = &bodies;
        shown.taken.settings.text_scale = studio.usual_percent();
        live = std::make_shared<StagedLiveGame>(Spectator::Options{.code = code(), .delay_ms = 3'000, .name = "Ben"}, game.host().connect());
        activity = std::make_unique<WatchActivity>(live, proto::watch_code_text(code()), std::move(shown));
    }
    static GameHostSetup setup() {
        GameHostSetup setup;
        setup.names = {"Anna", "Benjamin Bunny"};
        return setup;
    }
    std::string code() { return game.activity().game()->watch_code(); }
    void frame() {
        game.advance();
        for (const auto& each : others) each->advance(game.now());
        activity->advance(input, game.now());
        if (auto next = activity->next()) activity = std::move(next);
        activity->look(*view, game.now());
        studio.advance(*view);
        view->bursts.clear();
        input.next_frame();
        game.look();
    }
    void run(double seconds) {
        for (const Micros until = game.now() + static_cast<Micros>(seconds * 1e6); game.now() < until;) frame();
    }
    void run_until(const std::string& what, const std::function<bool()>& is_done) {
        const Micros began = game.now();
        while (!is_done()) {
            if (game.now() - began > 60 * proto::kMicrosPerSecond) throw PictureError{"never seen within a minute: " + what};
            frame();
        }
    }
    void press(Key key) {
        input.pressed.push_back(key);
        run(0.1);
    }
    void shoot(const std::string& name) {
        const bool is_seen = activity->replay() != nullptr;
        studio.shoot("viewer-live-" + name, is_seen ? view.get() : nullptr, [&](ui::Overlay& overlay) { draw_activity(overlay, *activity, input); });
    }
    /// The same moment as the players see it.
    void shoot_players(const std::string& name) {
        studio.shoot("viewer-live-players-" + name, game.view(), [&](ui::Overlay& overlay) { draw_activity(overlay, game.activity(), game.input); });
    }

    Studio& studio;
    Staging game;
    std::shared_ptr<StagedLiveGame> live;
    std::vector<std::unique_ptr<StagedLiveGame>> others;
    std::unique_ptr<Activity> activity;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    platform::Input input;
};

/// A spectator who comes late, over a slow link, has to receive much before there is something to see.
void shoot_receiving(LiveShow& show) {
    auto late = std::make_shared<StagedLiveGame>(Spectator::Options{.code = show.code()}, impaired_link({.delay = 400'000})(show.game.host().connect()));
    WatchActivity activity(late, proto::watch_code_text(show.code()), {});
    show.run_until("a recording that arrives", [&] {
        activity.advance({}, show.game.now());
        return activity.notice().line == tr("receiving the first seconds");
    });
    show.studio.shoot("viewer-live-receiving", nullptr, [&](ui::Overlay& overlay) { draw_activity(overlay, activity, show.input); });
    activity.leave(show.game.now());
}

/// A code of no game, with the ways on which a server was looked for before.
void shoot_refusal(Studio& studio, bot::BodyStore& bodies) {
    Staging game(studio.picture(), bodies, LiveShow::setup());
    auto live = std::make_shared<StagedLiveGame>(Spectator::Options{.code = "K7QF2MXA"}, game.host().connect());
    WatchActivity activity(live, "K7QF-2MXA", {});
    game.run_until("a refusal", [&] {
        activity.advance({}, game.now());
        return !live->failure().empty();
    });
    const auto shoot = [&](const std::string& name) {
        studio.shoot("viewer-live-" + name, nullptr, [&](ui::Overlay& overlay) { draw_activity(overlay, activity, studio.input); });
    };
    shoot("refused");
    SearchFacts facts{.addresses = {{"203.0.113.5", 40123}, {"2001:db8:4f2a:91c3:a8b7:6d5e:f1c2:3b4d", 7777}, {"192.168.1.20", 7777}}, .rendezvous = reach::Address{"play.example.org", 7777}};
    facts.network = facts.at(reach::AddressKind::public_ipv4) = facts.at(reach::AddressKind::private_ip) = SearchFacts::Asked::silent;
    facts.at(reach::AddressKind::ipv6) = SearchFacts::Asked::no_route;
    facts.server = SearchFacts::Server::answered;
    facts.meeting = reach::JoinMeeting::State::failed;
    facts.failure = reach::JoinMeeting::Failure::host_silent;
    activity.tell_search(ways_of(facts));
    shoot("refused-after-search");
    studio.use_large_text();
    shoot("refused-large");
    studio.use_usual_text();
}

}  // namespace

void shoot_live_viewer(Studio& studio, bot::BodyStore& bodies) {
    LiveShow show(studio, bodies);
    show.shoot("connecting");
    show.run_until("a spectator who waits for the game", [&] { return show.live->spectator()->state() == Spectator::State::waiting; });
    show.shoot("waiting");
    for (const char* const name : kOthers) show.others.push_back(std::make_unique<StagedLiveGame>(Spectator::Options{.code = show.code(), .name = name}, show.game.host().connect()));
    show.run(1);
    show.shoot_players("lobby");
    show.game.host().seat_friend(true);
    show.run_until("the live game", [&] { return show.activity->replay() != nullptr; });
    show.run(6);
    show.shoot("now");
    show.shoot_players("game");
    shoot_receiving(show);
    show.press(Key::home);
    show.run(5);  // past the level's title
    show.shoot("behind");
    show.press(Key::space);
    show.shoot("paused");
    show.press(Key::end);
    show.press(Key::space);
    show.game.press(Key::p);
    show.run(1);
    show.shoot_players("paused");
    show.game.press(Key::p);
    show.run(1);
    show.game.host().server_speaks = false;
    show.run_until("a server that no longer answers", [&] { return !show.live->failure().empty(); });
    show.run(0.2);
    show.shoot("lost");
    shoot_refusal(studio, bodies);
}

}  // namespace albireo::app
