#pragma once
/// Reads a script's table field by field, with precise errors. Every reader throws a
/// Mistake such as `kind 'skimmer'.parts[1].armour: must be a whole number from 0 to 1000000, is "x"`.
/// 1. A field that no reader asked for is a mistake: done() suggests the known names closest to it.
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

// Single values; `where` is what the message begins with.
std::string to_text(const Value& value, const std::string& where);
std::int64_t to_whole(const Value& value, const std::string& where, WholeRange range);
Fixed to_units(const Value& value, const std::string& where, UnitRange range);  // rounded to the nearest 1/65536
Vec2 to_point(const Value& value, const std::string& where, Fixed reach);
Angle to_angle(const Value& value, const std::string& where);
std::int32_t to_angle_steps(const Value& value, const std::string& where, std::int32_t most);  // signed, per tick
bool to_truth(const Value& value, const std::string& where);

class Fields {
  public:
    /// `value` must be a table and outlive this.
    Fields(const Value& value, std::string where);

    const std::string& where() const { return where_; }
    std::string where(std::string_view field) const { return where_ + "." + std::string(field); }

    /// The value of a field, null if it has none. Asking makes the name known.
    const Value* find(std::string_view field);
    /// … or a Mistake.
    const Value& need(std::string_view field);
    bool has(std::string_view field) { return find(field) != nullptr; }

    // Without a default the field must be there.
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
    /// The place of the field's text among the names.
    std::size_t choice(std::string_view field, std::initializer_list<const char*> names, std::size_t otherwise);

    /// The field as a list; empty if it is not there. A table without items counts as a list of one if `or_one`.
    std::span<const Value> list(std::string_view field, bool or_one = false);
    /// The table's own items.
    std::span<const Value> items();

    /// Throws if there is a field that no reader asked for.
    void done();

  private:
    const Value& value_;
    std::string where_;
    std::vector<std::string> known_;
    bool items_known_ = false;
};

}  // namespace albireo::script
