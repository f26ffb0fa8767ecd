// Goal: a text for players that is not marked for translation is found: in the source, wherever it may be shown, and on
// every screen of the menu, where a catalog puts all that is translated into brackets.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "client/app/menu/menu.hpp"
#include "client/words/catalog.hpp"
#include "client/words/words.hpp"

using namespace albireo;

namespace {

struct Literal {
    std::string text;
    std::string call;  // the function that it is an argument of
    std::size_t line = 0;
};

/// String literals of C++ code with the innermost call around them. Neighbouring literals are one. Without comments,
/// characters and #include.
std::vector<Literal> literals_of(const std::string& code) {
    std::vector<Literal> all;
    std::vector<std::string> calls = {""};
    std::string word;  // the identifier that was read last, with its namespaces
    std::size_t line = 1;
    bool is_joined = false;  // only blanks since the last literal
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i];
        if (c == '\n') ++line;
        if (code.compare(i, 2, "//") == 0 || (c == '#' && (i == 0 || code[i - 1] == '\n'))) {
            while (i + 1 < code.size() && code[i + 1] != '\n') ++i;
        } else if (c == '\'' && (i == 0 || !std::isdigit(static_cast<unsigned char>(code[i - 1])))) {
            for (++i; i < code.size() && code[i] != '\''; ++i) i += code[i] == '\\' ? 1 : 0;
        } else if (c == '"') {
            std::string text;
            for (++i; i < code.size() && code[i] != '"'; ++i) {
                const bool is_escape = code[i] == '\\';
                if (is_escape) ++i;
                text += is_escape && std::isalpha(static_cast<unsigned char>(code[i])) != 0 ? ' ' : code[i];
            }
            if (is_joined) {
                all.back().text += text;
            } else {
                all.push_back({text, calls.back(), line});
            }
            is_joined = true;
        } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            if (c == '(') calls.push_back(word);
            if (c == ')' && calls.size() > 1) calls.pop_back();
            const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
            word = is_part ? word + c : "";
            is_joined = false;
        } else if (c != ' ' || (i + 1 < code.size() && code[i + 1] != '(')) {
            word.clear();
        }
    }
    return all;
}

/// Two words, or one that begins a sentence.
bool reads_as_words(const std::string& text) {
    static const std::regex kTwoWords(R"([A-Za-z]{2,}[,:;]? +[a-z]{2,})"), kSentence(R"(^[A-Z][a-z]{2,})"), kEdge(R"(^ [a-z]{2,}|[a-z]{2,}:? $)");
    return std::regex_search(text, kTwoWords) || std::regex_search(text, kSentence) || std::regex_search(text, kEdge);
}

bool is_translated(const std::string& call) {
    static const std::set<std::string> kCalls = {"tr", "tr_f", "tr_n", "tr_nf", "mark", "translated"};
    return kCalls.contains(call);
}

/// Not for players: the log, asserts, what a developer or the command line reads.
bool is_for_others(const std::string& call) {
    return call.starts_with("spdlog::") || call == "assert" || call == "static_assert" || call == "starts_with";
}

/// What is English in any language, and why.
const std::set<std::string>& allowed() {
    static const std::set<std::string> all = {
        // Names of programs and libraries.
        "GLFW, Dear ImGui, FreeType, HarfBuzz, FriBidi, OpenAL Soft, Mesa",
        "ENet · Protocol Buffers · Asio · libsodium · Lua · zstd · xxHash · OpenAL Soft · GLFW · Dear ImGui · FreeType · HarfBuzz · FriBidi · Mesa",
        // Keys and formats of files.
        "half size", "full size", "current monitor",  // the screen has clearer words for them
        "albireo settings ", "# Albireo bookmarks: tick, note", "%4d%2d%2d-%2d%2d%*2d-%n",
        // Invented or technical names.
        "Esc", "Camera", "abcdefghijklmnopqrstuvwxyz ",
        // Printed for scripts, or written into recordings.
        "invitation ", "code ", "address ", ", tick ", "albireo seat ", " server = ", " code = ", " token = ",
        // The default names of players, and controls in films, which are English.
        "Gold", "Blue", "the arrow keys or the stick",
    };
    return all;
}

