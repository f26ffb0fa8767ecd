#include "replays/bisect.hpp"

#include <charconv>

namespace albireo::replays {

/// Recursive-descent parser that reports the position of an error.
class PredicateParser {
  public:
    PredicateParser(std::string_view text, Predicate& out) : text_(text), out_(out) {}

    std::string run() {
        either(0);
        skip_blanks();
        if (fault_.empty() && at_ < text_.size()) fail("'and' or 'or' is missing");
        return fault_;
    }

  private:
    using Op = Predicate::Op;

    void fail(const std::string& what) {
        if (!fault_.empty()) return;
        fault_ = what + ", at character " + std::to_string(at_ + 1) + " of '" + std::string(text_) + "'";
    }
    void skip_blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    static bool is_of_name(std::string_view all, std::size_t at) {
        const char c = all[at];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '[' || c == ']' || (c == '*' && at > 0 && all[at - 1] == '[');
    }
    std::string_view name_here() const {
        std::size_t end = at_;
        while (end < text_.size() && is_of_name(text_, end)) ++end;
        return text_.substr(at_, end - at_);
    }
    bool take_word(std::string_view word) {
        skip_blanks();
        if (name_here() != word) return false;
        at_ += word.size();
        return true;
    }
    bool take(std::string_view sign) {
        skip_blanks();
        if (!text_.substr(at_).starts_with(sign)) return false;
        at_ += sign.size();
        return true;
    }
    std::size_t add(const Predicate::Node& node) {
        out_.nodes_.push_back(node);
        return out_.nodes_.size() - 1;
    }

    std::size_t either(int depth) {
        std::size_t left = both(depth);
        while (fault_.empty() && take_word("or")) {
            const std::size_t right = both(depth);
            left = add({.op = Op::either, .left = left, .right = right, .a = {}, .b = {}});
        }
        return left;
    }
    std::size_t both(int depth) {
        std::size_t left = one(depth);
        while (fault_.empty() && take_word("and")) {
            const std::size_t right = one(depth);
            left = add({.op = Op::both, .left = left, .right = right, .a = {}, .b = {}});
        }
        return left;
    }
    std::size_t one(int depth) {
        if (!fault_.empty()) return 0;
        if (depth > Predicate::kDepthMax) {
            fail("nested too deeply");
            return 0;
        }
        if (take_word("not")) {
            const std::size_t left = one(depth + 1);
            return add({.op = Op::opposite, .left = left, .right = left, .a = {}, .b = {}});
        }
        if (take("(")) {
            const std::size_t inner = either(depth + 1);
            if (fault_.empty() && !take(")")) fail("')' is missing");
            return inner;
        }
        Predicate::Node node;
        node.a = value();
        node.op = comparison();
        node.b = value();
        return add(node);
    }
    Op comparison() {
        constexpr std::pair<std::string_view, Op> kSigns[] = {{"<=", Op::less_equal}, {">=", Op::greater_equal},
                                                              {"==", Op::equal},      {"!=", Op::not_equal},
                                                              {"<", Op::less},        {">", Op::greater}};
        for (const auto& [sign, op] : kSigns) {
            if (take(sign)) return op;
        }
        fail("a comparison (< <= > >= == !=) is missing");
        return Op::equal;
    }
    Predicate::Value value() {
        skip_blanks();
        Predicate::Value value;
        if (!fault_.empty()) return value;
        const std::string_view rest = text_.substr(at_);
        if (!rest.empty() && (rest[0] == '-' || (rest[0] >= '0' && rest[0] <= '9'))) {
            const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value.number);
            if (error != std::errc{}) fail("the number does not fit into 64 bits");
            at_ += static_cast<std::size_t>(end - rest.data());
            return value;
        }
        const std::string_view name = name_here();
        if (name.empty()) {
            fail("a field or a number is missing");
            return value;
        }
        FieldRef field;
        if (const std::string wrong = field.find(name); !wrong.empty()) {
            fault_ = wrong;
            return value;
        }
        at_ += name.size();
        value.field = static_cast<int>(out_.fields_.size());
        out_.fields_.push_back(std::move(field));
        return value;
    }

    std::string_view text_;
    Predicate& out_;
    std::size_t at_ = 0;
    std::string fault_;
};

std::string Predicate::parse(std::string_view text) {
    fields_.clear();
    nodes_.clear();
    return PredicateParser(text, *this).run();
}

bool Predicate::holds(const World& world, const FramePair* frames) const {
    return holds(nodes_.back(), world, frames);
}

bool Predicate::holds(const Node& node, const World& world, const FramePair* frames) const {
    switch (node.op) {
        case Op::both:
            return holds(nodes_[node.left], world, frames) && holds(nodes_[node.right], world, frames);
        case Op::either:
            return holds(nodes_[node.left], world, frames) || holds(nodes_[node.right], world, frames);
        case Op::opposite:
            return !holds(nodes_[node.left], world, frames);
        default:
            break;
    }
    return any(node.a, world, frames, [&](std::int64_t a) {
        return any(node.b, world, frames, [&](std::int64_t b) {
            switch (node.op) {
                case Op::less:
                    return a < b;
                case Op::less_equal:
                    return a <= b;
                case Op::greater:
                    return a > b;
                case Op::greater_equal:
                    return a >= b;
                case Op::equal:
                    return a == b;
                default:
                    return a != b;
            }
        });
    });
}

bool find_first(Player& player, const Predicate& predicate) {
    do {
        if (predicate.holds(player.world(), player.has_frames() ? &player.frames() : nullptr)) return true;
    } while (player.step());
    return false;
}

}  // namespace albireo::replays
