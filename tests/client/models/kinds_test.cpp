// Goal: every enemy of the shipped levels has a shape of its own, within the radius to which the core limits reports.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "client/models/catalog.hpp"
#include "client/predict/units.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

using client::units;

/// Rounds away from the origin: the strictest integer reading of a vertex.
std::int64_t outward(float value) {
    return static_cast<std::int64_t>(std::ceil(std::abs(static_cast<double>(value)) * Fixed::kOneRaw));
}

template <class Visit>
void each_part(Visit visit) {
    for (const script::BuiltinScript& source : script::builtin_scripts()) {
        if (!source.is_level) continue;
        const script::Compiled compiled = script::compile_builtin_level(source.name, Difficulty::standard);
        REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
        const Level& level = compiled.level;
        for (const KindDef& kind : level.kinds) {
            for (std::size_t p = kind.parts.first; p < std::size_t{kind.parts.first} + kind.parts.count; ++p) {
                visit(level, kind, level.parts[p]);
            }
        }
    }
}

}  // namespace

TEST_CASE("the mesh of every part of every shipped level lies within the core's radius, in the core's own integers") {
    Catalog catalog;
    std::set<std::pair<std::string, std::string>> seen;
    each_part([&](const Level& level, const KindDef& kind, const PartDef& part) {
        const Wanted wanted{.kind = level.name(kind.name),
                            .part = level.name(part.name),
                            .radius = units(part.radius),
                            .mirrored = part.offset.y < Fixed{}};
        seen.insert({std::string(wanted.kind), std::string(wanted.part)});
        CAPTURE(wanted.kind);
        CAPTURE(wanted.part);
        const Model& model = catalog.model_for(wanted);
        CHECK(model.triangle_count() > 0);
        const std::int64_t radius = part.radius.raw;
        std::size_t outside = 0;
        for (const Vec3& at : model.positions) {
            const std::int64_t x = outward(at.x), y = outward(at.y), z = outward(at.z);
            outside += x * x + y * y + z * z <= radius * radius ? 0 : 1;
        }
        CHECK(outside == 0);
    });
    CHECK(seen.size() >= 7);  // at least six kinds and a boss
}

TEST_CASE("every kind of level one has a shape of its own") {
    // Listed by name, so that an enemy added only in Lua may use a fallback until it has a model.
    const std::set<std::string_view> sculpted = {"skimmer", "wedge", "hornet", "pod", "spinner", "lancer", "weaver", "shieldback",
                                                 "boulder", "mortar", "lattice_post", "carrier", "sentinel", "warden"};
    std::set<std::string_view> met;
    each_part([&](const Level& level, const KindDef& kind, const PartDef& part) {
        if (!sculpted.contains(level.name(kind.name))) return;
        met.insert(*sculpted.find(level.name(kind.name)));
        const Shape& shape =
            *builtin_looks()
                 ->choose({.kind = level.name(kind.name), .part = level.name(part.name), .radius = units(part.radius)})
                 .shape;
        CAPTURE(level.name(kind.name));
        CAPTURE(level.name(part.name));
        for (const char* placeholder : {"mote", "medusa", "leviathan"}) CHECK(shape.name != placeholder);
    });
    CHECK(met.size() == sculpted.size());
}