/// The files whose literals may be shown.
std::vector<std::string> shown_files() {
    std::vector<std::string> files = {"client/app/title.cpp",         "client/app/play.cpp",           "client/app/find_game.cpp",
                                      "client/scene/stage.cpp",       "client/scene/stage_overlay.cpp", "client/render/hud_layout.cpp",
                                      "client/scene/weapon_names.hpp", "client/net/udp_client.cpp",     "client/app/screens/draw.cpp",
                                      "client/app/screens/draw_replay_viewer.cpp", "client/app/controls/setting_defs.cpp",
                                      "client/app/controls/bindings.cpp", "client/app/controls/settings.cpp", "client/net/seat_keeper.cpp", "client/net/known_servers.cpp", "client/app/controls/control_names.cpp"};
    for (const char* room : {"client/app/menu", "client/app/activities", "client/app/replay_viewer"}) {
        for (const auto& entry : std::filesystem::directory_iterator(room)) files.push_back(entry.path().generic_string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<Literal> unmarked_in(const std::string& code) {
    std::vector<Literal> found;
    for (const Literal& literal : literals_of(code)) {
        if (is_translated(literal.call) || is_for_others(literal.call) || allowed().contains(literal.text)) continue;
        if (reads_as_words(literal.text)) found.push_back(literal);
    }
    return found;
}

/// What a player's screen may show without a translation: names, numbers, keys.
bool is_data(const std::string& text) {
    static const std::set<std::string> kData = {"ALBIREO", "English", "Deutsch", "Français", "Español", "日本語",
                                                "GLFW, Dear ImGui, FreeType, HarfBuzz, FriBidi, OpenAL Soft, Mesa", "2x", "4x"};
    const bool has_letters = std::count_if(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; }) > 1;
    return !has_letters || kData.contains(text) || std::regex_match(text, std::regex(R"((Gold|Blue)(_|<.>|)|\d+x\d+|L[BT]|R[BT]|LS|RS|Back|Start)"));
}

struct Brackets {
    Brackets() { words::use_catalog(&words::Catalog::brackets()); }
    ~Brackets() { words::use_catalog(nullptr); }
};

}  // namespace

TEST_CASE("the scan finds a line that is not marked, and no marked one") {
    const auto count = [](const char* code) { return unmarked_in(code).size(); };
    CHECK(count("lines = {opens(\"Play again\", kLevels)};") == 1);
    CHECK(count("notice_ = \"press another key\";") == 1);
    CHECK(count("text = name + \" is back\";") == 1);
    CHECK(count("notices_.add(partner() + (back ? \" is back\" : \" has joined\"), false);") == 2);
    CHECK(count("hint = cond ? tr(\"press a key\") : tr(\"Press \"\n    \"a button\");") == 0);
    CHECK(count("x = tr_nf(\"{} bird\", \"{} birds\", 3); y = mark(\"Fly on\"); spdlog::info(\"shown: the menu\");") == 0);
    CHECK(count("// \"a comment here\"\n#include \"client/app menu\"\nconst char c = '\"'; key = \"used_server_1\";") == 0);
}

TEST_CASE("no text for players in the source is without a mark") {
    const std::vector<std::string> files = shown_files();
    REQUIRE(files.size() > 50);
    for (const std::string& path : files) {
        std::ifstream file(path);
        REQUIRE(file.good());
        const std::string code((std::istreambuf_iterator<char>(file)), {});
        for (const Literal& literal : unmarked_in(code)) {
            FAIL_CHECK(path << ":" << literal.line << ": '" << literal.text << "' is not translated: use tr(), tr_f() or mark()");
        }
    }
}

TEST_CASE("every line, value, heading, hint and notice of the menu is translated") {
    using namespace albireo::app;
    const Brackets brackets;
    Settings settings;
    settings.names = {"Gold", "Blue"};
    Menu menu(settings, {{"campaign", "Campaign", {{"First light", {1, 0}}, {"Sentinel", {2, 1}}}}});
    const auto check = [&](const std::string& text) {
        if (is_data(text)) return;
        // Every run of letters is inside brackets.
        std::string outside;
        int depth = 0;
        for (const char c : text) {
            depth += c == '[' ? 1 : 0;
            if (depth == 0) outside += c;
            depth -= c == ']' ? 1 : 0;
        }
        CAPTURE(menu.screen());
        CAPTURE(text);
        CHECK(is_data(outside));
    };
    const auto check_all = [&] {
        check(menu.heading());
        check(menu.hint());
        check(menu.notice());
        for (const Menu::Line& line : menu.lines()) {
            check(line.text);
            check(line.value);
            check(line.trouble);
        }
    };
    for (const std::string_view screen : Menu::screens()) {
        menu.show("", screen);
        check_all();
        for (std::size_t i = 0; i <= menu.lines().size(); ++i) {
            platform::Input right, down;
            right.pressed.push_back(platform::Key::right);
            down.pressed.push_back(platform::Key::down);
            menu.advance(right, 1.0F / 60);
            check_all();
            menu.advance(down, 1.0F / 60);
            check_all();
        }
    }
    for (const char* notice : {"1", "K7Q"}) {
        menu.show("", "join");
        platform::Input typed, enter;
        typed.typed = notice;
        enter.pressed.push_back(platform::Key::enter);
        menu.advance(typed, 1.0F / 60);
        menu.advance(enter, 1.0F / 60);
        CHECK(menu.notice().starts_with('['));
    }
}
