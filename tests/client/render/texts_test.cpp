// Goal: shaders and texture graphs are assembled as their files say, and every mistake is one line with file and
// line.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "client/gpu/shader_library.hpp"
#include "client/render/frame_block.hpp"
#include "client/render/renderer.hpp"
#include "client/render/texture_graph.hpp"

using namespace albireo;
using gpu::Asset;
using gpu::AssetError;

namespace {

constexpr const char* kNoise =
    "in at vec3\nprop scale float 2\nout value float\nout twice vec3\n---\nvalue = at.x * scale;\ntwice = at;\n";
constexpr const char* kEnd = "out colour = n.twice\nout height = n\nout glow = 0,0,0\nout gloss = 1\n";

/// The error of compiling this graph; empty if it is valid.
std::string graph_error(const std::string& graph, const std::string& snippet = kNoise) {
    const std::array<Asset, 2> assets = {Asset{"textures/graphs/g.graph", graph},
                                         Asset{"textures/snippets/noise.glsl", snippet}};
    try {
        render::compile_graph(gpu::ShaderLibrary(assets), "textures/graphs/g.graph");
    } catch (const AssetError& error) {
        return error.text;
    }
    return "";
}

}  // namespace

TEST_CASE("a graph becomes a function that calls its snippets in order") {
    const std::string graph = std::string("# a comment\nn = noise at=object.at\n") + kEnd;
    CHECK(graph_error(graph).empty());
    const std::array<Asset, 2> assets = {Asset{"textures/graphs/g.graph", graph},
                                         Asset{"textures/snippets/noise.glsl", kNoise}};
    const gpu::ShaderText text = render::compile_graph(gpu::ShaderLibrary(assets), "textures/graphs/g.graph");
    CHECK(text.text.find("snippet_noise(object.at, 2.0, n_n_value, n_n_twice);") != std::string::npos);
    CHECK(text.text.find("m.colour = n_n_twice;") != std::string::npos);
    CHECK(text.text.find("#line 6 1\n") != std::string::npos);  // the body starts on the snippet's sixth line
}

TEST_CASE("mistakes in graphs name their line") {
    CHECK(graph_error("n = nois at=object.at\n") ==
          "textures/graphs/g.graph:1: no snippet 'nois' in textures/snippets");
    CHECK(graph_error("\nn = noise at=m.value\n") == "textures/graphs/g.graph:2: no node 'm' above this line");
    CHECK(graph_error("n = noise at=object.att\n") == "textures/graphs/g.graph:1: object has no 'att'");
    CHECK(graph_error("n = noise at=1,2\n") == "textures/graphs/g.graph:1: 'at' needs a vec3, but gets a vec2");
    CHECK(graph_error("n = noise\n") == "textures/graphs/g.graph:1: 'noise' needs its input 'at'");
    CHECK(graph_error("n = noise at=1 size=3\n") ==
          "textures/graphs/g.graph:1: 'noise' has no input or property 'size'");
    CHECK(graph_error("n = noise at=1 scale=object.reach\n") ==
          "textures/graphs/g.graph:1: property 'scale' must be a constant, is 'object.reach'");
    CHECK(graph_error("n = noise at=1\nn = noise at=1\n") == "textures/graphs/g.graph:2: 'n' is already defined");
    CHECK(graph_error("n = noise at=1\nout color = n\n") ==
          "textures/graphs/g.graph:2: 'color' is not an output; outputs are colour, height, glow and gloss");
    CHECK(graph_error("n = noise at=1\nout height = n.twice\n") ==
          "textures/graphs/g.graph:2: 'height' needs a float, but gets a vec3");
    CHECK(graph_error("n = noise at=1\nout height = n.three\n") ==
          "textures/graphs/g.graph:2: node 'n' has no output 'three'");
    CHECK(graph_error("n = noise at=1\nout height = n\n") ==
          "textures/graphs/g.graph:2: no `out colour = …` in this graph");
    CHECK(graph_error("nonsense\n") == "textures/graphs/g.graph:1: expected `name = snippet input=value …`");
}

TEST_CASE("mistakes in snippets name their own line") {
    CHECK(graph_error("n = noise at=1\n", "in at vec5\n---\n") ==
          "textures/snippets/noise.glsl:1: 'vec5' is not a type; types are float, vec2 and vec3");
    CHECK(graph_error("n = noise at=1\n", "in at vec3\n") ==
          "textures/snippets/noise.glsl:1: no --- line before the GLSL");
    CHECK(graph_error("n = noise at=1\n", "in at vec3\nprop a float\n---\n") ==
          "textures/snippets/noise.glsl:2: property 'a' needs a default such as 1 or 0.5,1,2");
    CHECK(graph_error("n = noise at=1\n", "in at vec3\n---\n") == "textures/snippets/noise.glsl:2: no output");
    CHECK(graph_error("n = noise at=1\n", "inn at vec3\n---\n") ==
          "textures/snippets/noise.glsl:1: 'inn' is unknown; expected in, prop, out or ---");
}

