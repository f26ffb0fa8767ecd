// Goal: looks are read from files. A faulty one is refused with one line that says where and why, no file exceeds the
// limits, and a change on the disk is noticed.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

#include "client/collide/mesh.hpp"
#include "client/models/catalog.hpp"
#include "client/models/look_folder.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

const std::string kTrunk = "trunk { { -0.5, 0, 0, 0.2, 0.2 }, { 0.5, 0, 0, 0.2, 0.2 } }\n";
const std::string kGadfly = "shape { name = \"gadfly\" }\n" + kTrunk;
const std::string kBone = "bone { name = \"arm\", at = { 0, 0, 0 }, tip = { 1, 0, 0 } }\n";
const std::string kLook = "look { kind = \"gadfly\", shape = \"gadfly\" }\n";

LooksRead read(const std::string& text, const std::string& name = "x.lua") {
    const LookFile file{name, text};
    return read_looks({&file, 1});
}

/// A folder that is deleted after the test.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("albireo_looks_" + std::to_string(::getpid()));
    Folder() {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }

    void write(const std::string& name, const std::string& text) const {
        // A later time than the file had, also on a disk that keeps seconds only.
        std::error_code error;
        const auto before = std::filesystem::last_write_time(path / name, error);
        std::ofstream(path / name) << text;
        if (!error) std::filesystem::last_write_time(path / name, before + std::chrono::seconds(2));
    }
};

}  // namespace

TEST_CASE("a file adds a look, and the game's own are still there") {
    const LooksRead made = read(kGadfly + "look { kind = \"gadfly\", shape = \"gadfly\", skin = \"wedge\", parts = { sting = \"gun\" } }\n");
    REQUIRE(made.error == "");
    Catalog catalog(made.book);
    CHECK(made.book->choose({"gadfly", ""}).shape->name == "gadfly");
    CHECK(made.book->choose({"gadfly_queen", "body"}).skin == "wedge");
    CHECK(made.book->choose({"gadfly", "sting_upper"}).shape->name == "gun");
    CHECK(made.book->choose({"gadflys", ""}).is_placeholder);
    CHECK(made.book->choose({"skimmer", ""}).shape->name == "skimmer");
    CHECK(catalog.model_for({"gadfly", "", 0.6F}).triangle_count() > 0);
}

TEST_CASE("a declaration replaces the game's own of the same name") {
    const LooksRead made = read("shape { name = \"skimmer\" }\n" + kTrunk +
                                "look { kind = \"wedge\", shape = \"pod\" }\norgan { part = \"eye\", shape = \"gun\" }\n");
    REQUIRE(made.error == "");
    CHECK(made.book->shapes.size() == builtin_looks()->shapes.size());
    CHECK(made.book->looks.size() == builtin_looks()->looks.size());
    CHECK(made.book->choose({"skimmer", ""}).shape->cage.faces.size() == 6);
    CHECK(made.book->choose({"wedge", ""}).shape->name == "pod");
    CHECK(made.book->choose({"warden", "eye"}).shape->name == "gun");
    CHECK(made.book->choose({"warden", "claw"}).shape->name == "warden_claw");
}

TEST_CASE("the game's own files pass the checks that a player's files must pass") {
    const LooksRead made = read_looks(builtin_look_files());
    CHECK(made.error == "");
    REQUIRE(made.book != nullptr);
    CHECK(made.book->shapes.size() == builtin_looks()->shapes.size());
}

TEST_CASE("the longest name wins") {
    const LooksRead made = read("look { kind = \"bell\", shape = \"pod\" }\nlook { kind = \"bell_pair\", shape = \"wedge\" }\n");
    REQUIRE(made.error == "");
    CHECK(made.book->choose({"bell", ""}).shape->name == "pod");
    CHECK(made.book->choose({"bell_pair", ""}).shape->name == "wedge");
    CHECK(made.book->choose({"old_bell_pair", ""}).shape->name == "wedge");
    CHECK(made.book->choose({"bell_of_pair", ""}).shape->name == "pod");
}

TEST_CASE("a file replaces the built-in file of its name") {
    const LooksRead made = read("shape { name = \"skimmer\" }\n" + kTrunk + "look { kind = \"skimmer\", shape = \"skimmer\" }\n",
                                "mine/looks/skimmer.lua");
    REQUIRE(made.error == "");
    CHECK(sculpted(*made.book->find("skimmer")).triangle_count() < sculpted(*builtin_looks()->find("skimmer")).triangle_count());
    CHECK(made.book->find("wedge") != nullptr);
}

