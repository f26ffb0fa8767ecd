#include "client/scene/exhibit.hpp"

#include <algorithm>
#include <cmath>

#include "client/predict/bodies.hpp"
#include "client/predict/units.hpp"
#include "client/scene/backdrop.hpp"

namespace albireo::scene {
namespace {

constexpr float kShipRadius = 0.85F;  // units, from its place to its nose

Vec3 place_at_rest(const PartDef& part) {
    const float angle = client::radians(part.phase);
    const bool orbits = part.motion == PartMotion::orbit;
    const Vec2 off = client::in_field(part.offset), far = orbits ? client::in_field(part.amplitude) : Vec2{};
    return {off.x + far.x * std::cos(angle), off.y + far.y * std::sin(angle), 0};
}

/// Moves the middle of the pieces to the origin, and measures them.
void centre(Exhibit& exhibit) {
    Vec2 low{1e6F, 1e6F}, high{-1e6F, -1e6F};
    for (const Exhibit::Piece& piece : exhibit.pieces) {
        low = {std::min(low.x, piece.at.x - piece.radius), std::min(low.y, piece.at.y - piece.radius)};
        high = {std::max(high.x, piece.at.x + piece.radius), std::max(high.y, piece.at.y + piece.radius)};
    }
    exhibit.reach = 0;
    for (Exhibit::Piece& piece : exhibit.pieces) {
        piece.at = piece.at - Vec3{(low.x + high.x) / 2, (low.y + high.y) / 2, 0};
        exhibit.reach = std::max(exhibit.reach, math::length(piece.at) + piece.radius);
    }
}

}  // namespace

Exhibit exhibit_of(const Level& level, std::string_view kind) {
    Exhibit exhibit;
    exhibit.backdrop = backdrop_number(level.backdrop.view());
    for (const KindDef& def : level.kinds) {
        if (level.name(def.name) != kind) continue;
        for (std::size_t i = 0; i < def.parts.count; ++i) {
            const PartDef& part = level.parts[def.parts.first + i];
            if (part.motion == PartMotion::trail) continue;
            const models::Wanted wanted = client::wanted_part(level, def, i);
            exhibit.pieces.push_back({.kind = std::string(wanted.kind),
                                      .part = std::string(wanted.part),
                                      .radius = wanted.radius,
                                      .mirrored = wanted.mirrored,
                                      .ship = {},
                                      .at = place_at_rest(part)});
        }
        centre(exhibit);
        break;
    }
    return exhibit;
}

Exhibit exhibit_of_ships(bool both, std::size_t backdrop) {
    Exhibit exhibit;
    exhibit.backdrop = backdrop;
    const auto add = [&](Slot slot, Vec3 at) { exhibit.pieces.push_back({.kind = {}, .part = {}, .radius = kShipRadius, .ship = slot, .at = at}); };
    if (both) {
        add(Slot::gold, {0.2F, 0.55F, 0.2F});
        add(Slot::blue, {-0.2F, -0.55F, -0.2F});
    } else {
        add(Slot::gold, {});
    }
    centre(exhibit);
    return exhibit;
}

}  // namespace albireo::scene
