// Goal: text typed into a screen of the menu is kept and erased by whole characters, of any script.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "client/app/menu/menu.hpp"
#include "client/app/menu/name_letters.hpp"
#include "client/text/font.hpp"
#include "client/text/utf8.hpp"
#include "client/words/languages.hpp"
#include "proto/names.hpp"

using namespace albireo::app;
using albireo::platform::Key;
using albireo::platform::PadButton;
namespace text = albireo::text;
namespace words = albireo::words;

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
    void paste(const std::string& pasted) {
        albireo::platform::Input input;
        input.pressed.push_back(Key::v);
        input.pasted = pasted;
        menu.advance(input, 1.0F / 60);
    }
    void pad(PadButton button) {
        albireo::platform::Input input;
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        menu.advance(input, 1.0F / 60);
    }
    const std::string& shown() const { return menu.lines()[menu.cursor()].value; }
    /// Picks a letter by pad alone, on whichever page it is. Returns the number of presses; 0: it is on none.
    int pick(const std::string& letter) {
        const std::string wanted = settings.names[0] + "<" + letter + ">";
        int presses = 0;
        for (std::size_t page = 0; page < menu.lines()[menu.cursor()].pages.size(); ++page) {
            const std::size_t places = text::count_letters(menu.lines()[menu.cursor()].letters) + 2;
            for (std::size_t i = 0; i < places; ++i, ++presses) {
                if (shown() == wanted) return pad(PadButton::south), presses + 1;
                pad(PadButton::right);
            }
            // Once around: from the first letter, the way to the next page is to the left, behind the place that erases.
            while (!shown().ends_with("...>")) pad(PadButton::left), ++presses;
            pad(PadButton::south);
        }
        return 0;
    }
};

