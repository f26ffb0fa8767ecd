#include "sim/script/behaviour.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/level/operation.hpp"

namespace albireo::script {
namespace {

using Names = std::vector<std::string>;

struct MachineSource {
    std::string name;
    std::string where;
    std::span<const Value> states;
    Names state_names;
};

class MachineWriter {
  public:
    MachineWriter(Emitter& out, const std::vector<MachineSource>& machines, std::span<const std::string> parts,
                  const MachineSource& machine)
        : out_(out), machines_(machines), parts_(parts), machine_(machine) {}

    MachineDef write() {
        std::vector<StateDef> states;
        for (std::size_t i = 0; i < machine_.states.size(); ++i) {
            states.push_back(
                write_state(machine_.states[i], machine_.where + ".state '" + machine_.state_names[i] + "'"));
        }
        MachineDef def;
        def.name = out_.name(machine_.name, machine_.where);
        def.states = range_at(out_.level.states.size(), states.size(), machine_.where);
        out_.level.states.insert(out_.level.states.end(), states.begin(), states.end());
        return def;
    }

  private:
    StateDef write_state(const Value& value, const std::string& where) {
        Fields fields(value, where);
        StateDef state;
        state.name = out_.name(fields.text("name"), fields.where("name"));
        state.par = static_cast<std::uint16_t>(fields.whole("par", {0, 65535}, 0));
        state.practice = static_cast<std::uint16_t>(fields.whole("practice", {1, kPhasesMax}, 0));
        state.begin = write_actions(fields, "begin");
        state.tick = write_actions(fields, "tick");
        state.end = write_actions(fields, "finish");
        const auto ways = fields.list("next", true);
        std::vector<TransitionDef> transitions;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            transitions.push_back(write_way(ways[i], fields.where("next[" + std::to_string(i + 1) + "]")));
        }
        check_count(transitions.size(), fields.where("next"));
        state.transitions = range_at(out_.level.transitions.size(), transitions.size(), where);
        out_.level.transitions.insert(out_.level.transitions.end(), transitions.begin(), transitions.end());
        fields.done();
        return state;
    }

    static void check_count(std::size_t count, const std::string& where) {
        if (count > 255) throw Mistake(where + ": " + std::to_string(count) + " items, at most 255");
    }

    // Children that are written meanwhile add actions of their own. So the actions of this list are added together at the
    // end.
    Range write_actions(Fields& state, const char* list) {
        const auto values = state.list(list, true);
        check_count(values.size(), state.where(list));
        std::vector<ActionDef> actions;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string where = state.where(std::string(list) + "[" + std::to_string(i + 1) + "]");
            actions.push_back(write_action(values[i], where));
            if (row_of(actions.back().op).is_for_tick && std::string_view(list) != "tick") {
                throw Mistake(where + ": only a tick can " + words_for_tick() + "; use next = {...} to leave a state");
            }
        }
        const Range range = range_at(out_.level.actions.size(), actions.size(), state.where(list));
        out_.level.actions.insert(out_.level.actions.end(), actions.begin(), actions.end());
        return range;
    }

    ActionDef write_action(const Value& value, const std::string& where) {
        Fields fields(value, where);
        const Operation& row = find_row(fields, kOperations, "action");
        const Record record = read_operands(fields, row.operands);
        const std::uint8_t a = row.op == Op::face ? static_cast<std::uint8_t>(row.facing) : record.a;
        return {.op = row.op, .a = a, .x = record.x, .y = record.y, .z = record.z};
    }

    TransitionDef write_way(const Value& value, const std::string& where) {
        Fields fields(value, where);
        const std::uint8_t to = state(fields, "to");
        const Condition& row = find_row(fields, kConditions, "condition");
        const Record record = read_operands(fields, row.operands);
        return {.when = row.when, .a = record.a, .to = to, .x = record.x};
    }

