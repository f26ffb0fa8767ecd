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
