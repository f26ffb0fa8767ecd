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

std::span<const std::uint8_t> bytes_of(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

}  // namespace

std::optional<BoardRow> run_to_beat(const BoardRows& rows) {
    std::optional<BoardRow> next;
    for (const BoardRow& row : rows.rows) {
        if (!rows.own || row.place < rows.own->place) next = row;
    }
    return next ? next : rows.own;
}

Ghosts::~Ghosts() {
    look_for(GhostChoice::none, nullptr, false);
    thread_.request_stop();
}

void Ghosts::look_for(GhostChoice choice, std::shared_ptr<const Level> level, bool is_pair) {
    const std::lock_guard lock(mutex_);
    if (wish_) wish_->given_up.request_stop();
    wish_.reset();
    found_.reset();
    if (choice == GhostChoice::none) return;
    wish_ = Wish{.choice = choice, .level = std::move(level), .is_pair = is_pair};
    is_taken_ = false;
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    changed_.notify_all();
}

void Ghosts::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return wish_ && !is_taken_; })) {
        is_taken_ = true;
        const Wish wish = *wish_;
        lock.unlock();
        Run run;
        try {
            run = find(wish);
        } catch (const std::exception&) {
            // Without a ghost the game is the same.
        }
        lock.lock();
        if (wish.given_up.stop_requested()) continue;  // another one may be wanted
        found_ = std::move(run);
        wish_.reset();
    }
}

std::shared_ptr<const scene::Ghost> Ghosts::found() const {
    const std::lock_guard lock(mutex_);
    return found_;
}

bool Ghosts::is_looking() const {
    const std::lock_guard lock(mutex_);
    return wish_.has_value();
}

Ghosts::Run Ghosts::find(const Wish& wish) {
    if (!catalogue_) catalogue_ = std::make_unique<const scores::Catalogue>();
    const scores::OwnLevel* const own = catalogue_->find(wish.level->digest, level_bytes(*wish.level));
    if (own == nullptr || scores::mode_of(own->name) == "endless") return nullptr;
    const std::stop_token stop = wish.given_up.get_token();
    Run run = wish.choice == GhostChoice::boards ? of_boards(stop, {*own, wish.is_pair}) : nullptr;
    return run ? run : own_best(stop, {*own, wish.is_pair});
}

Ghosts::Run Ghosts::own_best(const std::stop_token& stop, GhostOf game) const {
    std::vector<std::pair<std::uint64_t, std::string>> best;
    std::size_t files = 0;
    for (const std::string& file : replays::find_recordings(options_.folder)) {
        if (stop.stop_requested() || ++files > kFilesMax) break;
        std::error_code error;
        if (std::filesystem::file_size(file, error) > scores::kRecordingBytesMax || error) continue;
        std::vector<std::uint8_t> bytes;
        if (!replays::read_file(file, bytes).empty()) continue;
        if (const auto score = claimed_score(*catalogue_, game, bytes)) best.emplace_back(*score, file);
    }
    std::ranges::stable_sort(best, std::greater{}, [](const auto& each) { return each.first; });
    for (const auto& [score, file] : best) {
        std::vector<std::uint8_t> bytes;
        if (stop.stop_requested() || !replays::read_file(file, bytes).empty()) continue;
        if (Run run = ghost_of(*catalogue_, game, bytes, stop)) return run;
    }
    return nullptr;
}

Ghosts::Run Ghosts::of_boards(const std::stop_token& stop, GhostOf game) {
    if (options_.boards == nullptr) return nullptr;
    const auto until = std::chrono::steady_clock::now() + options_.patience;
    // settled(ASK, IS_COMING): the answer, once it is no longer on its way.
    const auto settled = [&](auto&& ask, auto&& is_coming) {
        auto answer = ask();
        while (is_coming(answer) && std::chrono::steady_clock::now() < until && !stop.stop_requested()) {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, stop, kBetweenLooks, [] { return false; });
            lock.unlock();
            answer = ask();
        }
        return answer;
    };
    using State = ShownBoard::State;
    const ScoreBoard name{.level = game.level.name, .difficulty = game.level.difficulty, .is_pair = game.is_pair};
    const ShownBoard board = settled([&] { return options_.boards->board(name); },
                                     [](const ShownBoard& each) { return each.state != State::off && each.state != State::wrong_address && !each.is_fresh; });
    const auto run = board.state == State::ready ? run_to_beat(board.found) : std::nullopt;
    if (!run) return nullptr;
    const ShownRecording recording = settled([&] { return options_.boards->recording(run->run); }, [](const ShownRecording& each) { return each.state == State::asking; });
    return recording.file != nullptr ? ghost_of(*catalogue_, game, bytes_of(*recording.file), stop) : nullptr;
}

}  // namespace albireo::app
