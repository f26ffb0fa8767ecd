// Goal: the language follows the settings or the environment; every catalog is complete, fits its texts, and can be drawn;
// what is missing or broken is one line, and English.
#include <doctest/doctest.h>

#include <algorithm>
#include <clocale>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "client/render/hud_layout.hpp"
#include "client/text/font.hpp"
#include "client/text/utf8.hpp"
#include "client/words/catalog.hpp"
#include "client/words/format.hpp"
#include "tests/client/words/catalogs.hpp"
#include "tests/client/words/texts_below.hpp"

using namespace albireo;
using namespace albireo::words;

namespace {

struct Text {
    std::string one, many;
};

/// The texts of po/albireo.pot: every one is a single line there (po/refresh).
std::vector<Text> all_texts() {
    std::vector<Text> texts;
    std::ifstream pot("po/albireo.pot");
    const auto quoted = [](const std::string& line, std::size_t from) {
        std::string text;
        for (std::size_t i = from + 1; i + 1 < line.size(); ++i) {
            if (line[i] == '\\') ++i;
            text += line[i];
        }
        return text;
    };
    for (std::string line; std::getline(pot, line);) {
        if (line.starts_with("msgid \"")) texts.push_back({quoted(line, 6), ""});
        if (line.starts_with("msgid_plural \"")) texts.back().many = quoted(line, 13);
    }
    std::erase_if(texts, [](const Text& text) { return text.one.empty(); });
    return texts;
}

/// "{}" and "{move}", sorted; a translation may number "{}".
std::multiset<std::string> placeholders(const std::string& text) {
    static const std::regex kPlaceholder(R"(\{([^}]*)\})");
    std::multiset<std::string> all;
    for (std::sregex_iterator it(text.begin(), text.end(), kPlaceholder), end; it != end; ++it) {
        const std::string name = (*it)[1];
        all.insert(std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }) ? "" : name);
    }
    return all;
}

std::vector<std::string_view> translated_languages() {
    std::vector<std::string_view> codes;
    for (const Language& each : kLanguages) {
        if (each.code != "system" && each.code != "en") codes.push_back(each.code);
    }
    return codes;
}

auto environment(std::map<std::string, std::string> variables) {
    return [variables = std::move(variables)](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    };
}

/// Whether the embedded fonts have every letter of the text.
bool can_be_drawn(text::Font& font, const std::string& text) {
    bool can = true;
    text::for_each_letter(text, [&](char32_t code) { can = can && &font.glyph(code) != &font.missing(); });
    return can;
}

}  // namespace

TEST_CASE("the environment chooses the language as gettext's manual says") {
    CHECK(language_of_system(environment({})) == "en");
    CHECK(language_of_system(environment({{"LANG", "de_AT.UTF-8"}})) == "de");
    CHECK(language_of_system(environment({{"LANG", "de_AT.UTF-8"}, {"LC_MESSAGES", "fr_FR"}})) == "fr");
    CHECK(language_of_system(environment({{"LANG", "de_AT.UTF-8"}, {"LC_MESSAGES", "fr_FR"}, {"LC_ALL", "es"}})) == "es");
    CHECK(language_of_system(environment({{"LANG", "de_AT.UTF-8"}, {"LANGUAGE", "nl:ja:fr"}})) == "ja");
    CHECK(language_of_system(environment({{"LANG", "de_DE"}, {"LANGUAGE", "en_GB:de"}})) == "en");
    // LANGUAGE does not count in the C locale.
    CHECK(language_of_system(environment({{"LANG", "C"}, {"LANGUAGE", "de"}})) == "en");
    CHECK(language_of_system(environment({{"LANG", "C.UTF-8"}, {"LANGUAGE", "de"}})) == "en");
    CHECK(language_of_system(environment({{"LC_ALL", "C"}, {"LANG", "de_DE"}})) == "en");
    CHECK(language_of_system(environment({{"LANG", "sr@latin"}})) == "en");
    CHECK((wanted_languages(environment({{"LANG", "de_AT.UTF-8@euro"}})) == std::vector<std::string>{"de_AT", "de"}));
}

