// Goal: every tidy rule refuses what it is meant to refuse, and accepts text that only resembles it.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/tidy/rules.hpp"

using namespace albireo::tidy;

namespace {

std::size_t traps_in(std::string_view code, std::string_view path = "sim/game/some.cpp") {
    return check_traps(Source(path, code)).size();
}

std::size_t wrong_includes(std::string_view path, std::string_view include) {
    return check_includes(Source(path, "#include " + std::string(include) + "\n")).size();
}

}  // namespace

TEST_CASE("includes between modules") {
    CHECK(wrong_includes("sim/base/fixed.hpp", "\"sim/world.hpp\"") == 1);
    CHECK(wrong_includes("sim/level/level.hpp", "\"sim/game/shot.hpp\"") == 1);
    CHECK(wrong_includes("sim/step.cpp", "\"sim/script/compile.hpp\"") == 1);
    CHECK(wrong_includes("sim/step.cpp", "\"proto/codec.hpp\"") == 1);
    CHECK(wrong_includes("proto/codec.hpp", "\"replays/reader.hpp\"") == 1);
    CHECK(wrong_includes("replays/reader.cpp", "\"server/lobby.hpp\"") == 1);
    CHECK(wrong_includes("server/lobby.cpp", "\"client/net/udp_client.hpp\"") == 1);
    CHECK(wrong_includes("client/collide/sweep.cpp", "\"sim/world.hpp\"") == 1);
    CHECK(wrong_includes("client/gpu/gl.cpp", "\"client/scene/view.hpp\"") == 1);
    CHECK(wrong_includes("client/app/main.cpp", "\"tests/support/pilot.hpp\"") == 1);
    CHECK(wrong_includes("client/app/screens/draw.cpp", "\"client/app/menu/menu.hpp\"") == 0);
    CHECK(wrong_includes("client/app/activities/game_host.cpp", "\"client/app/menu/menu.hpp\"") == 1);
    CHECK(wrong_includes("somewhere/new.cpp", "<vector>") == 1);  // a folder without an entry in the list of modules
    CHECK(wrong_includes("sim/step.cpp", "\"sim/game/shot.hpp\"") == 0);
    CHECK(wrong_includes("sim/level/level_bytes.cpp", "\"sim/fields.hpp\"") == 0);
    CHECK(wrong_includes("client/predict/predictor.cpp", "\"sim/step.hpp\"") == 0);
    CHECK(wrong_includes("tests/sim/some_test.cpp", "\"client/app/main.hpp\"") == 0);
    CHECK(wrong_includes("tests/storm/bots.hpp", "\"client/app/main.hpp\"") == 0);
    CHECK(wrong_includes("tests/attacks/beside_test.cpp", "\"tests/session/idle_timer.hpp\"") == 0);
    CHECK(wrong_includes("tests/session/seat_test.cpp", "\"tests/attacks/outcome.hpp\"") == 1);
    CHECK(wrong_includes("tests/storm/bots.hpp", "\"tests/session/lobby_fixture.hpp\"") == 1);
    CHECK(wrong_includes("tests/support/pilot.hpp", "\"tests/storm/bots.hpp\"") == 1);
    CHECK(
        check_includes(Source("sim/base/a.hpp", "// #include \"sim/world.hpp\"\n/*\n#include \"sim/world.hpp\"\n*/\n"))
            .empty());
}

