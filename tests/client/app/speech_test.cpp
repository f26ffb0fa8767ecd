// Goal: a player who cannot see the screen hears every screen, line, value, notice and choice, once.
#include <doctest/doctest.h>

#include "client/app/speech.hpp"
#include "tests/client/app/scripted_game.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Input;
using platform::Key;

namespace {

struct Reader {
    Settings settings;
    Menu menu{settings, {{"one", "One"}, {"two", "Two"}}};
    Speech speech;

    std::string press(Key key, const std::string& typed = "") {
        Input input;
        if (key != Key::none) input.pressed.push_back(key);
        input.typed = typed;
        menu.advance(input, 1.0F / 60);
        return speech.follow(menu);
    }
};

}  // namespace

TEST_CASE_FIXTURE(Reader, "a menu is read as it is used, and silent while nothing changes") {
    CHECK(speech.follow(menu) == "ALBIREO. Play");
    CHECK(speech.follow(menu).empty());
    CHECK(press(Key::down) == "Host a game");
    CHECK(press(Key::none).empty());
    menu.show("", "sound");
    CHECK(speech.follow(menu) == "Sound. Master volume, 100 %");
    CHECK(press(Key::left) == "Master volume, 90 %");
    menu.show("", "join");
    CHECK(speech.follow(menu) == "Join a friend. Code");
    CHECK(press(Key::none, "k7") == "Code, K7");
    CHECK(press(Key::enter) == "a code is six letters or digits, or eight to watch a game");
    menu.show("", "credits");
    CHECK(speech.follow(menu).find("Lua") != std::string::npos);
}

TEST_CASE_FIXTURE(Reader, "every line of every screen is read when the cursor reaches it") {
    for (const std::string_view screen : Menu::screens()) {
        menu.show("", screen);
        speech.follow(menu);
        const std::size_t lines = menu.lines().size();
        for (std::size_t i = 0; i < lines && lines > 1; ++i) {
            const std::size_t before = menu.cursor();
            const std::string heard = press(Key::down);
            if (menu.cursor() != before) CHECK(heard.starts_with(menu.lines()[menu.cursor()].text));
        }
    }
}

TEST_CASE("a search is read once, and then each way whose state changes") {
    Speech speech;
    SearchFacts facts{.addresses = {{"192.168.1.20", 7777}}};
    const auto read = [&] { return speech.follow(notice_of_search("K7QF2M", ways_of(facts))); };
    CHECK(read().starts_with("Looking for K7QF2M. "));
    CHECK(read().empty());
    facts.at(reach::AddressKind::private_ip) = SearchFacts::Asked::silent;
    CHECK(read() == "private address 192.168.1.20:7777, no answer");
    CHECK(read().empty());
}

TEST_CASE_FIXTURE(ScriptedGame, "a game's panels are read with their choices, and a countdown once") {
    Speech speech;
    play();
    speech.follow(activity.notice());  // what was said until now
    partner_plays(61, Command::pause);
    std::vector<std::string> heard;
    for (int i = 0; i < 400; ++i) {
        partner_plays(1);
        if (const std::string text = speech.follow(activity.notice()); !text.empty()) heard.push_back(text);
    }
    REQUIRE(heard.size() == 1);
    CHECK(heard[0] == "Paused. Anna paused. You can resume in 10 s. Resume");
    input.pressed.push_back(Key::down);
    partner_plays(1);
    CHECK(speech.follow(activity.notice()) == "Settings");
    CHECK(speech.follow(std::string("the invitation is copied")) == "the invitation is copied");
    CHECK(speech.follow(std::string("the invitation is copied")).empty());
    CHECK(speech.follow(std::string()).empty());
    CHECK(speech.follow(std::string("the invitation is copied")) == "the invitation is copied");
}

namespace {

/// What is read while frames pass.
std::vector<std::string> heard_in(Speech& speech, ScriptedGame& game, int frames) {
    std::vector<std::string> heard;
    for (int i = 0; i < frames; ++i) {
        game.frames(1);
        if (const std::string text = speech.follow(game.activity.notice()); !text.empty()) heard.push_back(text);
    }
    return heard;
}

}  // namespace

// A host who cannot see the screen was never told that the friend had come: rows, hints and the invitation's reach were read with a new title only.
TEST_CASE("in the lobby it is read that the friend joins and is ready, that the port opens or fails, and what is waited for") {
    Speech speech;
    Notice lobby{.title = "Code K7QF2M", .line = "C: copy the invitation for your friend", .hint = ""};
    lobby.rows = {{.slot = 0, .cells = {"Anna", "not ready yet"}}, {.slot = 1, .cells = {"a friend", "not joined yet"}}};
    lobby.reach = "asking the router to open a port...";
    lobby.choices = {"Ready"};
    const auto read = [&] { return speech.follow(lobby); };
    CHECK(read() == "Code K7QF2M. C: copy the invitation for your friend. Anna, not ready yet. a friend, not joined yet. asking the router to open a port.... Ready");
    CHECK(read().empty());
    lobby.reach = "works from the internet";
    CHECK(read() == "works from the internet");
    lobby.rows[1].cells = {"Ben", "not ready yet", "", "48 ms"};
    CHECK(read() == "Ben, not ready yet, 48 ms");
    lobby.rows[1].cells[3] = "51 ms";
    CHECK(read().empty());  // a ping changes all the time
    lobby.rows[1].cells[1] = "ready";
    CHECK(read() == "Ben, ready, 51 ms");
    lobby.rows[0].cells[1] = "ready";
    lobby.hint = "starting...";
    CHECK(read() == "Anna, ready. starting...");
    CHECK(read().empty());
    // The same is read again when it comes back.
    lobby.hint = "waiting for your partner";
    CHECK(read() == "waiting for your partner");
    lobby.hint = "starting...";
    CHECK(read() == "starting...");
}

TEST_CASE_FIXTURE(ScriptedGame, "a lobby of a real game is read as it changes") {
    Speech speech;
    game_host.let_in();
    heard_in(speech, *this, 60);
    proto::LobbyState state;
    state.seats[0] = {.state = proto::Partner::here, .name = "Anna"};
    state.seats[1] = {.state = proto::Partner::here, .name = "Ben"};
    game_host.say(state);
    std::vector<std::string> heard = heard_in(speech, *this, 5);
    REQUIRE(heard.size() == 1);
    CHECK(heard[0].find("Anna, not ready yet") != std::string::npos);
    state.seats[0].ready = true;
    game_host.say(state);
    heard = heard_in(speech, *this, 5);
    REQUIRE(heard.size() == 1);
    CHECK(heard[0] == "Anna, ready");
}

TEST_CASE("in the pause and the results the partner's wish is read") {
    for (const char* title : {"Paused", "Game over"}) {
        Speech speech;
        Notice panel{.title = title, .line = "Anna paused. You can resume in 10 s", .hint = "V: copy the link"};
        panel.choices = {"Resume"};
        CHECK(speech.follow(panel).starts_with(std::string(title) + ". Anna paused. You can resume in 10 s. V: copy the link. Resume"));
        panel.line = "Anna paused. You can resume in 9 s";
        CHECK(speech.follow(panel).empty());
        panel.line = "Anna would like to restart";
        CHECK(speech.follow(panel) == "Anna would like to restart");
        CHECK(speech.follow(panel).empty());
        panel.line.clear();
        CHECK(speech.follow(panel).empty());
        panel.line = "Anna would like to restart";
        CHECK(speech.follow(panel) == "Anna would like to restart");
    }
}
