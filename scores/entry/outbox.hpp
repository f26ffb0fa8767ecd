#pragma once
/// A player's side of the boards: their key, and the folder of recordings that wait to be sent.
///
/// 1. A recording is in the folder, on the disk, before anything is sent. It leaves the folder only when the boards have answered: it
///    counts, it was there already, or it is refused permanently. Without an answer it stays, and the next submit sends it.
/// 2. A recording is named by its hash, so the same file is queued only once.
/// 3. Several programs of one player may share the folder. The boards know a game that was sent twice.
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "http/client.hpp"

namespace albireo::scores {

/// "~/.local/share/albireo" or below $XDG_DATA_HOME; empty if there is no home folder.
std::string player_folder();

/// Reads the key in this file, or creates the file with a new key; only its owner can read it. Returns an empty string, or the error.
std::string load_or_make_key(const std::string& path, std::string& key);
/// Reads the key. Returns an empty string, or the error.
std::string load_key(const std::string& path, std::string& key);

class Outbox {
  public:
    /// `folder` is made if it is missing. Each server has a folder of its own in it, and each path at which it takes recordings.
    Outbox(const std::string& folder, const http::Url& url, const std::string& path = "/runs");

    /// Copies the file. Returns an empty string, or the error.
    std::string add(const std::string& file);
    /// Copies the bytes of a recording. Returns an empty string, or the error; `queued` is then its path in the folder.
    std::string add(std::span<const std::uint8_t> recording, std::string& queued);

    /// The boards' answer to one recording.
    struct Sent {
        std::string file;    // its path in the folder
        unsigned status = 0; // of HTTP; 0: no answer
        std::string body{};  // JSON, or why there is no answer
        bool is_settled = false;  // it has left the folder
    };
    /// Sends everything, oldest first, and stops at the first that gets no answer.
    std::vector<Sent> send(const std::string& key, std::chrono::milliseconds within);
    /// Sends the oldest. Returns nothing if none waits.
    std::optional<Sent> send_first(const std::string& key, const http::AskLimits& limits);

    std::size_t waiting() const;
    const std::string& folder() const { return folder_; }

  private:
    std::vector<std::string> files() const;
    std::string folder_;
    http::Url url_;
    std::string path_;
};

}  // namespace albireo::scores
