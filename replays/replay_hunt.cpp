// The commands that look for a difference: between recordings, between programs, between the two sides of a desync.
#include <spdlog/spdlog.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "replays/bisect.hpp"
#include "replays/bundle.hpp"
#include "replays/child.hpp"
#include "replays/compare.hpp"
#include "replays/recorder.hpp"
#include "replays/replay_commands.hpp"
#include "replays/text.hpp"
#include "replays/trace.hpp"
#include "sim/digest.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

namespace {

using Json = nlohmann::json;

Json json_of(const TickDifference& difference) {
    Json fields = Json::array();
    for (const auto& field : difference.fields)
        fields.push_back({{"path", field.path}, {"a", field.a}, {"b", field.b}});
    return {{"tick", difference.tick.value}, {"count", difference.count}, {"fields", std::move(fields)}};
}

void say_fields(const TickDifference& difference) {
    for (const auto& field : difference.fields) spdlog::info("  {}: {} | {}", field.path, field.a, field.b);
    if (difference.count > difference.fields.size()) {
        spdlog::info("  … and {} more", difference.count - difference.fields.size());
    }
}

/// "worlds differ first at tick 4512 after move_enemies: enemies[17].parts[2].armour 12 | 11"
void say_divergence(const SystemDifference& difference, Json& out) {
    out["worlds"] = json_of(difference.fields);
    if (difference.system < kSystems.size()) out["worlds"]["system"] = kSystems[difference.system];
    spdlog::info("worlds differ first at {}", text_of(difference));
    say_fields(difference.fields);
}

/// A value of a header, with the difficulty's name.
std::string setup_text(std::string_view path, std::int64_t value) {
    const std::string number = std::to_string(value);
    return path == "difficulty" ? number + " (" + std::string(name_of(static_cast<Difficulty>(value))) + ")" : number;
}

int diff_with(const CommandOptions& options, Json& out);

}  // namespace

int diff(const CommandOptions& options, Json& out) {
    if (!options.with.empty()) return diff_with(options, out);
    if (options.files.size() != 2) return bad_input("diff needs two replays, or one replay and --with PROGRAM", out);
    std::array<Replay, 2> replays;
    out["files"] = options.files;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string fault = open_replay(options.files[i], replays[i], options.partial);
        if (!fault.empty()) return bad_input(fault, out);
    }
    const Comparison result = compare(replays[0], replays[1]);
    out["same"] = result.same();
    out["ticks_compared"] = result.ticks_compared;
    if (result.same()) {
        spdlog::info("the same: {} ticks", grouped(result.ticks_compared));
        return kDone;
    }
    if (result.other_level) {
        out["levels"] = {hex_text(replays[0].level.digest), hex_text(replays[1].level.digest)};
        spdlog::info("level: {} | {}", hex_text(replays[0].level.digest), hex_text(replays[1].level.digest));
    }
    for (const FieldDifference& field : result.setup) {
        out["setup"].push_back({{"path", field.path}, {"a", field.a}, {"b", field.b}});
        spdlog::info("{}: {} | {}", field.path, setup_text(field.path, field.a), setup_text(field.path, field.b));
    }
    if (result.inputs) {
        out["inputs"] = json_of(*result.inputs);
        spdlog::info("inputs differ first at tick {} ({}):", result.inputs->tick.value,
                     count_text(*result.inputs));
        say_fields(*result.inputs);
    }
    if (!result.worlds) {
        spdlog::info("the worlds of the {} ticks that both contain are the same", grouped(result.ticks_compared));
        return kCheckFailed;
    }
    say_divergence(look_within(replays[0], replays[1], *result.worlds), out);
    return kCheckFailed;
}

// ------------------------------------------------------------------------------------------- one replay, two programs

namespace {

/// The other program. Its output is untrusted text: its size is bounded, and it is parsed line by line.
class Other {
  public:
    explicit Other(const CommandOptions& options) : options_(options) {}

    /// Runs the program and stores its output in `text`. False, with fault() set, if that failed.
    bool ask(std::vector<std::string> arguments, std::size_t bytes_max, std::string& text) {
        std::vector<std::string> all = {options_.with};
        all.insert(all.end(), arguments.begin(), arguments.end());
        if (options_.partial == Partial::accept) all.push_back("--partial");
        all.push_back("--");
        all.push_back(options_.files[0]);
        ChildOutput output = run_child(all, bytes_max);
        text = std::move(output.text);
        fault_ = std::move(output.fault);
        if (fault_.empty() && output.exit_code != kDone) {
            fault_ = options_.with + ": " + arguments[0] + " ended with exit code " + std::to_string(output.exit_code);
        }
        return fault_.empty();
    }
    const std::string& fault() const { return fault_; }

