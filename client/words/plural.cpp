#include "client/words/plural.hpp"

#include <array>
#include <charconv>

namespace albireo::words {
namespace {

/// Evaluates an expression while it reads it: by precedence climbing, without a tree. Bad once, bad forever.
class Reader {
  public:
    Reader(std::string_view text, unsigned n) : rest_(text), n_(n) {}

    std::optional<unsigned> value() {
        const unsigned result = choice();
        skip_spaces();
        if (!rest_.empty()) bad_ = true;
        return bad_ ? std::nullopt : std::optional(result);
    }

  private:
    static constexpr int kDepthMax = 32;

    struct Operator {
        std::string_view text;
        int level;  // a higher one binds more tightly
        unsigned (*apply)(unsigned a, unsigned b);
    };
    // Longer ones first.
    static constexpr std::array<Operator, 13> kOperators = {{
        {"||", 1, [](unsigned a, unsigned b) { return unsigned{a != 0 || b != 0}; }},
        {"&&", 2, [](unsigned a, unsigned b) { return unsigned{a != 0 && b != 0}; }},
        {"==", 3, [](unsigned a, unsigned b) { return unsigned{a == b}; }},
        {"!=", 3, [](unsigned a, unsigned b) { return unsigned{a != b}; }},
        {"<=", 4, [](unsigned a, unsigned b) { return unsigned{a <= b}; }},
        {">=", 4, [](unsigned a, unsigned b) { return unsigned{a >= b}; }},
        {"<", 4, [](unsigned a, unsigned b) { return unsigned{a < b}; }},
        {">", 4, [](unsigned a, unsigned b) { return unsigned{a > b}; }},
        {"+", 5, [](unsigned a, unsigned b) { return a + b; }},
        {"-", 5, [](unsigned a, unsigned b) { return a - b; }},
        {"*", 6, [](unsigned a, unsigned b) { return a * b; }},
        {"/", 6, [](unsigned a, unsigned b) { return b == 0 ? 0 : a / b; }},
        {"%", 6, [](unsigned a, unsigned b) { return b == 0 ? 0 : a % b; }},
    }};

    void skip_spaces() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
    }
    bool take(std::string_view text) {
        skip_spaces();
        if (!rest_.starts_with(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }
    unsigned fail() {
        bad_ = true;
        rest_ = {};
        return 0;
    }

    unsigned choice() {
        if (++depth_ > kDepthMax) return fail();
        const unsigned condition = binary(1);
        unsigned result = condition;
        if (take("?")) {
            const unsigned yes = choice();
            if (!take(":")) return fail();
            const unsigned no = choice();
            result = condition != 0 ? yes : no;
        }
        --depth_;
        return result;
    }

    unsigned binary(int level_min) {
        unsigned left = operand();
        for (;;) {
            skip_spaces();
            const Operator* next = nullptr;
            for (const Operator& each : kOperators) {
                if (next == nullptr && rest_.starts_with(each.text)) next = &each;
            }
            if (next == nullptr || next->level < level_min) return left;
            rest_.remove_prefix(next->text.size());
            left = next->apply(left, binary(next->level + 1));
        }
    }

    unsigned operand() {
        if (take("!")) {
            if (++depth_ > kDepthMax) return fail();
            const unsigned value = operand();
            --depth_;
            return unsigned{value == 0};
        }
        if (take("n")) return n_;
        if (take("(")) {
            const unsigned value = choice();
            return take(")") ? value : fail();
        }
        skip_spaces();
        unsigned number = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (error != std::errc{}) return fail();
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return number;
    }

    std::string_view rest_;
    unsigned n_;
    int depth_ = 0;
    bool bad_ = false;
};

/// The text between `name=` and the next ';'.
std::optional<std::string_view> part_of(std::string_view text, std::string_view name) {
    const auto at = text.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + name.size());
    return text.substr(0, text.find(';'));
}

}  // namespace

bool PluralRule::read(std::string_view plural_forms) {
    const auto count = part_of(plural_forms, "nplurals="), rule = part_of(plural_forms, "plural=");
    const auto forms = count ? Reader(*count, 0).value() : std::nullopt;
    if (!rule || !forms || *forms < 1 || *forms > kFormsMax || !Reader(*rule, 0).value()) return false;
    forms_ = *forms;
    expression_ = *rule;
    return true;
}

unsigned PluralRule::form_of(unsigned number) const {
    const unsigned form = Reader(expression_, number).value().value_or(0);
    return form < forms_ ? form : 0;
}

}  // namespace albireo::words