TEST_CASE("a limb that is repeated is the same limb turned") {
    const std::string arms = "shape { name = \"a\", size = \"boss\" }\n"
                             "trunk { sides = 4, axis = { 0, 0, 1 }, { 0, 0, -0.3, 0.4, 0.4 }, { 0, 0, 0.3, 0.4, 0.4 } }\n";
    const LooksRead made = read(arms + "spike { from = { 0.4, 0, 0 }, times = 4, { 0.9, 0, 0 } }\n");
    REQUIRE(made.error == "");
    const Model model = sculpted(*made.book->find("a"));
    float right = 0, up = 0, left = 0, down = 0;
    for (const Vec3& at : model.positions) {
        right = std::max(right, at.x);
        left = std::min(left, at.x);
        up = std::max(up, at.y);
        down = std::min(down, at.y);
    }
    CHECK(right == doctest::Approx(-left));
    CHECK(up == doctest::Approx(right));
    CHECK(down == doctest::Approx(left));
}

TEST_CASE("a fault is one line: file, line, word, what was expected") {
    struct Fault {
        std::string text, error;
    };
    const Fault faults[] = {
        {"look { kind = \"gadfly\", shape = \"gadfly\" }", "x.lua:1: look 'gadfly': there is no shape 'gadfly'; closest matches: "},
        {"shape { name = \"gadfly\" }\n" + kLook, "x.lua:1: shape 'gadfly' has no trunk { ... }"},
        {"\n\ntrunk { }", "x.lua:3: trunk: must come after the shape { name = ... } that it belongs to"},
        {"shape { name = \"gadfly\" }\nspike { from = { 0, 0, 0 }, { 1, 0, 0 } }", "x.lua:2: spike: shape 'gadfly' has nothing to grow from yet"},
        {kGadfly + "spike { from = { 0, 0, 0 }, { 1, 0 } }", "x.lua:3: spike[1]: must be the tip {x, y, z}, is a table of 2 items"},
        {kGadfly + "limb { from = { 0, 0, 0 }, { 1, 0, 0 } }", "x.lua:3: limb[1]: must be a ring {x, y, z, wide, deep}"},
        {kGadfly + "limb { from = { 0, 0, 0 }, { 9, 0, 0, 1, 1 } }", "x.lua:3: limb[1] x: must be a number from -4 to 4, is 9"},
        {kGadfly + "limb { from = { 0, 0, 0 }, { 1, 0, 0, 0, 1 } }", "x.lua:3: limb[1] wide: must be a number from 0.001 to 4, is 0"},
        {kGadfly + "limb { from = { 0, 0, 0 }, { 1, 0, 0, 0/0, 1 } }", "x.lua:3: limb: the number"},
        {kGadfly + "limb { { 1, 0, 0, 1, 1 } }", "x.lua:3: limb: field 'from' is missing"},
        {kGadfly + "eye { from = { 1, 0, 0 }, at = { 1, 0, 0 }, axis = { 0, 0, 0 } }", "x.lua:3: eye.axis: must be a direction"},
        {kGadfly + "eye { from = { 1, 0, 0 }, at = { 1, 0, 0 }, both = true }", "x.lua:3: eye: unknown field 'both'"},
        {kGadfly + "spike { from = { 0, 0, 0 }, zone = \"bone\", { 1, 0, 0 } }", "x.lua:3: spike.zone: unknown 'bone'; "},
        {kGadfly + "spike { from = { 0, 0, 0 }, times = 99, { 1, 0, 0 } }", "x.lua:3: spike.times: must be a whole number from 1 to 16"},
        {kGadfly + "bone { name = \"a\", at = { 0, 0, 0 }, tip = { 0, 0, 0 } }", "x.lua:3: bone.tip: must be at least 0.01 away from 'at'"},
        {kGadfly + "bone { name = \"trunk\", at = { 0, 0, 0 }, tip = { 1, 0, 0 } }", "x.lua:3: bone.name: 'trunk' is already a bone"},
        {kGadfly + kBone + kBone, "x.lua:4: bone.name: 'arm' is already a bone of shape 'gadfly'"},
        {kGadfly + "bone { name = \"a\", parent = \"b\", at = { 0, 0, 0 }, tip = { 1, 0, 0 } }",
         "x.lua:3: bone.parent: shape 'gadfly' has no bone 'b' so far"},
        {kGadfly + "for i = 1, 32 do\n  bone { name = \"a\" .. tostring(i), at = { 0, 0, 0 }, tip = { 1, 0, 0 } }\nend",
         "x.lua:4: bone: bones of shape 'gadfly', with the trunk's: at most 32, has 33"},
        {kGadfly + kBone + "spike { from = { 1, 0, 0 }, bone = \"leg\", { 1, 0, 0 } }", "x.lua:4: spike.bone: shape 'gadfly' has no bone 'leg'"},
        {kGadfly + "bone { name = \"arm\", at = { 0, 0, 0 }, tip = { 1, 0, 0 }, times = 3 }\nspike { from = { 1, 0, 0 }, bone = \"arm\", times = 2, { 1, 0, 0 } }",
         "x.lua:4: spike: bone 'arm' has 3 copies, and this 2: give both the same 'times' and 'mirror_y'"},
        {kGadfly + kBone + "clip { }", "x.lua:4: clip: must have tracks"},
        {kGadfly + kBone + "clip { { bone = \"arm\" } }", "x.lua:4: clip[1]: must have keys {at, radians}"},
        {kGadfly + kBone + "clip { { bone = \"arm\", { 0.5, 1 }, { 0.5, 0 } } }", "x.lua:4: clip[1][2] at: must be later than the key before it"},
        {kGadfly + kBone + "clip { { bone = \"arm\", { 0, 1 }, { 1, 0 } } }", "x.lua:4: clip[1]: the last key is at 1"},
        {kGadfly + kBone + "clip { { bone = \"arm\", { 0, 2 } } }", "x.lua:4: clip[1][1] radians: must be a number from -1.6"},
        {kGadfly + kBone + "clip { { bone = \"trunk\", { 0, 1 } } }", "x.lua:4: clip[1].bone: the trunk does not move"},
        {kGadfly + kBone + "clip { when = \"asleep\", { bone = \"arm\", { 0, 1 } } }", "x.lua:4: clip.when: unknown 'asleep'"},
        {kGadfly + kBone + "reach { within = 0.2 }", "x.lua:4: reach.bones: must name the bones of a chain"},
        {kGadfly + kBone + "reach { bones = { \"arm\" }, within = 2 }", "x.lua:4: reach.within: must be a number from 0 to 0.5"},
        {kGadfly + kBone + "bone { name = \"b\", at = { 0, 0, 0 }, tip = { 1, 0, 0 } }\nreach { bones = { \"arm\", \"b\" }, within = 0.1 }",
         "x.lua:5: reach.bones[2]: its parent must be the bone before it"},
        {kGadfly + "spikes { }", "x.lua:3: unknown name 'spikes'; "},
        {kGadfly + "for i = 1, 99 do\n  limb { from = { 1, 0, 0 }, { 1, 0, 0, 0.2, 0.2 } }\nend",
         "x.lua:4: limb: shape 'gadfly' would have 1600 triangles; at its size at most 1536: use fewer"},
        {kGadfly + "shape { name = \"gadfly\" }", "x.lua:3: shape: 'gadfly' is already declared in x.lua:1"},
        {"shape { name = \"../x\" }", "x.lua:1: shape.name: must be at most 40 lower-case letters, digits and _, is \"../x\""},
        {"shape { name = \"a\" }\ntrunk { { 0, 0, 0, 0.2, 0.2 }, { 0, 0, 0, 0.2, 0.2 } }", "x.lua:1: shape 'a' encloses nothing"},
        {"shape { name = \"a\" }\ntrunk { axis = { 1, 0, 0 }, { 0.5, 0, 0, 0.2, 0.2 }, { -0.5, 0, 0, 0.2, 0.2 } }",
         "x.lua:1: shape 'a' encloses nothing or is inside out; do its rings run backward?"},
        {"while true do end", "x.lua:1: more than 1 million instructions; is there an infinite loop?"},
        {"local t = {} for i = 1, 1e9 do append(t, {}) end", "x.lua:1: more than"},
        {"shape {", "x.lua:1: unexpected symbol near <eof>"},
        {"\x1bLua", "x.lua: "},
        {"placeholder { shape = \"pod\", below = 0/0 }", "x.lua:1: placeholder: the number"},
    };
    for (const Fault& fault : faults) {
        CAPTURE(fault.text);
        const LooksRead made = read(fault.text);
        CHECK(made.book == nullptr);
        CHECK_MESSAGE(made.error.find(fault.error) != std::string::npos, made.error);
        CHECK(made.error.find('\n') == std::string::npos);
    }
    CHECK(read("", "ship.lua").error == "ship.lua: there is no shape 'ship'");
    CHECK(read("", "placeholders.lua").error.starts_with("placeholders.lua: a placeholder without 'below' is missing"));
}

