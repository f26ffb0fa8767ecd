#include "replays/replay_commands.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "replays/field_words.hpp"
#include "replays/replay_cores.hpp"
#include "replays/rewrite.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "replays/verify.hpp"
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

bool open(const CommandOptions& options, OpenedGame& game, Json& out) {
    out["file"] = options.files[0];
    const std::string fault = options.cores.size() > 1 ? "--core: only diff takes two cores"
                                                       : open_game(options, options.files[0], options.cores.empty() ? "" : options.cores[0], game);
    if (!fault.empty()) {
        bad_input(fault, out);
        return false;
    }
    if (game.own == nullptr) out["core"] = game.core;
    return true;
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
    const std::string module = header.core_version == kCoreVersion ? "" : module_of(options, header.core_version);
    if (!module.empty()) out["module"] = module;
    spdlog::info("versions   format {}, core {}{}", header.format_version, header.core_version,
                 header.core_version == kCoreVersion ? "" : module.empty() ? " (this program has no module of it)" : " (played in " + module + ")");
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
    if (options.cores.size() > 1) return bad_input("--core: only diff takes two cores", out);
    int code = kDone;
    out["files"] = Json::array();
    std::vector<ChainLink> chain;
    for (const std::string& file : options.files) {
        Json& entry = out["files"].emplace_back(Json{{"file", file}});
        OpenedGame game;
        std::string answer, fault = open_game(options, file, options.cores.empty() ? "" : options.cores[0], game);
        const auto started = std::chrono::steady_clock::now();
        if (fault.empty()) fault = game.answerer->ask("verify", answer);
        const auto answered = fault.empty() ? verdict_of(answer) : std::nullopt;
        if (!answered) {
            code = bad_input(fault.empty() ? file + ": its core's answer is no verdict" : fault, entry);
            continue;
        }
        Verdict verdict = answered->verdict;
        // Fields are named by playing on, to a checkpoint that differs.
        if (!verdict.same && game.own != nullptr) verdict.text = verify(*game.own, AfterDifference::name).text;
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
        const std::string core = game.own != nullptr ? "" : " (core " + std::to_string(game.core) + ")";
        if (game.own == nullptr) entry["core"] = game.core;
        const double pace = verdict.ticks / (60.0 * std::max(took.count(), 1e-9));
        entry["same"] = verdict.same;
        entry["ticks"] = verdict.ticks;
        entry["digests"] = verdict.seconds;
        entry["root"] = hex_text(verdict.root);
        entry["all_roots"] = hex_text(verdict.all_roots);
        entry["times_real_time"] = static_cast<std::uint64_t>(pace);
        if (verdict.same) {
            spdlog::info("same     {}: {}, {} over all, {} times real time{}{}", file, counted_text(verdict),
                         hex_text(verdict.all_roots), grouped(static_cast<std::uint64_t>(pace)), answered->whole ? "" : " (partial)", core);
        } else {
            entry["wrong_after"] = verdict.wrong_after.value;
            entry["wrong_until"] = verdict.wrong_until.value;
            entry["difference"] = verdict.text;
            spdlog::error("differs  {}: {}{}", file, printable(verdict.text), core);
            if (code == kDone) code = kCheckFailed;
        }
        const RecordingHeader& header = game.header;
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
    if (options.every == 0) return bad_input("--every must be at least 1", out);
    OpenedGame game;
    if (!open(options, game, out)) return kBadInput;
    std::string answer;
    if (const std::string fault = game.answerer->ask("digests " + std::to_string(options.every), answer); !fault.empty()) return bad_input(fault, out);
    out["digests"] = Json::array();
    for_each_line(answer, [&](std::string_view line) {
        // The digest of the frames is for diff.
        const std::size_t root = std::min(line.size(), line.find(' ') + 1);
        const std::string digest{line.substr(root, line.find(' ', root) - root)};
        if (options.json) {
            out["digests"].push_back({{"tick", std::strtoul(std::string(line).c_str(), nullptr, 10)}, {"root", digest}});
        } else {
            std::printf("%.*s%s\n", static_cast<int>(root), line.data(), digest.c_str());
        }
    });
    return kDone;
}

int dump(const CommandOptions& options, Json& out) {
    OpenedGame game;
    if (!open(options, game, out)) return kBadInput;
    const std::string question = "dump " + std::to_string(options.tick) + (options.after.empty() ? "" : " " + options.after);
    std::string answer;
    if (const std::string fault = game.answerer->ask(question, answer); !fault.empty()) return bad_input(fault, out);
    out["tick"] = options.tick;
    Json& fields = out["fields"] = Json::object();
    Json& all_words = out["words"] = Json::object();
    bool has_frames = false;
    std::size_t shown = 0;
    // "enemies[1]" selects all of enemies[1] and nothing of enemies[17]: the prefix must end at a component of the
    // path.
    const auto wanted = [&](std::string_view path) {
        const std::string& field = options.field;
        if (!path.starts_with(field)) return false;
        return field.empty() || path.size() == field.size() || path[field.size()] == '.' || path[field.size()] == '[';
    };
    for_each_line(answer, [&](std::string_view line) {
        DumpedField field;
        if (!read_field(line, field)) return;
        has_frames = has_frames || field.path.starts_with("frames");
        if (!wanted(field.path)) return;
        ++shown;
        if (options.json) {
            fields[std::string(field.path)] = field.value;
            if (!field.words.empty()) all_words[std::string(field.path)] = field.words;
        } else {
            std::printf("%.*s\n", static_cast<int>(line.size()), line.data());
        }
    });
    if (!has_frames && options.field.starts_with("frames")) {
        return bad_input("no frames lead to tick " + std::to_string(options.tick) + ": it is the replay's first", out);
    }
    if (shown == 0) return bad_input("there is no field '" + options.field + "' at tick " + std::to_string(options.tick) + "; dump without --field lists all", out);
    return kDone;
}

int trace(const CommandOptions& options, Json& out) {
    OpenedGame game;
    if (!open(options, game, out)) return kBadInput;
    std::string answer;
    if (const std::string fault = game.answerer->ask("trace " + std::to_string(options.tick), answer); !fault.empty()) return bad_input(fault, out);
    out["tick"] = options.tick;
    if (!options.json) {
        std::fputs(answer.c_str(), stdout);
        return kDone;
    }
    for_each_line(answer, [&](std::string_view line) {
        const std::size_t system = line.find(' '), column = line.rfind(' ');
        if (system < column && column != std::string_view::npos) {
            out["systems"][std::string(line.substr(0, system))][std::string(line.substr(system + 1, column - system - 1))] = line.substr(column + 1);
        }
    });
    return kDone;
}

int bisect(const CommandOptions& options, Json& out) {
    OpenedGame game;
    if (!open(options, game, out)) return kBadInput;
    std::string answer, values;
    if (const std::string fault = game.answerer->ask("bisect " + std::to_string(options.from) + " " + options.when, answer); !fault.empty()) {
        return bad_input(fault, out);
    }
    out["when"] = options.when;
    out["found"] = false;
    std::uint32_t from = 0, to = 0, tick = 0;
    for_each_line(answer, [&](std::string_view line) {
        const std::size_t blank = std::min(line.size(), line.find(' ') + 1);
        const std::string name{line.substr(0, blank)}, rest{line.substr(blank)};
        const auto number = std::strtoll(rest.c_str(), nullptr, 10);
        if (name == "from ") from = static_cast<std::uint32_t>(number);
        if (name == "to ") to = static_cast<std::uint32_t>(number);
        if (name == "found ") tick = static_cast<std::uint32_t>(number), out["found"] = true;
        if (name == "value ") {
            const std::string field = rest.substr(rest.find(' ') + 1);
            values += (values.empty() ? "; " : ", ") + field + " is " + std::to_string(number);
            out["values"][field] = number;
        }
    });
    if (!out["found"].get<bool>()) {
        spdlog::info("never: the condition does not hold in any world of ticks {} to {}", from, to);
        return kCheckFailed;
    }
    out["tick"] = tick;
    spdlog::info("first at tick {} ({}){}", tick, clock_text(tick), values);
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
    std::vector<std::uint8_t> bytes;
    Recording other;
    if (read_file(options.files[0], bytes).empty() && read_recording(bytes, other).empty() && other.header.core_version != kCoreVersion) {
        out["file"] = options.files[0];
        out["core"] = other.header.core_version;
        const std::string core = std::to_string(other.header.core_version), module = module_of(options, other.header.core_version);
        return bad_input(options.files[0] + ": recorded by core " + core + ", and nothing turns it into a game of core " + std::to_string(kCoreVersion) +
                             ", under whose rules its inputs lead elsewhere; it needs no upgrade: verify, digest, dump, diff and bisect play it as it is in the module of core " + core +
                             (module.empty() ? ", which is not here (web/core/make makes it)" : ", " + module),
                         out);
    }
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
