#pragma once
/// Recordings and journals in a folder, and the games that an earlier process has left there.
///
///     20261120-170501-K7QF2M.replay     the recording
///     20261120-170501-K7QF2M.game       its journal (journal.hpp), until the game is over
///
/// 1. A journal is locked by its process, so two servers with one folder never resume the same game.
/// 2. A file that cannot be resumed stays as it is.
#include <functional>

#include "server/disk_sync.hpp"
#include "server/recovery.hpp"

namespace albireo::server {

std::string recording_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms);
std::string journal_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms);

/// Null, and why, if no file can be made.
std::unique_ptr<replays::ByteSink> new_recording(DiskSync& disk, const std::string& path, std::string& fault);
/// A journal without a file has a fault.
std::shared_ptr<Journal> new_journal(DiskSync& disk, const std::string& path, const JournalKey& key);

/// The games of a folder whose code `is_own`. A line for each journal that cannot be resumed goes to `faults`.
std::vector<ParkedGame> read_parked_games(DiskSync& disk, const std::string& folder, const JournalKey& key,
                                          const std::function<bool(const std::string& code)>& is_own,
                                          std::vector<std::string>& faults);

}  // namespace albireo::server
