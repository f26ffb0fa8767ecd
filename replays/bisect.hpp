#pragma once
/// The first tick of a replay at which something about its world holds: `ships[0].lives < 3`.
///
///     predicate  = both , { "or" , both }
///     both       = one , { "and" , one }
///     one        = "not" , one | "(" , predicate , ")" | value , comparison , value
///     comparison = "<" | "<=" | ">" | ">=" | "==" | "!="
///     value      = number, which may be negative | field, as `albireo-replay dump` names it (FieldRef)
///
/// 1. A field that is not there at a tick (an enemy beyond the count, frames at the first) makes its comparison false. With [*] for an index
///    the comparison holds if it does for one of them.
/// 2. Any text ends in a predicate, or in one line that says what is wrong where.
#include "replays/field_ref.hpp"
#include "replays/player.hpp"

namespace albireo::replays {

class Predicate {
  public:
    static constexpr int kDepthMax = 50;

    /// Returns an empty string, or what is wrong with the text.
    std::string parse(std::string_view text);

    /// `frames` are those that led to the world; null if none did.
    bool holds(const World& world, const FramePair* frames) const;

    const std::vector<FieldRef>& fields() const { return fields_; }

  private:
    friend class PredicateParser;
    enum class Op : std::uint8_t { less, less_equal, greater, greater_equal, equal, not_equal, both, either, opposite };
    /// A number, or a field by its place in fields_.
    struct Value {
        std::int64_t number = 0;
        int field = -1;
    };
    /// Of the tree: operands of both, either and opposite are places in nodes_, before their own.
    struct Node {
        Op op = Op::equal;
        std::size_t left = 0, right = 0;
        Value a, b;
    };
    bool holds(const Node& node, const World& world, const FramePair* frames) const;
    template <class Each>
    bool any(const Value& value, const World& world, const FramePair* frames, Each&& each) const {
        return value.field < 0 ? each(value.number)
                               : fields_[static_cast<std::size_t>(value.field)].any(world, frames, each);
    }

    std::vector<FieldRef> fields_;
    std::vector<Node> nodes_;  // the last is the root
};

/// Leaves the player at the first tick from its present one on where the predicate holds; false if it never does.
bool find_first(Player& player, const Predicate& predicate);

}  // namespace albireo::replays
