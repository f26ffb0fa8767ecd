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

TEST_CASE("includes between rooms") {
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
    CHECK(wrong_includes("somewhere/new.cpp", "<vector>") == 1);  // a folder without an entry in the list of rooms
    CHECK(wrong_includes("sim/step.cpp", "\"sim/game/shot.hpp\"") == 0);
    CHECK(wrong_includes("sim/level/level_bytes.cpp", "\"sim/fields.hpp\"") == 0);
    CHECK(wrong_includes("client/predict/predictor.cpp", "\"sim/step.hpp\"") == 0);
    CHECK(wrong_includes("tests/sim/some_test.cpp", "\"client/app/main.hpp\"") == 0);
    CHECK(
        check_includes(Source("sim/base/a.hpp", "// #include \"sim/world.hpp\"\n/*\n#include \"sim/world.hpp\"\n*/\n"))
            .empty());
}

TEST_CASE("places where a library may be included") {
    CHECK(wrong_includes("proto/codec.cpp", "<enet/enet.h>") == 1);
    CHECK(wrong_includes("server/session.cpp", "<boost/asio.hpp>") == 1);
    CHECK(wrong_includes("server/session.cpp", "\"proto/wire.pb.h\"") == 1);
    CHECK(wrong_includes("client/render/bloom.cpp", "<epoxy/gl.h>") == 1);
    CHECK(wrong_includes("client/app/app.cpp", "<GLFW/glfw3.h>") == 1);
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

TEST_CASE("links between rooms") {
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
