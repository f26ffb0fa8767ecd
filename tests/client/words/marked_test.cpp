// Goal: a text for players that is not marked for translation is found: in the source, wherever it may be shown, and on
// every screen of the menu, where a catalog puts all that is translated into brackets.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "client/app/activities/game_recorder.hpp"
#include "client/app/menu/menu.hpp"
#include "client/words/catalog.hpp"
#include "client/words/words.hpp"
#include "platform/reasons.hpp"
#include "platform/whole_file.hpp"
#include "tests/client/words/catalogs.hpp"
#include "tests/client/words/texts_below.hpp"

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
        "invitation ", "code ", "address ", ", tick ", "albireo seat ", "albireo seat 2 ", "albireo seat 1 ", "albireo seat key 1 key = ", " output = ", " quality = ", " server = ", " code = ", " token = ",
        // For the command line and the log: menus say it in other words (PictureError::shown).
        "  address ", "; it is of ", "--from {}: {} has ticks {} to {}", "--songs ", ": there is no such folder", " pictures ",
        // The default names of players, and controls in films, which are English.
        "Gold", "Blue", "the arrow keys or the stick",
    };
    return all;
}

/// The files whose literals may be shown.
std::vector<std::string> shown_files() {
    std::vector<std::string> files = {"client/app/title.cpp",         "client/app/play.cpp",           "client/app/find_game.cpp",
                                      "client/app/program.cpp",       "client/app/program_files.cpp", "client/app/pictures/camera.cpp", "client/app/pictures/show.cpp", "client/net/seat_file.cpp",
                                      "client/app/network_settings.cpp", "client/app/boards/board_words.cpp",
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

/// Files of modules without translations, whose literals are translated where they are shown, so that texts_below() must have them.
constexpr std::array kFilesBelow = {"replays/sink.cpp", "replays/recorder.cpp", "server/disk_sync.cpp", "platform/whole_file.cpp", "platform/reasons.cpp"};

/// The first part of a literal that translated_reason() would not find; empty: there is none.
std::string untranslated_in(std::string_view text) {
    static const std::set<std::string> texts = words::texts_below();
    if (texts.contains(std::string(text))) return {};
    while (!text.empty()) {
        const auto end = std::min(text.find(": "), text.find("; "));
        const std::string part(text.substr(0, std::min(end, text.find(" ("))));
        const bool is_numbered = part == "error ";  // a number follows
        if (reads_as_words(part) && !is_numbered && !texts.contains(part)) return part;
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 2);
    }
    return {};
}

std::string code_of(const std::string& path) {
    std::ifstream file(path);
    REQUIRE_MESSAGE(file.good(), path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// How a program that is linked to the game asks the system for its reason: in the language of the C locale, which is always English here.
const std::regex kSystemsWords(R"(\bstrerror\b|\berror(\.code\(\))?\.message\(\))");

std::vector<Literal> unmarked_in(const std::string& code) {
    std::vector<Literal> found;
    for (const Literal& literal : literals_of(code)) {
        if (is_translated(literal.call) || is_for_others(literal.call) || allowed().contains(literal.text)) continue;
        const bool is_fault = literal.call == "platform::fault_text";  // translated_reason() gets it later
        if (reads_as_words(literal.text) && !(is_fault && untranslated_in(literal.text).empty())) found.push_back(literal);
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
        const std::string code = code_of(path);
        for (const Literal& literal : unmarked_in(code)) {
            FAIL_CHECK(path << ":" << literal.line << ": '" << literal.text << "' is not translated: use tr(), tr_f() or mark()");
        }
        CHECK_MESSAGE(!std::regex_search(code, kSystemsWords), path << ": the system's reason is not translated: use translated_error()");
    }
}

TEST_CASE("what the modules below say to players is among the texts to translate") {
    const std::set<std::string> texts = words::texts_below();
    for (const std::string path : kFilesBelow) {
        const std::string code = code_of(path);
        for (const Literal& literal : literals_of(code)) {
            if (is_for_others(literal.call)) continue;
            const std::string part = untranslated_in(literal.text);
            CHECK_MESSAGE(part.empty(), path << ":" << literal.line << ": '" << part << "' is not among texts_below()");
        }
        CHECK_MESSAGE(!std::regex_search(code, kSystemsWords), path << ": the system's reason cannot be translated: use platform::reason_text()");
    }
    for (const char* reason : platform::reason_texts()) CHECK(texts.contains(reason));
}

TEST_CASE("a fault of a recording, a port or a file is shown in the player's language, but for names and numbers") {
    words::Catalog german;
    REQUIRE(german.read(words::made_catalog({{"", words::kHeader},
                                             {"Address already in use", "belegt"},
                                             {"Input/output error", "E/A-Fehler"},
                                             {"No space left on device", "kein Platz"},
                                             {"Read-only file system", "nur lesbar"},
                                             {"cannot be created", "nicht angelegt"},
                                             {"cannot be written", "nicht geschrieben"},
                                             {"error {}", "Fehler {}"},
                                             {"is another server running there?", "noch ein Server?"},
                                             {"not recorded: {}", "nichts aufgezeichnet: {}"},
                                             {"recorded only up to tick {}: {}", "bis Tick {}: {}"},
                                             {"the recording ends here: it has reached its limit of one day", "ein Tag"}})) == "");
    words::use_catalog(&german);
    using app::line_of;
    CHECK(line_of({.text = platform::fault_text("games/b.replay", "cannot be created", ENOSPC)}) == "nichts aufgezeichnet: games/b.replay: nicht angelegt: kein Platz");
    CHECK(line_of({.text = "b.replay: cannot be written: Input/output error", .kept_to = Tick{60}}) == "bis Tick 60: b.replay: nicht geschrieben: E/A-Fehler");
    CHECK(line_of({.text = "the recording ends here: it has reached its limit of one day"}) == "nichts aufgezeichnet: ein Tag");
    CHECK(translated_reason("Address already in use; is another server running there?") == "belegt; noch ein Server?");
    CHECK(translated_error(ENOTTY) == "Fehler " + std::to_string(ENOTTY));  // it has no text of ours
    CHECK(translated_error(std::make_error_code(std::errc::read_only_file_system)) == "nur lesbar");
    // What reaches the screen through line_of() is English before.
    CHECK(app::folder_fault("/dev/null/nowhere").starts_with("/dev/null/nowhere: cannot be created: "));
    words::use_catalog(nullptr);
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
