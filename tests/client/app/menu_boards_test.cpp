// Goal: the menu names the board of what is chosen, and shows a board only beside a level.
#include <doctest/doctest.h>

#include "client/app/menu/menu.hpp"

using namespace albireo::app;
using albireo::platform::Key;

namespace {

struct Fixture {
    Settings settings;
    Menu menu{settings, {{"one", "One"}, {"two", "Two"}}};
    void press(std::initializer_list<Key> keys) {
        for (const Key key : keys) {
            albireo::platform::Input input;
            input.pressed.push_back(key);
            menu.advance(input, 1.0F / 60);
        }
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a level's board is that of the chosen level, difficulty and number of players") {
    CHECK_FALSE(menu.score_board());
    press({Key::enter});
    CHECK((menu.score_board() == ScoreBoard{.level = "one", .is_pair = true}));  // with a bot
    press({Key::right, Key::down});
    CHECK((menu.score_board() == ScoreBoard{.level = "two", .is_pair = false}));
    // All levels share the line for the difficulty, so the last choice stays.
    press({Key::down, Key::up, Key::up});
    press({Key::down, Key::down, Key::down, Key::right});
    CHECK((menu.score_board() == ScoreBoard{.level = "two", .difficulty = albireo::Difficulty::storm, .is_pair = true}));
    menu.set_scores(BoardPanel{.title = "Best games"});
    CHECK(menu.scores() != nullptr);
    press({Key::escape});
    CHECK(menu.scores() == nullptr);
    press({Key::down, Key::enter});
    CHECK((menu.score_board() == ScoreBoard{.level = "two", .difficulty = albireo::Difficulty::storm, .is_pair = true}));
    Menu other(settings, {{"tutorial", "Tutorial"}, {"campaign", "Campaign"}});
    other.show("", "levels");
    CHECK_FALSE(other.score_board());
    albireo::platform::Input input;
    input.pressed.push_back(Key::right);
    other.advance(input, 1.0F / 60);
    CHECK(other.score_board()->level == "the_cut");  // whose first level counts
}
