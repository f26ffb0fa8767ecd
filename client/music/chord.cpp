#include "client/music/chord.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace albireo::music {
namespace {

struct Quality {
    std::string_view name;
    std::initializer_list<int> tones;
};

constexpr int kFlatNine = 13, kNine = 14, kSharpEleven = 18;

const std::initializer_list<Quality> kQualities = {
    {"", {0, 4, 7}},
    {"m", {0, 3, 7}},
    {"5", {0, 7}},
    {"6", {0, 4, 7, 9}},
    {"6/9", {0, 4, 7, 9, kNine}},
    {"7", {0, 4, 7, 10}},
    {"7b9", {0, 4, 7, 10, kFlatNine}},
    {"7sus4", {0, 5, 7, 10}},
    {"sus4", {0, 5, 7}},
    {"add9", {0, 4, 7, kNine}},
    {"m7", {0, 3, 7, 10}},
    {"m9", {0, 3, 7, 10, kNine}},
    {"m11", {0, 3, 7, 10, kNine, 17}},
    {"maj7", {0, 4, 7, 11}},
    {"maj7#11", {0, 4, 7, 11, kSharpEleven}},
    {"dim", {0, 3, 6}},
};

int above(int pitch_class, int low) {
    return low + (pitch_class - low % 12 + 24) % 12;
}

}  // namespace

int Chord::tone(int n, int low) const {
    std::vector<int> steps;
    for (const int tone : tones) steps.push_back(tone % 12);
    std::sort(steps.begin(), steps.end());
    const auto count = static_cast<int>(steps.size());
    return above(root, low) + steps[static_cast<std::size_t>((n - 1) % count)] + 12 * ((n - 1) / count);
}

std::vector<int> Chord::voicing(int low) const {
    std::vector<int> pitches;
    for (const int tone : tones) pitches.push_back(above((root + tone) % 12, low));
    std::sort(pitches.begin(), pitches.end());
    pitches.erase(std::unique(pitches.begin(), pitches.end()), pitches.end());
    return pitches;
}

std::optional<int> take_pitch_class(std::string_view& text) {
    constexpr std::string_view kLetters = "C.D.EF.G.A.B";
    if (text.empty() || text[0] == '.') return std::nullopt;
    const std::size_t at = kLetters.find(text[0]);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(1);
    int pitch_class = static_cast<int>(at);
    for (; !text.empty() && (text[0] == '#' || text[0] == 'b'); text.remove_prefix(1)) {
        pitch_class += text[0] == '#' ? 1 : -1;
    }
    return (pitch_class + 24) % 12;
}

std::optional<Chord> chord_of(std::string_view name) {
    const auto root = take_pitch_class(name);
    if (!root) return std::nullopt;
    Chord chord{*root, *root, {}};
    // The slash of 6/9 belongs to its quality.
    for (const bool has_bass : {false, true}) {
        std::string_view quality = name;
        if (has_bass) {
            const std::size_t slash = name.rfind('/');
            if (slash == std::string_view::npos) return std::nullopt;
            std::string_view bass = name.substr(slash + 1);
            const auto lowest = take_pitch_class(bass);
            if (!lowest || !bass.empty()) return std::nullopt;
            chord.bass = *lowest;
            quality = name.substr(0, slash);
        }
        const auto found = std::find_if(kQualities.begin(), kQualities.end(),
                                        [&](const Quality& known) { return known.name == quality; });
        if (found == kQualities.end()) continue;
        chord.tones = found->tones;
        return chord;
    }
    return std::nullopt;
}

std::optional<int> pitch_of(std::string_view name) {
    std::string_view rest = name;
    if (!take_pitch_class(rest) || rest.empty()) return std::nullopt;
    int octave = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), octave);
    if (error != std::errc{} || end != rest.data() + rest.size() || octave < 0 || octave > 8) return std::nullopt;
    // Counted from the letter, so that Cb5 lies below C5.
    constexpr std::string_view kLetters = "C.D.EF.G.A.B";
    int pitch = static_cast<int>(kLetters.find(name[0])) + 12 * (octave + 1);
    for (const char c : name.substr(1, name.size() - rest.size() - 1)) pitch += c == '#' ? 1 : -1;
    return pitch;
}

}  // namespace albireo::music