TEST_CASE("what the web pages' library lacks, in their sources") {
    const std::map<std::string, Source> sources = {{"replays/reader.cpp", {"replays/reader.cpp", "#include \"replays/reader.hpp\"\n"}},
                                                   {"replays/reader.hpp", {"replays/reader.hpp", ""}},
                                                   {"replays/other.cpp", {"replays/other.cpp", ""}},
                                                   {"proto/blob.cpp", {"proto/blob.cpp", ""}},
                                                   {"client/math/turn.cpp", {"client/math/turn.cpp", ""}},
                                                   {"sim/step.cpp", {"sim/step.cpp", ""}}};
    const std::string cmake =
        "albireo_library(x SOURCES ${from}/replays/reader.cpp LINKS y)\nforeach(part blob\n  codec)\n list(APPEND f ${from}/proto/${part}.cpp)\n"
        "endforeach()\nforeach(part math)\n add_subdirectory(${from}/client/${part} client/${part})\nendforeach()\n";
    CHECK(web_sources(sources, cmake) == std::set<std::string>{"client/math/turn.cpp", "proto/blob.cpp", "proto/codec.cpp", "replays/reader.cpp",
                                                               "replays/reader.hpp", "sim/step.cpp"});
    const auto lacks = [](std::string_view code) {
        return check_web_library(Source("sim/a.hpp", code), "constexpr auto find(Range&& range)\nconstexpr bool any_of(Range&& range)\n").size();
    };
    CHECK(lacks("x = std::bit_cast<int>(1.0f);\n") == 1);
    CHECK(lacks("x = std::ranges::mismatch(a, b);\n") == 1);
    CHECK(lacks("x = std::ranges::find(a, b) + std::ranges::any_of(a, b);\n") == 0);
    CHECK(lacks("// std::bit_cast(x)\n") == 0);
    CHECK(lacks("struct A {\n  std::array<int, 3> a;\n  auto operator<=>(const A&) const = default;\n};\n") == 1);
    CHECK(lacks("struct A {\n  std::array<int, 3> a;\n  std::strong_ordering operator<=>(const A&) const = default;\n};\n") == 0);
    CHECK(lacks("struct B {\n  std::array<int, 3> a;\n};\nstruct A {\n  int a;\n  auto operator<=>(const A&) const = default;\n};\n") == 0);
}

TEST_CASE("places where a library may be included") {
    CHECK(wrong_includes("proto/codec.cpp", "<enet/enet.h>") == 1);
    CHECK(wrong_includes("server/session.cpp", "<boost/asio.hpp>") == 1);
    CHECK(wrong_includes("server/session.cpp", "\"proto/wire.pb.h\"") == 1);
    CHECK(wrong_includes("client/render/bloom.cpp", "<epoxy/gl.h>") == 1);
    CHECK(wrong_includes("client/app/app.cpp", "<GLFW/glfw3.h>") == 1);
    CHECK(wrong_includes("client/app/app.cpp", "<unistd.h>") == 1);
    CHECK(wrong_includes("sim/step.cpp", "<sys/mman.h>") >= 1);
    CHECK(wrong_includes("platform/file.cpp", "<unistd.h>") == 0);
    CHECK(wrong_includes("server/session.cpp", "<fcntl.h>") == 1);
    CHECK(wrong_includes("sim/step.cpp", "\"platform/file.hpp\"") == 1);
    CHECK(wrong_includes("client/scene/hud.cpp", "<imgui.h>") == 1);
    CHECK(wrong_includes("sim/script/compile.cpp", "<lua.hpp>") == 1);
    CHECK(wrong_includes("proto/link.cpp", "<spdlog/spdlog.h>") == 1);
    CHECK(wrong_includes("client/net/udp_client.cpp", "<doctest/doctest.h>") == 1);
    CHECK(wrong_includes("proto/enet_base.hpp", "<enet/enet.h>") == 0);
    for (const std::string_view header : {"<chrono>", "<thread>", "<random>", "<cmath>", "<unordered_map>", "<map>",
                                          "<functional>", "<atomic>", "<iostream>", "<time.h>"}) {
        CHECK(wrong_includes("sim/game/shot.cpp", header) == 1);
        CHECK(wrong_includes("sim/script/compile.cpp", header) == 0);
    }
}

