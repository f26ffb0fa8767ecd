// Goal: every panel of a game with others works by keyboard alone, by pad alone and by mouse alone, and each choice
// does the same by all three.
#include <doctest/doctest.h>

#include <functional>
#include <vector>

#include "tests/client/app/scripted_game.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Input;
using platform::Key;
using platform::PadButton;

namespace {

enum class Device : std::uint8_t { keyboard, pad, mouse };
constexpr Device kDevices[] = {Device::keyboard, Device::pad, Device::mouse};

struct Choice {
    const char* text;
    const char* leads_to;  // as where() names it
};
struct Row {
    const char* title;
    std::function<void(ScriptedGame&)> stage;
    std::vector<Choice> choices;
    const char* back_leads_to;  // null: back does not answer this panel
};

void wait_in_lobby(ScriptedGame& game) {
    game.game_host.let_in();
    game.frames(60);
}

void paused_by_partner(ScriptedGame& game) {
    game.play();
    game.partner_plays(61, Command::pause);
    for (int i = 0; i < 200 && game.activity.notice().title != "Paused"; ++i) game.partner_plays(1);
}

/// The partner has paused, long enough ago that both players may end the pause.
void paused(ScriptedGame& game) {
    paused_by_partner(game);
    for (int i = 0; i < 610; ++i) game.partner_plays(1);
}

void over(ScriptedGame& game) {
    game.game_host.let_in();
    game.frames(2);
    const auto world = game.game_host.first_world();
    world->flow.over_wait = 1;
    game.game_host.resume(*world);
    for (int i = 0; i < 60; ++i) game.partner_plays(1);
}

void cut_off(ScriptedGame& game) {
    game.play();
    game.game_host.speaks = false;
    for (int i = 0; i < 600 && game.activity.notice().title != "Connection lost"; ++i) game.frames(1);
}

void results(ScriptedGame& game) {
    game.game_host.is_host = true;
    game.play();
    game.game_host.say(proto::Bye{proto::ByeReason::server_closing});
    game.game_host.say(proto::Ended{.outcome = proto::Outcome::left, .tick = {}});
    game.frames(60);
}

void silent(ScriptedGame& game) {
    game.game_host.speaks = false;
    game.frames(60);
}

void without_level(ScriptedGame& game) {
    game.game_host.has_level = false;
    wait_in_lobby(game);
}

void refused(ScriptedGame& game) {
    game.game_host.say(proto::Refused{.reason = proto::Refusal::server_full, .text = {}});
    game.frames(60);
}

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows = {
        {"Connecting", silent, {{"Cancel", "gone"}}, "gone"},
        {"Joining", without_level, {{"Cancel", "gone"}}, "gone"},
        {"Code K7QF2M", wait_in_lobby, {{"Ready", "Code K7QF2M: Leave the game"}, {"Leave the game", "gone"}}, "gone"},
        {"Paused", paused, {{"Resume", "the game"}, {"Settings", "Paused: Resume"}, {"Leave the game", "You left the game: Main menu"}}, nullptr},
        {"Continue?", over, {{"Continue", "the game"}, {"Leave the game", "You left the game: Main menu"}}, nullptr},
        {"Connection lost", cut_off, {{"Leave the game", "You left the game: Main menu"}}, "You left the game: Main menu"},
        {"The game has ended",
         results,
         {{"Main menu", "gone"}, {"Play again", "gone, another one"}, {"Watch the replay", "gone, to watch"}},
         "gone"},
        {"Connection failed", refused, {{"Back", "gone"}}, "gone"},
    };
    return kRows;
}

std::string where(const ScriptedGame& game) {
    if (game.activity.is_over()) {
        const Activity::After after = game.activity.after();
        return after == Activity::After::again   ? "gone, another one"
               : after == Activity::After::watch ? "gone, to watch"
                                              : "gone";
    }
    const Notice notice = game.activity.notice();
    return notice.title.empty() ? "the game" : notice.title + ": " + notice.choices.front();
}

void press(ScriptedGame& game, Device by, Key key, PadButton button) {
    if (by == Device::keyboard) game.input.pressed.push_back(key);
    if (by == Device::pad) {
        game.input.pads[0].here = true;
        game.input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
    }
    game.frames(1);
}

void choose(ScriptedGame& game, Device by, std::size_t choice) {
    if (by == Device::mouse) {
        game.activity.point_at(choice, true);
        game.input.mouse_moved = game.input.mouse_pressed = true;
        return game.frames(1);
    }
    for (int i = 0; i < 10 && game.activity.notice().cursor != choice; ++i) press(game, by, Key::down, PadButton::down);
    press(game, by, Key::enter, PadButton::south);
}

/// Runs the game until the panel is closed: a request takes effect after as many ticks as its sender's lead.
void wait_for_it(ScriptedGame& game, const std::string& panel) {
    for (int i = 0; i < 600 && where(game).starts_with(panel); ++i) {
        if (game.activity.game()->has_game() && game.game_host.speaks) {
            game.partner_plays(1);
        } else {
            game.frames(1);
        }
    }
}

}  // namespace

TEST_CASE("every choice of every panel does what it says, by each device") {
    for (const Row& row : rows()) {
        for (std::size_t choice = 0; choice < row.choices.size(); ++choice) {
            for (const Device by : kDevices) {
                CAPTURE(row.title);
                CAPTURE(row.choices[choice].text);
                CAPTURE(static_cast<int>(by));
                ScriptedGame game;
                row.stage(game);
                game.frames(60);  // keys are no longer ignored
                const Notice notice = game.activity.notice();
                REQUIRE(notice.title == row.title);
                REQUIRE(notice.choices.size() == row.choices.size());
                CHECK(notice.choices[choice] == row.choices[choice].text);
                const std::string before = where(game);
                choose(game, by, choice);
                wait_for_it(game, before);
                CHECK(where(game) == row.choices[choice].leads_to);
            }
        }
    }
}

