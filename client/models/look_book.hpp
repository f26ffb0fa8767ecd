/// The looks of kinds: shapes, and which shape and skin belong to which part of which kind. Plain data, read from
/// the files in looks/ (look_reader.hpp).
/// 1. Every wanted part has a shape: one from the kind's look, else the organ that the part is named after, else the
///    look's body, else a placeholder by size.
/// 2. Names match by whole words: the look "skimmer" fits the kinds skimmer and skimmer_swift, not skimmers. Of several
///    looks, organs or parts that fit, the one with the longest name wins; of equally long names, the name that comes first in the kind's name.
/// 3. Every shape that a look, an organ or a placeholder names is in `shapes`.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "client/models/model.hpp"

namespace albireo::models {

/// How many triangles a shape may have.
enum class ShapeSize : std::uint8_t { small, medium, boss };
// Two subdivisions turn every four-cornered face of a cage into 32 triangles.
inline constexpr std::array<std::size_t, 3> kTrianglesMax = {48 * 32, 100 * 32, 156 * 32};

/// The players' ship; every book has this shape.
inline constexpr std::string_view kShipShape = "ship";
/// The skin of a shape if neither the shape nor the look names one.
inline constexpr std::string_view kPlainSkin = "creature";

/// A creature or an organ: x forward, z toward the viewer, about the origin, at its own scale.
struct Shape {
    std::string name;
    std::string skin;  // a texture graph; empty: the kind's
    ShapeSize size = ShapeSize::small;
    bool flies_forward = false;  // faces +x at heading 0, as ships and missiles do; an enemy faces −x
    Cage cage;
    Skeleton skeleton;  // of the cage; may be empty
    std::string place;  // file:line, for messages

    std::size_t triangles_max() const { return kTrianglesMax[static_cast<std::size_t>(size)]; }
};

/// The subdivided model, facing as the core has it at heading 0, at the scale of the shape.
Model sculpted(const Shape& shape, bool mirrored = false);

struct PartLook {
    std::string part, shape, place;
};

struct KindLook {
    std::string kind, shape;
    std::string skin;  // of shapes without one; empty: kPlainSkin
    std::vector<PartLook> parts;
    std::string place;
};

struct Placeholder {
    std::string shape;
    float below = std::numeric_limits<float>::max();  // for parts with a smaller radius
};

struct Wanted {
    std::string_view kind;  // as the level names it
    std::string_view part;  // "" for the only part of a kind
    float radius = 1;       // matters only for names without a look
    bool mirrored = false;  // across y: for the twin whose offset is on the −y side
};

struct LookBook {
    std::vector<Shape> shapes;
    std::vector<KindLook> looks;
    std::vector<PartLook> organs;           // parts of kinds whose looks do not name them
    std::vector<Placeholder> placeholders;  // by `below`; the last has no limit

    struct Choice {
        const Shape* shape = nullptr;
        std::string_view skin;
        bool is_placeholder = false;  // no look and no organ names this part
    };
    /// By rules 1 and 2 above; `shape` is never null.
    Choice choose(const Wanted& wanted) const;

    /// Null if there is no shape of this name.
    const Shape* find(std::string_view name) const;
    const Shape& ship() const { return *find(kShipShape); }
};

}  // namespace albireo::models
