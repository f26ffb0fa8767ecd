#pragma once
/// The helper of check_level(). Stores the first error, as one line of text.
/// Private to sim/level. Builds text only when there is an error.
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/level/level.hpp"

namespace albireo {

/// The range of a number, ends included.
struct Bound {
    std::int64_t low = 0, high = 0;
    bool in_units = false;  // Q16.16; affects only the error text
};

constexpr Bound units(Fixed low, Fixed high) {
    return {low.raw, high.raw, true};
}

class Checker {
  public:
    bool ok() const { return error_.empty(); }
    const std::string& error() const { return error_; }

    /// Sets the subject of the next checks, for the error text: an item of a list, or the whole list.
    void at(std::string_view list, std::size_t item) {
        list_ = list;
        item_ = item;
        whole_ = false;
    }
    void at(std::string_view list) {
        list_ = list;
        whole_ = true;
    }

    /// The functions below return false if they or an earlier check found an error.
    bool fail(std::string_view field, std::string_view what) {
        if (!ok()) return false;
        error_ = list_;
        // Piece by piece, since g++ 12 warns about "literal" + std::string without reason (its bug 105329).
        if (!whole_) error_.append("[").append(std::to_string(item_)).append("]");
        if (!field.empty()) error_.append(".").append(field);
        error_.append(": ").append(what);
        return false;
    }

    bool number(std::string_view field, std::int64_t value, Bound bound) {
        if (!ok() || (value >= bound.low && value <= bound.high)) return ok();
        if (bound.low > bound.high) return fail(field, text(value, bound) + " is out of range: no value is valid here");
        return fail(
            field, text(value, bound) + " is not within " + text(bound.low, bound) + " ... " + text(bound.high, bound));
    }

    bool place(std::string_view field, Vec2 value, Bound bound) {
        return number(field, value.x.raw, bound) && number(field, value.y.raw, bound);
    }

    /// Checks that the range lies within a list of `size` items, and that its length is within `count`.
    bool range(std::string_view field, Range range, std::size_t size, Bound count) {
        const std::size_t end = std::size_t{range.first} + range.count;
        if (end > size) {
            return fail(field, "ends at " + std::to_string(end) + ", the list at " + std::to_string(size));
        }
        return number(field, range.count, count);
    }

  private:
    static std::string text(std::int64_t value, Bound bound) {
        if (!bound.in_units) return std::to_string(value);
        const std::uint64_t size = static_cast<std::uint64_t>(value < 0 ? -value : value);
        const std::string thousandths = std::to_string(1000 + (size % 65536) * 1000 / 65536);
        std::string result = value < 0 ? "-" : "";
        return result.append(std::to_string(size / 65536)).append(".").append(thousandths, 1, 3);
    }

    std::string error_;
    std::string_view list_;
    std::size_t item_ = 0;
    bool whole_ = true;
};

}  // namespace albireo