TEST_CASE("every text has a translation in every language, with the same placeholders, spaces and last sign") {
    const std::vector<Text> texts = all_texts();
    REQUIRE(texts.size() > 400);
    for (const std::string_view language : translated_languages()) {
        CAPTURE(language);
        Catalog catalog;
        REQUIRE(catalog.read(file_bytes(catalog_path(language))) == "");
        CHECK(catalog.header("Language") == language);
        CHECK(catalog.size() == texts.size());
        for (const Text& text : texts) {
            CAPTURE(text.one);
            for (const unsigned number : {1U, 2U}) {
                if (number == 2 && text.many.empty()) continue;
                const std::string& english = number == 1 ? text.one : text.many;
                const char* found = catalog.find_form(text.one, number);
                REQUIRE(found != nullptr);
                const std::string translation = found;
                CAPTURE(translation);
                CHECK(placeholders(translation) == placeholders(english));
                CHECK(translation.starts_with(' ') == english.starts_with(' '));
                CHECK(translation.ends_with(' ') == english.ends_with(' '));
                CHECK(text::is_clean(translation));
                CHECK(translation.find("\xef\xbb\xbf") == std::string::npos);
            }
        }
    }
}

TEST_CASE("the embedded fonts have every letter of every language, and the atlas has room for each language at once") {
    for (const std::string_view language : translated_languages()) {
        CAPTURE(language);
        text::Font font(text::font_file(), {.file = text::japanese_font_file()});
        std::set<char32_t> letters;
        Catalog catalog;
        REQUIRE(catalog.read(file_bytes(catalog_path(language))) == "");
        for (const Text& text : all_texts()) {
            const std::string translation = catalog.find(text.one);
            CAPTURE(translation);
            CHECK(can_be_drawn(font, translation));
            text::for_each_letter(translation, [&](char32_t code) { letters.insert(code); });
        }
        // Nothing was dropped: the first letter kept its place.
        std::set<std::pair<float, float>> places;
        for (const char32_t code : letters) {
            const text::Glyph glyph = font.glyph(code);
            if (!glyph.is_blank()) places.insert({glyph.u0, glyph.v0});
        }
        const auto blank = std::count_if(letters.begin(), letters.end(), [&](char32_t code) { return font.glyph(code).is_blank(); });
        CHECK(places.size() + static_cast<std::size_t>(blank) == letters.size());
        MESSAGE(std::string(language) << ": " << letters.size() << " letters");
    }
    text::Font font(text::font_file(), {.file = text::japanese_font_file()});
    for (const Language& each : kLanguages) CHECK(can_be_drawn(font, std::string(each.name)));
}

TEST_CASE("a language is used at once, and English again. An unknown one is English") {
    for (const std::string_view language : translated_languages()) {
        REQUIRE(use_language(language) == "");
        CHECK(words::language() == language);
        CHECK(std::string(tr("Settings")) != "Settings");
    }
    REQUIRE(use_language("de") == "");
    const char* kept = tr("Settings");
    REQUIRE(use_language("tlh") == "");
    CHECK(words::language() == "en");
    CHECK(tr("Settings") == std::string("Settings"));
    CHECK(kept == std::string("Einstellungen"));  // pointers stay valid
    REQUIRE(use_language("en") == "");
    CHECK(tr("Settings") == std::string("Settings"));
}

TEST_CASE("a missing or broken catalog is one line that names the file, and English") {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "albireo_languages_test";
    std::filesystem::remove_all(folder);
    const auto write = [&](const char* language, const std::vector<char>& bytes) {
        std::filesystem::create_directories(folder / language / "LC_MESSAGES");
        std::ofstream(folder / language / "LC_MESSAGES" / "albireo.mo", std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    };
    std::vector<char> damaged = file_bytes(catalog_path("fr"));
    damaged.resize(damaged.size() / 2);
    write("fr", damaged);
    write("es", made_catalog({{"", "Content-Type: text/plain; charset=ISO-8859-1\n"}, {"Settings", "Ajustes"}}));
    write("ja", made_catalog({{"", kHeader + "Plural-Forms: nplurals=2; plural=oops;\n"}, {"Settings", "x"}}));
    for (const char* language : {"de", "fr", "es", "ja"}) {
        const std::string fault = use_language(language, folder.string());
        CAPTURE(fault);
        CHECK(fault.find(folder.string() + "/" + language) != std::string::npos);
        CHECK(fault.find('\n') == std::string::npos);
        CHECK(tr("Settings") == std::string("Settings"));
        CHECK(words::language() == "en");
    }
    std::filesystem::remove_all(folder);
}

TEST_CASE("numbers are read and written alike in any language: the C locale is not touched") {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const std::string_view language : translated_languages()) {
        REQUIRE(use_language(language) == "");
        CHECK(fmt::format("{:.1f}", 1.5) == "1.5");
        CHECK(std::to_string(0.5).substr(0, 3) == "0.5");
        CHECK(std::setlocale(LC_ALL, nullptr) == before);
    }
    use_language("en");
}

