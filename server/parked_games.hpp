#pragma once
/// Recordings and journals in a folder, and the games that an earlier process has left there.
///
///     20261120-170501-K7QF2M.replay       the recording
///     20261120-170501-K7QF2M.game         its journal (journal.hpp), until the game is over
///     20261120-170501-K7QF2M.unresumed    a journal that could not be resumed; retention.hpp deletes the oldest
///
///     20261120-170501.lobbies             the lobbies of a server (lobby_store.hpp)
///
/// 1. A journal is locked by its process, so two servers with one folder never resume the same game.
/// 2. A journal that cannot be resumed is renamed, and a line says why. Renamed back, it is tried again at the next start. A
///    journal that cannot even be opened stays for a day, because it may be another server's.
/// 3. Of a game that is kept twice, the later state counts (is_later()): its lobby may still have its place when the game has its journal, and the
///    journal of a campaign's level may still be there when the lobby of the next level has its place.
#include <ctime>
#include <functional>

#include "server/disk_sync.hpp"
#include "server/lobby_store.hpp"
#include "server/recovery.hpp"

namespace albireo::server {

inline constexpr const char* kUnresumedEnding = ".unresumed";
/// A file that cannot be opened with this server's key may be another server's, which is to start yet. Players keep their seats for as long.
inline constexpr std::time_t kOthersFor = 24 * 60 * 60;

std::string recording_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms);
std::string journal_path(const std::string& folder, const std::string& code, std::uint64_t wall_ms);

/// Null, with the reason in `fault`, if no file can be made.
std::unique_ptr<replays::ByteSink> new_recording(DiskSync& disk, const std::string& path, std::string& fault);
/// If no file can be made, the journal has a fault (Journal::fault()).
std::shared_ptr<Journal> new_journal(DiskSync& disk, const std::string& path, const JournalKey& key);

/// Finds the games of a folder whose code `is_own`, by their file names alone, and adds these lobbies. The disk's thread reads a file when it is
/// asked for. `disk` outlives the result.
std::vector<ParkedFile> find_parked_games(DiskSync& disk, const std::string& folder, const JournalKey& key,
                                          const std::function<bool(const std::string& code)>& is_own,
                                          std::vector<LeftLobby> lobbies = {});

}  // namespace albireo::server
