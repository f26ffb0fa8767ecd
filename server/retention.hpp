#pragma once
/// Deletes recordings, bundles and journals that were set aside (parked_games.hpp) when they are beyond their quota, oldest first;
/// bundles in the order of bundle_shelf.hpp.
///
/// 1. A recording that its server has not finished is never deleted: its game is running, or can be resumed. Neither is a file
///    that cannot be read as a recording.
/// 2. Bundles that are too old are deleted whatever their order.
/// 3. Only regular files with the right ending, directly in the folder, are counted and deleted.
#include <cstdint>
#include <ctime>
#include <map>
#include <string>
#include <utility>

namespace albireo::server {

/// The most that is kept; 0: no limit.
struct Quota {
    std::uint64_t bytes_max = 0, files_max = 0;
    std::int64_t seconds_max = 0;
};

class Retention {
  public:
    enum class Kind : std::uint8_t { recordings, bundles, unresumed };
    explicit Retention(Kind kind) : kind_(kind) {}

    struct Outcome {
        std::uint64_t files = 0, bytes = 0;  // kept
        std::uint64_t deleted_files = 0, deleted_bytes = 0;
        std::uint64_t spared = 0;  // beyond the quota, but unfinished or unreadable
        std::string fault;         // of the last file that could not be deleted, or of the folder; empty: none
    };
    /// Looks through the folder once. A missing folder is empty.
    Outcome sweep(const std::string& folder, const Quota& quota, std::time_t now);

  private:
    bool may_delete(const std::string& path, std::uint64_t bytes, std::time_t written);

    const Kind kind_;
    // Unfinished files as last read, by path: their size and time. They are not read again until they change.
    std::map<std::string, std::pair<std::uint64_t, std::time_t>> unfinished_;
};

}  // namespace albireo::server
