#pragma once
/// The state machine that the whole project uses: ships, weapons, beams, hatches, enemies, bosses, level flow, a session's
/// seats, a client's game and its screens.
///
/// A `Machine` is plain data in its owner. A *host* gives its states their meaning: either a C++ table (`MachineTable`,
/// below) or a machine of a level script (sim/game/behaviour). The host provides
///     std::uint8_t state_count()
///     std::uint8_t transition_count(state)
///     bool         holds(state, transition)      the condition, tested before each tick
///     Transition   transition(state, transition) its target state, and whether it is late
///     void begin(state)  void end(state)         work on entering and leaving; may do nothing
///     void tick(state, Machine&)                 may call sleep(machine, n) or go(machine, state)
///
/// 1. Transitions are tested in order before the state ticks; the first whose condition holds is taken.
/// 2. A state that is entered during a tick has its own transitions tested, and then ticks in the same tick. A machine
///    enters at most kFallThroughMax states in a tick; after that it waits for the next tick, and `stuck` counts it.
/// 3. A sleeping state does not tick, but its transitions are still tested. Entering a state wakes the machine.
/// 4. A late transition (docs/rules.md, rule 5) becomes pending when its condition first holds. It is taken kLateTicks
///    later, even if the condition no longer holds. Only one can be pending; leaving the state by another transition
///    drops it.
#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "sim/base/field_list.hpp"
#include "sim/base/limits.hpp"

namespace albireo {

inline constexpr std::uint8_t kNoState = 0xff;

struct Transition {
    std::uint8_t to = kNoState;
    bool late = false;
};

struct Machine {
    std::uint8_t state = 0;
    std::uint8_t step = 0;           // where a scripted state's tick resumes after a sleep
    std::uint8_t pending = kNoState; // target state of the pending late transition
    std::uint8_t stuck = 0;          // how often kFallThroughMax was reached; stays at 255
    std::uint16_t sleep = 0;         // ticks still to sleep
    std::uint16_t age = 0;           // ticks spent in this state; stays at 65 535
    std::uint16_t pending_wait = 0;  // ticks until the pending state is entered
    std::uint16_t wanted = 0xffff;   // state requested by tick() with go(), until it is entered

    constexpr bool operator==(const Machine&) const = default;

    ALBIREO_FIELDS(state, step, pending, stuck, sleep, age, pending_wait, wanted);
};

/// To be called from a state's tick: the state does not tick in the next `ticks` ticks.
constexpr void sleep(Machine& machine, std::uint16_t ticks) { machine.sleep = ticks; }

/// To be called from a state's tick: the machine enters `state` as soon as the tick returns.
constexpr void go(Machine& machine, std::uint8_t state) { machine.wanted = state; }

namespace detail {

template <class Host>
constexpr void enter(Machine& machine, Host& host, std::uint8_t state) {
    host.end(machine.state);
    const std::uint8_t stuck = machine.stuck;
    machine = Machine{};
    machine.state = state;
    machine.stuck = stuck;
    host.begin(state);
}

/// The state that the machine must be in now, by rules 1 and 4 above; the current one if no transition is due.
template <class Host>
constexpr std::uint8_t next_state(Machine& machine, Host& host) {
    if (machine.pending != kNoState && machine.pending_wait == 0) return machine.pending;
    const std::uint8_t count = host.transition_count(machine.state);
    for (std::uint8_t i = 0; i < count; ++i) {
        const Transition transition = host.transition(machine.state, i);
        if (transition.late && machine.pending != kNoState) continue;
        if (!host.holds(machine.state, i)) continue;
        if (!transition.late) return transition.to;
        machine.pending = transition.to;
        machine.pending_wait = kLateTicks;
    }
    return machine.state;
}

}  // namespace detail

/// Resets the machine and enters `state`, without leaving another one.
template <class Host>
constexpr void start(Machine& machine, Host& host, std::uint8_t state = 0) {
    machine = Machine{};
    machine.state = state;
    host.begin(state);
}

/// Enters another state at once, from outside a tick.
template <class Host>
constexpr void enter(Machine& machine, Host& host, std::uint8_t state) {
    detail::enter(machine, host, state);
}

/// One tick of one machine.
template <class Host>
constexpr void run(Machine& machine, Host& host) {
    if (machine.pending_wait > 0) --machine.pending_wait;
    for (int entered = 0;;) {
        const std::uint8_t next = detail::next_state(machine, host);
        const bool change = next != machine.state || (machine.pending == next && machine.pending_wait == 0);
        if (!change) {
            if (machine.sleep > 0) {
                --machine.sleep;
            } else {
                host.tick(machine.state, machine);
            }
            if (machine.wanted >= host.state_count()) break;
        }
        if (entered++ == kFallThroughMax) {
            if (machine.stuck < 0xff) ++machine.stuck;
            break;
        }
        detail::enter(machine, host, change ? next : static_cast<std::uint8_t>(machine.wanted));
    }
    machine.wanted = 0xffff;
    if (machine.age < 0xffff) ++machine.age;
}

/// One tick of a machine whose owner stores only the state, to save memory. Such a machine cannot sleep or have late
/// transitions, and has no age.
template <class State, class Host>
    requires std::is_enum_v<State>
constexpr void run_state(State& state, Host& host) {
    Machine machine{.state = static_cast<std::uint8_t>(state)};
    run(machine, host);
    state = static_cast<State>(machine.state);
}

/// A machine written in C++: a constant table of named states. `Context` is the type that the functions work on.
///
///     constexpr auto kLife = machine_table<ShipContext>({
///         {"flying", {.begin = rise, .tick = fly}, {{"dead", has_died}}},
///         {"dead", {.tick = drift}, {{"flying", has_waited}}},
///     });
///     static_assert(kLife.state("flying") == 0);
///
/// Compile errors: a transition to a name that is not in the table, a transition without a condition, two states with
/// the same name, and state("unknown").
template <class Context>
struct TableState {
    struct Way {
        constexpr Way() = default;
        constexpr Way(std::string_view target, bool (*condition)(const Context&), bool acts_late = false)
            : to(target), when(condition), late(acts_late) {}
        std::string_view to;  // empty: the end of the list
        bool (*when)(const Context&) = nullptr;
        bool late = false;
    };
    struct Actions {
        void (*begin)(Context&) = nullptr;
        void (*tick)(Context&, Machine&) = nullptr;
        void (*end)(Context&) = nullptr;
    };
    static constexpr std::size_t kWaysMax = 6;

