#include "sim/level/cycle_check.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

#include "sim/level/operation.hpp"

namespace albireo {
namespace {

// A condition that may keep holding while the machine goes from state to state.
struct Event {
    When when = When::always;
    std::uint8_t a = 0;
    std::int32_t x = 0;

    constexpr auto operator<=>(const Event&) const = default;
};

// The first transition of a state that an event causes.
struct Edge {
    Event event;
    std::uint8_t from = 0, to = 0;
};

// Where a state leads without any event, in the tick that enters it.
struct Fall {
    std::uint8_t to = kNone;  // kNone: nowhere, it waits
    std::size_t place = 0;    // transitions before this one come first
};

class CircleCheck {
  public:
    CircleCheck(Checker& check, const Level& level, std::span<const MachineDef> machines, std::size_t machine)
        : check_(check), level_(level), machine_(static_cast<std::uint8_t>(machine)),
          states_(machines[machine].states) {
        for (std::size_t s = 0; s < states_.count; ++s) read(static_cast<std::uint8_t>(s));
        for (const Fall& fall : falls_) next_.push_back(fall.to);
        seen_.assign(states_.count, 0);
    }

    void run() {
        for (std::size_t s = 0; s < states_.count; ++s) walk({}, static_cast<std::uint8_t>(s));
        mark_ = walk_;
        for (auto first = edges_.begin(); first != edges_.end() && check_.ok();) {
            const auto last = std::find_if(first, edges_.end(), [&](const Edge& e) { return e.event != first->event; });
            check_event({&*first, static_cast<std::size_t>(last - first)});
            first = last;
        }
    }

  private:
    const StateDef& at(std::uint8_t state) const { return level_.states[std::size_t{states_.first} + state]; }
    std::span<const TransitionDef> ways(std::uint8_t state) const {
        return std::span(level_.transitions).subspan(at(state).transitions.first, at(state).transitions.count);
    }
    std::span<const ActionDef> actions(Range range) const {
        return std::span(level_.actions).subspan(range.first, range.count);
    }

    // Whether the transition's condition holds in the tick that enters its state, whatever else is so.
    bool is_certain(const TransitionDef& way, std::uint8_t from) const {
        return way.when == When::always || (way.when == When::after && way.x == 0) ||
               (way.when == When::in_state && way.a == machine_ && way.x == from);
    }

    // The state that a tick goes to before it sleeps, or kNone.
    std::uint8_t gone_to(std::uint8_t state) const {
        for (const ActionDef& action : actions(at(state).tick)) {
            if (action.op == Op::sleep) return kNone;
            if (action.op == Op::go) return action.a;
        }
        return kNone;
    }

    // A transition to the state itself is not taken. It hides those behind it, and the state ticks.
    std::uint8_t target(const TransitionDef& way, std::uint8_t from) const {
        return way.to != from ? way.to : gone_to(from);
    }

    void read(std::uint8_t state) {
        const auto list = ways(state);
        const auto certain =
            std::find_if(list.begin(), list.end(), [&](const TransitionDef& way) { return is_certain(way, state); });
        Fall fall{.to = gone_to(state), .place = list.size()};
        if (certain != list.end()) {
            fall = {.to = target(*certain, state), .place = static_cast<std::size_t>(certain - list.begin())};
        }
        falls_.push_back(fall);
        for (std::size_t i = 0; i < fall.place; ++i) {
            const TransitionDef& way = list[i];
            const Edge edge = {{way.when, way.a, way.x}, state, target(way, state)};
            switch (way.when) {
                case When::flag:
                case When::in_sea:
                case When::path_done:
                case When::arrived: add(edge); break;
                case When::in_state:
                    if (way.a != machine_) add(edge);
                    break;
                case When::armour_below:
                    if (fall.to == kNone && is_only_mark(list, i)) {
                        add({{way.when, way.a, 0}, state, way.to});
                    }
                    break;
                case When::always:
                case When::after:
                case When::part_dead:
                case When::parts_dead: break;
            }
        }
    }

    // Whether no other mark of the same part can act before this one. The armour stops below the highest mark. Of the
    // marks that it is below, the first in the list acts.
    static bool is_only_mark(std::span<const TransitionDef> list, std::size_t i) {
        for (std::size_t j = 0; j < list.size(); ++j) {
            const bool is_same_part = list[j].when == When::armour_below && list[j].a == list[i].a;
            if (is_same_part && (j < i || list[j].x > list[i].x)) return false;
        }
        return true;
    }

    void check_event(std::span<const Edge> edges) {
        for (const Edge& edge : edges) {
            // The first of several in one state.
            if (&edge == edges.data() || (&edge - 1)->from != edge.from) next_[edge.from] = edge.to;
        }
        for (const Edge& edge : edges) walk(edges.front().event, edge.from);
        for (const Edge& edge : edges) next_[edge.from] = falls_[edge.from].to;
        mark_ = walk_;
    }

    // Follows the edges from a state. The walk ends at a state that waits, or at one that an earlier walk for this event
    // has visited. A state that this walk has visited closes a cycle.
    void walk(const Event& event, std::uint8_t state) {
        ++walk_;
        while (state != kNone && seen_[state] <= mark_) {
            seen_[state] = walk_;
            state = next_[state];
        }
        if (state != kNone && seen_[state] == walk_ && !ends(event, state)) refuse(event, state);
    }

    // Whether the event ends when the machine goes round the cycle that this state is in: another movement has begun.
    bool ends(const Event& event, std::uint8_t first) const {
        if (event.when != When::path_done && event.when != When::arrived) return false;
        std::uint8_t state = first;
        do {
            if (moves(at(state).begin) || moves(at(state).tick) || moves(at(state).end)) return true;
            state = next_[state];
        } while (state != first);
        return false;
    }
    // Sorts by insertion: the core has no recursion, and std::stable_sort is recursive.
    void add(const Edge& edge) {
        const auto by_event = [](const Edge& a, const Edge& b) { return a.event < b.event; };
        edges_.insert(std::upper_bound(edges_.begin(), edges_.end(), edge, by_event), edge);
    }

    bool moves(Range range) const {
        const auto list = actions(range);
        return std::any_of(list.begin(), list.end(), [](const ActionDef& action) {
            return action.op == Op::follow || action.op == Op::hover || action.op == Op::drift ||
                   action.op == Op::anchor || action.op == Op::leave;
        });
    }

    void refuse(const Event& event, std::uint8_t state) {
        check_.at("states", std::size_t{states_.first} + state);
        std::string text = "'" + std::string(level_.name(at(state).name)) + "' leads back to itself";
        if (event.when == When::armour_below) {
            text += " by armour_below, so the armour of part " + std::to_string(event.a) +
                    " could never fall below the mark";
        } else {
            text += " within one tick";
            if (event.when != When::always) text.append(", by ").append(word_of(row_of(event.when)));
            text += "; a state of the cycle must wait";
        }
        check_.fail("", text);
    }

    Checker& check_;
    const Level& level_;
    std::uint8_t machine_;
    Range states_;
    std::vector<Fall> falls_;
    std::vector<Edge> edges_;  // by event; edges of one event as they were found
    std::vector<std::uint8_t> next_;  // of each state, while the event in question holds
    std::vector<std::size_t> seen_;   // the latest walk through each state
    std::size_t walk_ = 0, mark_ = 0;  // walks up to `mark_` were for other events
};

}  // namespace

void check_cycles(Checker& check, const Level& level, std::span<const MachineDef> machines, std::size_t machine) {
    assert(machine < machines.size());
    if (check.ok()) CircleCheck(check, level, machines, machine).run();
}

}  // namespace albireo
