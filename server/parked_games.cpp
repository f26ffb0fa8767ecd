#include "server/parked_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <future>
#include <map>
#include <tuple>

#include "platform/file.hpp"
#include "platform/whole_file.hpp"
#include "proto/join_code.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

namespace {

constexpr const char* kJournalEnding = ".game";
constexpr const char* kRecordingEnding = ".replay";

class RecordingFile final : public replays::ByteSink {
  public:
    enum class Content : std::uint8_t { nothing, begun };

    RecordingFile(std::shared_ptr<SyncedFile> file, Content content) : file_(std::move(file)), content_(content) {}
    /// Nobody could read a file without content: its game has not started, or the disk was full.
    ~RecordingFile() override {
        if (content_ == Content::nothing) file_->remove_if_empty();
    }
    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;
    std::string append(std::span<const std::uint8_t> bytes) override { return take({bytes.begin(), bytes.end()}); }
    std::string take(std::vector<std::uint8_t> bytes) override {
        const std::size_t size = bytes.size();
        std::string error = file_->append(std::move(bytes));
        if (error.empty()) taken_ += size;
        return error;
    }
    std::string fault() const override { return file_->fault(); }
    std::uint64_t unwritten() const override { return taken_ - file_->appended(); }

  private:
    std::shared_ptr<SyncedFile> file_;
    Content content_;  // at the beginning
    std::uint64_t taken_ = 0;
};

class DiskJournal final : public JournalFile {
  public:
    explicit DiskJournal(std::shared_ptr<SyncedFile> file) : file_(std::move(file)) {}
    std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes) override { return file_->write_at(offset, bytes); }
    std::string reserve(std::size_t size) override {
        file_->reserve(size);
        return {};
    }
    void remove() override { file_->remove(); }
    void when_synced(std::function<void()> work) override { file_->sync_then(std::move(work)); }

  private:
    std::shared_ptr<SyncedFile> file_;
};

/// The file that could not be made.
class NoJournal final : public JournalFile {
  public:
    explicit NoJournal(std::string fault) : fault_(std::move(fault)) {}
    std::string write_at(std::size_t, std::span<const std::uint8_t>) override { return fault_; }
    std::string reserve(std::size_t) override { return fault_; }
    void remove() override {}

  private:
    std::string fault_;
};

using Access = platform::OpenOptions::Access;
using Create = platform::OpenOptions::Create;

/// Null, and why, if the file cannot be made or opened.
std::shared_ptr<SyncedFile> open_file(DiskSync& disk, const std::string& path, const platform::OpenOptions& how, std::string& fault) {
    assert(how.create != Create::no && "its folder is synced");
    platform::File file(path, how);
    if (!file.is_open()) {
        fault = platform::fault_text(path, "cannot be created", file.error());
        return nullptr;
    }
    std::ignore = file.lock();
    return disk.add(std::move(file), path, DiskSync::Origin::created);
}

/// On the disk's thread. Null if the recording cannot be continued.
std::unique_ptr<replays::ByteSink> cut_recording(DiskSync& disk, const std::string& path, std::size_t bytes) {
    std::string fault;
    auto file = open_file(disk, path, {.access = Access::write, .create = Create::if_missing, .appends = true}, fault);
    if (file == nullptr || !file->truncate(bytes).empty()) return nullptr;
    return std::make_unique<RecordingFile>(std::move(file), RecordingFile::Content::begun);
}

/// The result of `work`, which runs on the disk's thread.
template <class Work>
auto on_disk_thread(DiskSync& disk, Work work) -> std::future<decltype(work())> {
    auto task = std::make_shared<std::packaged_task<decltype(work())()>>(std::move(work));
    auto result = task->get_future();
    disk.do_later([task] { (*task)(); });
    return result;
}

/// "…-K7QF2M.game" → "K7QF2M"; empty if the name is another.
std::string code_of(const fs::path& journal) {
    const std::string stem = journal.stem().string();
    const std::string code = stem.substr(std::min(stem.rfind('-') + 1, stem.size()));
    return proto::read_join_code(code) == code ? code : std::string();
}

}  // namespace

