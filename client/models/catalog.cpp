#include "client/models/catalog.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "client/models/creatures.hpp"

namespace albireo::models {
namespace {

// Two refinements make 32 triangles of every four-cornered face of a cage.
constexpr std::size_t kSmall = 48 * 32, kMedium = 100 * 32, kBoss = 156 * 32;

constexpr std::array kShapes = {
    Shape{"ship", ship, 2, kMedium, true},
    Shape{"missile", missile, 2, kSmall, true},
    Shape{"pod", pod, 2, kSmall},
    Shape{"skimmer", skimmer, 2, kSmall},
    Shape{"wedge", wedge, 2, kSmall},
    Shape{"spinner", spinner, 2, kSmall},
    Shape{"mote", mote, 2, kSmall},
    Shape{"lancer", lancer, 2, kMedium},
    Shape{"turret", turret, 2, kMedium},
    Shape{"carrier", carrier, 2, kBoss},
    Shape{"medusa", medusa, 2, kMedium},
    Shape{"leviathan", leviathan, 2, kBoss},
    Shape{"sentinel_ring", sentinel_ring, 2, kBoss},
    Shape{"sentinel_eye", sentinel_eye, 2, kBoss},
    Shape{"sentinel_guard", sentinel_guard, 2, kBoss},
    Shape{"warden_body", warden_body, 2, kBoss},
    Shape{"warden_claw", warden_claw, 2, kBoss},
    Shape{"warden_hatch", warden_hatch, 2, kBoss},
    Shape{"warden_core", warden_core, 2, kBoss},
    Shape{"warden_eye", warden_eye, 2, kBoss},
    Shape{"gun", gun, 2, kMedium},
    Shape{"shell_plate", shell_plate, 2, kMedium},
};

/// A row matches when the level's names contain its words; the first match wins. "" matches everything.
struct Row {
    std::string_view kind, part, shape;
};

constexpr std::array kRows = {
    // Parts of the bosses.
    Row{"sentinel", "eye", "sentinel_eye"},
    Row{"sentinel", "core", "sentinel_eye"},
    Row{"sentinel", "guard", "sentinel_guard"},
    // Organs of any kind.
    Row{"", "claw", "warden_claw"},
    Row{"", "arm", "warden_claw"},
    Row{"", "hatch", "warden_hatch"},
    Row{"", "core", "warden_core"},
    Row{"", "eye", "warden_eye"},
    Row{"", "gun", "gun"},
    Row{"", "cannon", "gun"},
    Row{"", "plate", "shell_plate"},
    Row{"", "shield", "shell_plate"},
    Row{"", "guard", "shell_plate"},
    Row{"", "pod", "pod"},
    Row{"", "missile", "missile"},
    // Bodies.
    Row{"missile", "", "missile"},
    Row{"pod", "", "pod"},
    Row{"skimmer", "", "skimmer"},
    Row{"wedge", "", "wedge"},
    Row{"spinner", "", "spinner"},
    Row{"lancer", "", "lancer"},
    Row{"turret", "", "turret"},
    Row{"carrier", "", "carrier"},
    Row{"sentinel", "", "sentinel_ring"},
    Row{"warden", "", "warden_body"},
};

bool holds(std::string_view name, std::string_view word) {
    return name.find(word) != std::string_view::npos;
}

const Shape& shape_named(std::string_view name) {
    return *std::find_if(kShapes.begin(), kShapes.end(), [&](const Shape& shape) { return shape.name == name; });
}

}  // namespace

std::span<const Shape> shapes() {
    return kShapes;
}

const Shape& shape_for(const Wanted& wanted) {
    const std::string_view part = wanted.part == wanted.kind ? std::string_view{} : wanted.part;
    for (const Row& row : kRows) {
        if (holds(wanted.kind, row.kind) && holds(part, row.part)) return shape_named(row.shape);
    }
    if (wanted.radius < 0.8F) return shape_named("mote");
    return shape_named(wanted.radius < 1.6F ? "medusa" : "leviathan");
}

Model sculpted(const Shape& shape, bool in_mirror) {
    const Cage cage = mirrored(shape.sculpt(), {.x = !shape.flies_forward, .y = in_mirror});
    return finished(std::string(shape.name), cage, shape.levels);
}

const Model& Catalog::smooth(const Shape& shape, bool mirrored) {
    const auto key = std::pair{shape.name, mirrored};
    if (const auto found = smooth_.find(key); found != smooth_.end()) return found->second;
    return smooth_.emplace(key, sculpted(shape, mirrored)).first->second;
}

const Model& Catalog::model_for(const Wanted& wanted) {
    const Shape& shape = shape_for(wanted);
    const auto key = std::tuple{shape.name, wanted.mirrored, wanted.radius};
    if (const auto found = fitted_.find(key); found != fitted_.end()) return found->second;
    return fitted_.emplace(key, fitted(smooth(shape, wanted.mirrored), wanted.radius)).first->second;
}

const Model& Catalog::ship() {
    return smooth(shape_named("ship"), false);
}

}  // namespace albireo::models