TEST_CASE("libraries that take seconds to parse") {
    const auto found = [](std::vector<std::string_view> files, std::string_view light = "") {
        std::map<std::string, Source> sources;
        for (const auto& [path, text] : {std::pair<std::string, std::string>{"http/asio.hpp", "#include <boost/asio.hpp>\n"},
                                         {"http/client.hpp", "#include <string>\n"},
                                         {"http/client.cpp", "#include \"http/asio.hpp\"\n#include \"http/client.hpp\"\n"},
                                         {"server/light.hpp", std::string(light) + "#include \"http/client.hpp\"\n"},
                                         {"server/light.cpp", "#include \"server/light.hpp\"\n"}}) {
            sources.emplace(path, Source(path, text));
        }
        std::vector<std::string> texts;
        for (const Finding& finding : check_heavy_headers(sources, {{"boost/", std::move(files)}})) texts.push_back(finding.text());
        return texts;
    };
    const std::vector<std::string_view> all = {"http/asio.hpp", "http/client.cpp"};
    CHECK(found(all).empty());
    CHECK(found(all, "// #include <boost/asio.hpp>\n").empty());
    CHECK(found(all, "#include <boostless.hpp>\n").empty());
    // Direct, and in a source through a header of ours.
    auto texts = found(all, "#include <boost/beast/core.hpp>\n");
    REQUIRE(texts.size() == 2);
    CHECK(texts[0].starts_with("server/light.cpp:0: sees boost/ through server/light.hpp"));
    CHECK(texts[1].starts_with("server/light.hpp:1: includes boost/"));
    texts = found(all, "#include \"http/asio.hpp\"\n");
    REQUIRE(texts.size() == 1);
    CHECK(texts[0].starts_with("server/light.cpp:0: sees boost/ through http/asio.hpp"));
    // An entry of the list that no longer sees it, or that is gone.
    for (const std::string_view stale : {"http/client.hpp", "server/light.cpp", "http/gone.cpp"}) {
        texts = found({"http/asio.hpp", "http/client.cpp", stale});
        REQUIRE(texts.size() == 1);
        CHECK(texts[0].starts_with(std::string(stale) + ":0: no longer sees boost/"));
    }
}

TEST_CASE("determinism hazards") {
    for (const std::string_view code : {"float x = y;",
                                        "const double z{};",
                                        "auto x = 0.5 * y;",
                                        "auto x = 1e9;",
                                        "long n = 3;",
                                        "unsigned long long n;",
                                        "char c = 'a';",
                                        "const char c = text[0];",
                                        "std::unordered_map<int, int> m;",
                                        "std::hash<int>{}(3);",
                                        "std::sort(a.begin(), a.end());",
                                        "std::priority_queue<int> q;",
                                        "std::shuffle(a, b, c);",
                                        "std::uniform_int_distribution<int> d;",
                                        "int r = rand();",
                                        "auto t = time(nullptr);",
                                        "std::chrono::seconds s;",
                                        "thread_local int x;",
                                        "std::set<Enemy*> enemies;",
                                        "std::map<const Shot*, int> m;",
                                        "static int count = 0;",
                                        "static std::array<int, 3> table;",
                                        "inline int mode = 1;",
                                        "auto* p = new Shot;",
                                        "void* p = malloc(7);",
                                        "std::vector<int> v;",
                                        "std::string s;",
                                        "try {",
                                        "goto end;",
                                        "time_t when;"}) {
        CHECK_MESSAGE(traps_in(code) >= 1, code);
    }
    for (const std::string_view code :
         {"// a float, a double and a long", "/* rand() */ int x;", "step.emit(\"new time (long) 0.5 float\");",
          "static constexpr int kCount = 3;", "static_assert(sizeof(int) == 4);", "inline constexpr int kMode = 1;",
          "static bool is_near(Vec2 a, Vec2 b);", "static Random seed(std::uint32_t z) {", "const char* name;",
          "std::array<char, 20> digits{};", "std::string_view name;", "auto belongs = longest + prolong;",
          "std::int64_t n = 1'000'000;", "std::stable_sort(a.begin(), a.end());", "world.clock.value - lag;",
          "const Angle a = Angle::degrees(225, 10);", "constexpr Fixed operator\"\"_u(unsigned long long units) {"}) {
        const auto found = check_traps(Source("sim/game/some.cpp", code));
        CHECK_MESSAGE(found.empty(), code, found.empty() ? "" : found[0].what);
    }
    CHECK(traps_in("float x;", "client/collide/sweep.cpp") == 0);
    CHECK(traps_in("low = (&all.min.x)[axis];", "client/collide/broad.cpp") == 1);
    CHECK(traps_in("low = all.min[axis];", "client/collide/broad.cpp") == 0);
    for (const std::string_view copy : {"*confirmed_ = *predicted_;", "*world = scene.world;", "*before_ =*now_;"}) {
        CHECK(traps_in(copy, "client/predict/predictor.cpp") == 1);
    }
    CHECK(traps_in("if (*world == other) *count = 1; copy_world(*world, *now);", "client/predict/predictor.cpp") == 0);
    CHECK(traps_in("std::ranges::rotate(round, place);", "server/lobby_watch.cpp") == 1);
    CHECK(traps_in("if (::fsync(file) != 0) return;", "server/lobby_watch.cpp") == 1);
    CHECK(traps_in("const auto port = ntohs(from);", "reach/search.cpp") == 1);
    CHECK(traps_in("list.unlink(node); platform::isatty(1);", "reach/search.cpp") == 0);
    CHECK(traps_in("::fsync(file);", "platform/file.cpp") == 0);
    for (const std::string_view call : {"gmtime_r(&now, &date);", "clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);", "socket.assign(dup(other));", "signals.add(SIGHUP);",
                                        "boost::asio::posix::stream_descriptor socket;", "std::ifstream file(\"/proc/self/exe\");", "const int child = fork();"}) {
        CAPTURE(call);
        CHECK(traps_in(call, "server/shard.cpp") == 1);
        CHECK(traps_in(call, "platform/clock.cpp") == 0);
    }
    CHECK(traps_in("for (int i : std::views::iota(0, 3)) use(i);", "client/scene/hud.cpp") == 1);
    CHECK(traps_in("std::ranges::search(a, b).empty();", "tests/proto/handshake_test.cpp") == 0);
    CHECK(traps_in("std::ranges::sort(a); std::ranges::find(a, 3);", "server/lobby.cpp") == 0);
    CHECK(traps_in("double x;", "sim/script/value.cpp") == 0);
    CHECK(traps_in("std::vector<int> v;", "sim/level/level.hpp") == 0);
    CHECK(traps_in("float x;", "sim/level/level.hpp") == 1);
    CHECK(traps_in("auto s = R\"(float \" double)\"; float x;") == 1);
}

