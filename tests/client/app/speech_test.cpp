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
