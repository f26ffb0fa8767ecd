// Goal: no two different names look the same, no name is invisible, and none reverses the text of a line.
#include <doctest/doctest.h>

#include "proto/messages.hpp"
#include "proto/names.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using proto::tidy_name;

TEST_CASE("row 16: names are normalised, and have neither direction marks nor invisible characters") {
    for (const char* plain : {"Anna", "Jürgen", "Ж", "日本", "Đặng", "null 0", "Ὀδυσσεύς"}) CHECK(tidy_name(plain) == plain);
    const struct {
        const char *odd, *tidy;
    } names[] = {
        {"Ju\xcc\x88rgen", "J\xc3\xbcrgen"},                   // u and a diaeresis, composed
        {"\xe2\x84\xab", "\xc3\x85"},                          // the unit ångström is the letter
        {"An\xe2\x80\xaena", "Anna"},                          // right-to-left override
        {"An\xe2\x81\xa6na\xe2\x81\xa9", "Anna"},              // isolates
        {"An\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbfna", "Anna"},  // zero width
        {"An\xc2\xadna", "Anna"},                              // soft hyphen
        {"Anna\xe3\x85\xa4", "Anna"},                          // Hangul filler
        {"A\xe2\xa0\x80nna", "Anna"},                          // braille blank
        {"An\xf3\xa0\x80\xa1na", "Anna"},                      // tags
        {"  An \xe2\x80\x83 na\xc2\xa0", "An na"},             // spaces
        {"\xe2\x80\xae\xe2\x80\x8b ", ""},
        {"\xcc\x88\xcc\x88", ""},  // marks on nothing
        {"\xff\xfe", ""},
        {"An\nna", "Anna"},
    };
    int odd = 0;
    for (const auto& each : names) {
        CHECK(tidy_name(each.odd) == each.tidy);
        odd += tidy_name(each.odd) != each.tidy;
    }
    emit({.row = "16",
          .attack = "use names with marks, invisible characters and directions",
          .acts = std::ssize(names),
          .gain = "names that stay odd",
          .achieved = odd});
    // Forty marks on one letter would cover the lines above and below.
    std::string towers = "A";
    for (int i = 0; i < 15; ++i) towers += "\xcc\x80";
    CHECK(tidy_name(towers).size() <= 2 + 2 * proto::kNameMarksMax);
}

TEST_CASE("names have a width: twelve ideographs, or twenty-four letters") {
    CHECK(tidy_name(std::string(32, 'w')) == std::string(24, 'w'));
    const std::string wide = "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2";
    CHECK(tidy_name(wide) == wide);  // 10 × 3 bytes
    Random random = Random::seed(5, 6);
    for (int i = 0; i < 20'000; ++i) {
        std::string name(random.below(33), ' ');
        for (char& byte : name) byte = static_cast<char>(random.below(3) == 0 ? random.below(256) : 0x20 + random.below(96));
        const std::string tidy = tidy_name(name);
        CHECK(proto::is_name(tidy));
        CHECK(tidy_name(tidy) == tidy);
    }
}

TEST_CASE("the lobby's log has tidy names and addresses") {
    storm::LobbyFixture fixture;
    Guest guest(fixture.net.connect(address(203, 0, 113, 5)), "An\xe2\x80\xaena");
    guest.connection.send(proto::Create{.level = "the_cut"});
    for (int i = 0; i < 100; ++i) guest.turn(fixture.now), fixture.run(kMs);
    CHECK(storm::has_line(fixture, "\"Anna\" (peer 1) takes the gold seat"));
    CHECK(fixture.log_hosts.back() == address(203, 0, 113, 5));
}
