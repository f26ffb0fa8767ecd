#include "client/text/shaper.hpp"

#include <fribidi.h>
#include <hb.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>

#include "client/text/scripts.hpp"
#include "client/text/utf8.hpp"

namespace albireo::text {
namespace {

struct LetterPlace {
    char32_t code = 0;
    int face = Shaper::kNoFace;
    hb_script_t script = HB_SCRIPT_COMMON;
    FriBidiLevel level = 0;  // odd: from right to left
};

/// Letters of one face, script and direction.
struct Run {
    std::size_t first = 0, count = 0;
    FriBidiLevel level = 0;
};

std::vector<FriBidiLevel> levels_of(const std::vector<FriBidiChar>& codes) {
    const auto count = static_cast<FriBidiStrIndex>(codes.size());
    std::vector<FriBidiCharType> types(codes.size());
    std::vector<FriBidiBracketType> brackets(codes.size());
    std::vector<FriBidiLevel> levels(codes.size(), 0);
    fribidi_get_bidi_types(codes.data(), count, types.data());
    fribidi_get_bracket_types(codes.data(), count, types.data(), brackets.data());
    FriBidiParType base = FRIBIDI_PAR_WLTR;
    if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), count, &base, levels.data()) == 0)
        std::ranges::fill(levels, FriBidiLevel{0});
    return levels;
}

/// The scripts of letters that several have, such as spaces and marks, are those of the letter before them.
void settle_scripts(std::vector<LetterPlace>& all) {
    hb_unicode_funcs_t* const unicode = hb_unicode_funcs_get_default();
    hb_script_t before = HB_SCRIPT_COMMON;
    for (LetterPlace& each : all) {
        each.script = hb_unicode_script(unicode, each.code);
        if (each.script == HB_SCRIPT_COMMON || each.script == HB_SCRIPT_INHERITED || each.script == HB_SCRIPT_UNKNOWN) each.script = before;
        before = each.script;
    }
}

/// In the order in which they lie, from left to right (rule L2 of UAX #9).
std::vector<Run> runs_of(const std::vector<LetterPlace>& all) {
    std::vector<Run> runs;
    FriBidiLevel highest = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool goes_on = i > 0 && all[i].face == all[i - 1].face && all[i].script == all[i - 1].script && all[i].level == all[i - 1].level;
        if (!goes_on) runs.push_back({i, 0, all[i].level});
        ++runs.back().count;
        highest = std::max(highest, all[i].level);
    }
    for (int level = highest; level > 0; --level) {
        const auto is_deep = [&](const Run& run) { return run.level >= level; };
        for (auto at = runs.begin(); (at = std::find_if(at, runs.end(), is_deep)) != runs.end();) {
            const auto end = std::find_if_not(at, runs.end(), is_deep);
            std::reverse(at, end);
            at = end;
        }
    }
    return runs;
}

}  // namespace

struct Shaper::Faces {
    std::vector<std::unique_ptr<hb_font_t, decltype(&hb_font_destroy)>> fonts;

    void add(hb_blob_t* blob, unsigned index) {
        hb_face_t* const face = hb_face_create(blob, index);
        hb_blob_destroy(blob);
        fonts.emplace_back(hb_font_create(face), hb_font_destroy);
        hb_face_destroy(face);
    }
    /// The face of a letter, if it can draw this mark on it, by itself or as one glyph with the letter; otherwise kNoFace.
    int of_mark(int face, char32_t letter, char32_t mark) const {
        hb_codepoint_t both = 0;
        if (has(face, mark)) return face;
        const bool is_one = hb_unicode_compose(hb_unicode_funcs_get_default(), letter, mark, &both) != 0 && has(face, both);
        return is_one ? face : kNoFace;
    }
    /// The glyphs of the marks among these letters that take no room of their own.
    static std::set<hb_codepoint_t> marks_of(hb_font_t* font, std::span<const LetterPlace> letters) {
        std::set<hb_codepoint_t> all;
        for (const LetterPlace& each : letters) {
            hb_codepoint_t glyph = 0;
            const auto category = hb_unicode_general_category(hb_unicode_funcs_get_default(), each.code);
            if (category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK && hb_font_get_nominal_glyph(font, each.code, &glyph) != 0) all.insert(glyph);
        }
        return all;
    }
    bool has(int face, char32_t code) const {
        hb_codepoint_t glyph = 0;
        return face >= 0 && hb_font_get_nominal_glyph(fonts[static_cast<std::size_t>(face)].get(), code, &glyph) != 0;
    }
};

Shaper::Shaper() : faces_(std::make_unique<Faces>()) {}
Shaper::~Shaper() = default;

void Shaper::add(std::span<const std::uint8_t> file) {
    faces_->add(hb_blob_create(reinterpret_cast<const char*>(file.data()), static_cast<unsigned>(file.size()),
                               HB_MEMORY_MODE_READONLY, nullptr, nullptr),
                0);
}

