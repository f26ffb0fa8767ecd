#include "client/app/screens/ending_pictures.hpp"

#include <memory>

#include "client/app/screens/shot_game.hpp"
#include "client/words/words.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {
namespace {

using platform::Key;

/// Two seconds long, in the place of a level of the game that takes minutes.
void offer_brief(server::Levels& levels, const std::string& name, const std::string& title) {
    auto level = script::compile_level("level { name = \"" + title + R"(", backdrop = "dunes", ticks = 120 }
        use "scenery"
        canyon_start { floor = -7, ceiling = 12, seed = 3 }
        for i = 1, 4 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end
    )", name + ".lua", Difficulty::standard, script::builtin_source);
    if (!level.error.empty()) throw PictureError{level.error};
    levels.offer(name, Difficulty::standard, std::make_shared<const Level>(std::move(level.level)));
}

/// The levels with the longest titles.
StagedPlan brief_levels() {
    return {.offer = [](server::Levels& levels) {
        offer_brief(levels, "the_cut", "The Cut");
        offer_brief(levels, "shelf_sea", "Shelf Sea");
        if (const std::string error = levels.set_campaign({"the_cut", "shelf_sea"}); !error.empty()) throw PictureError{error};
    }};
}

GameHostSetup friends_in(const std::string& level) {
    GameHostSetup setup;
    setup.level = level;
    setup.names = {"Anna", "Benjamin Bunny"};
    setup.ready_at_once = true;
    return setup;
}

void run_until_title(ShotGame& game, const std::string& title) {
    game.run_until(title, [&] { return game.notice().title == title; });
    game.run(0.2);
}

void shoot_cleared(Studio& studio, bot::BodyStore& bodies) {
    ShotGame game(studio, bodies, friends_in("the_cut"), brief_levels());
    game.run(1);
    game.host().seat_friend(true);
    run_until_title(game, tr("Cleared"));
    game.shoot("end-cleared");
    game.shoot_large("end-cleared-large");
    game.host().friend_wants("shelf_sea");
    game.run_until("the partner's wish", [&] { return !game.notice().line.empty(); });
    game.shoot("end-partner-wants-next");
    game.shoot_large("end-partner-wants-next-large");
}

void shoot_campaign(Studio& studio, bot::BodyStore& bodies) {
    ShotGame game(studio, bodies, friends_in("campaign"), brief_levels());
    game.run(1);
    game.host().seat_friend(true);
    game.run(2);
    game.press(Key::enter);  // skips the intro
    run_until_title(game, tr("Cleared"));
    game.shoot("end-of-a-level");
    game.shoot_large("end-of-a-level-large");
}

/// Nobody steers.
void shoot_lost(Studio& studio, bot::BodyStore& bodies) {
    ShotGame game(studio, bodies, friends_in("the_cut"));
    game.run(1);
    game.host().seat_friend(true);
    game.run(4);
    game.press(Key::p);
    game.run(1);
    game.host().friend_wants_restart();
    game.run(0.5);
    game.shoot("paused-partner-wants-restart");
    game.press(Key::p);
    game.host().friend_leaves(game.now());
    for (int i = 0; i < 400 && game.notice().title != tr("Game over"); ++i) game.run(1);
    game.run(0.2);
    game.shoot("end-over");
}

}  // namespace

void shoot_endings(Studio& studio, bot::BodyStore& bodies) {
    GameHostSetup slow = friends_in("the_cut");
    slow.shared_speed = 75;
    slow.ready_at_once = false;
    ShotGame lobby(studio, bodies, slow);
    lobby.run(1);
    lobby.shoot("lobby-slower");
    lobby.shoot_large("lobby-slower-large");
    shoot_cleared(studio, bodies);
    shoot_campaign(studio, bodies);
    shoot_lost(studio, bodies);
}

}  // namespace albireo::app
