// Goal: no two different names look the same, no name is invisible, and none reverses the text of a line.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <utility>

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

TEST_CASE("row 16: joiners stay where letters of joining scripts need them, and nowhere else") {
    const struct {
        const char *odd, *tidy;
    } names[] = {
        {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"},  // Persian: "I want"
        {"\u0628\u064e\u200c\u0650\u0627", "\u0628\u064e\u200c\u0650\u0627"},                                // marks on both sides
        {"\u0915\u094d\u200c\u0937", "\u0915\u094d\u200c\u0937"},                                      // Hindi: no conjunct
        {"\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"},                                      // Hindi: the half form
        {"\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"},                          // Sinhala: "Sri"
        {"\u0d05\u0d35\u0d28\u0d4d\u200d", "\u0d05\u0d35\u0d28\u0d4d\u200d"},                          // Malayalam: "he", at the end
        {"\U0001e922\u200c\U0001e923", "\U0001e922\u200c\U0001e923"},                                  // Adlam
        {"A\u200cB\u200dC", "ABC"},
        {"\u0627\u200c\u0628", "\u0627\u0628"},                          // alef joins nothing after it
        {"\u0628\u200d\u0628", "\u0628\u0628"},                          // a joiner between letters that join anyway
        {"\u0628\u200c\u200c\u0628", "\u0628\u0628"},                    // two of them
        {"\u0628\u200c", "\u0628"},
        {"\u200c\u0628", "\u0628"},
        {"\u0628\u200c \u0628", "\u0628 \u0628"},
        {"\u0628 \u200c\u0628", "\u0628 \u0628"},
        {"\u0628\u200cA", "\u0628" "A"},
        {"\u0628\u200c\u0712", "\u0628\u0712"},                          // Arabic and Syriac never join
        {"A\u094d\u200dB", "A\u094d" "B"},                                // the virama of another script
        {"\u0915\u094d\u200d\u093f", "\u0915\u094d\u093f"},              // a vowel follows
        {"\u0915\u200c\u0937", "\u0915\u0937"},                          // no virama
        {"e\u200d\u0301", "\u00e9"},
    };
    int odd = 0;
    for (const auto& each : names) {
        CAPTURE(each.odd);
        CHECK(tidy_name(each.odd) == each.tidy);
        odd += tidy_name(each.odd) != each.tidy;
    }
    emit({.row = "16", .attack = "use names with joiners", .acts = std::ssize(names), .gain = "joiners that are out of place, or lost", .achieved = odd});
}

namespace {

/// Letters of some scripts, and what can be between them; each with a letter for its class, for the rules as regular expressions.
constexpr std::pair<char, const char*> kRunes[] = {{'d', "\u0628"}, {'d', "\u06cc"}, {'r', "\u0627"}, {'r', "\u0648"}, {'t', "\u064b"}, {'k', "\u0915"}, {'k', "\u0937"},
                                                  {'v', "\u094d"}, {'n', "\u093c"}, {'e', "\u0941"}, {'i', "\u093f"}, {'a', "A"},      {'s', " "},      {'x', "\u200c"},
                                                  {'j', "\u200d"}, {'x', "\u200c"}, {'j', "\u200d"}};

std::string classes_of(std::string_view name) {
    std::string classes;
    while (!name.empty()) {
        const auto found = std::ranges::find_if(kRunes, [&](const auto& rune) { return name.starts_with(rune.second); });
        REQUIRE(found != std::end(kRunes));
        classes += found->first;
        name.remove_prefix(std::string_view(found->second).size());
    }
    return classes;
}

/// Rules A1, A2 and B of UAX #31, with the letters of kRunes.
bool is_in_place(const std::string& classes, std::size_t place) {
    static const std::regex joins("d[tvne]*"), conjunct(".*k[tvne]*v[tvn]*"), joined("[tvne]*[dr].*"), letter("[tvn]*k.*"), mark("[tvneixj].*");
    const std::string before = classes.substr(0, place), after = classes.substr(place + 1);
    const std::string end = before.substr(std::min(before.find_last_not_of("tvne"), before.size()));  // its last letter and what is on it
    if (classes[place] == 'j') return std::regex_match(before, conjunct) && !std::regex_match(after, mark);
    return (std::regex_match(end, joins) && std::regex_match(after, joined)) || (std::regex_match(before, conjunct) && std::regex_match(after, letter));
}

}  // namespace

TEST_CASE("row 16: of any name, exactly those joiners stay that the rules allow") {
    Random random = Random::seed(7, 8);
    int kept = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string name;
        for (std::uint32_t letters = random.below(9); letters > 0; --letters) name += kRunes[random.below(std::size(kRunes))].second;
        CAPTURE(name);
        const std::string tidy = tidy_name(name), classes = classes_of(tidy);
        CHECK(tidy_name(tidy) == tidy);
        for (std::size_t at = 0; at < classes.size(); ++at) {
            if (classes[at] != 'x' && classes[at] != 'j') continue;
            CHECK(is_in_place(classes, at));
            ++kept;
        }
        // What the rules allow as it stands is not touched. (Spaces and the order of marks may be.)
        const std::string typed = classes_of(name);
        bool is_fine = typed.find_first_of("sn") == std::string::npos && typed.find_first_of("dka") == 0;
        for (std::size_t at = 0; is_fine && at < typed.size(); ++at) is_fine = (typed[at] != 'x' && typed[at] != 'j') || is_in_place(typed, at);
        if (is_fine && typed.find("vv") == std::string::npos && std::ranges::count(typed, 't') == 0) CHECK(std::ranges::count(classes, 'x') + std::ranges::count(classes, 'j') == std::ranges::count(typed, 'x') + std::ranges::count(typed, 'j'));
    }
    CHECK(kept > 200);
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