TEST_CASE("every graph of the program compiles, and there is one for each kind") {
    const gpu::ShaderLibrary library(render::embedded_assets());
    const auto graphs = library.names("textures/graphs/");
    CHECK(graphs.size() >= 12);
    for (const std::string& graph : graphs) CHECK_NOTHROW(render::compile_graph(library, graph));
    for (const char* kind :
         {"skimmer", "wedge", "hornet", "pod", "spinner", "weaver", "lancer", "turret", "carrier", "sentinel", "warden"}) {
        CHECK(std::find(graphs.begin(), graphs.end(), std::string("textures/graphs/") + kind + ".graph") !=
              graphs.end());
    }
    for (const char* snippet : {"brick", "noise", "cells", "circuits", "veins", "plating"}) {
        CHECK_NOTHROW(library.text(std::string("textures/snippets/") + snippet + ".glsl"));
    }
}

TEST_CASE("every pass and every pixel shader begins with what it reads and writes") {
    std::size_t passes = 0;
    for (const auto& entry : std::filesystem::directory_iterator("client/render/passes")) {
        std::ifstream file(entry.path());
        std::string line, head;
        while (std::getline(file, line) && line.starts_with("///")) head += line;
        CAPTURE(entry.path().string());
        CHECK(head.starts_with("/// Reads: "));
        CHECK(head.find(" Writes: ") != std::string::npos);
        ++passes;
    }
    CHECK(passes == 15);
    const gpu::ShaderLibrary library(render::embedded_assets());
    for (const std::string& name : library.names("shaders/")) {
        if (!name.ends_with(".frag")) continue;
        CAPTURE(name);
        const std::string head = library.text(name).substr(0, 200);
        CHECK(head.starts_with("// Reads: "));
        CHECK((head.find("Writes") != std::string::npos || head.find("Blends") != std::string::npos ||
               head.find("Adds to") != std::string::npos));
    }
}

TEST_CASE("files are included once, and lines keep their numbers") {
    const std::array<Asset, 3> assets = {Asset{"a", "#include \"b\"\n#include \"c\"\nlast\n"},
                                         Asset{"b", "#include \"c\"\nin b\n"}, Asset{"c", "in c\n"}};
    const gpu::ShaderText text = gpu::ShaderLibrary(assets).assemble("a");
    CHECK(text.text ==
          "#line 1 0\n#line 1 1\n#line 1 2\nin c\n#line 2 1\nin b\n#line 2 0\n#line 3 0\nlast\n");
    CHECK(text.files == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("a driver's message is translated to file and line") {
    const std::vector<std::string> files = {"one.frag", "two.glsl"};
    CHECK(gpu::readable_log("0:1(3): warning: x\n1:12(7): error: `foo' undeclared\n", files) ==
          "two.glsl:12: error: `foo' undeclared");
    CHECK(gpu::readable_log("1(12) : error C1008: undefined variable \"foo\"\n", files) ==
          "two.glsl:12: error C1008: undefined variable \"foo\"");
    CHECK(gpu::readable_log("", files) == "the driver gives no reason");
}

TEST_CASE("flashes, shake and the background follow the player's settings") {
    scene::View view;
    view.flash = {0.5F, 0.25F, 1};
    view.shake = {0.4F, -0.2F};
    view.hurt = 1;
    const render::FrameBlock all = render::frame_block(view, {});
    CHECK(all.flash == render::Four{0.5F, 0.25F, 1, 1});
    CHECK(all.eye[0] == 0.4F);
    view.visuals = {.background_dim = 0.5F, .flashes = 0.5F, .shake = 0};
    const render::FrameBlock less = render::frame_block(view, {});
    CHECK(less.flash[0] == 0.25F);
    CHECK(less.flash[3] < 0.7F);  // the background's brightness
    CHECK(less.show[1] == 0.5F);
    CHECK(less.eye[0] == 0);
    CHECK(less.eye[1] == 0);
    view.visuals.flashes = 0;
    CHECK(render::frame_block(view, {}).flash[2] == 0);
}

TEST_CASE("a missing shader file gives a line with advice") {
    const gpu::ShaderLibrary none(std::span<const Asset>{});
    CHECK_THROWS_AS(none.text("shaders/x"), AssetError);
    const gpu::ShaderLibrary folder(std::span<const Asset>{}, "/nowhere");
    try {
        folder.text("shaders/x.frag");
        FAIL("must throw");
    } catch (const AssetError& error) {
        CHECK(error.text == "/nowhere/shaders/x.frag: cannot be read; is --assets the right folder?");
    }
}
