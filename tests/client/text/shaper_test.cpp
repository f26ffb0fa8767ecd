// Goal: names in any script are drawn as they are written: joined, stacked and in their order, beside Latin letters, too. A letter that no
// font has is a box. The fonts are those of tools/setup: DejaVu (Hebrew, Arabic), Lohit (Devanagari), Loma (Thai).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "client/text/font.hpp"
#include "client/text/line.hpp"
#include "client/text/scripts.hpp"

using namespace albireo;

namespace {

text::Font& font() {
    return text::font();
}

using Place = std::pair<float, float>;  // in the atlas: which glyph it is

/// The glyphs of a text, from left to right.
std::vector<Place> glyphs_of(const std::string& words, text::Font& with = font()) {
    const text::ShapedText* const shaped = with.shaped(words);
    REQUIRE(shaped != nullptr);
    std::vector<Place> all;
    for (const auto& placed : shaped->glyphs) all.emplace_back(placed.glyph.u0, placed.glyph.v0);
    return all;
}
/// The glyphs of each of its letters alone.
std::vector<Place> naive_glyphs_of(const std::string& words) {
    std::vector<Place> all;
    text::for_each_letter(words, [&](char32_t code) {
        const text::Glyph& glyph = font().glyph(code);
        if (!glyph.is_blank()) all.emplace_back(glyph.u0, glyph.v0);
    });
    return all;
}
bool has_font_for(char32_t code) {
    return &font().glyph(code) != &font().missing();
}
Place place_of(char32_t code) {
    std::string letter;
    text::append_letter(letter, code);
    if (text::is_shaped(code)) return glyphs_of(letter).front();
    // As part of a line that is shaped.
    return glyphs_of(letter + "Aא").front();
}

}  // namespace

TEST_CASE("text of the game's own languages is not shaped, nor are names in Cyrillic, Greek or Chinese") {
    for (const char* plain : {"", "Settings", "Ça va… « œuvre »", "¿Qué?", "Größe", "設定を変える、ー！", "Жанна", "Ελένη", "王小明", "한글", "\U0001f680"}) {
        CAPTURE(plain);
        CHECK(font().shaped(plain) == nullptr);
    }
    for (const char* shaped : {"שלום", "سلام", "हिन्दी", "สวัสดี", "e\u0301", "Anna \u2068שלום\u2069"}) {
        CAPTURE(shaped);
        CHECK(font().shaped(shaped) != nullptr);
    }
}

TEST_CASE("Hebrew runs from right to left, and stands after a Latin name before it") {
    REQUIRE(has_font_for(U'ש'));
    const Place shin = place_of(U'ש'), lamed = place_of(U'ל'), vav = place_of(U'ו'), mem = place_of(U'ם');
    CHECK((glyphs_of("שלום") == std::vector{mem, vav, lamed, shin}));
    CHECK(glyphs_of("שלום") != naive_glyphs_of("שלום"));
    const Place a = place_of(U'A'), n = place_of(U'n');
    CHECK((glyphs_of("An שלום") == std::vector{a, n, mem, vav, lamed, shin}));
    // A name that begins in Hebrew runs leftward as a whole; in a sentence, where it is isolated, only itself.
    CHECK((glyphs_of("שלום An") == std::vector{a, n, mem, vav, lamed, shin}));
    CHECK((glyphs_of("\u2068שלום\u2069 An") == std::vector{mem, vav, lamed, shin, a, n}));
    CHECK((glyphs_of("\u2068שלום A\u2069 n") == std::vector{a, mem, vav, lamed, shin, n}));
    // Brackets are mirrored.
    CHECK((glyphs_of("(ש)") == std::vector{place_of(U'('), shin, place_of(U')')}));
}

TEST_CASE("a name in isolation leaves the number after it where it is") {
    const auto with = glyphs_of("\u2068שלום\u2069: 12"), without = glyphs_of("שלום: 12");
    const Place one = place_of(U'1'), mem = place_of(U'ם');
    CHECK(with.front() == mem);
    CHECK(with[with.size() - 2] == one);
    CHECK(without.front() == one);
}

TEST_CASE("Arabic letters join: other glyphs than those of single letters, and a narrower word") {
    REQUIRE(has_font_for(U'س'));
    for (const char* name : {"سلام", "محمد", "ليلى", "بهار"}) {
        CAPTURE(name);
        std::vector<Place> leftward = naive_glyphs_of(name);
        std::reverse(leftward.begin(), leftward.end());
        CHECK(glyphs_of(name) != leftward);
        float sum = 0;
        text::for_each_letter(name, [&](char32_t code) { sum += font().glyph(code).advance; });
        CHECK(font().measure(name) < sum);
    }
    // Lam and alef become one.
    CHECK(glyphs_of("لا").size() == 1);
}

TEST_CASE("Devanagari: a vowel sign moves before its letter, and consonants become one") {
    if (!has_font_for(U'ह')) {
        MESSAGE("no font with Devanagari here (fonts-lohit-deva)");
        return;
    }
    const Place ha = place_of(U'ह');
    const auto hi = glyphs_of("हि");
    REQUIRE(hi.size() == 2);
    CHECK(hi[1] == ha);
    CHECK(glyphs_of("क्षि").size() < text::count_letters("क्षि"));
    CHECK(glyphs_of("हिन्दी") != naive_glyphs_of("हिन्दी"));
}

