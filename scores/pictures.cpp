#include "scores/pictures.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "console/child.hpp"
#include "platform/temporary_folder.hpp"
#include "replays/sink.hpp"
#include "scores/pages.hpp"
#include "sim/snapshot.hpp"

namespace albireo::scores {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kChatterBytesMax = 64 << 10;  // of the program on stdout

/// A folder that is deleted with it.
class WorkFolder {
  public:
    WorkFolder() : path(platform::make_own_folder((fs::temp_directory_path() / "albireo-pictures-").string())) {}
    ~WorkFolder() {
        std::error_code ignored;
        if (!path.empty()) fs::remove_all(path, ignored);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    fs::path path;
};

/// The service drops what exceeds its own bound, so nothing is drawn beyond it, whatever the command's bound is.
std::uint64_t bytes_max_of(Store& store, const PaintOptions& options) {
    const auto of_service = store.bytes_max();
    if (options.bytes_max && of_service) return std::min(*options.bytes_max, *of_service);
    return options.bytes_max ? *options.bytes_max : of_service.value_or(kStorageBytesMax);
}

std::string draw(const std::string& program, std::span<const std::uint8_t> recording, std::uint32_t tick, std::string& png) {
    const WorkFolder folder;
    if (folder.path.empty()) return "no temporary folder can be made";
    const std::string replay = (folder.path / "game.replay").string(), frames = (folder.path / "frames").string();
    if (std::string fault = replays::write_whole(replay, recording, {.sync = false}); !fault.empty()) return fault;
    const std::string size = std::to_string(kPictureWidth) + "x" + std::to_string(kPictureHeight);
    const auto said = console::run_child({program, "--replay", replay, "--ticks", std::to_string(tick), "--size", size, "--quality", "low", "--frames", frames}, kChatterBytesMax);
    if (!said.fault.empty()) return said.fault;
    if (said.exit_code != 0) return program + ": exit status " + std::to_string(said.exit_code);
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(frames, error)) {
        if (entry.path().extension() != ".png" || fs::file_size(entry.path(), error) > kPictureBytesMax) continue;
        std::vector<std::uint8_t> bytes;
        if (std::string fault = replays::read_file(entry.path().string(), bytes); !fault.empty()) return fault;
        png.assign(bytes.begin(), bytes.end());
        if (png.starts_with(kPngSignature)) return "";
    }
    png.clear();
    return program + ": left no PNG of at most " + std::to_string(kPictureBytesMax / 1024) + " KB";
}

}  // namespace

std::string painter_fault(const std::string& program) {
    const auto said = console::run_child({program, "--version"}, kChatterBytesMax);
    if (!said.fault.empty()) return said.fault;
    const std::string core = "(core " + std::to_string(kCoreVersion) + ")";
    return said.exit_code == 0 && said.text.find(core) != std::string::npos ? "" : program + ": is not albireo-shot for core " + std::to_string(kCoreVersion);
}

Painter painter_by(const std::string& program) {
    return [program](std::span<const std::uint8_t> recording, std::uint32_t tick, std::string& png) { return draw(program, recording, tick, png); };
}

Painted paint_boards(const Catalogue& catalogue, Store& store, const Painter& paint, const PaintOptions& options) {
    const std::uint64_t bytes_max = bytes_max_of(store, options);
    std::vector<StoredRun> shown;
    std::set<std::int64_t> ids;
    std::vector<Season> seasons = all_seasons(store.database());
    for (const Season& season : seasons) {
        for (const OwnLevel& level : catalogue.levels()) {
            for (const bool is_pair : {false, true}) {
                const Board board{.level = level.name, .difficulty = level.difficulty, .is_pair = is_pair, .season = season.number};
                for (StoredRun& run : store.board(board, season.closed_ms ? kPicturesOnPage : kRowsOnPage)) {
                    ids.insert(run.id);
                    shown.push_back(std::move(run));
                }
            }
        }
    }
    Painted painted;
    painted.dropped = store.drop_pictures_except(ids);
    std::size_t faults = 0;
    for (const StoredRun& run : shown) {
        painted.kept += run.has_picture;
        if (run.has_picture || run.run.core != kCoreVersion || faults == options.faults_max) continue;
        if (store.recording_bytes() + store.picture_bytes() + kPictureBytesMax + kRecordingBytesMax > bytes_max) {
            ++painted.left_out;
            continue;
        }
        std::string png;
        const std::string fault = paint(store.recording(run.id), std::max(1U, run.run.best_tick), png);
        faults = fault.empty() ? 0 : faults + 1;
        if (!fault.empty()) {
            painted.faults.push_back("run " + std::to_string(run.id) + ": " + fault);
            continue;
        }
        store.set_picture(run.id, std::span(reinterpret_cast<const std::uint8_t*>(png.data()), png.size()));
        ++painted.drawn;
        spdlog::info("run {}: a picture of {} bytes", run.id, png.size());
    }
    return painted;
}

}  // namespace albireo::scores