std::string recording_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms) {
    assert(proto::read_join_code(code) == code && "a code becomes part of a path");
    return (fs::path(folder) / (replays::file_stem(wall_ms, code) + kRecordingEnding)).string();
}

std::string journal_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms) {
    assert(proto::read_join_code(code) == code && "a code becomes part of a path");
    return (fs::path(folder) / (replays::file_stem(wall_ms, code) + kJournalEnding)).string();
}

std::unique_ptr<replays::ByteSink> new_recording(DiskSync& disk, const std::string& path, std::string& fault) {
    auto file = open_file(disk, path, {.access = Access::write, .create = Create::new_only, .appends = true}, fault);
    return file != nullptr ? std::make_unique<RecordingFile>(std::move(file), RecordingFile::Content::nothing) : nullptr;
}

std::shared_ptr<Journal> new_journal(DiskSync& disk, const std::string& path, const JournalKey& key) {
    std::string fault;
    auto file = open_file(disk, path, {.access = Access::read_write, .create = Create::new_only, .mode = 0600}, fault);
    if (file != nullptr) fault = file->map(Journal::kFileBytes);
    if (file != nullptr && !fault.empty()) file->remove();
    if (!fault.empty()) return std::make_shared<Journal>(std::make_unique<NoJournal>(fault), key);
    return std::make_shared<Journal>(std::make_unique<DiskJournal>(std::move(file)), key);
}