TEST_CASE("odd shapes that are accepted have meshes that the collision code accepts") {
    const std::string texts[] = {
        "shape { name = \"a\" }\ntrunk { sides = 3, hoop = true, { 1, 0, 0, 0.1, 0.1 }, { -1, 0.5, 0, 0.1, 0.1 }, { -1, -0.5, 0, 0.1, 0.1 } }\n",
        "shape { name = \"a\" }\ntrunk { up = { 0, 1, 0 }, { 0, -1, 0, 4, 4 }, { 0, 1, 0, 4, 0.01 } }\n",
        "shape { name = \"a\" }\n" + kTrunk + "spike { from = { 0, 0, 0 }, mirror_y = true, mirror_z = true, up = { 0, 1, 0 }, { 0, 4, 4 } }\n",
        "shape { name = \"a\", size = \"boss\" }\n" + kTrunk + "eye { from = { 0.5, 0, 0 }, at = { -4, 0, 0 }, radius = 4, pupil = 1, bulge = -2 }\n",
        "shape { name = \"a\" }\n" + kTrunk + "pose { axis = { 1, 1, 1 }, radians = 3 }\npaint { zone = \"glow\", { 0, 0, 0 } }\n",
    };
    for (const std::string& text : texts) {
        CAPTURE(text);
        const LooksRead made = read(text);
        if (!made.error.empty()) {
            CHECK(made.error.starts_with("x.lua:1: shape 'a' "));
            continue;
        }
        for (const bool mirrored : {false, true}) {
            const Model model = fitted(sculpted(*made.book->find("a"), mirrored), 0.5F);
            for (const Vec3& at : model.positions) REQUIRE(math::length(at) <= 0.5F);
            const collide::Mesh mesh = collide::Mesh::build(model.positions, model.indices, {.grid_cells = 24, .grid_margin = 0.3F});
            CHECK(mesh.triangle_count() <= model.triangle_count());
        }
    }
}

