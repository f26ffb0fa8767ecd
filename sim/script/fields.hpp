#pragma once
/// Reads a script's table field by field, with precise errors. Every reader throws a Mistake if the value is wrong,
/// such as `kind 'skimmer'.parts[1].armour: must be a whole number from 0 to 1000000, is "x"`.
/// 1. A field that no reader has read is a mistake. done() reports it and suggests the most similar known names.
#include <initializer_list>
#include <span>

#include "sim/base/angle.hpp"
#include "sim/base/vec2.hpp"
#include "sim/script/value.hpp"

namespace albireo::script {

struct WholeRange {
    std::int64_t low, high;
};
struct UnitRange {
    Fixed low, high;
};

// Single values. The text of a Mistake begins with `where`.
std::string to_text(const Value& value, const std::string& where);
std::int64_t to_whole(const Value& value, const std::string& where, WholeRange range);
Fixed to_units(const Value& value, const std::string& where, UnitRange range);  // rounded to the nearest 1/65536
Vec2 to_point(const Value& value, const std::string& where, Fixed reach);
Angle to_angle(const Value& value, const std::string& where);
std::int32_t to_angle_steps(const Value& value, const std::string& where, std::int32_t most);  // ±most, per tick
bool to_truth(const Value& value, const std::string& where);

class Fields {
  public:
    /// `value` must outlive this object. Throws a Mistake if it is not a table.
    Fields(const Value& value, std::string where);

    const std::string& where() const { return where_; }
    std::string where(std::string_view field) const { return where_ + "." + std::string(field); }

    /// The value of a field, or null if the table lacks it. Adds the name to the known names.
    const Value* find(std::string_view field);
    /// The same, but throws a Mistake if the table lacks it.
    const Value& need(std::string_view field);
    bool has(std::string_view field) { return find(field) != nullptr; }

    // Without `otherwise`, the default, the field is required.
    std::string text(std::string_view field) { return to_text(need(field), where(field)); }
    std::string text(std::string_view field, std::string_view otherwise);
    std::int64_t whole(std::string_view field, WholeRange range) { return to_whole(need(field), where(field), range); }
    std::int64_t whole(std::string_view field, WholeRange range, std::int64_t otherwise);
    Fixed units(std::string_view field, UnitRange range) { return to_units(need(field), where(field), range); }
    Fixed units(std::string_view field, UnitRange range, Fixed otherwise);
    Vec2 point(std::string_view field, Fixed reach) { return to_point(need(field), where(field), reach); }
    Vec2 point(std::string_view field, Fixed reach, Vec2 otherwise);
    Angle angle(std::string_view field, Angle otherwise);
    bool truth(std::string_view field, bool otherwise);
    /// The index of the field's text in `names`; throws a Mistake if it is not one of them.
    std::size_t choice(std::string_view field, std::initializer_list<const char*> names, std::size_t otherwise);

    /// The field as a list; empty if it is absent. If `or_one`, a table without items counts as a list of one item.
    std::span<const Value> list(std::string_view field, bool or_one = false);
    /// The table's items [1], [2], …
    std::span<const Value> items();

    /// Throws a Mistake if there is a field that no reader has read.
    void done();

  private:
    const Value& value_;
    std::string where_;
    std::vector<std::string> known_;
    bool items_known_ = false;
};

}  // namespace albireo::script