TEST_CASE("file lengths and machine paths") {
    CHECK(check_length("a.cpp", std::string(400, '\n')).empty());
    CHECK(check_length("a.cpp", std::string(401, '\n')).size() == 1);
    CHECK(check_length("a.cpp", "// Goal: it works.\n" + std::string(400, '\n')).size() == 1);
    for (const std::string reason : {"// One file: a class.", "// Goal: it works.\n// One file: its cases share a world.", "-- One file: a list."}) {
        const auto own = static_cast<std::size_t>(std::count(reason.begin(), reason.end(), '\n'));
        CHECK(check_length("a.cpp", reason + std::string(500 - own, '\n')).empty());
        CHECK(check_length("a.cpp", reason + std::string(501 - own, '\n')).size() == 1);
    }
    CHECK(check_machine_paths("a.sh", "cd /home/someone\n").size() == 1);
    CHECK(check_machine_paths("a.cpp", "open(\"/root/x\");\nopen(\"/home/y\");\n").size() == 2);
    CHECK(check_machine_paths("a.sh", "cd build/root/x; ls /usr/include http://a.b/home/c\n").empty());
}

TEST_CASE("names of test cases") {
    // Split, so that this file follows the rule.
    CHECK(check_test_names("a_test.cpp", "TEST_" "CASE(\"one; two\") {\n").size() == 1);
    CHECK(check_test_names("a_test.cpp", "TEST_" "CASE_FIXTURE(Fixture, \"one; two\") {\n").size() == 1);
    CHECK(check_test_names("a_test.cpp", "TEST_" "CASE(\"one, two\") { int a; }\n").empty());
}

