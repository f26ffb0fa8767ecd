// Goal: text typed into a screen of the menu is kept and erased by whole characters, of any script.
#include <doctest/doctest.h>

#include "client/app/menu/menu.hpp"

using namespace albireo::app;
using albireo::platform::Key;

namespace {

struct Typing {
    Settings settings;
    Menu menu{settings, {{"one", "One"}}};
    void press(std::initializer_list<Key> keys, const std::string& typed = "") {
        for (const Key key : keys) {
            albireo::platform::Input input;
            input.pressed.push_back(key);
            menu.advance(input, 1.0F / 60);
        }
        albireo::platform::Input input;
        input.typed = typed;
        menu.advance(input, 1.0F / 60);
    }
};

}  // namespace

TEST_CASE_FIXTURE(Typing, "a name may have any letters. One press of backspace removes one of them") {
    settings.names[0] = "";
    menu.show("", "players");
    REQUIRE(menu.lines()[menu.cursor()].typed == &settings.names[0]);
    press({}, "Jürgen Ж");
    CHECK(settings.names[0] == "Jürgen Ж");
    press({Key::backspace});
    CHECK(settings.names[0] == "Jürgen ");
    press({Key::backspace, Key::backspace, Key::backspace, Key::backspace, Key::backspace, Key::backspace});
    CHECK(settings.names[0] == "J");
    // As many letters as a name may have, whatever their bytes; the last one is complete.
    press({}, "ЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖ");
    CHECK(settings.names[0] == "JЖЖЖЖЖЖЖЖЖЖЖЖЖЖ");
    // Codes and addresses allow only their own letters.
    menu.show("", "join");
    press({}, "K7Жq");
    CHECK(menu.code() == "K7Q");
}
