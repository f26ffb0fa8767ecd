#include "client/app/ghosts/ghosts.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>
#include <vector>

#include "replays/sink.hpp"
#include "scores/entry/eligibility.hpp"
#include "sim/level/level_bytes.hpp"

namespace albireo::app {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};  // at the boards

/// Newest first: their names begin with the time.
std::vector<std::filesystem::path> recordings_in(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".replay") files.push_back(entry.path());
    }
    std::ranges::sort(files, std::greater{});
    return files;
}

std::span<const std::uint8_t> bytes_of(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

}  // namespace

std::optional<BoardRow> run_to_beat(const BoardRows& rows) {
    std::optional<BoardRow> next;
    for (const BoardRow& row : rows.rows) {
        if (!rows.own || row.score > rows.own->score) next = row;
    }
    return next ? next : rows.own;
}

void Ghosts::stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void Ghosts::look_for(GhostChoice choice, std::shared_ptr<const Level> level, bool is_pair) {
    stop();
    const std::lock_guard lock(mutex_);
    found_.reset();
    if (choice == GhostChoice::none) return;
    is_looking_ = true;
    thread_ = std::jthread([this, choice, level = std::move(level), is_pair](const std::stop_token& stop) {
        Run run;
        try {
            run = find(stop, choice, *level, is_pair);
        } catch (const std::exception&) {
            // Without a ghost the game is the same.
        }
        const std::lock_guard done(mutex_);
        found_ = std::move(run);
        is_looking_ = false;
    });
}

std::shared_ptr<const scene::Ghost> Ghosts::found() const {
    const std::lock_guard lock(mutex_);
    return found_;
}

bool Ghosts::is_looking() const {
    const std::lock_guard lock(mutex_);
    return is_looking_;
}

Ghosts::Run Ghosts::find(const std::stop_token& stop, GhostChoice choice, const Level& level, bool is_pair) {
    if (!catalogue_) catalogue_ = std::make_unique<const scores::Catalogue>();
    const scores::OwnLevel* const own = catalogue_->find(level.digest, level_bytes(level));
    if (own == nullptr || scores::mode_of(own->name) == "endless") return nullptr;
    Run run = choice == GhostChoice::boards ? of_boards(stop, {*own, is_pair}) : nullptr;
    return run ? run : own_best(stop, {*own, is_pair});
}

Ghosts::Run Ghosts::own_best(const std::stop_token& stop, GhostOf game) const {
    std::vector<std::pair<std::uint64_t, std::filesystem::path>> best;
    std::size_t files = 0;
    for (const std::filesystem::path& file : recordings_in(options_.folder)) {
        if (stop.stop_requested() || ++files > kFilesMax) break;
        std::error_code error;
        if (std::filesystem::file_size(file, error) > scores::kRecordingBytesMax || error) continue;
        std::vector<std::uint8_t> bytes;
        if (!replays::read_file(file.string(), bytes).empty()) continue;
        if (const auto score = claimed_score(*catalogue_, game, bytes)) best.emplace_back(*score, file);
    }
    std::ranges::stable_sort(best, std::greater{}, [](const auto& each) { return each.first; });
    for (const auto& [score, file] : best) {
        std::vector<std::uint8_t> bytes;
        if (stop.stop_requested() || !replays::read_file(file.string(), bytes).empty()) continue;
        if (Run run = ghost_of(*catalogue_, game, bytes, stop)) return run;
    }
    return nullptr;
}

Ghosts::Run Ghosts::of_boards(const std::stop_token& stop, GhostOf game) {
    if (options_.boards == nullptr) return nullptr;
    const auto until = std::chrono::steady_clock::now() + options_.patience;
    // settled(ASK): the answer, once it is no longer on its way.
    const auto settled = [&](auto&& ask) {
        auto answer = ask();
        std::unique_lock lock(mutex_);
        while (answer.state == ShownBoard::State::asking && std::chrono::steady_clock::now() < until && !stop.stop_requested()) {
            stopped_.wait_for(lock, stop, kBetweenLooks, [] { return false; });
            lock.unlock();
            answer = ask();
            lock.lock();
        }
        return answer;
    };
    const ScoreBoard name{.level = game.level.name, .difficulty = game.level.difficulty, .is_pair = game.is_pair};
    const ShownBoard board = settled([&] { return options_.boards->board(name); });
    const auto run = board.state == ShownBoard::State::ready ? run_to_beat(board.found) : std::nullopt;
    if (!run) return nullptr;
    const ShownRecording recording = settled([&] { return options_.boards->recording(run->run); });
    return recording.file != nullptr ? ghost_of(*catalogue_, game, bytes_of(*recording.file), stop) : nullptr;
}

}  // namespace albireo::app
