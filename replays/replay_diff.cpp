#include "replays/replay_diff.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "console/child.hpp"
#include "replays/compare_answers.hpp"
#include "replays/replay_cores.hpp"
#include "replays/text.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

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

namespace {

/// "worlds differ first at tick 4512 after move_enemies: enemies[17].parts[2].armour 12 | 11". `system` may be empty.
void say_divergence(const TickDifference& difference, const std::string& system, Json& out) {
    out["worlds"] = json_of(difference);
    if (!system.empty()) out["worlds"]["system"] = system;
    const std::string after = system.empty() ? "" : " after " + system;
    if (difference.fields.empty()) {
        spdlog::info("worlds differ first at tick {}{}, in no field that both name", difference.tick.value, after);
        return;
    }
    const FieldDifference& first = difference.fields.front();
    spdlog::info("worlds differ first at tick {}{}: {} {} | {} ({})", difference.tick.value, after, first.path, first.a, first.b, count_text(difference));
    say_fields(difference);
}

/// A value of a header, with the difficulty's name.
std::string setup_text(std::string_view path, std::int64_t value) {
    const std::string number = std::to_string(value);
    return path == "difficulty" ? number + " (" + std::string(name_of(static_cast<Difficulty>(value))) + ")" : number;
}

/// Two recordings, and where they differ, with the system.
struct Found {
    Comparison comparison;
    std::string system, note;
};

Found compare_own(const Replay& a, const Replay& b) {
    Found found{compare(a, b), {}, {}};
    if (!found.comparison.worlds) return found;
    const SystemDifference within = look_within(a, b, *found.comparison.worlds);
    found.comparison.worlds = within.fields;
    if (within.system < kSystems.size()) found.system = kSystems[within.system];
    return found;
}

std::string note_of(const AnswersDifference& answers) {
    return answers.by_common_fields ? "the two cores' worlds have different fields: only those were compared that both have" : "";
}

/// The same by the answers of their cores. Returns the error, if there is one.
std::string compare_games(const OpenedGame& a, const OpenedGame& b, Found& found) {
    AnswersDifference answers = compare_answers(*a.answerer, *b.answerer, Games::two_recordings);
    if (!answers.fault.empty()) return answers.fault;
    Comparison& comparison = found.comparison;
    comparison.setup = compare_headers(a.header, b.header);
    if (a.core != b.core) comparison.setup.push_back({"core", a.core, b.core});
    if (answers.ticks[0] != answers.ticks[1]) comparison.setup.push_back({"ticks", answers.ticks[0], answers.ticks[1]});
    comparison.other_level = a.header.level_digest != b.header.level_digest;
    comparison.inputs = std::move(answers.inputs);
    comparison.worlds = std::move(answers.worlds);
    comparison.ticks_compared = std::max(answers.worlds_compared, 1U) - 1;
    found.system = answers.system;
    found.note = note_of(answers);
    return {};
}

/// Another albireo-replay. Its output is untrusted text: its size is bounded, and it is read line by line.
class OtherProgram : public Answerer {
  public:
    OtherProgram(const CommandOptions& options, std::uint32_t ticks) : options_(options), digests_bytes_max_(64 + 32 * (std::size_t{ticks} + 1)) {}

    std::string ask(const std::string& question, std::string& answer) override {
        std::istringstream words(question);
        std::string command, number, system;
        words >> command >> number >> system;
        std::vector<std::string> all = {options_.with, command, "--tick", number};
        if (command == "digests") all = {options_.with, command = "digest", "--every", number};
        if (!system.empty()) all.insert(all.end(), {"--after", system});
        if (options_.partial == Partial::accept) all.push_back("--partial");
        all.insert(all.end(), {"--", options_.files[0]});
        console::ChildOutput output = console::run_child(all, command == "digest" ? digests_bytes_max_ : kDumpBytesMax);
        answer = std::move(output.text);
        if (output.fault.empty() && output.exit_code != kDone) return options_.with + ": " + command + " ended with exit code " + std::to_string(output.exit_code);
        return output.fault;
    }

