#include "replays/compare_answers.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <vector>

namespace albireo::replays {
namespace {

/// A line of the answer to "digests". A program of diff --with gives no digest of the frames.
struct TickLine {
    std::uint32_t tick = 0;
    std::string_view root, frames;
};

/// The lines of the answer, in order; what is no such line ends them.
class TickLines {
  public:
    explicit TickLines(std::string_view text) : text_(text) {}

    bool next(TickLine& line) {
        while (text_.starts_with('\n')) text_.remove_prefix(1);
        std::string_view whole = text_.substr(0, text_.find('\n'));
        const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), line.tick);
        if (error != std::errc{} || end == whole.data() + whole.size() || *end != ' ') return false;
        text_.remove_prefix(std::min(text_.size(), whole.size() + 1));
        whole.remove_prefix(static_cast<std::size_t>(end - whole.data()) + 1);
        line.root = whole.substr(0, whole.find(' '));
        line.frames = whole.substr(std::min(whole.size(), line.root.size() + 1));
        return true;
    }

  private:
    std::string_view text_;
};

class AnswersComparison {
  public:
    AnswersComparison(Answerer& a, Answerer& b, Games games) : a_(a), b_(b), games_(games) {}

    AnswersDifference compare() {
        std::string digests_a, digests_b;
        if (!ask(a_, "digests 1", digests_a) || !ask(b_, "digests 1", digests_b)) return result_;
        TickLines lines_a(digests_a), lines_b(digests_b);
        TickLine at_a, at_b;
        bool have_a = lines_a.next(at_a), have_b = lines_b.next(at_b);
        const std::uint32_t first_a = at_a.tick, first_b = at_b.tick;
        // A trimmed recording begins later. The ticks that both have are compared.
        while (games_ == Games::two_recordings && have_a && have_b && at_a.tick != at_b.tick) {
            if (at_a.tick < at_b.tick) {
                have_a = lines_a.next(at_a);
            } else {
                have_b = lines_b.next(at_b);
            }
        }
        bool differ = false;
        std::uint32_t tick = at_a.tick, last = tick, input = 0;
        bool inputs_differ = false;
        while (have_a && have_b && at_a.tick == at_b.tick) {
            ++result_.worlds_compared;
            last = at_a.tick;
            if (games_ == Games::two_recordings && !inputs_differ && !differ && at_a.frames != at_b.frames) {
                inputs_differ = true;
                input = at_a.tick;
            }
            if (!differ && at_a.root != at_b.root) {
                differ = true;
                tick = at_a.tick;
            }
            have_a = lines_a.next(at_a);
            have_b = lines_b.next(at_b);
        }
        if (games_ == Games::one_recording && !differ && (have_a || have_b || result_.worlds_compared == 0)) {
            result_.fault = "printed no digest of tick " + std::to_string(have_a || have_b ? (have_a ? at_a.tick : at_b.tick) : 0);
            return result_;
        }
        while (have_a) have_a = lines_a.next(at_a);
        while (have_b) have_b = lines_b.next(at_b);
        result_.ticks = {at_a.tick - first_a, at_b.tick - first_b};
        if (inputs_differ) find_inputs(input);
        if (result_.fault.empty() && differ) find_worlds(tick, last);
        return result_;
    }

  private:
    using Fields = std::map<std::string, std::int64_t, std::less<>>;

    bool ask(Answerer& of, const std::string& question, std::string& answer) {
        result_.fault = of.ask(question, answer);
        return result_.fault.empty();
    }

    static bool is_input(std::string_view path) { return path.starts_with("frames"); }

    /// The fields that both have and that differ at a tick, after a system of it or (empty) at its end.
    std::optional<TickDifference> difference(std::uint32_t tick, const std::string& system, bool inputs) {
        const std::string question = "dump " + std::to_string(tick) + (system.empty() ? "" : " " + system);
        std::string answer_a, answer_b;
        if (!ask(a_, question, answer_a) || !ask(b_, question, answer_b)) return std::nullopt;
        Fields theirs;
        for_each_line(answer_b, [&](std::string_view line) {
            DumpedField field;
            if (read_field(line, field) && is_input(field.path) == inputs) theirs.emplace(field.path, field.value);
        });
        TickDifference found;
        found.tick = Tick{tick};
        for_each_line(answer_a, [&](std::string_view line) {
            DumpedField field;
            if (!read_field(line, field) || is_input(field.path) != inputs) return;
            const auto other = theirs.find(field.path);
            if (other == theirs.end() || other->second == field.value) return;
            std::string path{field.path};
            if (path.starts_with("frames[0]")) path.replace(0, 9, "gold");
            if (path.starts_with("frames[1]")) path.replace(0, 9, "blue");
            found.add(path, field.value, other->second);
        });
        return found;
    }

    void find_inputs(std::uint32_t tick) {
        auto found = difference(tick, "", true);
        if (found && found->count > 0) result_.inputs = std::move(found);
    }

    void find_worlds(std::uint32_t tick, std::uint32_t last) {
        auto found = difference(tick, "", false);
        if (!found) return;
        if (found->count == 0) {
            // Only a field that one of the cores lacks can be why the digests differ, if not a fault of one of the two.
            auto at_last = difference(last, "", false);
            if (!at_last) return;
            result_.by_common_fields = true;
            if (at_last->count == 0) {
                result_.worlds = std::move(found);
                return;
            }
            std::uint32_t same = tick;
            found = std::move(at_last);
            for (tick = last; tick - same > 1;) {
                const std::uint32_t middle = same + (tick - same) / 2;
                auto at_middle = difference(middle, "", false);
                if (!at_middle) return;
                if (at_middle->count == 0) {
                    same = middle;
                } else {
                    tick = middle;
                    found = std::move(at_middle);
                }
            }
        }
        result_.worlds = std::move(found);
        find_system(tick);
        result_.fault.clear();  // without a system, the difference at the end of the tick is good enough
    }

    /// The first system after which a field differs that both have, and the fields right after it: fewer differ than at the end.
    void find_system(std::uint32_t tick) {
        const std::string question = "trace " + std::to_string(tick);
        std::string trace_a, trace_b;
        if (!ask(a_, question, trace_a) || !ask(b_, question, trace_b)) return;
        std::map<std::string_view, std::string_view> marks;
        for_each_line(trace_b, [&](std::string_view line) { marks.emplace(line.substr(0, line.rfind(' ')), line.substr(line.rfind(' ') + 1)); });
        std::vector<std::string_view> systems;  // with a column that differs after them
        for_each_line(trace_a, [&](std::string_view line) {
            const auto other = marks.find(line.substr(0, line.rfind(' ')));
            const std::string_view system = line.substr(0, line.find(' '));
            if (other == marks.end() || other->second == line.substr(line.rfind(' ') + 1) || system == "end") return;
            if (systems.empty() || systems.back() != system) systems.push_back(system);
        });
        for (const std::string_view system : systems) {
            auto found = difference(tick, std::string(system), false);
            if (!found) return;
            if (found->count == 0) continue;
            result_.system = system;
            result_.worlds = std::move(found);
            return;
        }
    }

    Answerer& a_;
    Answerer& b_;
    Games games_;
    AnswersDifference result_;
};

}  // namespace

AnswersDifference compare_answers(Answerer& a, Answerer& b, Games games) {
    return AnswersComparison(a, b, games).compare();
}

}  // namespace albireo::replays
