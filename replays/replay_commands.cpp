#include "replays/replay_commands.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "replays/field_words.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "replays/trace.hpp"
#include "replays/verify.hpp"
#include "sim/digest.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> kOutcomeNames = {"playing", "cleared", "over"};

std::string_view name_of(Outcome outcome) {
    return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

std::string players_text(const RecordingHeader& header) {
    const bool gold = (header.setup.players & 1) != 0, blue = (header.setup.players & 2) != 0;
    std::string text;
    if (gold) text += "gold " + (header.names[0].empty() ? std::string("(no name)") : printable(header.names[0]));
    if (gold && blue) text += ", ";
    if (blue) text += "blue " + (header.names[1].empty() ? std::string("(no name)") : printable(header.names[1]));
    return text;
}

/// Writes the range of a replay to options.output, if the replay verifies.
int rewrite_to_file(const CommandOptions& options, const Replay& replay, TickRange range, const std::string& how,
                    Json& out) {
    std::vector<std::uint8_t> bytes;
    const int code = rewritten(options.files[0], replay, range, how, bytes, out);
    if (code != kDone) return code;
    const std::string fault = write_output(options, options.output, bytes);
    if (!fault.empty()) return bad_input(fault, out);
    spdlog::info("{}: ticks {} to {}, {} bytes", options.output, range.from.value, range.to.value,
                 grouped(bytes.size()));
    out["output"] = options.output;
    out["from"] = range.from.value;
    out["to"] = range.to.value;
    out["bytes"] = bytes.size();
    return kDone;
}

}  // namespace

int bad_input(const std::string& fault, Json& out) {
    spdlog::error("{}", printable(fault));
    out["error"] = printable(fault);
    return kBadInput;
}

int rewritten(const std::string& file, const Replay& replay, TickRange range, const std::string& how, std::vector<std::uint8_t>& bytes,
              Json& out) {
    const Verdict verdict = verify(replay);
    if (!verdict.same) {
        spdlog::error("{}: {}; nothing was written", file, verdict.text);
        out["error"] = verdict.text;
        return kCheckFailed;
    }
    MemorySink memory;
    const std::string fault = rewrite(replay, range, how, memory);
    if (!fault.empty()) return bad_input(file + ": " + fault, out);
    bytes = std::move(memory.bytes);
    return kDone;
}

std::string write_output(const CommandOptions& options, const std::string& path,
                         std::span<const std::uint8_t> bytes) {
    const std::string fault = write_whole(
        path, bytes, {.existing = options.replace ? FileSink::Existing::replace : FileSink::Existing::keep});
    const bool in_the_way = !fault.empty() && !options.replace && std::ifstream(path).good();
    return in_the_way ? fault + " (use --replace to overwrite it)" : fault;
}

bool open(const CommandOptions& options, Replay& replay, Json& out) {
    out["file"] = options.files[0];
    const std::string fault = open_replay(options.files[0], replay, options.partial);
    if (fault.empty()) return true;
    bad_input(fault, out);
    return false;
}

