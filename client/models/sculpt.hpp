/// Modelling tools for cages: a trunk is a row of rings, and limbs, fins, eyes and claws are extruded from its faces,
/// so that the surface is one piece. Sizes are those of the subdivided surface, not of the cage: a ring of half-width 1
/// keeps about that half-width.
#pragma once

#include <vector>

#include "client/math/transform.hpp"
#include "client/models/cage.hpp"

namespace albireo::models {

/// An ellipse across the direction of growth: `deep` is its half-height along `up`, `wide` its half-width across.
struct Ring {
    Vec3 at;
    float wide = 0, deep = 0;
};

/// The bones that the points of rings belong to, ring by ring; the last goes on for the rings that follow. Of a bone with copies, the
/// copy of a limb belongs to the copy of its number.
struct Owner {
    std::uint8_t first = 0, copies = 1;

    std::uint8_t of(std::size_t copy) const { return static_cast<std::uint8_t>(first + (copies > 1 ? copy : 0)); }
};
using Owners = std::vector<Owner>;

struct TrunkDef {
    int sides = 4;      // faces around; with 4 or 8, one faces each of ±side and ±up
    bool hoop = false;  // the last ring joins the first
    Vec3 up{0, 0, 1};   // a unit vector; if the trunk runs along it, y is used instead (x, if it runs along y)
    Vec3 axis{};        // if not zero, every ring is perpendicular to it; rings may then fold back, like a vase's lip
    Zone zone = Zone::shell;
    Zone first_cap = Zone::shell, last_cap = Zone::shell;
    Owners owners{};  // empty: bone 0
};

/// A closed tube through two or more rings (a hoop: three). With an even number of sides, the faces of a tube along x
/// are centred on ±y, those of a tube along z on ±x.
Cage trunk(const TrunkDef& def, const std::vector<Ring>& rings);

enum class Tip : std::uint8_t { round, claw };

struct LimbDef {
    Zone zone = Zone::flesh;
    Zone cap = Zone::flesh;    // of the face at a round tip
    Tip tip = Tip::round;      // claw: the last ring's position is the tip, its size is unused
    float sharpness = kSharp;  // of a claw's tip
    Vec3 up{0, 0, 1};
    Vec3 axis{};            // as for a trunk
    bool both = false;      // also its mirror image across y = 0
    bool mirror_z = false;  // also its mirror image across z = 0
    Owners owners{};             // empty: whatever holds the face that it grows from
    std::size_t copy = 0;      // the number of the first of its copies
};

/// Grows a limb out of the face nearest to `from`, through the rings.
void grow(Cage& cage, const Vec3& from, const LimbDef& def, const std::vector<Ring>& rings);

struct EyeDef {
    Vec3 at;             // middle of its rim
    Vec3 axis{1, 0, 0};  // its direction
    float radius = 0.1F;
    float bulge = 0.5F;  // height of the lens, in radii; negative for a hollow
    float pupil = 0;     // radius of the dark middle, in radii; 0 for none
    Zone zone = Zone::eye;
    Zone rim = Zone::shell;
    bool both = false, mirror_z = false;
    Owners owners{};         // as of a limb
    std::size_t copy = 0;
};

/// A round lens with a rim, on the face nearest to `from`.
void eye(Cage& cage, const Vec3& from, const EyeDef& def);

/// Paints the faces nearest to each of these places.
void paint(Cage& cage, Zone zone, const std::vector<Vec3>& places);

/// The cage turned about the origin.
Cage posed(Cage cage, const math::Mat3& pose);

/// p turned by `turns` of the full circle about the z axis.
Vec3 turned(const Vec3& p, float turns);

}  // namespace albireo::models
