#pragma once
/// The fields of a word that repeat a limb, an eye or a bone around the shape.
#include "client/models/look_fields.hpp"
#include "client/models/look_reader.hpp"

namespace albireo::models {

/// How the places of a word are rotated about the shape, and how often they are repeated.
struct Turning {
    int times = 1;
    float turn = 0;  // of the first, as a share of a circle
    bool about_x = false;
    Vec3 squash{1, 1, 1};

    explicit Turning(script::Fields& fields)
        : times(static_cast<int>(fields.whole("times", {1, LookLimits::kTimes}, 1))),
          turn(float_or(fields, "turn", {-1, 1}, 0)),
          about_x(fields.choice("about", {"z", "x"}, 0) == 1),
          squash(place_or(fields, "squash", {1, 1, 1})) {}

    float of(int number) const { return turn + static_cast<float>(number) / static_cast<float>(times); }

    Vec3 turned_by(const Vec3& at, float turns) const {
        if (!about_x) return turned(at, turns);
        const Vec3 p = turned({at.y, at.z, 0}, turns);
        return {at.x, p.x, p.y};
    }
    Vec3 place(const Vec3& at, float turns) const {
        if (turns == 0 && times == 1 && squash == Vec3{1, 1, 1}) return at;
        const Vec3 p = turned_by(at, turns);
        return {squash.x * p.x, squash.y * p.y, squash.z * p.z};
    }
};

/// How often a word repeats, and its mirror images: its copies in order, a turn's mirror images together.
struct Copies {
    Turning turning;
    bool mirror_y = false, mirror_z = false;

    explicit Copies(script::Fields& fields)
        : turning(fields), mirror_y(fields.truth("mirror_y", false)), mirror_z(fields.truth("mirror_z", false)) {}

    std::size_t per_turn() const { return (mirror_y ? 2U : 1U) * (mirror_z ? 2U : 1U); }
    std::size_t count() const { return static_cast<std::size_t>(turning.times) * per_turn(); }
    /// Calls `use` with each copy's share of a circle and mirror.
    template <class Use>
    void each(Use&& use) const {
        for (int i = 0; i < turning.times; ++i) {
            for (const bool y : {false, true}) {
                for (const bool z : {false, true}) {
                    if ((y && !mirror_y) || (z && !mirror_z)) continue;
                    use(turning.of(i), Mirror{.y = y, .z = z});
                }
            }
        }
    }
};

}  // namespace albireo::models
