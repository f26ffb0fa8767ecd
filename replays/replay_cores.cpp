#include "replays/replay_cores.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <vector>

#include "console/module.hpp"
#include "platform/program_path.hpp"
#include "replays/core_answers.hpp"
#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {
namespace {

namespace fs = std::filesystem;

/// All digests of a day are less.
constexpr std::size_t kAnswerBytesMax = std::size_t{300} << 20;

bool read_number(std::string_view text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

std::uint32_t flags_of(const CommandOptions& options, bool any_core) {
    return (options.partial == Partial::accept ? CoreAnswers::kPartial : 0) | (any_core ? CoreAnswers::kAnyCore : 0);
}

/// This program's own core.
class OwnCore : public Answerer {
  public:
    CoreAnswers core;

    std::string ask(const std::string& question, std::string& answer) override {
        answer = core.ask(question);
        if (answer.starts_with('!')) return answer.substr(1);
        for (std::string more = core.more(); !more.empty(); more = core.more()) answer += more;
        return {};
    }
};

/// Another core, in its module. Every question starts it anew.
class ModuleCore : public Answerer {
  public:
    ModuleCore(std::string module, std::string file, std::uint32_t flags) : module_(std::move(module)), file_(std::move(file)), flags_(flags) {}

    /// Reads the version of the module's core, and checks that this program can ask it. Returns an empty string, or the error.
    std::string about(std::uint32_t& core) const {
        std::string text;
        if (std::string fault = run(console::ModuleSteps{}.call("core_about"), text); !fault.empty()) return fault;
        std::uint32_t interface = 0;
        for_each_line(text, [&](std::string_view line) {
            if (line.starts_with("interface ")) read_number(line.substr(10), interface);
            if (line.starts_with("core ")) read_number(line.substr(5), core);
        });
        if (interface == CoreAnswers::kInterface && core != 0) return {};
        return module_ + ": not a module of a core, or of a later release: this program knows interface " + std::to_string(CoreAnswers::kInterface);
    }

    std::string ask(const std::string& question, std::string& answer) override {
        const auto steps = console::ModuleSteps{}.put_file("core_room", file_).call("core_open", flags_).put_text("core_room", question).call("core_ask").repeat("core_more");
        const std::string fault = run(steps, answer);
        return fault.empty() || fault.starts_with(module_) ? fault : file_ + ": " + fault;
    }

  private:
    std::string run(const console::ModuleSteps& steps, std::string& text) const {
        console::ModuleOutput output = console::run_module(module_, steps, kAnswerBytesMax);
        text = std::move(output.text);
        if (output.no_runner) return module_ + ": modules of cores run in node, which is not installed: install the package nodejs";
        return std::move(output.fault);
    }

    std::string module_, file_;
    std::uint32_t flags_;
};

/// The core that recorded it, even if the rest of the header is beyond this program; 0 if that is unknown.
std::uint32_t recorded_core(std::span<const std::uint8_t> bytes) {
    RecordReader reader{bytes};
    AnyRecord record;
    if (!reader.is_replay() || reader.next() != RecordReader::Found::record) return 0;
    (void)parse_record(reader.payload(), record);
    const auto* header = std::get_if<RecordingHeader>(&record);
    return header == nullptr ? 0 : header->core_version;
}

/// The folder with the modules of cores: given, installed with this program, or of its checkout. Empty if there is none.
std::string cores_folder(const CommandOptions& options) {
    if (!options.cores_folder.empty()) return options.cores_folder;
    std::error_code error;
    const fs::path program = platform::program_path().parent_path();
    // Installed: bin/ or games/, with share/albireo beside it. Built: build/release/bin.
    for (const char* place : {"../share/albireo/cores", "../../../replays/cores"}) {
        const fs::path found = (program / place).lexically_normal();
        if (fs::is_directory(found, error)) return found.string();
    }
    return {};
}

/// Finds the module of a core by its name, core-VERSION-DIGEST.wasm.gz. Empty, or the error.
std::string find_module(const CommandOptions& options, std::uint32_t core, std::string& module) {
    const std::string folder = cores_folder(options), begin = "core-" + std::to_string(core) + "-";
    std::vector<std::string> found;
    std::error_code error;
    for (const fs::directory_entry& each : fs::directory_iterator(folder, error)) {
        const std::string name = each.path().filename().string();
        if (name.starts_with(begin) && (name.ends_with(".wasm.gz") || name.ends_with(".wasm"))) found.push_back(each.path().string());
    }
    if (!options.cores_folder.empty() && error) return "--cores " + folder + ": " + error.message();
    if (found.size() > 1) {
        std::sort(found.begin(), found.end());
        return "there are several modules of core " + std::to_string(core) + ": name one with --core, such as " + found[0];
    }
    if (found.size() == 1) {
        module = found[0];
        return {};
    }
    return (folder.empty() ? std::string("this program was installed without modules of cores") : folder + " has no module of core " + std::to_string(core)) +
           ": make it with 'web/core/make COMMIT' in a checkout, or name its folder with --cores";
}

std::string open_own(const CommandOptions& options, std::span<const std::uint8_t> bytes, bool any_core, OpenedGame& game) {
    auto answerer = std::make_unique<OwnCore>();
    if (std::string fault = answerer->core.open(bytes, flags_of(options, any_core)); !fault.empty()) return game.file + ": " + fault;
    game.core = kCoreVersion;
    game.own = &answerer->core.replay();
    game.header = game.own->recording.header;
    game.answerer = std::move(answerer);
    return {};
}

}  // namespace

std::string module_of(const CommandOptions& options, std::uint32_t core) {
    std::string module;
    return find_module(options, core, module).empty() ? module : std::string();
}

std::string open_game(const CommandOptions& options, const std::string& file, const std::string& core, OpenedGame& game) {
    game.file = file;
    std::vector<std::uint8_t> bytes;
    if (std::string fault = read_file(file, bytes); !fault.empty()) return fault;
    const std::uint32_t recorded = recorded_core(bytes);
    std::uint32_t wanted = recorded;
    std::string module;
    if (!core.empty() && !read_number(core, wanted)) {
        module = core;
        if (!fs::is_regular_file(module)) return "--core " + core + ": neither a core's version nor the file of a module";
    }
    // What is no recording at all is this program's to refuse.
    if (module.empty() && (wanted == kCoreVersion || recorded == 0)) return open_own(options, bytes, !core.empty(), game);

    Recording recording;
    (void)read_recording(bytes, recording);
    game.header = std::move(recording.header);
    if (module.empty()) {
        if (const std::string fault = find_module(options, wanted, module); !fault.empty()) {
            const std::string by = game.header.recorded_by.empty() ? "" : " (recorded by " + printable(game.header.recorded_by) + ")";
            return file + ": " + (core.empty() ? "replay needs" : "wanted is") + " core version " + std::to_string(wanted) + "; this program has version " +
                   std::to_string(kCoreVersion) + ", and " + fault + (core.empty() ? by : "");
        }
    }
    auto answerer = std::make_unique<ModuleCore>(module, file, flags_of(options, !core.empty()));
    if (std::string fault = answerer->about(game.core); !fault.empty()) {
        return core.empty() ? file + ": replay needs core version " + std::to_string(wanted) + ": " + fault : fault;
    }
    if (module != core && game.core != wanted) return module + ": this is a module of core " + std::to_string(game.core);
    game.answerer = std::move(answerer);
    return {};
}

}  // namespace albireo::replays