    /// The row whose word the table has. Throws a Mistake if there is none, or more than one.
    template <class Rows>
    static const typename Rows::value_type& find_row(Fields& fields, const Rows& rows, const char* what) {
        const typename Rows::value_type* found = nullptr;
        for (const auto& row : rows) {
            if (!is_meant(fields, row.operands[0]) || is_operand_of_another(fields, rows, word_of(row))) continue;
            if (found != nullptr) {
                throw Mistake(fields.where() + ": two " + what + "s, '" + std::string(word_of(*found)) + "' and '" +
                              std::string(word_of(row)) + "'; each needs a table of its own");
            }
            found = &row;
        }
        if (found != nullptr) return *found;
        fields.done();
        throw Mistake(fields.where() + ": no " + what + " is named here");
    }

    /// `face` is the word of two rows: one takes a text, the other a number.
    static bool is_meant(Fields& fields, const Operand& word) {
        const Value* value = fields.find(word.name);
        if (value == nullptr) return false;
        const bool is_text = value->type == Value::Type::text;
        return word.kind == OperandKind::along_path ? is_text : word.kind != OperandKind::heading || !is_text;
    }

    /// Whether the table uses the word as an operand of another operation, as `speed` is one of `follow`.
    template <class Rows>
    static bool is_operand_of_another(Fields& fields, const Rows& rows, std::string_view word) {
        return std::ranges::any_of(rows, [&](const auto& row) {
            return word_of(row) != word && fields.has(word_of(row)) &&
                   std::ranges::any_of(row.operands, [&](const Operand& each) { return each.name == word; });
        });
    }

    /// The operands of an action or a transition, as they are stored.
    struct Record {
        std::uint8_t a = 0;
        std::int32_t x = 0, y = 0, z = 0;

        void store(const Operand& operand, std::int64_t value) {
            assert(std::in_range<std::int32_t>(value));
            const auto number = static_cast<std::int32_t>(value);
            switch (operand.stored) {
                case Stored::nowhere: break;
                case Stored::a: a = static_cast<std::uint8_t>(number); break;
                case Stored::x: x = number; break;
                case Stored::y: y = number; break;
                case Stored::z: z = number; break;
                case Stored::xy: x = y = number; break;
                case Stored::ax: assert(false && "two numbers"); break;
            }
        }
    };

    /// Reads the fields of a table that has no others.
    Record read_operands(Fields& fields, const OperandList& operands) {
        Record record;
        for (const Operand& operand : operands) {
            if (operand.name.empty()) break;
            if (operand.is_required || fields.has(operand.name)) {
                read(fields, operand, record);
            } else {
                record.store(operand, operand.fallback);
            }
        }
        fields.done();
        return record;
    }

    void read(Fields& fields, const Operand& operand, Record& record) {
        const std::string_view name = operand.name;
        const auto where = [&] { return fields.where(name); };
        const auto store = [&](std::int64_t value) { record.store(operand, value); };
        const UnitRange range = {Fixed{operand.low}, Fixed{operand.high}};
        switch (operand.kind) {
            case OperandKind::yes:
                // The word alone says everything; `true` is not stored.
                if (!fields.truth(name, false)) throw Mistake(where() + ": must be true or absent");
                break;
            case OperandKind::flip: store(fields.truth(name, false) ? 1 : 0); break;
            case OperandKind::ticks:
            case OperandKind::count: store(fields.whole(name, {operand.low, operand.high})); break;
            case OperandKind::part_count: store(fields.whole(name, {1, std::ssize(parts_)})); break;
            case OperandKind::fraction: {
                const std::int64_t thousandths = std::int64_t{fields.units(name, {Fixed{}, 1_u}).raw} * 1000;
                store((thousandths + Fixed::kOneRaw / 2) / Fixed::kOneRaw);
                break;
            }
            case OperandKind::speed:
            case OperandKind::height:
            case OperandKind::times: store(fields.units(name, range).raw); break;
            case OperandKind::gun: {
                const std::string gun = fields.text(name);
                store(out_.gun_of(fields.text("part"), gun, where()));
                break;
            }
            case OperandKind::point:
            case OperandKind::departure: {
                assert(operand.stored == Stored::xy && operand.low == -operand.high);
                const Vec2 at = fields.point(name, range.high);
                if (operand.kind == OperandKind::departure && at == Vec2{}) {
                    throw Mistake(where() + ": must not be {0, 0}");
                }
                record.x = at.x.raw;
                record.y = at.y.raw;
                break;
            }
            case OperandKind::path: store(out_.path(fields.text(name), fields.truth("mirror", false), where())); break;
            case OperandKind::mirror: break;  // read with its path
            case OperandKind::part:
            case OperandKind::part_or_all: store(place_among(parts_, fields.text(name), "part", where())); break;
            case OperandKind::child: store(out_.child(fields.text(name), where())); break;
            case OperandKind::flag: store(out_.flag(fields.text(name), where())); break;
            case OperandKind::state: store(state(fields, name)); break;
            case OperandKind::machine_state: read_machine_state(fields.text(name), where(), record); break;
            case OperandKind::text: store(out_.name(fields.text(name), where())); break;
            case OperandKind::along_path: fields.choice(name, {"path"}, 0); break;
            case OperandKind::heading: store(fields.angle(name, {}).raw); break;
            case OperandKind::turn: store(to_angle_steps(fields.need(name), where(), operand.high)); break;
        }
    }