TEST_CASE("the table of words") {
    std::string page = "| word | meaning |\n| tick | outside of the section |\n## Words\n\n| word | meaning |\n|---|---|\n";
    for (const std::string name : {"seat", "slot", "lap", "ribbon", "blue bar, charge", "gold bar", "frame", "picture", "report", "figures",
                                   "storm", "combined storm", "storm run", "marks"})
        page += "| " + name + " | a meaning, `a | b` |\n";
    REQUIRE(words_of(page).size() == 15);
    CHECK(words_of(page)[5].name == "charge");
    CHECK(words_of(page)[0].meaning == "a meaning, `a | b`");
    CHECK(words_of(page)[0].line == 7);
    CHECK(check_word_table(page).empty());
    const auto only_fault = [](const std::string& text) {
        const Findings found = check_word_table(text);
        return found.size() == 1 ? found[0].text() : std::to_string(found.size()) + " findings";
    };
    CHECK(only_fault(page + "| lap, charge | again |\n").starts_with("2 "));
    CHECK(only_fault(page + "| lap | again |\n") == "docs/rules.md:21: a second row for 'lap'");
    CHECK(only_fault(page + "| tick |  |\n") == "docs/rules.md:21: 'tick' has no meaning");
    CHECK(only_fault(page + "## More\n| lap | in another section |\n") == "0 findings");
    std::string less = page;
    less.replace(less.find("| seat |"), 8, "| chair |");
    CHECK(only_fault(less) == "docs/rules.md:0: section Words has no row for 'seat'");
}

TEST_CASE("phrases that give a word a second meaning") {
    for (const std::string_view text :
         {"Press south to fire.", "The East button", "a storm of both ships", "fire turns to dust in the\nstorm", "deaths, kills, storms and notes",
          "twelve games made by storm", "the bot's report", "raw frames", "jump to the next mark"}) {
        CHECK_MESSAGE(check_phrases("docs/playing.md", text).size() == 1, text);
        CHECK_MESSAGE(check_phrases("po/albireo.pot", "msgid \"" + std::string(text) + "\"\n").size() == 1, text);
    }
    for (const std::string_view text :
         {"South Ridge, and The North", "a combined storm", "combined storms", "a storm run", "The Cut (storm)", "games of storm runs",
          "its `albireo-storm` games", "the partner's report", "an armour mark", "souther", "bookmarks"}) {
        const Findings found = check_phrases("docs/playing.md", text);
        CHECK_MESSAGE(found.empty(), text, found.empty() ? "" : found[0].what);
    }
    CHECK(check_phrases("po/albireo.pot", "#: client/south.cpp the storm\nmsgid \"a\"\n").empty());
    CHECK(check_phrases("client/app/a.cpp", "Pad::south; // the storm\nGameReport report;\n").size() == 1);
    CHECK(check_phrases("client/app/a.cpp", "if (event.kind == EventKind::storm) jump_mark(1);").size() == 2);
    CHECK(check_phrases("client/app/a.cpp", "EventKind::storm_of; kStormLayers; joins_storms").empty());
}

TEST_CASE("links between modules") {
    const std::string proto = "albireo_library(albireo_proto SOURCES a.cpp LINKS albireo_sim)\n";
    const std::string sim = "albireo_library(albireo_sim SOURCES a.cpp)\n";
    std::map<std::string, std::string> files = {{"sim/CMakeLists.txt", sim}, {"proto/CMakeLists.txt", proto}};
    CHECK(check_links(files).empty());
    files["sim/CMakeLists.txt"] = sim + "# target_link_libraries(albireo_sim PUBLIC albireo_proto)\n";
    CHECK(check_links(files).empty());
    files["sim/CMakeLists.txt"] = sim + "target_link_libraries(albireo_sim PUBLIC\n    albireo_proto)\n";
    REQUIRE(check_links(files).size() == 1);
    CHECK(check_links(files)[0].text() == "sim/CMakeLists.txt:2: sim must not link albireo_proto of proto");
    files["sim/CMakeLists.txt"] = "albireo_library(albireo_sim SOURCES a.cpp LINKS albireo_proto)\n";
    CHECK(check_links(files).size() == 1);
    files["tests/x/CMakeLists.txt"] = "albireo_test(x_test SOURCES a.cpp LINKS albireo_sim albireo_proto)\n";
    files["server/CMakeLists.txt"] = "albireo_program(s SOURCES a.cpp LINKS x_test)\n";
    CHECK(check_links(files).size() == 2);
}