  private:
    static constexpr std::size_t kDumpBytesMax = 32 << 20;  // four times the dump of a world with all pools full
    const CommandOptions& options_;
    std::size_t digests_bytes_max_;
};

/// One recording, played twice.
int diff_one(Answerer& a, Answerer& b, const std::string& both, const std::string& other, Json& out) {
    const AnswersDifference answers = compare_answers(a, b, Games::one_recording);
    if (!answers.fault.empty()) return bad_input(answers.fault.starts_with("printed") ? other + ": " + answers.fault : answers.fault, out);
    out["same"] = !answers.worlds;
    out["ticks_compared"] = answers.worlds_compared;
    if (!answers.worlds) {
        spdlog::info("the same under {}: {} worlds", both, grouped(answers.worlds_compared));
        return kDone;
    }
    out["tick"] = answers.worlds->tick.value;
    say_divergence(*answers.worlds, answers.system, out);
    if (answers.by_common_fields) spdlog::info("{}", note_of(answers));
    return kCheckFailed;
}

int diff_with(const CommandOptions& options, Json& out) {
    if (options.files.size() != 1) return bad_input("diff --with needs one replay", out);
    OpenedGame game;
    out["with"] = options.with;
    if (!open(options, game, out)) return kBadInput;
    OtherProgram other(options, game.own != nullptr ? game.own->recording.ticks() : kTicksMax);
    return diff_one(*game.answerer, other, "both programs", options.with, out);
}

/// What a change of the rules does to a game.
int diff_cores(const CommandOptions& options, Json& out) {
    if (options.files.size() != 1) return bad_input("diff --core A --core B needs one replay, whose inputs both play", out);
    std::array<OpenedGame, 2> games;
    for (std::size_t i = 0; i < 2; ++i) {
        if (const std::string fault = open_game(options, options.files[0], options.cores[i], games[i]); !fault.empty()) return bad_input(fault, out);
        out["cores"].push_back(games[i].core);
    }
    const std::string cores = "core " + std::to_string(games[0].core) + " and core " + std::to_string(games[1].core);
    return diff_one(*games[0].answerer, *games[1].answerer, cores, options.cores[1], out);
}

}  // namespace

int diff(const CommandOptions& options, Json& out) {
    out["files"] = options.files;
    if (!options.with.empty()) return diff_with(options, out);
    if (options.cores.size() == 2) return diff_cores(options, out);
    if (options.cores.size() > 2) return bad_input("--core: diff takes two cores at most", out);
    if (options.files.size() != 2) return bad_input("diff needs two replays, or one replay and --with PROGRAM or --core A --core B", out);
    std::array<OpenedGame, 2> games;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string fault = open_game(options, options.files[i], options.cores.empty() ? "" : options.cores[0], games[i]);
        if (!fault.empty()) return bad_input(fault, out);
    }
    Found found;
    if (games[0].own != nullptr && games[1].own != nullptr) {
        found = compare_own(*games[0].own, *games[1].own);
    } else if (const std::string fault = compare_games(games[0], games[1], found); !fault.empty()) {
        return bad_input(fault, out);
    }
    const Comparison& result = found.comparison;
    out["same"] = result.same();
    out["ticks_compared"] = result.ticks_compared;
    if (result.same()) {
        spdlog::info("the same: {} ticks", grouped(result.ticks_compared));
        return kDone;
    }
    if (result.other_level) {
        const std::array<std::string, 2> levels = {hex_text(games[0].header.level_digest), hex_text(games[1].header.level_digest)};
        out["levels"] = levels;
        spdlog::info("level: {} | {}", levels[0], levels[1]);
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
    say_divergence(*result.worlds, found.system, out);
    if (!found.note.empty()) spdlog::info("{}", found.note);
    return kCheckFailed;
}

}  // namespace albireo::replays
