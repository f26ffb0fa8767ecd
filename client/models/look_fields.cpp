#include "client/models/look_fields.hpp"

#include <algorithm>
#include <cmath>

#include "client/models/look_reader.hpp"

namespace albireo::models {
namespace {

using script::describe;
using script::Fields;
using script::Mistake;
using script::Value;

constexpr FloatRange kPlace = {-LookLimits::kPlaceMost, LookLimits::kPlaceMost};
constexpr FloatRange kWidth = {LookLimits::kWidthLeast, LookLimits::kPlaceMost};

std::string text_of(float value) {
    Value number;
    number.type = Value::Type::number;
    number.number = static_cast<double>(value);
    return describe(number);
}

}  // namespace

float to_float(const Value& value, const std::string& where, FloatRange range) {
    const auto number = static_cast<float>(value.number);
    // Written so that NaN is refused, too.
    if (value.type != Value::Type::number || !(number >= range.low && number <= range.high)) {
        throw Mistake(where + ": must be a number from " + text_of(range.low) + " to " + text_of(range.high) + ", is " +
                      describe(value));
    }
    return number;
}

float float_or(Fields& fields, std::string_view field, FloatRange range, float otherwise) {
    const Value* value = fields.find(field);
    return value == nullptr ? otherwise : to_float(*value, fields.where(field), range);
}

math::Vec3 to_place(const Value& value, const std::string& where) {
    if (value.type != Value::Type::table || value.items.size() != 3 || !value.fields.empty()) {
        throw Mistake(where + ": must be a place {x, y, z}, is " +
                      (value.type == Value::Type::table ? "another table" : describe(value)));
    }
    return {to_float(value.items[0], where + " x", kPlace), to_float(value.items[1], where + " y", kPlace),
            to_float(value.items[2], where + " z", kPlace)};
}

math::Vec3 place_or(Fields& fields, std::string_view field, const math::Vec3& otherwise) {
    const Value* value = fields.find(field);
    return value == nullptr ? otherwise : to_place(*value, fields.where(field));
}

math::Vec3 axis_of(Fields& fields, std::string_view field) {
    const Value* value = fields.find(field);
    if (value == nullptr) return {};
    const math::Vec3 axis = to_place(*value, fields.where(field));
    if (math::length(axis) < 0.01F) throw Mistake(fields.where(field) + ": must be a direction longer than 0.01");
    return axis;
}

Zone zone_of(Fields& fields, std::string_view field, Zone otherwise) {
    return static_cast<Zone>(fields.choice(field, {"shell", "flesh", "claw", "eye", "pupil", "glow"},
                                           static_cast<std::size_t>(otherwise)));
}

std::string name_of(Fields& fields, std::string_view field) {
    std::string name = fields.text(field);
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    if (name.empty() || name.size() > LookLimits::kNameBytes || !std::all_of(name.begin(), name.end(), fits)) {
        throw Mistake(fields.where(field) + ": must be at most " + std::to_string(LookLimits::kNameBytes) +
                      " lower-case letters, digits and _, is " + describe(fields.need(field)));
    }
    return name;
}

RingRead to_ring(const Value& value, const std::string& where, RingKind kind) {
    const bool is_tip = kind == RingKind::tip;
    if (value.type != Value::Type::table || value.items.size() != (is_tip ? 3U : 5U)) {
        throw Mistake(where + (is_tip ? ": must be the tip {x, y, z}" : ": must be a ring {x, y, z, wide, deep}") + ", is " +
                      (value.type == Value::Type::table ? "a table of " + std::to_string(value.items.size()) + " items"
                                                        : describe(value)));
    }
    Fields fields(value, where);
    const auto& items = fields.items();
    RingRead read;
    read.ring.at = {to_float(items[0], where + " x", kPlace), to_float(items[1], where + " y", kPlace),
                    to_float(items[2], where + " z", kPlace)};
    if (!is_tip) {
        read.ring.wide = to_float(items[3], where + " wide", kWidth);
        read.ring.deep = to_float(items[4], where + " deep", kWidth);
    }
    read.turn = float_or(fields, "turn", {-1, 1}, 0);
    fields.done();
    return read;
}

}  // namespace albireo::models
