#include "client/text/paragraph.hpp"

#include <algorithm>
#include <cstddef>

#include "client/text/utf8.hpp"

namespace albireo::text {
namespace {

/// Text between two places at which a line may end.
struct Piece {
    std::size_t end = 0;  // in bytes from the beginning of the text
    float width = 0;
};

/// Where to cut a part that is too wide, in bytes: after the last letter that fits, or earlier if the next line could not begin there.
template <class MayBegin>
std::size_t cut_of(Font& font, std::string_view part, float width_max, const MayBegin& may_begin) {
    const std::size_t fits = std::max(font.fit(part, width_max), first_letter(part).bytes);
    std::size_t best = fits;
    for (std::size_t at = 0; at < fits;) {
        at += first_letter(part.substr(at)).bytes;
        if (at <= fits && may_begin(at)) best = at;
    }
    return best;
}

std::vector<Piece> pieces_of(Font& font, std::string_view text, float width_max) {
    constexpr std::u32string_view kEnds = U" 。、：）", kNeverFirst = U"。、：）";
    const auto may_begin_line = [&](std::size_t at) {
        return at == text.size() || kNeverFirst.find(first_letter(text.substr(at)).code) == std::u32string_view::npos;
    };
    std::vector<Piece> pieces;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        for (float width = 0; begin < end; begin = pieces.back().end) {
            std::string_view part = text.substr(begin, end - begin);
            width = font.measure(part);
            if (width > width_max && part.ends_with(' ') && font.measure(part.substr(0, part.size() - 1)) <= width_max) {
                width = width_max;  // the space at the end of a line takes no room
            } else if (width > width_max) {
                part = part.substr(0, cut_of(font, part, width_max, [&](std::size_t bytes) { return may_begin_line(begin + bytes); }));
                width = font.measure(part);
            }
            pieces.push_back({begin + part.size(), width});
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        const Letter letter = first_letter(text.substr(at));
        if (letter.code == U'&') add(at);
        at += letter.bytes;
        if (kEnds.find(letter.code) != std::u32string_view::npos && may_begin_line(at)) add(at);
    }
    add(text.size());
    return pieces;
}

/// Where the lines end, if each takes as much as fits.
std::vector<std::size_t> ends_of(const std::vector<Piece>& pieces, float width_max) {
    std::vector<std::size_t> ends;
    float width = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0 && width + pieces[i].width > width_max) {
            ends.push_back(pieces[i - 1].end);
            width = 0;
        }
        width += pieces[i].width;
    }
    if (!pieces.empty()) ends.push_back(pieces.back().end);
    return ends;
}

}  // namespace

/// The lines of a text without parts.
std::vector<std::string_view> break_part(Font& font, std::string_view text, float width_max) {
    const std::vector<Piece> pieces = pieces_of(font, text, width_max);
    std::vector<std::size_t> ends = ends_of(pieces, width_max);
    // The narrowest column that takes no more lines has the most even ones.
    constexpr float kNarrower = 0.98F;
    for (float width = width_max * kNarrower; ends.size() > 1; width *= kNarrower) {
        std::vector<std::size_t> narrower = ends_of(pieces, width);
        const bool is_cut = std::ranges::any_of(pieces, [&](const Piece& piece) { return piece.width > width; });
        if (is_cut || narrower.size() > ends.size()) break;
        ends = std::move(narrower);
    }
    std::vector<std::string_view> lines;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        std::string_view line = text.substr(begin, end - begin);
        while (line.ends_with(' ')) line.remove_suffix(1);
        lines.push_back(line);
        begin = end;
    }
    return lines;
}

std::vector<std::string_view> break_lines(Font& font, std::string_view text, float width_max) {
    constexpr std::string_view kGap = "  ";
    std::vector<std::string_view> lines;
    std::size_t begin = 0, end = 0;  // of the parts for the next line
    const auto add = [&] {
        const std::vector<std::string_view> made = break_part(font, text.substr(begin, end - begin), width_max);
        lines.insert(lines.end(), made.begin(), made.end());
    };
    for (std::size_t part = 0; part < text.size();) {
        const std::size_t part_end = std::min(text.find(kGap, part), text.size());
        if (end > begin && font.measure(text.substr(begin, part_end - begin)) > width_max) {
            add();
            begin = part;
        }
        end = part_end;
        part = std::min(text.find_first_not_of(' ', part_end), text.size());
    }
    if (end > begin) add();
    return lines;
}

std::vector<std::string_view> break_lines(Font& font, std::string_view text, float width_max, std::size_t lines_max) {
    constexpr float kWider = 1.02F;
    std::vector<std::string_view> lines = break_lines(font, text, width_max);
    for (float width = std::max(width_max, font.measure(text) / static_cast<float>(lines_max)); lines.size() > lines_max; width *= kWider) {
        lines = break_lines(font, text, width);
    }
    return lines;
}

}  // namespace albireo::text
