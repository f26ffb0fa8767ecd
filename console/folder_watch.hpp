#pragma once
/// A folder of text files that a developer edits while a program runs: its files, and whether they have changed.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace albireo::console {

/// The files of a folder that count: regular ones, because reading a pipe might never end, with one of these extensions (".lua"; empty ones
/// match nothing). At most `most` + 1, sorted by name: a reader refuses more than `most`.
struct FilesIn {
    std::string folder;
    std::array<std::string_view, 3> extensions{};
    std::size_t most = 64;

    std::vector<std::filesystem::path> list(std::error_code& error) const;
};

/// At most `bytes_max` + 1 bytes of a file; nothing if it cannot be read.
std::optional<std::string> text_of(const std::filesystem::path& path, std::size_t bytes_max);

class FolderWatch {
  public:
    /// Treats the folder's current state as seen.
    explicit FolderWatch(FilesIn files);

    const std::string& folder() const { return files_.folder; }

    /// Whether the folder has changed since it was last seen but not since the previous call, so that writing is
    /// complete. Compares names, sizes and times, so it costs a few system calls; call it a few times a second.
    bool has_changed();

  private:
    FilesIn files_;
    std::uint64_t seen_ = 0, before_ = 0;
};

}  // namespace albireo::console