TEST_CASE("the game accepts the look in README.md") {
    std::ostringstream text;
    text << std::ifstream("README.md").rdbuf();
    const std::string readme = std::move(text).str(), open = "```lua\n-- looks/gadfly.lua";
    const std::size_t begin = readme.find(open);
    REQUIRE(begin != std::string::npos);
    const LooksRead made = read(readme.substr(begin + 7, readme.find("```", begin + 3) - begin - 7));
    CHECK(made.error == "");
    REQUIRE(made.book != nullptr);
    CHECK(made.book->choose({"gadfly", ""}).shape->name == "gadfly");
}

TEST_CASE("a folder is read, and a change in it is noticed once it is complete") {
    const Folder folder;
    folder.write("gadfly.lua", kGadfly + kLook);
    folder.write("gadfly.graph", "out colour = 1\n");
    folder.write("sting.glsl", "---\n");
    folder.write("notes.txt", "nothing");
    FolderRead read = read_look_folder(folder.path.string());
    REQUIRE(read.error == "");
    CHECK(read.looks.book->find("gadfly") != nullptr);
    REQUIRE(read.looks.graphs.size() == 1);
    CHECK(read.looks.graphs[0].name == "gadfly");
    CHECK(read.looks.snippets.size() == 1);

    LookWatch watch(folder.path.string());
    CHECK_FALSE(watch.has_changed());
    folder.write("gadfly.lua", "shape {");
    CHECK_FALSE(watch.has_changed());  // it may still be being written
    CHECK(watch.has_changed());
    CHECK_FALSE(watch.has_changed());
    read = read_look_folder(folder.path.string());
    CHECK(read.error == (folder.path / "gadfly.lua").string() + ":1: unexpected symbol near <eof>");
    CHECK(read.looks.book == builtin_looks());

    folder.write("gadfly.lua", std::string(LookLimits::kFileBytes + 1, '-'));
    CHECK(read_look_folder(folder.path.string()).error ==
          (folder.path / "gadfly.lua").string() + ": more than 65536 bytes; a look is smaller");
    CHECK(read_look_folder("/nowhere").error == "/nowhere: cannot be read: No such file or directory");
}

TEST_CASE("reading a folder does not wait for a pipe with the name of a look, and too many files are refused") {
    const Folder folder;
    REQUIRE(std::system(("mkfifo " + (folder.path / "x.lua").string()).c_str()) == 0);
    CHECK(read_look_folder(folder.path.string()).error == "");
    for (std::size_t i = 0; i <= LookLimits::kFiles; ++i) folder.write("f" + std::to_string(i) + ".lua", "");
    CHECK(read_look_folder(folder.path.string()).error.find("at most 64 are read") != std::string::npos);
}

TEST_CASE("a level script's own looks are beside it") {
    const Folder folder;
    CHECK(look_folder_of((folder.path / "mine.lua").string()) == "");
    std::filesystem::create_directories(folder.path / "looks");
    CHECK(look_folder_of((folder.path / "mine.lua").string()) == (folder.path / "looks").string());
    CHECK(look_folder_of("the_cut") == "");
}