TEST_CASE("the texts of lower modules are among those of the catalogs") {
    std::set<std::string> all;
    for (const Text& text : all_texts()) all.insert(text.one);
    for (const std::string& text : texts_below()) {
        CAPTURE(text);
        CHECK(all.contains(text));
    }
}

namespace {

/// The lines of the HUD's message, as they are drawn.
struct MessageLines final : render::HudCanvas {
    MessageLines(const std::string& message, float hud_scale) {
        scene::Hud hud;
        std::ranges::copy(std::string_view(message).substr(0, hud.message.text.size() - 1), hud.message.text.begin());
        hud.message.strength = 1;
        scene::VisualSettings look;
        look.hud_scale = hud_scale;
        render::lay_out_hud(*this, hud, look, 1);
    }
    void write(const Words& words) override { lines.push_back({std::string(words.line.text), words.line.left, words.line.width, words.line.size, words.y}); }
    void bar(const Four&, float, const render::HudInk&, bool, float) override {}
    void lozenge(const Four&, const render::HudInk&, float) override {}
    void shade(const Four&, bool, float) override {}
    struct Line {
        std::string text;
        float left, width, size, y;
    };
    std::vector<Line> lines;
};

}  // namespace

// The largest HUD was not measured: its messages were no larger than those of the usual one.
TEST_CASE("a level's message in any language fits across the picture at every size of the HUD, with the names of keys filled in") {
    constexpr float kSize = 1.05F, kShrunkMost = 0.8F;  // of its letters in units of the field; smaller ones are hard to read
    for (const Language& each : kLanguages) {
        REQUIRE(use_language(each.code == "system" ? "en" : each.code) == "");
        for (const std::string& message : level_messages()) {
            std::string shown = std::regex_replace(translated(message), std::regex(R"(\{[^}]*\})"), translated("Left Shift"));
            CHECK(shown.size() < 192);  // HudLine::text
            for (const float scale : {0.75F, 1.0F, 1.25F, 1.5F}) {
                CAPTURE(shown);
                CAPTURE(scale);
                const MessageLines drawn(shown, scale);
                REQUIRE_FALSE(drawn.lines.empty());
                CHECK(drawn.lines.size() <= 2);
                std::string whole;
                for (const MessageLines::Line& line : drawn.lines) {
                    whole += line.text;
                    CHECK(line.size > kSize * scale * kShrunkMost);
                    CHECK(line.left > -15.6F);
                    CHECK(line.left + line.width < 15.6F);
                    CHECK(line.y < 4);
                    CHECK(line.y > -3);
                }
                std::erase(whole, ' ');
                std::string without_spaces = shown;
                std::erase(without_spaces, ' ');
                std::erase(shown, ' ');
                CHECK(whole == without_spaces);
            }
        }
    }
    use_language("en");
}

TEST_CASE("a name from right to left is isolated in a sentence. Other values are as they are") {
    CHECK(tr_f("{} paused", "Anna") == "Anna paused");
    CHECK(tr_f("{} paused", std::string("Жанна")) == "Жанна paused");
    CHECK(tr_f("{} paused", "שלום") == "\u2068שלום\u2069 paused");
    CHECK(tr_f("{} in {} s", std::string_view("سلام"), 7) == "\u2068سلام\u2069 in 7 s");
    CHECK(tr_nf("{} watching: {}", "{} watching: {}", 2U, std::string("Anna, שלום")) == "2 watching: \u2068Anna, שלום\u2069");
    CHECK(words::isolated("").empty());
}
