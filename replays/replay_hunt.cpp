// The command that inspects the bundle of a desync.
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "replays/bundle.hpp"
#include "replays/compare.hpp"
#include "replays/replay_commands.hpp"
#include "replays/replay_diff.hpp"
#include "replays/text.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

using Json = nlohmann::json;

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
