#pragma once
/// The bans in a file, so that they outlast the server's process:
///
///     albireo bans 1
///     203.0.113.0/24 1795687200      the range, and the end of its ban in seconds since 1970
///
/// The file lies beside the server's key. It is small (4 096 lines at most) and is written whole after each change.
#include <cstdint>
#include <string>
#include <vector>

#include "server/limits/bans.hpp"

namespace albireo::server {

class BanFile {
  public:
    /// The current time, on the bans' steady clock and in Unix time.
    struct Now {
        Micros steady = 0;
        std::int64_t unix_seconds = 0;
    };

    /// Empty: bans end with the process.
    explicit BanFile(std::string path) : path_(std::move(path)) {}

    /// The bans that have not expired; none if there is no file. `fault`: why the file cannot be used, or empty. A damaged
    /// file gives no bans.
    std::vector<Ban> read(const Now& now, std::string& fault) const;
    /// Returns an empty string, or the error.
    std::string write(const std::vector<Ban>& bans, const Now& now) const;

  private:
    std::string path_;
};

}  // namespace albireo::server