TEST_CASE("in the moment in which a panel opens by itself, a press was meant for the game, by each device") {
    for (const Device by : kDevices) {
        CAPTURE(static_cast<int>(by));
        ScriptedGame game;
        game.game_host.let_in();
        game.frames(2);
        const auto world = game.game_host.first_world();
        world->flow.over_wait = 1;
        game.game_host.resume(*world);
        for (int i = 0; i < 60 && game.activity.notice().title != "Continue?"; ++i) game.partner_plays(1);
        REQUIRE(game.activity.notice().title == "Continue?");
        choose(game, by, 0);
        for (int i = 0; i < 200; ++i) game.partner_plays(1);  // a choice takes effect after its sender's lead
        CHECK(where(game) == "Continue?: Continue");
        choose(game, by, 0);
        wait_for_it(game, "Continue?");
        CHECK(where(game) == "the game");
    }
}

TEST_CASE("back closes every panel that opened by itself, by each device") {
    for (const Row& row : rows()) {
        if (row.back_leads_to == nullptr) continue;
        for (const Device by : kDevices) {
            CAPTURE(row.title);
            CAPTURE(static_cast<int>(by));
            ScriptedGame game;
            row.stage(game);
            game.frames(60);
            REQUIRE(game.activity.notice().title == row.title);
            game.input.mouse_back = by == Device::mouse;
            press(game, by, Key::escape, PadButton::east);
            CHECK(where(game) == row.back_leads_to);
        }
    }
}

TEST_CASE("after *Ready* a second press does not leave, although *Leave the game* has moved under the cursor") {
    for (const Device by : kDevices) {
        CAPTURE(static_cast<int>(by));
        ScriptedGame game;
        wait_in_lobby(game);
        REQUIRE(where(game) == "Code K7QF2M: Ready");
        choose(game, by, 0);
        game.frames(1);
        for (int i = 0; i < 30; ++i) choose(game, by, 0);
        CHECK(where(game) == "Code K7QF2M: Leave the game");
        CHECK_FALSE(game.activity.is_over());
        game.frames(60);
        choose(game, by, 0);
        CHECK(where(game) == "gone");
    }
}

TEST_CASE("a pause is ended by the key that began it, on each device") {
    for (const Device by : kDevices) {
        CAPTURE(static_cast<int>(by));
        ScriptedGame game;
        paused(game);
        game.frames(60);
        REQUIRE(game.activity.notice().title == "Paused");
        game.input.mouse_back = by == Device::mouse;
        press(game, by, Key::escape, PadButton::start);
        wait_for_it(game, "Paused");
        CHECK(where(game) == "the game");
    }
}

TEST_CASE("at *Continue?* the first Esc selects *Leave the game*, and the second one leaves") {
    ScriptedGame game;
    over(game);
    REQUIRE(where(game) == "Continue?: Continue");
    press(game, Device::keyboard, Key::escape, PadButton::east);
    CHECK(where(game) == "Continue?: Continue");
    CHECK(game.activity.notice().cursor == 1);
    press(game, Device::keyboard, Key::escape, PadButton::east);
    wait_for_it(game, "Continue?");
    CHECK(where(game) == "You left the game: Main menu");
}

TEST_CASE("a partner's pause cannot be ended for ten seconds, and the panel shows the time left") {
    ScriptedGame game;
    paused_by_partner(game);
    CHECK(game.activity.notice().line == "Anna paused. You can resume in 10 s");
    press(game, Device::keyboard, Key::enter, PadButton::south);
    for (int i = 0; i < 120; ++i) game.partner_plays(1);
    CHECK(where(game) == "Paused: Resume");
    for (int i = 0; i < 600; ++i) game.partner_plays(1);
    CHECK(game.activity.notice().line == "for both players");
    press(game, Device::keyboard, Key::enter, PadButton::south);
    wait_for_it(game, "Paused");
    CHECK(where(game) == "the game");
}

TEST_CASE_FIXTURE(ScriptedGame,
                  "the first player who is ready is told whom the game waits for, not that it is starting") {
    proto::LobbyState lobby;
    for (const Slot slot : kSlots) {
        lobby.seats[index(slot)].state = proto::Partner::here;
        lobby.seats[index(slot)].name = slot == Slot::gold ? "Anna" : "Ben";
    }
    game_host.let_in();
    game_host.say(proto::PartnerState{.state = proto::Partner::here, .name = "Anna"});
    game_host.say(lobby);
    frames(60);
    CHECK(activity.notice().hint.empty());
    activity.game()->be_ready();
    frames(1);
    const Notice notice = activity.notice();
    CHECK(notice.title == "Code K7QF2M");
    CHECK(notice.line == "on 203.0.113.7:7777");
    REQUIRE(notice.rows.size() == 2);
    CHECK(notice.rows[0].cells[1] == "not ready yet");
    CHECK(notice.rows[1].cells[1] == "ready");
    CHECK(notice.hint == "waiting for Anna to get ready");
    lobby.seats[index(Slot::gold)].ready = true;
    game_host.say(lobby);
    frames(10);
    CHECK(activity.notice().rows[0].cells[1] == "ready");
    CHECK(activity.notice().hint == "starting...");
}
