#include "server/parked_games.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

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
    explicit RecordingFile(std::shared_ptr<SyncedFile> file) : file_(std::move(file)) {}
    std::string append(std::span<const std::uint8_t> bytes) override { return file_->append(bytes); }

  private:
    std::shared_ptr<SyncedFile> file_;
};

class DiskJournal final : public JournalFile {
  public:
    explicit DiskJournal(std::shared_ptr<SyncedFile> file) : file_(std::move(file)) {}
    std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes) override { return file_->write_at(offset, bytes); }
    std::string reserve(std::size_t size) override { return file_->reserve(size); }
    void remove() override { file_->remove(); }

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

/// Null, and why, if the file cannot be opened.
std::shared_ptr<SyncedFile> open_file(DiskSync& disk, const std::string& path, int how, mode_t mode, std::string& fault) {
    const int file = ::open(path.c_str(), how | O_CLOEXEC, mode);
    if (file >= 0) ::flock(file, LOCK_EX | LOCK_NB);
    if (file >= 0) return disk.add(file, path);
    fault = path + ": cannot be created: " + std::strerror(errno);
    return nullptr;
}

std::unique_ptr<replays::ByteSink> continue_recording(DiskSync& disk, const std::string& path, std::span<const std::uint8_t> whole) {
    // Not synced: the old bytes are worth as much until the new ones are on the disk.
    std::string fault = replays::write_whole(path, whole, {.sync = false});
    auto file = fault.empty() ? open_file(disk, path, O_WRONLY | O_APPEND, 0, fault) : nullptr;
    if (file == nullptr) return nullptr;
    return std::make_unique<RecordingFile>(std::move(file));
}

/// "…-K7QF2M.game" → "K7QF2M"; empty if the name is another.
std::string code_of(const fs::path& journal) {
    const std::string stem = journal.stem().string();
    const std::string code = stem.substr(std::min(stem.rfind('-') + 1, stem.size()));
    return proto::read_join_code(code) == code ? code : std::string();
}

}  // namespace

std::string recording_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms) {
    return (fs::path(folder) / (replays::file_stem(wall_ms, code) + kRecordingEnding)).string();
}

std::string journal_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms) {
    return (fs::path(folder) / (replays::file_stem(wall_ms, code) + kJournalEnding)).string();
}

std::unique_ptr<replays::ByteSink> new_recording(DiskSync& disk, const std::string& path, std::string& fault) {
    auto file = open_file(disk, path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0644, fault);
    return file != nullptr ? std::make_unique<RecordingFile>(std::move(file)) : nullptr;
}

std::shared_ptr<Journal> new_journal(DiskSync& disk, const std::string& path, const JournalKey& key) {
    std::string fault;
    auto file = open_file(disk, path, O_RDWR | O_CREAT | O_EXCL, 0600, fault);
    if (file == nullptr) return std::make_shared<Journal>(std::make_unique<NoJournal>(fault), key);
    return std::make_shared<Journal>(std::make_unique<DiskJournal>(std::move(file)), key);
}

std::vector<ParkedGame> read_parked_games(DiskSync& disk, const std::string& folder, const JournalKey& key,
                                          const std::function<bool(const std::string& code)>& is_own,
                                          std::vector<std::string>& faults) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const fs::path path = entry->path();
        const std::string code = path.extension() == kJournalEnding ? code_of(path) : "";
        if (!code.empty() && is_own(code)) paths.push_back(path);
    }
    // Names begin with their time: of two journals of one campaign the newer one counts.
    std::ranges::sort(paths, std::greater<>{});
    std::map<std::string, ParkedGame> games;
    for (const fs::path& path : paths) {
        const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0) {
            ::close(file);
            continue;  // of a server that is running
        }
        std::vector<std::uint8_t> bytes;
        ParkedGame game;
        std::string fault = file < 0 ? path.string() + ": " + std::strerror(errno) : replays::read_file(path.string(), bytes);
        if (fault.empty()) fault = game.image.read(std::move(bytes), key);
        if (!fault.empty()) {
            if (file >= 0) ::close(file);
            faults.push_back(path.string() + " cannot be resumed: " + fault);
            continue;
        }
        auto journal = std::make_unique<DiskJournal>(disk.add(file, path.string()));
        const std::string code = game.image.game().code;
        if (code != code_of(path)) {
            faults.push_back(path.string() + " cannot be resumed: it is the journal of " + code);
            continue;
        }
        if (games.contains(code)) {
            journal->remove();
            continue;
        }
        const std::string recording = fs::path(path).replace_extension(kRecordingEnding).string();
        if (fs::exists(recording, error)) {
            if (const std::string why = replays::read_file(recording, game.recording); !why.empty()) faults.push_back(why);
        }
        game.journal = std::make_shared<Journal>(std::move(journal), key, game.image.number());
        game.rewrite = [&disk, recording](std::span<const std::uint8_t> whole) { return continue_recording(disk, recording, whole); };
        games.emplace(code, std::move(game));
    }
    std::vector<ParkedGame> parked;
    for (auto& [code, game] : games) parked.push_back(std::move(game));
    return parked;
}

}  // namespace albireo::server