    std::string_view name;
    Actions actions{};
    std::array<Way, kWaysMax> ways{};
};

template <class Context, std::size_t N>
class MachineTable {
  public:
    static_assert(N > 0 && N < kNoState);

    consteval explicit MachineTable(const TableState<Context> (&states)[N]) {
        for (std::size_t i = 0; i < N; ++i) states_[i] = states[i];
        for (std::size_t i = 0; i < N; ++i) {
            if (state(states_[i].name) != i) throw "two states of one name in this machine";
            for (const auto& way : states_[i].ways) {
                if (way.to.empty()) break;
                targets_[i][way_count_[i]++] = state(way.to);
            }
        }
    }

    /// The number of the state called `name`.
    consteval std::uint8_t state(std::string_view name) const {
        for (std::size_t i = 0; i < N; ++i) {
            if (states_[i].name == name) return static_cast<std::uint8_t>(i);
        }
        throw "no state of that name in this machine";  // reached only in a constant expression: a compile error
    }

    constexpr std::string_view name(std::uint8_t state) const { return state < N ? states_[state].name : "?"; }
    static constexpr std::uint8_t size() { return static_cast<std::uint8_t>(N); }

    constexpr const TableState<Context>& def(std::uint8_t state) const { return states_[state]; }
    constexpr std::uint8_t way_count(std::uint8_t state) const { return way_count_[state]; }
    constexpr std::uint8_t target(std::uint8_t state, std::uint8_t way) const { return targets_[state][way]; }

  private:
    std::array<TableState<Context>, N> states_{};
    std::array<std::array<std::uint8_t, TableState<Context>::kWaysMax>, N> targets_{};
    std::array<std::uint8_t, N> way_count_{};
};

template <class Context, std::size_t N>
consteval auto machine_table(const TableState<Context> (&states)[N]) {
    return MachineTable<Context, N>(states);
}

/// A table together with the context that it works on, as the host of run(), start() and enter().
template <class Context, std::size_t N>
class TableHost {
  public:
    constexpr TableHost(const MachineTable<Context, N>& table, Context& context) : table_(table), context_(context) {}

    constexpr std::uint8_t state_count() const { return table_.size(); }
    constexpr std::uint8_t transition_count(std::uint8_t state) const { return table_.way_count(state); }
    constexpr bool holds(std::uint8_t state, std::uint8_t way) const {
        return table_.def(state).ways[way].when(context_);
    }
    constexpr Transition transition(std::uint8_t state, std::uint8_t way) const {
        return {table_.target(state, way), table_.def(state).ways[way].late};
    }
    constexpr void begin(std::uint8_t state) { call(table_.def(state).actions.begin); }
    constexpr void end(std::uint8_t state) { call(table_.def(state).actions.end); }
    constexpr void tick(std::uint8_t state, Machine& machine) {
        if (auto* action = table_.def(state).actions.tick) action(context_, machine);
    }

  private:
    constexpr void call(void (*action)(Context&)) {
        if (action != nullptr) action(context_);
    }
    const MachineTable<Context, N>& table_;
    Context& context_;
};

}  // namespace albireo
