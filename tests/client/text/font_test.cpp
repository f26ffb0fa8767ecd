// Goal: every letter of the font has room in the atlas, and a line keeps to its width: aligned, scaled down, or shortened
// at a letter.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "client/text/font_bytes.hpp"
#include "client/text/line.hpp"

using namespace albireo;
using text::Align;
using text::Line;
using text::Overflow;

namespace {

text::Font& font() {
    return text::font();
}

bool is_drawn(const text::Glyph& glyph, const text::Font& of = font()) {
    const auto x0 = static_cast<int>(glyph.u0 * text::Font::kAtlasWidth),
               x1 = static_cast<int>(glyph.u1 * text::Font::kAtlasWidth);
    const auto y0 = static_cast<int>(glyph.v0 * text::Font::kAtlasHeight),
               y1 = static_cast<int>(glyph.v1 * text::Font::kAtlasHeight);
    for (int y = y0; y < y1; ++y) {
        const auto row = of.atlas().subspan(static_cast<std::size_t>(y * text::Font::kAtlasWidth));
        if (std::any_of(row.begin() + x0, row.begin() + x1, [](std::uint8_t value) { return value > 128; }))
            return true;
    }
    return false;
}

/// The pen positions and glyphs that for_each_glyph() draws.
std::vector<std::pair<float, const text::Glyph*>> drawn(const Line& line, text::Font& with = font()) {
    std::vector<std::pair<float, const text::Glyph*>> all;
    text::for_each_glyph(with, line, [&](float x, const text::Glyph& glyph) { all.emplace_back(x, &glyph); });
    return all;
}

}  // namespace

TEST_CASE("the font is built into the program. An invalid font is reported in one line and not used") {
    const std::span<const std::uint8_t> whole = text::font_file();
    CHECK(font().measure("ALBIREO") > 1);
    CHECK(is_drawn(font().glyph(U'A')));
    std::vector<std::uint8_t> spoilt(whole.begin(), whole.end());
    spoilt[0] ^= 0xFF;
    for (const std::span<const std::uint8_t> file :
         {std::span<const std::uint8_t>(spoilt), whole.first(100), whole.first(0)}) {
        CAPTURE(file.size());
        std::string said;
        try {
            const text::Font broken(file);
        } catch (const text::FontError& error) {
            said = error.what();
        }
        CHECK(said.find("the font cannot be used") == 0);
        CHECK(said.find('\n') == std::string::npos);
    }
}

TEST_CASE("the atlas has room for every letter of the font, and its version counts the letters") {
    text::Font full(text::font_file());
    const text::Glyph* const none = &full.missing();
    const std::uint32_t before = full.version();
    std::size_t letters = 0;
    float top = 0;
    for (char32_t code = 0x7f; code < 0x10000; ++code) {
        const text::Glyph& glyph = full.glyph(code);
        letters += &glyph != none && !glyph.is_blank();
        top = std::max(top, glyph.v1);
    }
    CHECK(letters > 500);
    CHECK(full.version() == before + letters);
    CHECK(&full.glyph(0xfb04) != none);  // the last one
    CHECK(top < 0.9F);                   // a font that has grown a little has room, too
    CHECK(full.version() == before + letters);
}

TEST_CASE("a letter that the font lacks is a box, within the first plane of Unicode and beyond it") {
    text::Font alone(text::font_file());
    CHECK(is_drawn(alone.missing(), alone));
    CHECK(alone.missing().right < alone.missing().advance + 0.1F);
    for (const char* lacking : {"\u661f", "\U0001f680", "\U00020000", "\xff"}) {
        CAPTURE(lacking);
        CHECK(alone.measure(lacking) == alone.missing().advance);
        const auto glyphs = drawn(text::lay_out(alone, lacking, {}), alone);
        REQUIRE(glyphs.size() == 1);
        CHECK(glyphs[0].second == &alone.missing());
    }
    CHECK(&font().glyph(U'\u0416') != &font().missing());
    CHECK(is_drawn(font().glyph(U'\u0416')));
}

TEST_CASE("letters that the font lacks come from the second font: kana and kanji, each one em wide") {
    text::Font both(text::font_file(), {.file = text::japanese_font_file()});
    for (const char32_t code : {U'星', U'あ', U'ア', U'、', U'巣'}) {
        const text::Glyph glyph = both.glyph(code);
        CHECK(is_drawn(glyph, both));
        CHECK(glyph.advance == doctest::Approx(1));
        CHECK(glyph.top < 1.1F);
        CHECK(glyph.bottom > -0.3F);
    }
    // Latin letters stay in the first font.
    text::Font first(text::font_file());
    CHECK(both.glyph(U'é').advance == first.glyph(U'é').advance);
}

