#include "sim/script/fields.hpp"

#include <algorithm>
#include <cmath>

namespace albireo::script {
namespace {

[[noreturn]] void must_be(const std::string& where, const std::string& what, const Value& value) {
    throw Mistake(where + ": must be " + what + ", is " + describe(value));
}

std::string units_text(Fixed value) {
    Value number;
    number.type = Value::Type::number;
    number.number = static_cast<double>(value.raw) / Fixed::kOneRaw;
    return describe(number);
}

// Rounds to the nearest whole number, halves up. Products with powers of two are exact, and IEEE 754 defines the
// rounding of the quotient, so the result is the same on every machine. Only floor is used of libm.
double rounded(double value) {
    return std::floor(value + 0.5);
}

constexpr double kStepsPerDegree = 65536.0 / 360.0;

}  // namespace

std::string to_text(const Value& value, const std::string& where) {
    if (value.type != Value::Type::text) must_be(where, "a string", value);
    return value.text;
}

std::int64_t to_whole(const Value& value, const std::string& where, WholeRange range) {
    const bool fits = value.type == Value::Type::number && value.number == std::floor(value.number) &&
                      value.number >= static_cast<double>(range.low) && value.number <= static_cast<double>(range.high);
    if (!fits) {
        must_be(where, "a whole number from " + std::to_string(range.low) + " to " + std::to_string(range.high), value);
    }
    return static_cast<std::int64_t>(value.number);
}

Fixed to_units(const Value& value, const std::string& where, UnitRange range) {
    const double raw = value.type == Value::Type::number ? rounded(value.number * Fixed::kOneRaw) : 0;
    if (value.type != Value::Type::number || raw < range.low.raw || raw > range.high.raw) {
        must_be(where, "a number from " + units_text(range.low) + " to " + units_text(range.high), value);
    }
    return Fixed{static_cast<std::int32_t>(raw)};
}

Vec2 to_point(const Value& value, const std::string& where, Fixed reach) {
    if (value.type != Value::Type::table || value.items.size() != 2 || !value.fields.empty()) {
        must_be(where, "a point {x, y}", value);
    }
    return {to_units(value.items[0], where + " x", {-reach, reach}),
            to_units(value.items[1], where + " y", {-reach, reach})};
}

Angle to_angle(const Value& value, const std::string& where) {
    if (value.type != Value::Type::number || std::fabs(value.number) > 3600)
        must_be(where, "an angle in degrees", value);
    return Angle::from_raw(static_cast<std::int64_t>(rounded(value.number * 65536 / 360)));
}

std::int32_t to_angle_steps(const Value& value, const std::string& where, std::int32_t most) {
    const double steps = value.type == Value::Type::number ? rounded(value.number * 65536 / 360) : 0;
    if (value.type != Value::Type::number || std::fabs(steps) > most) {
        const auto degrees = std::to_string(static_cast<int>(most / kStepsPerDegree));
        must_be(where, "degrees a tick from -" + degrees + " to " + degrees, value);
    }
    return static_cast<std::int32_t>(steps);
}

bool to_truth(const Value& value, const std::string& where) {
    if (value.type != Value::Type::boolean) must_be(where, "true or false", value);
    return value.truth;
}

Fields::Fields(const Value& value, std::string where) : value_(value), where_(std::move(where)) {
    if (value.type != Value::Type::table) must_be(where_, "a table", value);
}

const Value* Fields::find(std::string_view field) {
    if (std::find(known_.begin(), known_.end(), field) == known_.end()) known_.emplace_back(field);
    const auto found = std::lower_bound(value_.fields.begin(), value_.fields.end(), field,
                                        [](const Value& a, std::string_view name) { return a.name < name; });
    return found != value_.fields.end() && found->name == field ? &*found : nullptr;
}

const Value& Fields::need(std::string_view field) {
    const Value* value = find(field);
    if (value == nullptr) throw Mistake(where_ + ": field '" + std::string(field) + "' is missing");
    return *value;
}

std::string Fields::text(std::string_view field, std::string_view otherwise) {
    return has(field) ? text(field) : std::string(otherwise);
}

std::int64_t Fields::whole(std::string_view field, WholeRange range, std::int64_t otherwise) {
    return has(field) ? whole(field, range) : otherwise;
}

Fixed Fields::units(std::string_view field, UnitRange range, Fixed otherwise) {
    return has(field) ? units(field, range) : otherwise;
}

Vec2 Fields::point(std::string_view field, Fixed reach, Vec2 otherwise) {
    return has(field) ? point(field, reach) : otherwise;
}

Angle Fields::angle(std::string_view field, Angle otherwise) {
    return has(field) ? to_angle(need(field), where(field)) : otherwise;
}

bool Fields::truth(std::string_view field, bool otherwise) {
    return has(field) ? to_truth(need(field), where(field)) : otherwise;
}

std::size_t Fields::choice(std::string_view field, std::initializer_list<const char*> names, std::size_t otherwise) {
    if (!has(field)) return otherwise;
    const std::string name = text(field);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw Mistake(where(field) + ": unknown '" + name + "'" + nearest(name, {names.begin(), names.end()}));
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::span<const Value> Fields::list(std::string_view field, bool or_one) {
    const Value* value = find(field);
    if (value == nullptr) return {};
    if (value->type != Value::Type::table) must_be(where(field), "a list", *value);
    if (value->fields.empty()) return value->items;
    if (!or_one || !value->items.empty()) throw Mistake(where(field) + ": must be a list, has named fields");
    return {value, 1};
}

std::span<const Value> Fields::items() {
    items_known_ = true;
    return value_.items;
}

void Fields::done() {
    if (!items_known_ && !value_.items.empty()) {
        throw Mistake(where_ + "[1]: an item without a name, where fields are expected" + nearest("", known_));
    }
    for (const Value& field : value_.fields) {
        if (std::find(known_.begin(), known_.end(), field.name) == known_.end()) {
            throw Mistake(where_ + ": unknown field '" + field.name + "'" + nearest(field.name, known_));
        }
    }
}

}  // namespace albireo::script