int info(const CommandOptions& options, Json& out) {
    out["file"] = options.files[0];
    std::vector<std::uint8_t> bytes;
    Recording recording;
    std::string fault = read_file(options.files[0], bytes);
    if (!fault.empty()) return bad_input(fault, out);
    fault = read_recording(bytes, recording);
    if (!fault.empty()) return bad_input(options.files[0] + ": " + fault, out);

    const RecordingHeader& header = recording.header;
    const auto difficulty = name_of(header.difficulty);
    out["format"] = header.format_version;
    out["core"] = header.core_version;
    out["playable"] = header.core_version == kCoreVersion;
    out["level"] = printable(header.level_name);
    out["level_digest"] = hex_text(header.level_digest);
    out["difficulty"] = difficulty;
    out["seed"] = header.setup.seed;
    out["players"] = header.setup.players;
    out["section"] = header.setup.section;
    out["phase"] = header.setup.phase;
    out["names"] = {printable(header.names[0]), printable(header.names[1])};
    out["started_ms"] = header.started_ms;
    out["recorded_by"] = printable(header.recorded_by);
    out["origin"] = printable(header.origin);
    out["first_tick"] = recording.begin().value;
    out["ticks"] = recording.ticks();
    out["bytes"] = bytes.size();
    out["whole"] = !recording.damage;
    spdlog::info("level      {} ({}), digest {}", printable(header.level_name), difficulty,
                 hex_text(header.level_digest));
    spdlog::info("players    {}; seed {}", players_text(header), header.setup.seed);
    if (header.setup.carry) {
        const Carry& carry = *header.setup.carry;
        out["continues"] = hex_text(carry.ended_with);
        Json& carried = out["carry"] = Json::array();
        for (const PlayerCarry& each : carry.players) {
            carried.push_back({{"score", each.score},
                               {"lives", each.lives},
                               {"multiplier", each.multiplier},
                               {"charge", each.charge},
                               {"gold", each.gold},
                               {"weapon", static_cast<int>(each.weapon)}});
        }
        spdlog::info("continues  the game that ended with digest {}: gold {} points and {} lives, blue {} and {}",
                     hex_text(carry.ended_with), grouped(carry.players[0].score), carry.players[0].lives,
                     grouped(carry.players[1].score), carry.players[1].lives);
    }
    if (header.setup.section > 0) {
        const std::string phase = header.setup.phase > 0 ? fmt::format(", phase {} of its boss", header.setup.phase) : "";
        spdlog::info("practice   from section {}{}", header.setup.section, phase);
    }
    spdlog::info("started    {}", date_text(header.started_ms));
    spdlog::info("recorded   by {}", header.recorded_by.empty() ? "unknown" : printable(header.recorded_by));
    if (!header.origin.empty()) spdlog::info("origin     {}", printable(header.origin));
    spdlog::info("versions   format {}, core {}{}", header.format_version, header.core_version,
                 header.core_version == kCoreVersion ? "" : " (this program cannot play it)");
    spdlog::info("ticks      {} to {}: {}", recording.begin().value, recording.end().value,
                 clock_text(recording.ticks()));
    const std::uint64_t a_minute = recording.ticks() == 0 ? 0 : bytes.size() * 3600 / recording.ticks();
    spdlog::info("size       {} bytes, {} a minute", grouped(bytes.size()), grouped(a_minute));
    if (recording.trailer) {
        const Trailer& trailer = *recording.trailer;
        out["outcome"] = name_of(trailer.outcome);
        out["scores"] = trailer.scores;
        out["root"] = hex_text(trailer.root);
        spdlog::info("outcome    {}; gold {}, blue {}", name_of(trailer.outcome), grouped(trailer.scores[0]),
                     grouped(trailer.scores[1]));
    }
    out["notes"] = Json::array();
    for (const Note& note : recording.notes) {
        const std::string_view kind = name_of(note.kind);
        out["notes"].push_back(
            {{"kind", kind}, {"tick", note.tick.value}, {"value", note.value}, {"text", printable(note.text)}});
        spdlog::info("note       tick {}: {}", note.tick.value, text_of(note));
    }
    if (!recording.damage) return kDone;
    out["damage"] = printable(recording.damage.text());
    spdlog::warn("{}", printable(recording.damage.text()));
    return options.partial == Partial::accept ? kDone : kBadInput;
}

int verify_files(const CommandOptions& options, Json& out) {
    if (!options.live.empty()) return verify_live(options, out);
    int code = kDone;
    out["files"] = Json::array();
    std::vector<ChainLink> chain;
    for (const std::string& file : options.files) {
        Json& entry = out["files"].emplace_back(Json{{"file", file}});
        Replay replay;
        const std::string fault = open_replay(file, replay, options.partial);
        if (!fault.empty()) {
            code = bad_input(fault, entry);
            continue;
        }
        const auto started = std::chrono::steady_clock::now();
        const Verdict verdict = verify(replay, AfterDifference::name);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
        const double pace = verdict.ticks / (60.0 * std::max(took.count(), 1e-9));
        entry["same"] = verdict.same;
        entry["ticks"] = verdict.ticks;
        entry["digests"] = verdict.seconds;
        entry["root"] = hex_text(verdict.root);
        entry["all_roots"] = hex_text(verdict.all_roots);
        entry["times_real_time"] = static_cast<std::uint64_t>(pace);
        if (verdict.same) {
            spdlog::info("same     {}: {}, {} over all, {} times real time{}", file, counted_text(verdict),
                         hex_text(verdict.all_roots), grouped(static_cast<std::uint64_t>(pace)), replay.recording.damage ? " (partial)" : "");
        } else {
            entry["wrong_after"] = verdict.wrong_after.value;
            entry["wrong_until"] = verdict.wrong_until.value;
            entry["difference"] = verdict.text;
            spdlog::error("differs  {}: {}", file, verdict.text);
            if (code == kDone) code = kCheckFailed;
        }
        const RecordingHeader& header = replay.recording.header;
        if (header.setup.carry) entry["continues"] = hex_text(header.setup.carry->ended_with);
        if (const std::string broken = chain_fault(chain, header); !broken.empty()) {
            entry["chain_fault"] = broken;
            spdlog::error("{}: {}", file, printable(broken));
            if (code == kDone) code = kCheckFailed;
        } else if (header.setup.carry && !chain.empty()) {
            spdlog::info("follows  {}: continues from the end of the previous game", file);
        }
        if (verdict.same) {
            chain.push_back({file, header.setup.players, header.difficulty, verdict.root, verdict.carry});
        }
    }
    out["same"] = code == kDone;
    return code;
}

