// Goal: the join screen takes invitations and codes, and lists the games of the local network without moving the cursor.
#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "client/app/menu/menu.hpp"

using namespace albireo::app;
using albireo::platform::Key;
using albireo::proto::VersionGap;

namespace {

struct Fixture {
    Settings settings;
    Menu menu{settings, {{"one", "One"}, {"two", "Two"}}};
    Menu::Request press(std::initializer_list<Key> keys, const std::string& typed = "") {
        Menu::Request request = Menu::Request::none;
        for (const Key key : keys) {
            albireo::platform::Input input;
            input.pressed.push_back(key);
            request = menu.advance(input, 1.0F / 60);
        }
        albireo::platform::Input input;
        input.typed = typed;
        if (!typed.empty()) request = menu.advance(input, 1.0F / 60);
        return request;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "an invitation that is pasted can be joined at once. A wrong one is reported in one line") {
    press({Key::down, Key::down, Key::enter});
    CHECK(press({Key::down, Key::enter}) == Menu::Request::paste);  // the program asks the window for the text
    menu.paste("Play with me: albireo://play?code=K7QF2M&at=10.0.0.7:7778");
    CHECK(menu.code() == "K7QF2M");
    CHECK(menu.notice().empty());
    CHECK(menu.lines()[menu.cursor()].text == "Join");
    CHECK(press({Key::enter}) == Menu::Request::join);
    CHECK(menu.invitation().addresses == std::vector<albireo::reach::Address>{{"10.0.0.7", 7778}});
    // Another code that is typed afterwards is not that invitation.
    press({Key::up, Key::up, Key::up, Key::backspace}, "A");
    CHECK(menu.code() == "K7QF2A");
    CHECK(menu.invitation().addresses.empty());
    albireo::platform::Input input;
    input.pasted = "albireo://play?at=10.0.0.7:7778";
    menu.advance(input, 1.0F / 60);
    CHECK(menu.notice() == "the invitation has no code: it was not copied completely");
    CHECK(menu.code() == "K7QF2A");
    input.pasted = " m2f-q7k ";
    menu.advance(input, 1.0F / 60);
    CHECK(menu.code() == "M2FQ7K");
}

TEST_CASE_FIXTURE(Fixture, "a watch code that is pasted is enough: the game is looked for") {
    press({Key::down, Key::down, Key::enter});
    menu.paste("K7QF-2MXA");
    CHECK(menu.notice() == "this link is for watching the game");
    CHECK(press({Key::enter}) == Menu::Request::join);
    CHECK(menu.invitation().watches);
    CHECK(menu.invitation().code == "K7QF2MXA");
}

TEST_CASE_FIXTURE(Fixture, "a watch code can be typed, too") {
    press({Key::down, Key::down, Key::enter});
    press({}, "K7QF2MX");
    CHECK(press({Key::enter}) == Menu::Request::none);
    CHECK(menu.notice() == "a code is six letters or digits, or eight to watch a game");
    press({}, "A");
    CHECK(press({Key::enter}) == Menu::Request::join);
    CHECK(menu.invitation().watches);
    CHECK(menu.invitation().code == "K7QF2MXA");
}

TEST_CASE_FIXTURE(Fixture, "games of the local network are listed, and the cursor stays on its line") {
    press({Key::down, Key::down, Key::enter});
    CHECK(menu.lines()[menu.cursor()].text == "Code");
    const Menu::FoundGame anna{"K7QF2M", "Anna", "One", "10.0.0.7:7777"}, ben{"M2FQ7K", "Ben", "Two", "10.0.0.8:7777", VersionGap::server_is_older};
    menu.set_found({anna});
    CHECK(menu.lines()[0].text == "Join Anna");
    CHECK(menu.lines()[0].value == "One");
    CHECK(menu.lines()[menu.cursor()].text == "Code");
    CHECK(press({Key::up, Key::enter}) == Menu::Request::join_found);
    CHECK(menu.found().code == "K7QF2M");
    menu.set_found({ben, anna});
    CHECK(menu.lines()[menu.cursor()].text == "Join Anna");
    CHECK(press({Key::up, Key::enter}) == Menu::Request::none);
    CHECK(menu.notice() == "a game on this network has an older version of Albireo: its host must update");
    menu.set_found({});
    CHECK(menu.lines()[menu.cursor()].text == "Code");
    // A code that is typed leads to the game that has it.
    menu.set_found({anna});
    press({}, "K7QF2M");
    CHECK(press({Key::enter}) == Menu::Request::join_found);
    CHECK(menu.found().server == "10.0.0.7:7777");
}

TEST_CASE_FIXTURE(Fixture, "a game of another version says which of the two is to be updated") {
    const std::string newer = "a game on this network has a newer version of Albireo: update yours";
    const std::string older = "a game on this network has an older version of Albireo: its host must update";
    menu.show("", "join");
    menu.set_found({{"K7QF2M", "Anna", "One", "10.0.0.7:7777", VersionGap::server_is_newer}, {"M2FQ7K", "Ben", "Two", "10.0.0.8:7777", VersionGap::server_is_older}});
    CHECK(menu.lines()[0].trouble == "newer version");
    CHECK(menu.lines()[1].trouble == "older version");
    CHECK(menu.notice().empty());
    CHECK(press({Key::up, Key::enter}) == Menu::Request::none);
    CHECK(menu.notice() == older);
    CHECK(press({Key::up, Key::enter}) == Menu::Request::none);
    CHECK(menu.notice() == newer);
    // A server whose answers this program cannot read.
    menu.show("", "join");
    menu.set_found({}, VersionGap::server_is_newer);
    CHECK(menu.notice() == newer);
    menu.set_found({}, VersionGap::server_is_older);
    CHECK(menu.notice() == older);
    menu.show("", "title");
    CHECK(menu.notice().empty());
    menu.show("", "join");
    menu.set_found({});
    CHECK(menu.notice().empty());
}

TEST_CASE_FIXTURE(Fixture, "a player who picks letters can enter any address") {
    std::size_t addresses = 0;
    for (const char* screen : {"players", "join", "host"}) {
        menu.show("", screen);
        for (const Menu::Line& line : menu.lines()) {
            const bool is_address = line.typed == &settings.server || line.typed == &settings.boards || line.typed == &settings.rendezvous;
            if (!is_address) continue;
            ++addresses;
            CAPTURE(line.text);
            CHECK(std::ranges::all_of(std::string_view{"play.example-1.org:7777"}, [&](char each) { return line.letters.find(each) != std::string_view::npos; }));
        }
    }
    CHECK(addresses >= 3);
}