void Shaper::add(const std::string& path, int index) {
    faces_->add(hb_blob_create_from_file(path.c_str()), static_cast<unsigned>(index));
}

bool Shaper::is_mark(char32_t code) {
    switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), code)) {
        case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
        case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
        case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
            return true;
        default:
            return is_invisible(code) && code != kIsolate;
    }
}

Shaper::Line Shaper::shape(std::string_view text, const std::function<int(char32_t)>& face_of, float missing_width) {
    std::vector<FriBidiChar> codes;
    for_each_letter(text, [&](char32_t code) { codes.push_back(code); });
    if (codes.empty()) return {};
    const std::vector<FriBidiLevel> levels = levels_of(codes);
    std::vector<LetterPlace> all(codes.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = {.code = codes[i], .level = levels[i]};
        const int before = i > 0 ? all[i - 1].face : kNoFace;
        if (i > 0 && is_invisible(codes[i])) {
            all[i].face = before;
        } else if (i > 0 && is_mark(codes[i])) {
            all[i].face = faces_->of_mark(before, all[i - 1].code, codes[i]);
            if (all[i].face != kNoFace) continue;
            // The letter before it goes to the mark's face, if that has both.
            all[i].face = face_of(codes[i]);
            if (faces_->has(all[i].face, all[i - 1].code)) all[i - 1].face = all[i].face;
        } else {
            all[i].face = is_invisible(codes[i]) ? 0 : face_of(codes[i]);
        }
    }
    settle_scripts(all);
    Line line;
    const std::unique_ptr<hb_buffer_t, decltype(&hb_buffer_destroy)> buffer(hb_buffer_create(), hb_buffer_destroy);
    for (const Run& run : runs_of(all)) {
        const std::span letters = std::span(all).subspan(run.first, run.count);
        const bool leftward = run.level % 2 == 1;
        if (letters.front().face == kNoFace) {
            for (const LetterPlace& each : letters) {
                if (is_invisible(each.code)) continue;
                line.glyphs.push_back({.x = line.width});
                line.width += missing_width;
            }
            continue;
        }
        hb_font_t* const font = faces_->fonts[static_cast<std::size_t>(letters.front().face)].get();
        hb_buffer_clear_contents(buffer.get());
        // With the letters around the run, because they decide how its ends join.
        hb_buffer_add_utf32(buffer.get(), codes.data(), static_cast<int>(codes.size()), static_cast<unsigned>(run.first),
                            static_cast<int>(run.count));
        hb_buffer_set_direction(buffer.get(), leftward ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
        hb_buffer_set_script(buffer.get(), letters.front().script);
        hb_buffer_set_language(buffer.get(), hb_language_get_default());
        const bool is_plain = std::ranges::none_of(letters, [](const LetterPlace& each) { return is_shaped(each.code); });
        constexpr auto kWhole = static_cast<unsigned>(-1);
        constexpr hb_feature_t kPlain[] = {{HB_TAG('k', 'e', 'r', 'n'), 0, 0, kWhole}, {HB_TAG('l', 'i', 'g', 'a'), 0, 0, kWhole},
                                           {HB_TAG('c', 'l', 'i', 'g'), 0, 0, kWhole}, {HB_TAG('c', 'a', 'l', 't'), 0, 0, kWhole}};
        hb_shape(font, buffer.get(), kPlain, is_plain ? std::size(kPlain) : 0);
        const std::set<hb_codepoint_t> marks = faces_->marks_of(font, letters);
        unsigned count = 0;
        const hb_glyph_info_t* const glyphs = hb_buffer_get_glyph_infos(buffer.get(), &count);
        const hb_glyph_position_t* const places = hb_buffer_get_glyph_positions(buffer.get(), &count);
        const float unit = 1.0F / static_cast<float>(hb_face_get_upem(hb_font_get_face(font)));  // a font's scale at first
        for (unsigned i = 0; i < count; ++i) {
            float off = static_cast<float>(places[i].x_offset);
            hb_glyph_extents_t box{};
            // A font that does not place its marks draws them beside the letter, unless they reach back by themselves.
            if (i > 0 && marks.contains(glyphs[i].codepoint) && off == 0 && places[i].x_advance == 0 &&
                hb_font_get_glyph_extents(font, glyphs[i].codepoint, &box) != 0 && box.x_bearing >= 0) {
                off = -static_cast<float>(places[i - 1].x_advance + box.width) / 2 - static_cast<float>(box.x_bearing);
            }
            line.glyphs.push_back({.face = letters.front().face,
                                   .glyph = glyphs[i].codepoint,
                                   .x = line.width + off * unit,
                                   .y = static_cast<float>(places[i].y_offset) * unit});
            line.width += static_cast<float>(places[i].x_advance) * unit;
        }
    }
    return line;
}

}  // namespace albireo::text
