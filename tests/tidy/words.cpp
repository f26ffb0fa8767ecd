// One word for one thing: the table of docs/rules.md, and phrases that give one of its words a second meaning.
#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "tests/tidy/rules.hpp"

namespace albireo::tidy {
namespace {

constexpr std::string_view kPage = "docs/rules.md";

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// Words that once had several meanings or none.
constexpr std::string_view kRequired[] = {"seat",     "slot",           "lap",       "ribbon", "blue bar",
                                          "gold bar", "frame",          "picture",   "report", "figures",
                                          "storm",    "combined storm", "storm run", "marks"};

constexpr std::string_view kFigures = "a program prints figures; a report is a collision";
constexpr std::string_view kPicture = "a drawn image is a picture; a frame is a player's input";
constexpr std::string_view kCombined = "\"storm\" is the difficulty; say \"combined storm\"";
constexpr std::string_view kHighlight = "the timeline of the replay viewer has highlights and bookmarks";

struct Phrase {
    const char* pattern;
    std::string_view why;
};

// Each is an exact phrase, so that none of them has a right use.
constexpr Phrase kPagePhrases[] = {
    {R"(\b(south|east|west|north)\b|\b(South|East|West|North)\s+button)",
     "a pad's buttons are A, B, X and Y; compass points are for settings files"},
    {R"(\b([Aa]|[Tt]he)\s+storm\b(?!\s+run)|\b(?!combined\s)\w+,?\s+storms\b)",
     "\"storm\" is the difficulty; say \"combined storm\" or \"storm run\""},
    {R"(\bby\s+storm\b(?!\s+run))", "the program is albireo-storm"},
    {R"(\b(bot|program|game|client|window)'s\s+report\b)", kFigures},
    {R"(\b(playable|raw|RGBA|PNG|drawn)\s+frames?\b)", kPicture},
    {R"(\b(next|previous|last)\s+mark\b)", kHighlight},
};

struct OldName {
    std::string_view name, why;
};

// Names of the code that were replaced because their words mean something else.
constexpr OldName kOldNames[] = {
    {"GameReport", kFigures},        {"BotReport", kFigures},      {"report_text", kFigures},
    {"FrameSink", kPicture},         {"first_frame_ms", kPicture}, {"kStormTicks", kCombined},
    {"kStormReach", kCombined},      {"kStormTimes", kCombined},   {"kStormDustWorth", kCombined},
    {"EventKind::storm", kCombined}, {"Voice::storm", kCombined},  {"joins_storm", kCombined},
    {"strike_storm", kCombined},     {"storm_away", kCombined},    {"jump_mark", kHighlight},
    {"mark_before", kHighlight},     {"mark_next", kHighlight},
};

bool is_page(std::string_view path) {
    return path.ends_with(".md");
}

/// A catalogue without its comments, which name files.
std::string texts_of(std::string_view catalogue) {
    std::string texts;
    for (const std::string& line : split_lines(catalogue)) texts += (line.starts_with('#') ? "" : line) + '\n';
    return texts;
}

bool is_in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void find_name(const OldName& old, std::string_view path, std::string_view text, Findings& findings) {
    for (auto at = text.find(old.name); at != std::string_view::npos; at = text.find(old.name, at + 1)) {
        const auto end = at + old.name.size();
        if ((at > 0 && is_in_name(text[at - 1])) || (end < text.size() && is_in_name(text[end]))) continue;
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        findings.push_back({std::string(path), static_cast<std::size_t>(line),
                            "'" + std::string(old.name) + "': " + std::string(old.why)});
    }
}

void find_phrase(const Phrase& phrase, std::string_view path, const std::string& text, Findings& findings) {
    const std::regex pattern(phrase.pattern);
    for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator(); ++at) {
        const auto line = 1 + std::count(text.begin(), text.begin() + at->position(), '\n');
        findings.push_back(
            {std::string(path), static_cast<std::size_t>(line), "'" + at->str() + "': " + std::string(phrase.why)});
    }
}

}  // namespace

std::vector<Word> words_of(std::string_view page) {
    std::vector<Word> words;
    bool is_inside = false;
    const std::vector<std::string> lines = split_lines(page);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& line = lines[i];
        if (line.starts_with("## ")) is_inside = line == "## Words";
        const auto middle = line.find(" | ");
        if (!is_inside || !line.starts_with("| ") || line.starts_with("| word ") || middle == std::string::npos)
            continue;
        std::string meaning = trimmed(std::string_view(line).substr(middle + 3));
        if (meaning.ends_with('|')) meaning = trimmed(std::string_view(meaning).substr(0, meaning.size() - 1));
        // "blue bar, charge": two words of one meaning.
        const std::string names = line.substr(2, middle - 2) + ",";
        for (std::size_t from = 0, comma; (comma = names.find(',', from)) != std::string::npos; from = comma + 1)
            words.push_back({trimmed(std::string_view(names).substr(from, comma - from)), meaning, i + 1});
    }
    return words;
}

Findings check_word_table(std::string_view page) {
    Findings findings;
    const auto find = [&](std::size_t line, std::string what) {
        findings.push_back({std::string(kPage), line, std::move(what)});
    };
    std::set<std::string> defined;
    for (const Word& word : words_of(page)) {
        if (!defined.insert(word.name).second) find(word.line, "a second row for '" + word.name + "'");
        if (word.meaning.empty()) find(word.line, "'" + word.name + "' has no meaning");
    }
    for (const std::string_view name : kRequired) {
        if (!defined.contains(std::string(name))) find(0, "section Words has no row for '" + std::string(name) + "'");
    }
    return findings;
}

Findings check_phrases(std::string_view path, std::string_view text) {
    Findings findings;
    if (is_page(path) || path.ends_with(".pot")) {
        const std::string all = is_page(path) ? std::string(text) : texts_of(text);
        for (const Phrase& phrase : kPagePhrases) find_phrase(phrase, path, all, findings);
    } else {
        for (const OldName& old : kOldNames) find_name(old, path, text, findings);
    }
    return findings;
}

}  // namespace albireo::tidy
