// Goal: text is read, written and cut by whole characters, however many bytes they have.
#include <doctest/doctest.h>

#include <vector>

#include "client/text/cluster.hpp"
#include "client/text/utf8.hpp"
#include "proto/messages.hpp"

using namespace albireo;

namespace {

std::vector<char32_t> letters_of(std::string_view bytes) {
    std::vector<char32_t> all;
    text::for_each_letter(bytes, [&](char32_t code) { all.push_back(code); });
    return all;
}

}  // namespace

TEST_CASE("every code point decodes to itself, with the right number of bytes") {
    for (char32_t code = 1; code <= 0x10ffff; ++code) {
        if (code >= 0xd800 && code < 0xe000) continue;
        std::string bytes;
        text::append_letter(bytes, code);
        const text::Letter letter = text::first_letter(bytes);
        if (letter.code != code || letter.bytes != bytes.size())
            FAIL("code point " << static_cast<std::uint32_t>(code));
    }
}

TEST_CASE("invalid bytes are replacement marks, one per byte, and the text after them is still read") {
    const char32_t no = text::kNoLetter;
    CHECK(letters_of("a\xff"
                     "b") == std::vector<char32_t>{'a', no, 'b'});
    CHECK(letters_of("\xc3") == std::vector<char32_t>{no});
    CHECK(letters_of("\xc3(") == std::vector<char32_t>{no, '('});
    CHECK(letters_of("\xe2\x82") == std::vector<char32_t>{no, no});
    CHECK(letters_of("\xc0\x80") == std::vector<char32_t>{no, no});                  // overlong
    CHECK(letters_of("\xe0\x80\xaf") == std::vector<char32_t>{no, no, no});          // overlong
    CHECK(letters_of("\xed\xa0\x80") == std::vector<char32_t>{no, no, no});          // a lone surrogate
    CHECK(letters_of("\xf4\x90\x80\x80") == std::vector<char32_t>{no, no, no, no});  // beyond the last code point
    CHECK(letters_of("\xf0\x9f\x9a\x80") == std::vector<char32_t>{0x1f680});
}

TEST_CASE("nothing cuts a character in two") {
    CHECK(text::count_letters("Jürgen Ж") == 8);
    CHECK(text::fit_bytes("Jürgen", 2) == "J");
    CHECK(text::fit_bytes("Jürgen", 3) == "Jü");
    CHECK(text::fit_bytes("Jürgen", 100) == "Jürgen");
    CHECK(text::fit_bytes("ЖЖЖ", 1).empty());
    CHECK(text::without_last_letter("Жö") == "Ж");
    CHECK(text::without_last_letter("a\xff") == "a");
    CHECK(text::without_last_letter("").empty());
    // A letter with the marks on it: of several code points.
    CHECK(text::without_last_cluster("Ae\u0301\u0323") == "A");
    CHECK(text::without_last_cluster("はか\u3099") == "は");
    CHECK(text::without_last_cluster("สุภาพ\u0e35\u0e48") == "สุภา");
    CHECK(text::without_last_cluster("a\U0001f469\u200d\U0001f680") == "a");
    CHECK(text::without_last_cluster("aé") == "a");
    CHECK(text::without_last_cluster("\u0301").empty());
    CHECK(text::without_last_cluster("a\xff") == "a");
    CHECK(text::without_last_cluster("").empty());
}

TEST_CASE("the letters that can be typed are those that a name may contain") {
    for (std::uint32_t i = 0; i < 0x3000; ++i) {
        std::string bytes;
        text::append_letter(bytes, i);
        CHECK(text::is_clean(bytes) == proto::is_name(bytes));
    }
    for (const char* bytes : {"\xff", "\xc3", "a\xc0\x80", "\xed\xa0\x80"}) {
        CHECK_FALSE(text::is_clean(bytes));
        CHECK_FALSE(proto::is_name(bytes));
    }
    CHECK(text::is_clean("\xef\xbf\xbd"));  // the replacement mark itself, typed
}
