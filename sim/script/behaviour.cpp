#include "sim/script/behaviour.hpp"

#include <algorithm>

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
        std::vector<StateDefinition> states;
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
    StateDefinition write_state(const Value& value, const std::string& where) {
        Fields fields(value, where);
        StateDefinition state;
        state.name = out_.name(fields.text("name"), fields.where("name"));
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
        if (count > 255) throw Mistake(where + ": " + std::to_string(count) + " of them, at most 255");
    }

    // Children that are written meanwhile add actions of their own, so these are added together at the end.
    Range write_actions(Fields& state, const char* list) {
        const auto values = state.list(list, true);
        check_count(values.size(), state.where(list));
        std::vector<ActionDef> actions;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string where = state.where(std::string(list) + "[" + std::to_string(i + 1) + "]");
            actions.push_back(write_action(values[i], where));
            const Op op = actions.back().op;
            if ((op == Op::sleep || op == Op::go) && std::string_view(list) != "tick") {
                throw Mistake(where + ": only a tick can sleep or go; use next = {...} to leave a state");
            }
        }
        const Range range = range_at(out_.level.actions.size(), actions.size(), state.where(list));
        out_.level.actions.insert(out_.level.actions.end(), actions.begin(), actions.end());
        return range;
    }

    std::uint8_t part(Fields& fields, const char* field) {
        return place_among(parts_, fields.text(field), "part", fields.where(field));
    }
    std::uint8_t part_or_all(Fields& fields) { return fields.has("part") ? part(fields, "part") : kNone; }

    std::uint8_t state(Fields& fields, const char* field) {
        return place_among(machine_.state_names, fields.text(field), "state", fields.where(field));
    }

    // `true` adds nothing to the word itself.
    static void expect_true(Fields& fields, const char* word) {
        if (!fields.truth(word, false)) throw Mistake(fields.where(word) + ": must be true, or not be there");
    }

    static std::int32_t ticks(Fields& fields, const char* field, std::int64_t least, std::int64_t otherwise) {
        return static_cast<std::int32_t>(fields.whole(field, {least, 65535}, otherwise));
    }

    ActionDef write_action(const Value& value, const std::string& where) {
        Fields fields(value, where);
        ActionDef action;
        const auto flip = [&](Op op, const char* word) {
            action.op = op;
            action.a = part_or_all(fields);
            action.x = fields.truth(word, false) ? 1 : 0;
        };
        const auto point = [&](Op op, const char* word, Fixed reach) {
            action.op = op;
            const Vec2 at = fields.point(word, reach);
            action.x = at.x.raw;
            action.y = at.y.raw;
        };
        if (fields.has("sleep")) {
            action.op = Op::sleep;
            action.x = static_cast<std::int32_t>(fields.whole("sleep", {1, 65535}));
        } else if (fields.has("guns")) {
            flip(Op::guns, "guns");
        } else if (fields.has("beams")) {
            flip(Op::beams, "beams");
        } else if (fields.has("hatches")) {
            flip(Op::hatches, "hatches");
        } else if (fields.has("armour")) {
            flip(Op::armour, "armour");
            action.a = part(fields, "part");
        } else if (fields.has("follow")) {
            action.op = Op::follow;
            action.x = out_.path(fields.text("follow"), fields.truth("mirror", false), fields.where("follow"));
            action.y = fields.units("speed", {Fixed{}, kSpeedMax}, Fixed{}).raw;
        } else if (fields.has("speed")) {
            action.op = Op::speed;
            action.x = fields.units("speed", {Fixed{}, kSpeedMax}).raw;
            action.y = ticks(fields, "over", 0, 0);
        } else if (fields.has("hover")) {
            point(Op::hover, "hover", kPlaceMax);
            action.z = ticks(fields, "over", 1, 60);
        } else if (fields.has("drift")) {
            point(Op::drift, "drift", kSpeedMax);
        } else if (fields.has("leave")) {
            point(Op::leave, "leave", kSpeedMax);
            if (action.x == 0 && action.y == 0) throw Mistake(fields.where("leave") + ": must not be {0, 0}");
        } else if (fields.has("anchor")) {
            expect_true(fields, "anchor");
            action.op = Op::anchor;
        } else if (fields.has("face")) {
            action.op = Op::face;
            if (fields.need("face").type == Value::Type::text) {
                fields.choice("face", {"path"}, 0);
            } else {
                action.a = 1;
                action.x = fields.angle("face", {}).raw;
            }
        } else if (fields.has("turn")) {
            action.op = Op::face;
            action.a = 2;
            action.x = to_angle_steps(fields.need("turn"), fields.where("turn"), 32767);
        } else if (fields.has("part_to")) {
            point(Op::part_to, "part_to", kOffsetMax);
            action.a = part(fields, "part");
            action.z = ticks(fields, "over", 0, 60);
        } else if (fields.has("spawn")) {
            action.op = Op::spawn;
            action.a = out_.child(fields.text("spawn"), fields.where("spawn"));
            const Vec2 offset = fields.point("offset", kOffsetMax, {});
            action.x = offset.x.raw;
            action.y = offset.y.raw;
        } else if (fields.has("raise")) {
            action.op = Op::raise;
            action.a = out_.flag(fields.text("raise"), fields.where("raise"));
        } else if (fields.has("message")) {
            action.op = Op::message;
            action.x = out_.name(fields.text("message"), fields.where("message"));
        } else if (fields.has("warn")) {
            expect_true(fields, "warn");
            action.op = Op::warn;
        } else if (fields.has("go")) {
            action.op = Op::go;
            action.a = state(fields, "go");
        } else {
            fields.done();
            throw Mistake(where + ": no action is named here");
        }
        fields.done();
        return action;
    }

    TransitionDef write_way(const Value& value, const std::string& where) {
        Fields fields(value, where);
        TransitionDef way;
        way.to = state(fields, "to");
        if (fields.has("after")) {
            way.when = When::after;
            way.x = static_cast<std::int32_t>(fields.whole("after", {0, 65535}));
        } else if (fields.has("path_done")) {
            expect_true(fields, "path_done");
            way.when = When::path_done;
        } else if (fields.has("arrived")) {
            expect_true(fields, "arrived");
            way.when = When::arrived;
        } else if (fields.has("in_state")) {
            way.when = When::in_state;
            write_in_state(fields, way);
        } else if (fields.has("armour_below")) {
            way.when = When::armour_below;
            way.a = part(fields, "part");
            // A fraction of the full armour, to the nearest thousandth.
            way.x = static_cast<std::int32_t>(
                (std::int64_t{fields.units("armour_below", {Fixed{}, 1_u}).raw} * 1000 + Fixed::kOneRaw / 2) /
                Fixed::kOneRaw);
        } else if (fields.has("part_dead")) {
            way.when = When::part_dead;
            way.a = part(fields, "part_dead");
        } else if (fields.has("parts_dead")) {
            way.when = When::parts_dead;
            way.x =
                static_cast<std::int32_t>(fields.whole("parts_dead", {1, static_cast<std::int64_t>(parts_.size())}));
        } else if (fields.has("flag")) {
            way.when = When::flag;
            way.a = out_.flag(fields.text("flag"), fields.where("flag"));
        } else if (fields.has("always")) {
            expect_true(fields, "always");
        } else {
            fields.done();
            throw Mistake(where + ": no condition is named here");
        }
        fields.done();
        return way;
    }

    // "machine.state"
    void write_in_state(Fields& fields, TransitionDef& way) {
        const std::string text = fields.text("in_state");
        const std::string where = fields.where("in_state");
        const std::size_t dot = text.find('.');
        if (dot == std::string::npos) throw Mistake(where + ": must be \"machine.state\", is \"" + text + "\"");
        Names machine_names;
        for (const MachineSource& machine : machines_) machine_names.push_back(machine.name);
        way.a = place_among(machine_names, text.substr(0, dot), "machine", where);
        way.x = place_among(machines_[way.a].state_names, text.substr(dot + 1), "state", where);
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
