#pragma once
/// Finds the first tick of a replay at which a predicate about its world holds: `ships[0].lives < 3`.
///
///     predicate  = both , { "or" , both }
///     both       = one , { "and" , one }
///     one        = "not" , one | "(" , predicate , ")" | value , comparison , value
///     comparison = "<" | "<=" | ">" | ">=" | "==" | "!="
///     value      = decimal integer | field, as named by `albireo-replay dump` (FieldRef)
///
/// 1. A field that does not exist at a tick (an enemy beyond the count, frames at the first tick) makes its comparison
///    false. With [*] as an index the comparison holds if it holds for at least one element.
/// 2. Any text yields a predicate, or a one-line error that names the fault and its position.
#include "replays/field_ref.hpp"
#include "replays/player.hpp"

namespace albireo::replays {

class Predicate {
  public:
    static constexpr int kDepthMax = 50;  // of nested parentheses and `not`

    /// Returns an empty string, or the error in the text.
    std::string parse(std::string_view text);

    /// `frames`: those that led to the world; null for the first world of a recording.
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
    /// A node of the tree. Operands of both, either and opposite are indices into nodes_, less than the node's own.
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

/// Moves the player to the first tick, beginning with its current one, at which the predicate holds. False if it never
/// does.
bool find_first(Player& player, const Predicate& predicate);

}  // namespace albireo::replays
