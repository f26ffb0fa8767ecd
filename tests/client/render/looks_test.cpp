// Goal: a folder of looks changes what is drawn and what is hit while a level is shown, and a fault in it leaves both as
// they were.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/picture.hpp"
#include "client/app/pictures/show.hpp"
#include "client/bot/bot_controller.hpp"
#include "client/gpu/null_device.hpp"
#include "client/scene/stage.hpp"

using namespace albireo;

namespace {

const std::string kTrunk = "trunk { { -0.5, 0, 0, 0.2, 0.2 }, { 0.5, 0, 0, 0.2, 0.2 } }\n";
const std::string kWear = "look { kind = \"skimmer\", shape = \"skimmer\", skin = \"tin\" }\n";
const std::string kTin = "out colour = 0.5,0.5,0.5\nout height = 0\nout glow = 0,0,0\nout gloss = 0.5\n";

struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("albireo_reload_" + std::to_string(::getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }
    models::FolderRead read() const { return models::read_look_folder(path.string()); }
};

struct Shown {
    gpu::NullCounts counts;
    std::unique_ptr<gpu::Device> device = gpu::make_null_device(&counts);
    app::Picture picture{*device, {.width = 64, .height = 36, .particles_max = 64}};
    Level level = app::level_named("the_cut");
    std::vector<std::string> told;

    Shown() {
        picture.tell = [this](const std::string& line) { told.push_back(line); };
    }
    const scene::LevelMesh& skimmer(const scene::Cast& cast) const {
        for (const KindDef& kind : level.kinds) {
            if (level.name(kind.name) == "skimmer") return cast.level_meshes.meshes[cast.parts[kind.parts.first]];
        }
        return cast.level_meshes.meshes.front();
    }
};

}  // namespace

TEST_CASE("changed looks are shown at once, in the cast that a stage has") {
    Shown shown;
    const Folder folder;
    const scene::Cast& cast = shown.picture.load_cast(shown.level);
    const std::size_t before = shown.skimmer(cast).indices.size();
    const std::int64_t live = shown.counts.live;
    CHECK(shown.skimmer(cast).graph == "skimmer");

    folder.write("skimmer.lua", "shape { name = \"skimmer\" }\n" + kTrunk + kWear);
    folder.write("tin.graph", kTin);
    models::FolderRead read = folder.read();
    REQUIRE(read.error == "");
    CHECK(shown.picture.change_looks(read.looks) == "");
    CHECK(&shown.picture.load_cast(shown.level) == &cast);  // nothing is loaded again
    CHECK(shown.skimmer(cast).graph == "tin");
    CHECK(shown.skimmer(cast).indices.size() < before);
    CHECK(shown.counts.live == live);  // the old meshes and programs are gone; tin instead of skimmer

    // It can be drawn.
    scene::Stage stage(shown.level, cast, {});
    auto view = std::make_unique<scene::View>();
    const auto world = std::make_unique<World>();
    init(*world, shown.level, {});
    stage.look({.before = *world, .now = *world, .predicted = {}}, *view);
    shown.picture.renderer().render(*view);
    CHECK(shown.told.empty());
}

TEST_CASE("looks that cannot be drawn leave the picture as it was") {
    Shown shown;
    const Folder folder;
    const scene::Cast& cast = shown.picture.load_cast(shown.level);
    const std::size_t before = shown.skimmer(cast).indices.size();
    const std::int64_t live = shown.counts.live;
    folder.write("skimmer.lua", "shape { name = \"skimmer\" }\n" + kTrunk + kWear);
    models::FolderRead read = folder.read();
    REQUIRE(read.error == "");
    CHECK(shown.picture.change_looks(read.looks) ==
          "textures/graphs/tin.graph: there is no such skin; add its .graph file to the folder of looks");
    folder.write("tin.graph", "out colour = nothing\n");
    CHECK(shown.picture.change_looks(folder.read().looks) == "textures/graphs/tin.graph:1: no node 'nothing' above this line");
    CHECK(shown.skimmer(cast).indices.size() == before);
    CHECK(shown.skimmer(cast).graph == "skimmer");
    CHECK(shown.counts.live == live);
    CHECK(&shown.picture.load_cast(shown.level) == &cast);
}

TEST_CASE("what is drawn is what is hit, also after a change") {
    const Folder folder;
    const Level level = app::level_named("the_cut");
    bot::BodyStore store;
    const auto bodies = store.of(level);
    const auto triangles = [&] { return bodies->part(level.kinds[0].parts.first).triangle_count(); };
    const std::size_t before = triangles();
    const std::string name(level.name(level.kinds[0].name));
    folder.write(name + ".lua", "shape { name = \"" + name + "\" }\n" + kTrunk + "look { kind = \"" + name + "\", shape = \"" + name + "\" }\n");
    const models::FolderRead read = folder.read();
    REQUIRE(read.error == "");
    store.set_looks(read.looks.book);
    CHECK(triangles() < before);
    CHECK(store.of(level) == bodies);
}

TEST_CASE("a kind without a look is drawn as a placeholder, and named") {
    Shown shown;
    const Folder folder;
    // Its shape stays, for other shapes are made of it.
    folder.write("skimmer.lua", std::string("shape { name = \"skimmer\" }\n") + kTrunk);
    const models::FolderRead read = folder.read();
    REQUIRE(read.error == "");
    shown.picture.set_looks(read.looks);
    const scene::Cast& cast = shown.picture.load_cast(shown.level);
    CHECK(shown.skimmer(cast).graph == "creature");
    REQUIRE(shown.told.size() == 1);
    CHECK(shown.told[0] ==
          "kind 'skimmer' has no look and is drawn as 'mote'; add look { kind = \"skimmer\", ... } to a file in the folder of looks");
}