  private:
    const CommandOptions& options_;
    std::string fault_;
};

constexpr std::size_t kDumpBytesMax = 32 << 20;  // four times the dump of a world with all pools full

/// "path = value" lines of `dump`.
std::map<std::string, std::int64_t> fields_of(const std::string& text) {
    std::map<std::string, std::int64_t> fields;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto equals = line.find(" = ");
        if (equals == std::string::npos) continue;
        fields[line.substr(0, equals)] = std::strtoll(line.c_str() + equals + 3, nullptr, 10);
    }
    return fields;
}

int diff_with(const CommandOptions& options, Json& out) {
    if (options.files.size() != 1) return bad_input("diff --with needs one replay", out);
    Replay replay;
    out["files"] = options.files;
    out["with"] = options.with;
    if (const std::string fault = open_replay(options.files[0], replay, options.partial); !fault.empty()) {
        return bad_input(fault, out);
    }
    Other other(options);
    std::string text;
    if (!other.ask({"digest", "--every", "1"}, 64 + 32 * (std::size_t{replay.recording.ticks()} + 1), text))
        return bad_input(other.fault(), out);
    Player player{replay, Player::Keep::nothing};
    std::istringstream lines(text);
    std::uint32_t compared = 0;
    bool same = true;
    do {
        std::string line;
        const std::string own = std::to_string(player.tick().value) + " " + hex_text(root_of(player.world()));
        if (!std::getline(lines, line))
            return bad_input(options.with + ": printed no digest of tick " + std::to_string(player.tick().value), out);
        ++compared;
        same = line == own;
    } while (same && player.step());
    out["same"] = same;
    out["ticks_compared"] = compared;
    if (same) {
        spdlog::info("the same under both programs: {} worlds", grouped(compared));
        return kDone;
    }
    const Tick tick = player.tick();
    const std::string number = std::to_string(tick.value);
    const auto trace = trace_of(replay, tick);
    std::uint32_t system = TickTrace::kStoredWorld;
    if (trace && other.ask({"trace", "--tick", number}, kDumpBytesMax, text)) {
        std::istringstream marks(text);
        std::uint32_t i = TickTrace::kColumnsFrom;
        for (std::string line; i < TickTrace::kRerunRoot && std::getline(marks, line); ++i) {
            if (!line.ends_with(" " + hex_text(trace->marks()[i]))) break;
        }
        system = std::min((i - TickTrace::kColumnsFrom) / static_cast<std::uint32_t>(kColumns), TickTrace::kStoredWorld);
    }
    std::vector<std::string> question = {"dump", "--tick", number};
    if (system < kSystems.size()) {
        question.push_back("--after");
        question.emplace_back(kSystems[system]);
    }
    if (!other.ask(question, kDumpBytesMax, text)) return bad_input(other.fault(), out);
    const auto theirs = fields_of(text);
    const auto world = std::make_unique<World>(player.world());
    if (system < kSystems.size()) trace->world_at(system, *world);
    TickDifference difference;
    difference.tick = tick;
    dump_world(*world, [&](std::string_view path, std::int64_t value) {
        const auto found = theirs.find(std::string(path));
        if (found != theirs.end() && found->second != value) difference.add(path, value, found->second);
    });
    if (difference.count == 0) {
        spdlog::info("worlds differ first at tick {}{}, in no field that both programs name", tick.value,
                     after_text(system));
        out["tick"] = tick.value;
        return kCheckFailed;
    }
    say_divergence({system, difference}, out);
    return kCheckFailed;
}

}  // namespace

int trace(const CommandOptions& options, Json& out) {
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    const auto found = trace_of(replay, Tick{options.tick});
    if (!found) {
        return bad_input("no step leads to tick " + std::to_string(options.tick) + ": the replay has " +
                             std::to_string(replay.recording.begin().value) + " to " + std::to_string(replay.recording.end().value),
                         out);
    }
    out["tick"] = options.tick;
    for (std::uint32_t point = 0; point < TickTrace::kPoints; ++point) {
        const std::string_view system = point < kSystems.size() ? kSystems[point] : "end";
        for (std::uint32_t column = 0; column < kColumns; ++column) {
            const auto mark = hex_text(found->marks()[TickTrace::kColumnsFrom + point * kColumns + column]);
            if (options.json) {
                out["systems"][std::string(system)][std::string(column_name(column))] = mark;
            } else {
                std::printf("%s %s %s\n", std::string(system).c_str(), std::string(column_name(column)).c_str(),
                            mark.c_str());
            }
        }
    }
    return kDone;
}

// -------------------------------------------------------------------------------------------------------------- bisect