TEST_CASE("a mark stands on its letter: as one glyph with it, or both from a font that has the mark") {
    // Play has é, and no mark.
    CHECK((glyphs_of("e\u0301A") == std::vector{place_of(U'é'), place_of(U'A')}));
    const text::ShapedText* const shaped = font().shaped("x\u0301");  // there is no letter for both
    REQUIRE(shaped->glyphs.size() == 2);
    const auto& [letter, mark] = std::tie(shaped->glyphs[0], shaped->glyphs[1]);
    const float middle = letter.x + (letter.glyph.left + letter.glyph.right) / 2;
    CHECK(mark.x + (mark.glyph.left + mark.glyph.right) / 2 == doctest::Approx(middle).epsilon(0.15));
    CHECK(mark.glyph.top > letter.glyph.top + 0.05F);
}

TEST_CASE("Thai: a tone mark stands above its vowel, not beside it") {
    if (!has_font_for(U'ก')) {
        MESSAGE("no font with Thai here (fonts-tlwg-loma-ttf)");
        return;
    }
    CHECK(font().measure("กี่") == doctest::Approx(font().measure("ก")).epsilon(0.02));
    const text::ShapedText* const shaped = font().shaped("กี่");
    REQUIRE(shaped->glyphs.size() == 3);
    CHECK(shaped->glyphs[2].glyph.bottom > shaped->glyphs[0].glyph.bottom + 0.3F);
}

TEST_CASE("a letter that no font has is a visible box among shaped letters, too") {
    text::Font alone(text::font_file());
    CHECK(alone.measure("שלום") == doctest::Approx(4 * alone.missing().advance));
    for (const Place& each : glyphs_of("שלום", alone)) CHECK((each == Place{alone.missing().u0, alone.missing().v0}));
    CHECK(glyphs_of("aש", alone).size() == 2);
    // What is invisible in any font takes no room.
    CHECK(alone.measure("a\u200b\u2068b\u2069") == doctest::Approx(alone.measure("ab")).epsilon(0.001));
    CHECK(alone.measure("a\ufe0f") == doctest::Approx(alone.measure("a")).epsilon(0.001));
}

TEST_CASE("a shaped line is shortened between letters, never before a mark. Its ellipsis ends a name from right to left on the left") {
    for (const std::string name : {"שלום שלום שלום", "e\u0301e\u0301e\u0301e\u0301e\u0301", "محمد بن عبد الله", "Anna שלום"}) {
        CAPTURE(name);
        const float whole = font().measure(name);
        for (const float share : {0.2F, 0.4F, 0.6F, 0.8F, 0.95F}) {
            const text::Line line = text::lay_out(font(), name, {.size = 2, .width_max = 2 * whole * share, .overflow = text::Overflow::shorten});
            CHECK(line.has_ellipsis);
            CHECK(name.starts_with(line.text));
            const std::string rest = name.substr(line.text.size());
            CHECK_FALSE(rest.starts_with("\u0301"));
            CHECK(line.width <= 2 * std::max(whole * share, font().measure("\u2026")) + 0.01F);
        }
        CHECK(text::lay_out(font(), name, {.width_max = whole + 0.01F, .overflow = text::Overflow::shorten}).text == name);
    }
    std::vector<text::Glyph> drawn;
    const std::string name = "שלום שלום";
    const text::Line line = text::lay_out(font(), name, {.width_max = font().measure("שלום") + 0.9F, .overflow = text::Overflow::shorten});
    text::for_each_glyph(font(), line, [&](float, const text::Glyph& glyph) { drawn.push_back(glyph); });
    REQUIRE(!drawn.empty());
    CHECK(drawn.front().u0 == place_of(text::kEllipsis).first);
}

TEST_CASE("any letters in any order are laid out from the left end on, also when the atlas is full") {
    text::Font full(text::font_file(), {.file = text::japanese_font_file(), .system = true});
    std::mt19937 random(20);
    constexpr std::pair<char32_t, char32_t> kBlocks[] = {{0x20, 0x7e},     {0x300, 0x36f},   {0x590, 0x6ff},   {0x900, 0x97f},
                                                         {0xe00, 0xe7f},   {0x2000, 0x206f}, {0x4e00, 0x9fff}, {0xfb1d, 0xfeff},
                                                         {0x10800, 0x11fff}};
    std::uint32_t last = full.version();
    for (int i = 0; i < 1'500; ++i) {
        std::string words;
        const auto length = random() % 12;
        for (unsigned letter = 0; letter <= length; ++letter) {
            const auto& [first, end] = kBlocks[random() % std::size(kBlocks)];
            text::append_letter(words, first + static_cast<char32_t>(random() % (end - first + 1)));
        }
        CAPTURE(words);
        const float width = full.measure(words);
        REQUIRE(std::isfinite(width));
        REQUIRE(width >= 0);
        REQUIRE(full.fit(words, width + 0.001F) == words.size());
        REQUIRE(text::is_clean(words.substr(0, full.fit(words, width / 2))) == true);
        text::for_each_glyph(full, text::lay_out(full, words, {}), [&](float x, const text::Glyph& glyph) {
            REQUIRE(std::isfinite(x));
            REQUIRE(glyph.u1 <= 1);
            REQUIRE(glyph.v1 <= 1);
        });
        REQUIRE(full.version() >= last);
        last = full.version();
    }
}