namespace {

/// A journal gets its game's first state within seconds after it was made.
constexpr std::time_t kUnusedFor = 60;

std::time_t age_of(const platform::File& file) {
    platform::FileStatus status;
    return file.status(status) == 0 ? std::time(nullptr) - status.written : 0;
}

/// Makes the recording of a lobby that is resumed. The process before may have made its file already.
std::function<std::unique_ptr<replays::ByteSink>()> recording_of_lobby(DiskSync& disk, const std::string& path) {
    return [&disk, path]() -> std::unique_ptr<replays::ByteSink> {
        std::string no_file;
        auto made = open_file(disk, path, {.access = Access::write, .create = Create::if_missing, .empties = true, .appends = true}, no_file);
        return made != nullptr ? std::make_unique<RecordingFile>(std::move(made), RecordingFile::Content::nothing) : nullptr;
    };
}

/// `journal`: the path of its game's journal.
ParkedGame parked_lobby(DiskSync& disk, LeftLobby lobby, const std::string& journal, const JournalKey& key) {
    ParkedGame game;
    game.set_aside = [&disk, lobby, aside = fs::path(journal).replace_extension(kUnresumedEnding).string()] {
        // As the journal of a lobby with a file of its own: renamed to that ending, it is tried again.
        disk.do_later([lobby, aside] {
            const std::string_view journal_bytes{reinterpret_cast<const char*>(lobby.image.file().data()), lobby.image.file().size()};
            const auto made = platform::write_new(aside, journal_bytes, 0600);
            if (made.is_made() || made.not_made == EEXIST) lobby.journal->drop();
        });
    };
    game.image = std::move(lobby.image);
    game.journal = std::move(lobby.journal);
    game.record = recording_of_lobby(disk, fs::path(journal).replace_extension(kRecordingEnding).string());
    game.make_journal = [&disk, journal, key] { return new_journal(disk, journal, key); };
    return game;
}

/// Reads one journal, and its recording. Nothing if another server has it, or if it cannot be resumed.
std::optional<ParkedGame> read_game(DiskSync& disk, const fs::path& path, const std::string& code, const JournalKey& key, std::string& fault) {
    platform::File opened(path.string(), {.access = Access::read_write, .follows_link = false});
    if (!opened.is_open()) {
        fault = path.string() + " cannot be resumed: " + std::strerror(opened.error());
        return std::nullopt;
    }
    if (opened.lock() != 0) return std::nullopt;  // of a server that is running
    const std::time_t age = age_of(opened);
    const auto file = disk.add(std::move(opened), path.string(), DiskSync::Origin::existing);
    const std::string aside = fs::path(path).replace_extension(kUnresumedEnding).string();
    ParkedGame game;
    std::vector<std::uint8_t> bytes;
    std::string why = replays::read_file(path.string(), bytes);
    if (why.empty() && JournalImage::is_unused(bytes)) {
        // Another server may have just made it.
        if (age > kUnusedFor) file->remove();
        return std::nullopt;
    }
    if (why.empty()) why = game.image.read(std::move(bytes), key);
    if (why.empty() && game.image.game().code != code) why = "it is the journal of " + game.image.game().code;
    if (!why.empty()) {
        const bool is_old = age > kOthersFor;
        if (is_old) file->rename(aside);
        const std::string then = is_old ? ", and is set aside as " + fs::path(aside).filename().string() : "";
        fault = fmt::format("{} cannot be resumed{}: {}", path.string(), then, why);
        return std::nullopt;
    }
    assert(game.image.number() > 0 && "an image that could be read has a head");
    if (fault = file->map(Journal::kFileBytes); !fault.empty()) return std::nullopt;
    const std::string recording = fs::path(path).replace_extension(kRecordingEnding).string();
    std::error_code error;
    if (fs::exists(recording, error)) fault = replays::read_file(recording, game.recording);
    game.set_aside = [file, aside] { file->rename(aside); };
    game.journal = std::make_shared<Journal>(std::make_unique<DiskJournal>(file), key, game.image.number());
    assert(game.journal->fault().empty() && "a journal that is continued is not written before its game");
    game.record = recording_of_lobby(disk, recording);
    game.truncate = [&disk, recording](std::size_t size) {
        return on_disk_thread(disk, [&disk, recording, size] { return cut_recording(disk, recording, size); });
    };
    return game;
}

/// Where a game with this code may be.
struct Places {
    std::string code;
    std::vector<fs::path> journals{};  // the newest first
    std::optional<LeftLobby> lobby{};
};

/// The latest state of the game. The others are of levels that are over, or of a lobby that has become the game.
ParkedFile::Loaded load(DiskSync& disk, const std::string& folder, Places places, const JournalKey& key) {
    assert(std::ranges::is_sorted(places.journals, std::greater<>{}) && "the newest journal comes first");
    ParkedFile::Loaded loaded;
    const auto consider = [&](ParkedGame game) {
        if (loaded.game && !is_later(game.image.game(), loaded.game->image.game())) std::swap(game, *loaded.game);
        if (loaded.game) loaded.game->journal->drop();
        loaded.game = std::move(game);
    };
    const std::string of_lobby = places.lobby ? journal_path(folder, places.code, places.lobby->image.game().started_ms) : "";
    for (const fs::path& path : places.journals) {
        std::string fault;
        auto game = read_game(disk, path, places.code, key, fault);
        if (game) {
            consider(std::move(*game));
        } else if (path == of_lobby) {
            // The process has ended when it had just made the file. The game is still in the lobby's place, and will need the file's name.
            platform::remove_file(of_lobby);
        } else if (!fault.empty()) {
            loaded.faults.push_back(std::move(fault));
        }
    }
    if (places.lobby) consider(parked_lobby(disk, std::move(*places.lobby), of_lobby, key));
    return loaded;
}

}  // namespace

std::vector<ParkedFile> find_parked_games(DiskSync& disk, const std::string& folder, const JournalKey& key,
                                          const std::function<bool(const std::string& code)>& is_own, std::vector<LeftLobby> lobbies) {
    std::map<std::string, Places> found;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const fs::path path = entry->path();
        const std::string code = path.extension() == kJournalEnding ? code_of(path) : "";
        if (!code.empty() && is_own(code)) found[code].journals.push_back(path);
    }
    for (LeftLobby& each : lobbies) {
        const std::string code = each.code();
        auto& lobby = found[code].lobby;
        assert(is_own(code) && "lobbies are given to the shard of their codes");
        if (lobby) each.journal->drop();  // one lobby has one place
        else lobby = std::move(each);
    }
    std::vector<ParkedFile> parked;
    for (auto& [code, places] : found) {
        // Names begin with their time: the newest first.
        std::ranges::sort(places.journals, std::greater<>{});
        places.code = code;
        parked.push_back({code, [&disk, folder, places = std::move(places), key] {
                              return on_disk_thread(disk, [&disk, folder, places, key] { return load(disk, folder, places, key); });
                          }});
    }
    return parked;
}

}  // namespace albireo::server