int bisect(const CommandOptions& options, Json& out) {
    Predicate predicate;
    if (const std::string fault = predicate.parse(options.when); !fault.empty())
        return bad_input("--when: " + fault, out);
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    Player player{replay, Player::Keep::nothing};
    if (Tick{options.from} > player.end()) {
        return bad_input("--from " + std::to_string(options.from) + " is past the end: the last tick is " +
                             std::to_string(player.end().value),
                         out);
    }
    player.seek(Tick{options.from});
    out["when"] = options.when;
    out["found"] = find_first(player, predicate);
    if (!out["found"].get<bool>()) {
        spdlog::info("never: the condition does not hold in any world of ticks {} to {}",
                     std::max(Tick{options.from}, player.begin()).value, player.end().value);
        return kCheckFailed;
    }
    out["tick"] = player.tick().value;
    std::string values;
    for (const FieldRef& field : predicate.fields()) {
        if (field.name().find('*') != std::string::npos) continue;
        field.any(player.world(), player.has_frames() ? &player.frames() : nullptr, [&](std::int64_t value) {
            values += (values.empty() ? "; " : ", ") + field.name() + " is " + std::to_string(value);
            out["values"][field.name()] = value;
            return true;
        });
    }
    spdlog::info("first at tick {} ({}){}", player.tick().value, clock_text(player.tick().value), values);
    return kDone;
}

// -------------------------------------------------------------------------------------------------------------- desync

namespace {

void say_side(const char* name, const std::optional<Side>& side, const std::string& fault, Json& out) {
    if (!side) {
        spdlog::info("{}     {}", name,
                     fault.empty() ? "left no testimony" : "left a testimony that cannot be used: " + fault);
        return;
    }
    spdlog::info("{}     {}", name, printable(side->testimony.build));
    spdlog::info("           this program {} its tick", side->repeated ? "reproduces" : "does not reproduce");
    out[name] = {{"build", printable(side->testimony.build)}, {"reproduced", side->repeated}};
}

}  // namespace

int desync(const CommandOptions& options, Json& out) {
    DesyncFile file;
    out["file"] = options.files[0];
    if (const std::string fault = open_bundle(options.files[0], file); !fault.empty()) return bad_input(fault, out);
    const Bundle& bundle = file.bundle;
    const std::string line = printable(bundle.finding.text());
    out["finding"] = line;
    out["code"] = printable(bundle.code);
    out["tick"] = bundle.finding.tick.value;
    spdlog::info("session    {}, {}, core {}", printable(bundle.code), date_text(bundle.wall_ms), bundle.core_version);
    out["named"] = bundle.finding.is_named();
    spdlog::info("found      {}{}", bundle.finding.is_named() ? "" : "no field: ", line);
    say_side("server", file.server, file.server_fault, out);
    say_side("client", file.client, file.client_fault, out);
    int code = kDone;
    if (file.server && file.client) {
        const std::string text = find_again(file).text();
        out["again"] = text;
        out["repeated"] = text == bundle.finding.text();
        spdlog::info("repeated   {}",
                     text == bundle.finding.text() ? "the same result from both testimonies" : printable(text));
        if (text != bundle.finding.text()) code = kCheckFailed;
        TickDifference difference;
        difference.tick = bundle.finding.tick;
        diff_worlds(*file.server->at_point, *file.client->at_point, [&](auto... what) { difference.add(what...); });
        out["fields"] = json_of(difference);
        spdlog::info("fields     {} at that point (server | client):", count_text(difference));
        say_fields(difference);
    } else {
        spdlog::info("repeated   not possible: it needs the testimonies of both sides");
        out["repeated"] = false;
        code = kCheckFailed;
    }
    const Replay& replay = file.replay;
    const Tick tick = bundle.finding.tick;
    // Recorded with the digest of the side that this program reproduces, so that a program with the fault fails to
    // verify it.
    const auto& side =
        file.client && file.client->repeated && !(file.server && file.server->repeated) ? file.client : file.server;
    if (side) {
        const bool a_step = bundle.finding.is_named() && bundle.finding.first &&
                            bundle.finding.point < TickTrace::kStoredWorld && bundle.finding.column != kFramesColumn;
        spdlog::info("smallest   {}", a_step
                                          ? "one step: a program with the fault fails to verify it"
                                          : "one step, but no step is to blame: it shows the worlds before and after");
        if (options.output.empty()) {
            spdlog::info("           -o FILE writes it: ticks {} to {}", tick.value - 1, tick.value);
        } else {
            const std::string fault =
                write_output(options, options.output, smallest_recording(file, *side, options.program));
            if (!fault.empty()) return bad_input(fault, out);
            out["output"] = options.output;
            spdlog::info("           albireo-replay verify {}: ticks {} to {}", options.output, tick.value - 1,
                         tick.value);
        }
    } else if (!options.output.empty()) {
        spdlog::error("smallest   {} was not written: neither side left a usable testimony", options.output);
    }
    if (!options.replay_output.empty()) {
        const std::string fault = write_output(options, options.replay_output, bundle.replay);
        if (!fault.empty()) return bad_input(fault, out);
        out["replay"] = options.replay_output;
    }
    spdlog::info("game       ticks {} to {}{}", replay.recording.begin().value,
                 replay.recording.end().value,
                 options.replay_output.empty() ? " (--replay FILE writes it)" : ": " + options.replay_output);
    return code;
}

}  // namespace albireo::replays
