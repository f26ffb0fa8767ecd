#pragma once
/// The keys of the servers on which this player has played, in a small text file: one line `HOST:PORT KEY` for each, the key
/// as 64 hexadecimal digits. Several programs may use it at once: each reads the file when it needs a key, and only appends.
///
/// 1. A key is remembered when it is first seen and never replaced: only the player may do that, by removing its line.
/// 2. A damaged line is ignored. An unwritable file costs no more than one line for the player.
#include <optional>
#include <string>

#include "proto/keys.hpp"

namespace albireo::client {

class KnownServers {
  public:
    /// With an empty path nothing is remembered.
    explicit KnownServers(std::string path = {}) : path_(std::move(path)) {}

    const std::string& path() const { return path_; }
    /// The key of the server at HOST:PORT; nothing if it is not known.
    std::optional<proto::PublicKey> find(const std::string& server) const;
    /// Remembers the key of a server that is not known. Returns the file's error, or an empty text.
    std::string remember(const std::string& server, const proto::PublicKey& key) const;

  private:
    std::string path_;
};

}  // namespace albireo::client
