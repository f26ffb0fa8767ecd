// One word for one thing: the table of docs/rules.md, and phrases that give one of its words a second meaning.
#include <algorithm>
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
constexpr std::string_view kRequired[] = {"seat",   "slot",    "lap",     "ribbon", "blue bar", "gold bar", "frame",
                                          "picture", "report", "figures", "storm",  "combined storm", "storm run", "marks"};

struct Phrase {
    const char* pattern;
    std::string_view why;
};

// Each is an exact phrase, so that none of them has a right use.
constexpr Phrase kPagePhrases[] = {
    {R"(\b(south|east|west|north)\b|\b(South|East|West|North)\s+button)", "a pad's buttons are A, B, X and Y; compass points are for settings files"},
    {R"(\b([Aa]|[Tt]he)\s+storm\b(?!\s+run)|\b(?!combined\s)\w+,?\s+storms\b)", "\"storm\" is the difficulty; say \"combined storm\" or \"storm run\""},
    {R"(\b(by|games of)\s+storm\b(?!\s+run))", "the program is albireo-storm"},
    {R"(\b(bot|program|game|client|window)'s\s+report\b)", "a program prints figures; a report is a collision"},
    {R"(\b(playable|raw|RGBA|PNG|drawn)\s+frames?\b)", "a drawn image is a picture; a frame is a player's input"},
    {R"(\b(next|previous|last)\s+mark\b)", "the timeline of the replay viewer has highlights and bookmarks"},
};

// Names of the code that were replaced because their words mean something else.
constexpr Phrase kCodePhrases[] = {
    {R"(\b(Game|Bot)Report\b|\breport_text\b)", "a program prints figures; a report is a collision"},
    {R"(\bFrameSink\b|\bfirst_frame_ms\b)", "a drawn image is a picture; a frame is a player's input"},
    {R"(\bkStorm(Ticks|Reach|Times|DustWorth)\b|\b(EventKind|Voice)::storm\b|\b(joins|strike)_storm\b|\bstorm_away\b)",
     "\"storm\" is the difficulty; say \"combined storm\""},
    {R"(\bjump_mark\b|\bmark_(before|next)\b)", "the timeline of the replay viewer has highlights and bookmarks"},
};

bool is_page(std::string_view path) { return path.ends_with(".md"); }

/// A catalogue without its comments, which name files, and without line breaks inside texts.
std::string texts_of(std::string_view catalogue) {
    std::string texts;
    for (const std::string& line : split_lines(catalogue)) texts += (line.starts_with('#') ? "" : line) + '\n';
    return texts;
}

void find_phrase(const Phrase& phrase, std::string_view path, const std::string& text, Findings& findings) {
    const std::regex pattern(phrase.pattern);
    for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator(); ++at) {
        const auto line = 1 + std::count(text.begin(), text.begin() + at->position(), '\n');
        findings.push_back({std::string(path), static_cast<std::size_t>(line), "'" + at->str() + "': " + std::string(phrase.why)});
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
        if (!is_inside || !line.starts_with("| ") || line.starts_with("| word ") || middle == std::string::npos) continue;
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
    const auto find = [&](std::size_t line, std::string what) { findings.push_back({std::string(kPage), line, std::move(what)}); };
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
        for (const Phrase& phrase : kCodePhrases) find_phrase(phrase, path, std::string(text), findings);
    }
    return findings;
}

}  // namespace albireo::tidy
