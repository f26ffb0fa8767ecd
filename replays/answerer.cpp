#include "replays/answerer.hpp"

#include <charconv>

namespace albireo::replays {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& number, int base = 10) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc{} && end == text.data() + text.size();
}

/// The reverse of CoreAnswers' line "carry": 6 numbers of each player, extends, continues, and the digest.
std::optional<Carry> read_carry_text(std::string_view text) {
    Carry carry;
    bool good = true;
    const auto next = [&](auto& number, int base = 10) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        good = read_number(word, number, base) && good;
    };
    for (PlayerCarry& player : carry.players) {
        std::uint8_t weapon = 0;
        next(player.score);
        next(player.charge);
        next(player.gold);
        next(player.multiplier);
        next(player.lives);
        next(weapon);
        player.weapon = static_cast<Weapon>(weapon);
    }
    next(carry.extends);
    next(carry.continues);
    next(carry.ended_with, 16);
    return good && text.empty() ? std::optional(carry) : std::nullopt;
}

}  // namespace

std::optional<AnsweredVerdict> verdict_of(std::string_view answer) {
    AnsweredVerdict read;
    Verdict& verdict = read.verdict;
    int known = 0;
    for_each_line(answer, [&](std::string_view line) {
        const std::string_view name = line.substr(0, line.find(' '));
        const std::string_view value = line.substr(std::min(line.size(), name.size() + 1));
        std::uint32_t flag = 0;
        if (name == "same") known += read_number(value, flag), verdict.same = flag != 0;
        if (name == "whole") known += read_number(value, flag), read.whole = flag != 0;
        if (name == "ticks") known += read_number(value, verdict.ticks);
        if (name == "digests") known += read_number(value, verdict.seconds);
        if (name == "root") known += read_number(value, verdict.root, 16);
        if (name == "all_roots") known += read_number(value, verdict.all_roots, 16);
        if (name == "wrong_after") known += read_number(value, verdict.wrong_after.value);
        if (name == "wrong_until") known += read_number(value, verdict.wrong_until.value);
        if (name == "text") verdict.text = value;
        if (name == "carry") verdict.carry = read_carry_text(value);
    });
    if (known != 8) return std::nullopt;
    return read;
}

bool read_field(std::string_view line, DumpedField& field) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string_view::npos) return false;
    field.path = line.substr(0, equals);
    std::string_view rest = line.substr(equals + 3);
    const std::string_view number = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), number.size() + 1));
    field.words = rest.size() < 2 ? std::string_view() : rest.substr(1, rest.size() - 2);
    return read_number(number, field.value);
}

}  // namespace albireo::replays
