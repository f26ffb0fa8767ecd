/// Reads the floats of look files, as sim/script/fields.hpp reads the whole numbers of levels: a Mistake names the
/// values that are allowed.
#pragma once

#include "client/math/vec.hpp"
#include "client/models/sculpt.hpp"
#include "sim/script/fields.hpp"

namespace albireo::models {

struct FloatRange {
    float low, high;
};

float to_float(const script::Value& value, const std::string& where, FloatRange range);
float float_or(script::Fields& fields, std::string_view field, FloatRange range, float otherwise);

/// {x, y, z}, each within the limit of a place.
math::Vec3 to_place(const script::Value& value, const std::string& where);
math::Vec3 place_or(script::Fields& fields, std::string_view field, const math::Vec3& otherwise);
/// A place other than the origin; without the field, {0, 0, 0}.
math::Vec3 axis_of(script::Fields& fields, std::string_view field);
Zone zone_of(script::Fields& fields, std::string_view field, Zone otherwise);

/// A name of lower-case letters, digits and _.
std::string name_of(script::Fields& fields, std::string_view field);

/// A ring {x, y, z, wide, deep} or a tip {x, y, z}. `turn`: the share of a full circle by which its place is turned about an axis.
struct RingRead {
    Ring ring;
    float turn = 0;
};
enum class RingKind : std::uint8_t { ring, tip };
RingRead to_ring(const script::Value& value, const std::string& where, RingKind kind);

}  // namespace albireo::models
