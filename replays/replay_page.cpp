// albireo-replay page: a recording as one HTML file that plays it.
#include <spdlog/spdlog.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "replays/page.hpp"
#include "replays/replay_commands.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::replays {

int page(const CommandOptions& options, nlohmann::json& out) {
    Replay replay;
    if (!open(options, replay, out)) return kBadInput;
    std::vector<std::uint8_t> recording, empty;
    std::string fault = read_file(options.files[0], recording);
    if (!fault.empty()) return bad_input(fault, out);

    const std::string from = options.empty_page.empty() ? find_page("/proc/self/exe", "page.html") : options.empty_page;
    if (from.empty()) {
        return bad_input("this program was built without the replay page: run 'tools/setup build web' and 'web/build' in its "
                         "source tree, or name an empty page with --from",
                         out);
    }
    fault = read_file(from, empty);
    if (!fault.empty()) return bad_input(fault, out);
    const std::string_view text{reinterpret_cast<const char*>(empty.data()), empty.size()};
    fault = empty_page_fault(text);
    if (!fault.empty()) return bad_input(from + ": " + fault + ": build it again with 'web/build'", out);

    const std::string name = std::filesystem::path(options.files[0]).filename().string();
    const std::string filled =
        fill_page(text, {.recording = recording, .name = name, .partial = options.partial == Partial::accept});
    fault = write_output(options, options.output, {reinterpret_cast<const std::uint8_t*>(filled.data()), filled.size()});
    if (!fault.empty()) return bad_input(fault, out);
    spdlog::info("{}: {} ticks, {} bytes; a browser plays it from the disk", options.output,
                 grouped(replay.recording.ticks()), grouped(filled.size()));
    out["output"] = options.output;
    out["ticks"] = replay.recording.ticks();
    out["bytes"] = filled.size();
    return kDone;
}

}  // namespace albireo::replays
