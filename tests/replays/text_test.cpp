// Goal: text from a file is shown without control characters, keeps all its other bytes, and does not change a second time.
#include <doctest/doctest.h>

#include <string>

#include "replays/text.hpp"
#include "sim/base/random.hpp"

using albireo::replays::printable;

TEST_CASE("a stray first byte of a UTF-8 pair takes no other character with it") {
    CHECK(printable("\xc2=") == "\xc2=");
    CHECK(printable("\xc2\xc2\tx") == "\xc2\xc2?x");
    CHECK(printable("a\xc2\x85z") == "a?z");  // a C1 control
    CHECK(printable("\xc2\xa9") == "\xc2\xa9");
    CHECK(printable("end\xc2") == "end\xc2");
}

TEST_CASE("printable text stays as it is, whatever it was made from") {
    constexpr unsigned char kBytes[] = {0x00, 0x09, 0x1b, '=', 'a', 0x7f, 0x80, 0x9f, 0xa0, 0xc2, 0xc3, 0xff};
    albireo::Random random{.z = 7};
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (int i = 0; i < 8; ++i) text += static_cast<char>(kBytes[random.below(12)]);
        const std::string once = printable(text);
        REQUIRE(printable(once) == once);
        REQUIRE(once.find_first_of("\t\x1b\x7f") == std::string::npos);
    }
}
