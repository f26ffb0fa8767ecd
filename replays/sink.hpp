#pragma once
/// The destination of a recording during the game: a file, or memory in tests.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/file.hpp"
#include "platform/whole_file.hpp"

namespace albireo::replays {

class ByteSink {
  public:
    virtual ~ByteSink() = default;
    /// Appends all of `bytes`, or takes them to append them soon, in the order of the calls. Returns an empty string, or the error, which may be
    /// that of earlier bytes. After an error nothing more is appended.
    virtual std::string append(std::span<const std::uint8_t> bytes) = 0;
    /// The same, for bytes that nobody else needs: a sink that appends them later does not copy them.
    virtual std::string take(std::vector<std::uint8_t> bytes) { return append(bytes); }
    /// The error of bytes that were taken; empty: there is none so far.
    virtual std::string fault() const { return {}; }
    /// How many of the bytes taken are not appended. The others survive the end of this process.
    virtual std::uint64_t unwritten() const { return 0; }
};

class MemorySink final : public ByteSink {
  public:
    std::string append(std::span<const std::uint8_t> more) override {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    }
    std::vector<std::uint8_t> bytes;
};

/// A new file that grows. An existing file is an error with Existing::keep, and is emptied at once with
/// Existing::replace. A new file to which nothing could be written is removed at the end. To write a file in one go, use
/// write_whole().
class FileSink final : public ByteSink {
  public:
    using Existing = platform::Existing;

    explicit FileSink(const std::string& path, Existing existing = Existing::keep);
    ~FileSink() override;
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    std::string append(std::span<const std::uint8_t> bytes) override;

    /// Empty if the file was opened.
    std::string fault() const override { return fault_; }

  private:
    std::string path_;
    std::string fault_;
    platform::File file_;
    bool is_empty_ = false;  // the file is this sink's own, and nothing was written to it
};

// For a file in one go.
using platform::write_whole;
using platform::WriteOptions;

/// Reads all bytes of a file. Returns an empty string, or the error. Files above a gigabyte are refused.
std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes);

/// The paths of the recordings in a folder, newest first: their names begin with the time. None if it cannot be read.
std::vector<std::string> find_recordings(const std::string& folder);

}  // namespace albireo::replays
