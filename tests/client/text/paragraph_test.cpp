// Goal: a text that is too long for a line is broken where a reader expects it, into as few and as even lines as possible, and no letter of it is
// lost.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "client/text/paragraph.hpp"

using namespace albireo;

namespace {

text::Font& font() {
    return text::font();
}
std::vector<std::string> lines(std::string_view text, float width) {
    const auto parts = text::break_lines(font(), text, width);
    return {parts.begin(), parts.end()};
}
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a text that fits is one line, and none is none") {
    CHECK(lines("C: copy the invitation", 100) == Lines{"C: copy the invitation"});
    CHECK(lines("", 100).empty());
}

TEST_CASE("lines end between words, and are even") {
    const std::string words = "ten words are in this text of a single line";
    const float half = font().measure(words) * 0.6F;
    const Lines broken = lines(words, half);
    REQUIRE(broken.size() == 2);
    CHECK(broken[0] + " " + broken[1] == words);
    CHECK(std::abs(font().measure(broken[0]) - font().measure(broken[1])) < font().measure(" single "));
    for (const std::string& line : broken) CHECK(font().measure(line) <= half);
}

TEST_CASE("with too few lines for the text, the lines are wider, and even") {
    const std::string words = "ten words are in this text of a single line";
    const auto parts = text::break_lines(font(), words, font().measure(words) * 0.2F, 2);
    REQUIRE(parts.size() == 2);
    CHECK(std::string(parts[0]) + " " + std::string(parts[1]) == words);
    CHECK(std::abs(font().measure(parts[0]) - font().measure(parts[1])) < font().measure(" single "));
    CHECK(text::break_lines(font(), words, 1000, 2).size() == 1);
    CHECK(text::break_lines(font(), "", 1, 2).empty());
}

TEST_CASE("parts with two or more spaces between them stay whole, and share a line if they fit") {
    const std::string speed = "75 % speed for both of you", copy = "C: copy the invitation for your friend", more = "V: copy the link";
    const auto width = [](const std::string& text) { return font().measure(text); };
    CHECK(lines(speed + "   " + copy, width(speed + "   " + copy) * 1.01F) == Lines{speed + "   " + copy});
    CHECK(lines(speed + "   " + copy, width(copy) * 1.2F) == Lines{speed, copy});
    CHECK(lines(copy + "  " + speed + "   " + more, width(speed + "   " + more) * 1.01F) == Lines{copy, speed + "   " + more});
    // A part that is too long for a line is broken as a text of its own.
    const Lines broken = lines(copy + "   " + speed, width(copy) * 0.9F);
    REQUIRE(broken.size() == 3);
    CHECK(broken[0] + " " + broken[1] == copy);
    CHECK(broken[2] == speed);
}

TEST_CASE("a link is broken before its parameters, and a part that is too long is cut between letters") {
    const std::string link = "albireo://play?code=K7QF2M&at=192.168.1.20:7777&key=wJ7nQ0mGZ2yTfV4kXhR8sB1dLc5oP9uE_Ai3MvWqK6g";
    const Lines broken = lines(link, font().measure(link) * 0.6F);
    CHECK(broken == Lines{"albireo://play?code=K7QF2M&at=192.168.1.20:7777", "&key=wJ7nQ0mGZ2yTfV4kXhR8sB1dLc5oP9uE_Ai3MvWqK6g"});
    const float narrow = font().measure("albireo://pla");
    std::string whole;
    for (const std::string& line : lines(link, narrow)) {
        CHECK(font().measure(line) <= narrow);
        whole += line;
    }
    CHECK(whole == link);
    // Narrower than a letter: a letter in each line.
    CHECK(lines("abc", 0.01F) == Lines{"a", "b", "c"});
}

TEST_CASE("Japanese is broken after punctuation, and never within a letter") {
    const std::string japanese = "\u62db\u5f85\u306f\u3053\u306e\u30cd\u30c3\u30c8\u30ef\u30fc\u30af\u3067\u4f7f\u3048\u307e\u3059\u3002\u30eb\u30fc\u30bf\u30fc\u306b\u554f\u3044\u5408\u308f\u305b\u4e2d\u3067\u3059";
    const Lines broken = lines(japanese, font().measure(japanese) * 0.7F);
    REQUIRE(broken.size() == 2);
    CHECK(broken[0].ends_with("\u3002"));
    CHECK(broken[0] + broken[1] == japanese);
}

TEST_CASE("no line begins with the punctuation of Japanese") {
    for (const std::string mark : {"\u3002", "\u3001", "\uff09", "\uff1a", "\uff09\u3002"}) {
        CAPTURE(mark);
        const std::string part = "\u3042\u3044\u3046\u3048\u304a", japanese = part + mark + part + mark + part;
        const float width = font().measure(part);  // the mark itself would be the first letter that does not fit
        for (const float room : {width, width * 1.25F, width * 1.45F, width * 2.05F, width * 2.25F}) {
            CAPTURE(room);
            std::string whole;
            for (const std::string& line : lines(japanese, room)) {
                for (const char* const never : {"\u3002", "\u3001", "\uff09", "\uff1a"}) CHECK_FALSE(line.starts_with(never));
                CHECK(font().measure(line) <= room);
                whole += line;
            }
            CHECK(whole == japanese);
        }
    }
    CHECK(lines("\u3042\u3002", 0.01F) == Lines{"\u3042", "\u3002"});  // narrower than a letter
}

TEST_CASE("a word that fills its line keeps the space behind it: the next line does not begin with that, and none is empty") {
    CHECK(lines("invitation of two", font().measure("invitation")) == Lines{"invitation", "of two"});
    CHECK(lines("invitation ", font().measure("invitation")) == Lines{"invitation"});
}