TEST_CASE("a full atlas drops letters that are not ASCII, and draws them again when they are needed") {
    text::Font both(text::font_file(), {.file = text::japanese_font_file()});
    const text::Glyph first = both.glyph(U'一'), a = both.glyph(U'A');
    // More kanji than fit, and then as many again. Each can be drawn at once, and so can ASCII.
    std::size_t fitted = 0, after = 0;
    bool has_dropped = false;
    for (char32_t code = U'丁'; code < U'丁' + 20'000 && after <= fitted; ++code) {
        const text::Glyph glyph = both.glyph(code);
        if (glyph.advance < 0.9F) continue;  // the font lacks it: a box
        if (code % 97 == 0) REQUIRE(is_drawn(glyph, both));
        // The first kanji's place was given away.
        has_dropped = has_dropped || (glyph.u0 == first.u0 && glyph.v0 == first.v0);
        ++(has_dropped ? after : fitted);
    }
    CHECK(has_dropped);
    CHECK(after > fitted);
    CHECK(fitted > 400);
    CHECK(is_drawn(a, both));
    CHECK(both.glyph(U'A').u0 == a.u0);
    CHECK(is_drawn(both.glyph(U'一'), both));
}

TEST_CASE("a line is aligned by its left end, its middle or its right end") {
    const float width = font().measure("Vega") * 2;
    for (const auto& [align, left] :
         {std::pair{Align::left, 5.0F}, std::pair{Align::centre, 5 - width / 2}, std::pair{Align::right, 5 - width}}) {
        const Line line = text::lay_out(font(), "Vega", {.x = 5, .size = 2, .align = align});
        CHECK(line.left == doctest::Approx(left));
        CHECK(line.width == doctest::Approx(width));
        CHECK(drawn(line).size() == 4);
        CHECK(drawn(line)[0].first == line.left);
    }
}

TEST_CASE("a line wider than its room is scaled down or shortened at a letter. Any other line is unchanged") {
    const std::string name = "Maximilian \u0416\u0416\u0416 \U0001f680";
    const float whole = font().measure(name);
    for (const Overflow overflow : {Overflow::shrink, Overflow::shorten}) {
        const Line fits =
            text::lay_out(font(), name, {.size = 3, .width_max = whole * 3 + 0.01F, .overflow = overflow});
        CHECK(fits.text == name);
        CHECK_FALSE(fits.has_ellipsis);
        CHECK(fits.size == 3);
    }
    for (const float share : {0.0F, 0.03F, 0.3F, 0.5F, 0.71F, 0.73F, 0.99F}) {
        CAPTURE(share);
        const float room = whole * 3 * share;
        const Line smaller = text::lay_out(font(), name, {.size = 3, .width_max = room});
        CHECK(smaller.text == name);
        CHECK(smaller.width == doctest::Approx(room));
        CHECK(smaller.size == doctest::Approx(3 * share));
        const Line shorter = text::lay_out(font(), name, {.size = 3, .width_max = room, .overflow = Overflow::shorten});
        CHECK(shorter.size == 3);
        CHECK(shorter.has_ellipsis);
        CHECK(name.starts_with(shorter.text));
        CHECK(text::is_clean(shorter.text));
        CHECK_FALSE(shorter.text.ends_with(' '));
        CHECK(shorter.width <= std::max(room, 3 * font().measure("\u2026")) + 0.001F);
        CHECK(drawn(shorter).back().second == &font().glyph(text::kEllipsis));
    }
    // Every letter that fits is kept.
    const float room = font().measure("Max\u2026") + 0.001F;
    CHECK(text::lay_out(font(), name, {.width_max = room, .overflow = Overflow::shorten}).text == "Max");
}

TEST_CASE("a font as bytes, for the replay page: its letters, and rows that add up to the atlas") {
    const std::vector<std::uint8_t> bytes = text::bytes_of(font(), U"é…");
    text::BakedFont head;
    REQUIRE(bytes.size() > sizeof head);
    std::memcpy(&head, bytes.data(), sizeof head);
    CHECK(head.ascent == font().ascent());
    CHECK(head.descent == font().descent());
    REQUIRE(head.letters == text::Font::kLast - text::Font::kFirst + 1 + 2 + 1);  // and the box
    const std::size_t pixels = std::size_t{head.rows} * text::Font::kAtlasWidth;
    REQUIRE(bytes.size() == sizeof head + head.letters * sizeof(text::BakedLetter) + pixels);
    const std::uint8_t* at = bytes.data() + sizeof head;
    for (std::uint32_t i = 0; i < head.letters; ++i, at += sizeof(text::BakedLetter)) {
        text::BakedLetter letter;
        std::memcpy(&letter, at, sizeof letter);
        const text::Glyph& glyph = letter.code == text::kNoLetter ? font().missing() : font().glyph(letter.code);
        CHECK(letter.glyph.advance == glyph.advance);
        CHECK(letter.glyph.v1 == glyph.v1);
        CHECK(letter.glyph.v1 * text::Font::kAtlasHeight <= static_cast<float>(head.rows));
    }
    std::vector<std::uint8_t> rows(at, at + pixels);
    for (std::size_t i = text::Font::kAtlasWidth; i < pixels; ++i) {
        rows[i] = static_cast<std::uint8_t>(rows[i] + rows[i - text::Font::kAtlasWidth]);
    }
    CHECK(std::equal(rows.begin(), rows.end(), font().atlas().begin()));
}
