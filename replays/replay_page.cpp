// albireo-replay page: recordings, or the bundle of a desync, as one HTML file that plays them.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "console/console.hpp"
#include "replays/bundle.hpp"
#include "replays/page.hpp"
#include "replays/replay_commands.hpp"
#include "replays/rewrite.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::replays {
namespace {

using Json = nlohmann::json;

/// A file as the page gets it.
struct Exhibit {
    std::vector<std::uint8_t> bytes;
    std::string name;
    std::uint32_t ticks = 0;
};

/// Returns kDone, or reports the fault.
int take_bundle(const CommandOptions& options, const std::string& path, Exhibit& out, Json& json) {
    if (options.files.size() > 1) return bad_input(path + ": a desync bundle has a page of its own, not one beside a replay", json);
    if (!options.range.empty()) return bad_input("--range: " + path + " is a desync bundle, whose page has all of its ticks", json);
    DesyncFile file;
    const std::string fault = open_bundle(path, file);
    if (!fault.empty()) return bad_input(fault, json);
    json["finding"] = printable(file.bundle.finding.text());
    out.ticks = file.replay.recording.ticks();
    return kDone;
}

int take_replay(const CommandOptions& options, const std::string& path, Exhibit& out, Json& json) {
    Replay replay;
    const std::string fault = open_replay(path, replay, options.partial);
    if (!fault.empty()) return bad_input(fault, json);
    out.ticks = replay.recording.ticks();
    if (options.range.empty()) return kDone;
    TickRange range;
    const bool is_range = console::read_seeds(options.range, range.from.value, range.to.value) && range.from < range.to;
    if (!is_range) return bad_input("--range: '" + options.range + "' is not A..B, such as 600..1200", json);
    range = {std::max(range.from, replay.recording.begin()), std::min(range.to, replay.recording.end())};
    out.ticks = range.to.value - std::min(range.to, range.from).value;
    return rewritten(path, replay, range, options.program + ", trimmed from " + replay.recording.header.recorded_by, out.bytes, json);
}

int take(const CommandOptions& options, const std::string& path, Exhibit& out, Json& json) {
    const std::string fault = read_file(path, out.bytes);
    if (!fault.empty()) return bad_input(fault, json);
    out.name = std::filesystem::path(path).filename().string();
    return is_bundle(out.bytes) ? take_bundle(options, path, out, json) : take_replay(options, path, out, json);
}

}  // namespace

int page(const CommandOptions& options, Json& out) {
    if (options.files.size() > 2) return bad_input("page takes one replay, two replays to show side by side, or one desync bundle", out);
    Exhibit first, second;
    int code = take(options, options.files[0], first, out);
    if (code == kDone && options.files.size() == 2) code = take(options, options.files[1], second, out);
    if (code != kDone) return code;

    const std::string from = options.empty_page.empty() ? find_page("page.html") : options.empty_page;
    if (from.empty()) {
        return bad_input("this program was built without the replay page: run 'tools/setup build web' and 'web/build' in its "
                         "source tree, or name an empty page with --from",
                         out);
    }
    std::vector<std::uint8_t> empty;
    std::string fault = read_file(from, empty);
    if (!fault.empty()) return bad_input(fault, out);
    const std::string_view text{reinterpret_cast<const char*>(empty.data()), empty.size()};
    fault = empty_page_fault(text);
    if (fault.empty() && options.files.size() == 2 && !has_second_place(text)) fault = "the page cannot hold two replays";
    if (!fault.empty()) return bad_input(from + ": " + fault + ": build it again with 'web/build'", out);

    const std::string filled = fill_page(text, {.recording = first.bytes,
                                                .name = first.name,
                                                .partial = options.partial == Partial::accept,
                                                .second = second.bytes,
                                                .second_name = second.name});
    fault = write_output(options, options.output, {reinterpret_cast<const std::uint8_t*>(filled.data()), filled.size()});
    if (!fault.empty()) return bad_input(fault, out);
    const std::string ticks = grouped(first.ticks) + (options.files.size() == 2 ? " ticks and " + grouped(second.ticks) : "");
    spdlog::info("{}: {} ticks, {} bytes; a browser plays it from the disk", options.output, ticks, grouped(filled.size()));
    out["output"] = options.output;
    out["ticks"] = first.ticks;
    if (options.files.size() == 2) out["second_ticks"] = second.ticks;
    out["bytes"] = filled.size();
    return kDone;
}

}  // namespace albireo::replays