int list_digests(const CommandOptions& options, Json& out) {
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    if (options.every == 0) return bad_input("--every must be at least 1", out);
    out["digests"] = Json::array();
    Player player{replay, Player::Keep::nothing};
    do {
        const std::uint32_t tick = player.tick().value;
        if (tick % options.every != 0 && player.tick() != player.end()) continue;
        const std::string root = hex_text(root_of(player.world()));
        if (options.json) {
            out["digests"].push_back({{"tick", tick}, {"root", root}});
        } else {
            std::printf("%u %s\n", tick, root.c_str());
        }
    } while (player.step());
    return kDone;
}

int dump(const CommandOptions& options, Json& out) {
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    Player player{replay, Player::Keep::nothing};
    if (Tick{options.tick} < player.begin() || Tick{options.tick} > player.end()) {
        return bad_input("there is no tick " + std::to_string(options.tick) + ": the replay has ticks " + std::to_string(player.begin().value) +
                             " to " + std::to_string(player.end().value),
                         out);
    }
    player.seek(Tick{options.tick});
    const auto world = std::make_unique<World>(player.world());
    const FieldWords meaning(replay.level, *world);
    out["tick"] = options.tick;
    Json& fields = out["fields"] = Json::object();
    Json& all_words = out["words"] = Json::object();
    std::size_t shown = 0;
    // "enemies[1]" selects all of enemies[1] and nothing of enemies[17]: the prefix must end at a component of the
    // path.
    const auto wanted = [&](std::string_view path) {
        const std::string& field = options.field;
        if (!path.starts_with(field)) return false;
        return field.empty() || path.size() == field.size() || path[field.size()] == '.' || path[field.size()] == '[';
    };
    const auto show = [&](std::string_view path, std::int64_t value) {
        if (!wanted(path)) return;
        ++shown;
        const std::string words = meaning.of(path, value);
        if (options.json) {
            fields[std::string(path)] = value;
            if (!words.empty()) all_words[std::string(path)] = words;
        } else {
            std::printf("%.*s = %lld%s\n", static_cast<int>(path.size()), path.data(), static_cast<long long>(value),
                        words.empty() ? "" : (" (" + words + ")").c_str());
        }
    };
    if (!options.after.empty()) {
        const auto system = std::find(kSystems.begin(), kSystems.end(), options.after);
        const auto trace = trace_of(replay, Tick{options.tick});
        if (system == kSystems.end()) return bad_input("--after: there is no system '" + options.after + "' (trace lists all)", out);
        if (!trace) return bad_input("no step leads to tick " + std::to_string(options.tick), out);
        trace->world_at(static_cast<std::uint32_t>(system - kSystems.begin()), *world);
    }
    dump_world(*world, show);
    if (player.has_frames()) {
        FieldPath path;
        path.push("frames");
        for_each_leaf(player.frames(), path, show);
    } else if (options.field.starts_with("frames")) {
        return bad_input("no frames lead to tick " + std::to_string(options.tick) + ": it is the replay's first", out);
    }
    if (shown == 0) return bad_input("there is no field '" + options.field + "' at tick " + std::to_string(options.tick) + "; dump without --field lists all", out);
    return kDone;
}

int trim(const CommandOptions& options, Json& out) {
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    const Tick begin = replay.recording.begin(), end = replay.recording.end();
    const TickRange range{std::max(Tick{options.from}, begin), std::min(Tick{options.to}, end)};
    const std::string how = options.program + ", trimmed from " + replay.recording.header.recorded_by;
    return rewrite_to_file(options, replay, range, how, out);
}

int upgrade(const CommandOptions& options, Json& out) {
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    const Recording& recording = replay.recording;
    out["format"] = kFormatVersion;
    if (!recording.damage) {
        spdlog::info("{}: complete, and in the current format {}: nothing to do", options.files[0], kFormatVersion);
        return kDone;
    }
    const std::string how = options.program + ", saved from " + recording.header.recorded_by;
    return rewrite_to_file(options, replay, {recording.begin(), recording.end()}, how, out);
}

}  // namespace albireo::replays