struct InLanguage {
    explicit InLanguage(const std::string& code) { REQUIRE(words::use_language(code) == ""); }
    ~InLanguage() { words::use_language("en"); }
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

// Without a keyboard there were only the letters of English.
TEST_CASE_FIXTURE(Typing, "a player with a pad alone writes a name in the letters of their language") {
    struct Written {
        const char* language;
        std::vector<std::string> letters;
    };
    for (const Written& each : {Written{"en", {"A", "d", "a", " ", "2"}}, Written{"de", {"J", "ü", "ß", "Ö", "-"}}, Written{"fr", {"Z", "o", "é", "Ç", "œ", "'"}},
                                Written{"es", {"Ñ", "a", "í", "Ú"}}, Written{"ja", {"さ", "く", "ら", "ー", "ぎ", "ゃ", "ッ", "ヴ", "ン", "A", "z"}}}) {
        const InLanguage in(each.language);
        CAPTURE(each.language);
        menu.show("", "players");
        settings.names[0].clear();
        REQUIRE(menu.lines()[menu.cursor()].typed == &settings.names[0]);
        std::string whole;
        pad(PadButton::right);  // begins to pick
        for (const std::string& letter : each.letters) {
            CAPTURE(letter);
            REQUIRE(pick(letter) > 0);
            whole += letter;
            CHECK(settings.names[0] == whole);
        }
        pad(PadButton::west);
        CHECK(settings.names[0] == whole.substr(0, whole.size() - each.letters.back().size()));
    }
}

// A friend in another language has a name, too: pads offered the letters of the screens' language only.
TEST_CASE_FIXTURE(Typing, "a player with a pad alone writes a name in the letters of any of the game's languages") {
    for (const char* language : {"en", "de", "fr", "es", "ja"}) {
        const InLanguage in(language);
        CAPTURE(language);
        menu.show("", "players");
        settings.names[0].clear();
        std::string whole;
        pad(PadButton::right);
        for (const std::string letter : {"ß", "É", "ñ", "さ", "ン", "a"}) {
            CAPTURE(letter);
            REQUIRE(pick(letter) > 0);
            whole += letter;
            CHECK(settings.names[0] == whole);
        }
    }
}

// The address of a server to host on could be typed on a keyboard only.
TEST_CASE_FIXTURE(Typing, "a new server's address is written by pad alone, and by mouse alone") {
    using albireo::platform::Input;
    settings.host_server.clear();
    settings.used_servers = {};
    settings.server.clear();
    SUBCASE("by pad") {
        menu.show("", "host");
        pad(PadButton::down);
        CHECK(menu.lines()[1].value == "this computer");
        pad(PadButton::south);
        const std::string first(menu.lines()[1].letters.substr(0, 1)), second(menu.lines()[1].letters.substr(1, 1));
        CHECK(menu.lines()[1].value == "<" + first + ">");
        CHECK(menu.hint().find("pick letters") != std::string::npos);
        pad(PadButton::south);
        pad(PadButton::right);
        CHECK(menu.lines()[1].value == first + "<" + second + ">");
        pad(PadButton::south);
        CHECK(settings.host_server == first + second);
        CHECK(menu.settings_changed());
        pad(PadButton::west);
        CHECK(settings.host_server == first);
        // Up: to the line that opens the game. The address is not picked any more when the cursor comes back.
        pad(PadButton::up);
        pad(PadButton::down);
        CHECK(menu.lines()[1].value == first);
        pad(PadButton::right);
        CHECK(settings.host_server.empty());  // of the recent servers, this computer comes next
    }
    SUBCASE("by mouse") {
        const auto mouse = [&](bool is_pressed, int wheel = 0, std::size_t line = 1) {
            Input input;
            if (is_pressed) input.press_mouse(albireo::platform::MouseButton::left, true);
            input.wheel = wheel;
            menu.point_at(line, true);
            return menu.advance(input, 0.016F);
        };
        menu.show("", "host");
        mouse(true);
        const std::string first(menu.lines()[1].letters.substr(0, 1)), third(menu.lines()[1].letters.substr(2, 1));
        CHECK(menu.lines()[1].value == "<" + first + ">");
        mouse(false, 1);
        mouse(false, 1);
        mouse(true);
        CHECK(settings.host_server == third);
        // To the left of the first letter is the place that erases.
        mouse(false, -1);
        mouse(false, -1);
        mouse(false, -1);
        CHECK(menu.lines()[1].value == third + "<erase>");
        mouse(true);
        CHECK(settings.host_server.empty());
        mouse(false, 0, 0);
        CHECK(mouse(true, 0, 0) == Menu::Request::host);
    }
}

TEST_CASE("the letters to pick are each on one place only, short pages, letters of names, and in the fonts") {
    constexpr std::size_t kPageMax = 50;
    for (const words::Language& each : words::kLanguages) {
        CAPTURE(each.code);
        std::set<char32_t> seen;
        for (const std::string_view page : name_pages(each.code)) {
            CHECK(text::is_clean(page));
            CHECK(text::count_letters(page) <= kPageMax);
            text::for_each_letter(page, [&](char32_t code) {
                CHECK((seen.insert(code).second || code == U' ' || code == U'ー'));  // both kana have them
                std::string letter;
                text::append_letter(letter, code);
                // As part of a name it stays as it is.
                CHECK(albireo::proto::tidy_name("A" + letter + "B") == "A" + letter + "B");
                CHECK((code == U' ' || !text::font().glyph(code).is_blank()));
            });
        }
        CHECK(seen.contains(U'A'));
        CHECK(seen.contains(U'z'));
        CHECK(seen.contains(U'9'));
        CHECK(seen.contains(U' '));
    }
}

// A name could not be pasted: only the screen of codes took the clipboard.
TEST_CASE_FIXTURE(Typing, "a name is pasted, tidied as others will see it") {
    menu.show("", "players");
    settings.names[0].clear();
    REQUIRE(menu.lines()[menu.cursor()].typed == &settings.names[0]);
    paste("  さくら\u200b\u202e\x07\n second line");
    CHECK(settings.names[0] == "さくら");
    CHECK(menu.settings_changed());
    // It is added to what is there, and cut after a whole letter.
    paste("ЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖ");
    CHECK(settings.names[0] == "さくらЖЖЖЖЖЖЖЖЖЖЖ");
    CHECK(settings.names[0].size() <= kNameBytesMax);
    for (const std::string nothing : {"\n", "", "\xff\xfe", " "}) {
        settings.names[0] = "Anna";
        paste(nothing);
        CHECK(settings.names[0] == "Anna");
    }
    // Fields of addresses take it, too; other lines take nothing.
    settings.server.clear();
    press({Key::down, Key::down});
    REQUIRE(menu.lines()[menu.cursor()].typed == &settings.server);
    paste(" play.example.org:7777\n");
    CHECK(settings.server == "play.example.org:7777");
    press({Key::down});
    paste("no text here");
    CHECK(settings.server == "play.example.org:7777");
}

TEST_CASE_FIXTURE(Typing, "one press of backspace removes a letter with the marks on it") {
    menu.show("", "players");
    settings.names[0] = "Ae\u0301\u0323";
    press({Key::backspace});
    CHECK(settings.names[0] == "A");
    settings.names[0] = "हिन्दी";
    press({Key::backspace});
    CHECK(settings.names[0] == "हिन्");
}