    std::uint8_t state(Fields& fields, std::string_view field) {
        return place_among(machine_.state_names, fields.text(field), "state", fields.where(field));
    }

    /// "machine.state"
    void read_machine_state(const std::string& text, const std::string& where, Record& record) {
        const std::size_t dot = text.find('.');
        if (dot == std::string::npos) throw Mistake(where + ": must be \"machine.state\", is \"" + text + "\"");
        Names machine_names;
        for (const MachineSource& machine : machines_) machine_names.push_back(machine.name);
        record.a = place_among(machine_names, text.substr(0, dot), "machine", where);
        record.x = place_among(machines_[record.a].state_names, text.substr(dot + 1), "state", where);
    }

    Emitter& out_;
    const std::vector<MachineSource>& machines_;
    std::span<const std::string> parts_;
    const MachineSource& machine_;
};

}  // namespace

Range write_machines(Emitter& out, std::span<const Value> machines, const std::string& where,
                     std::span<const std::string> part_names) {
    if (machines.size() > kMachinesPerEnemyMax) {
        throw Mistake(where + ": " + std::to_string(machines.size()) + " machines, at most " +
                      std::to_string(kMachinesPerEnemyMax));
    }
    std::vector<MachineSource> sources;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        Fields fields(machines[i], where + "[" + std::to_string(i + 1) + "]");
        MachineSource source;
        source.name = fields.text("name");
        if (std::any_of(sources.begin(), sources.end(), [&](const auto& other) { return other.name == source.name; })) {
            throw Mistake(fields.where("name") + ": '" + source.name + "' is taken");
        }
        source.where = where + " '" + source.name + "'";
        source.states = fields.items();
        fields.done();
        if (source.states.empty() || source.states.size() > 254) {
            throw Mistake(source.where + ": must have 1 to 254 states, has " + std::to_string(source.states.size()));
        }
        for (std::size_t s = 0; s < source.states.size(); ++s) {
            Fields state(source.states[s], source.where + "[" + std::to_string(s + 1) + "]");
            source.state_names.push_back(state.text("name"));
            if (std::count(source.state_names.begin(), source.state_names.end(), source.state_names.back()) > 1) {
                throw Mistake(state.where("name") + ": '" + source.state_names.back() + "' is taken");
            }
        }
        sources.push_back(std::move(source));
    }
    std::vector<MachineDef> defs;
    for (const MachineSource& source : sources) defs.push_back(MachineWriter(out, sources, part_names, source).write());
    const Range range = range_at(out.level.machines.size(), defs.size(), where);
    out.level.machines.insert(out.level.machines.end(), defs.begin(), defs.end());
    return range;
}

}  // namespace albireo::script
