#pragma once
/// The destination of a recording during the game: a file, or memory in tests. Also atomic writing of whole files.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    enum class Existing : std::uint8_t { keep, replace };

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
    int file_ = -1;
    bool is_empty_ = false;  // the file is this sink's own, and nothing was written to it
};

struct WriteOptions {
    FileSink::Existing existing = FileSink::Existing::replace;
    bool sync = true;  // false: return before the bytes are on the disk; a power failure may then lose this file
};

/// Writes a whole file atomically: whatever happens, the name refers to these bytes or to the previous file. The bytes
/// go to a temporary file in the same folder, which is renamed when they are on the disk. A symbolic link is kept: its
/// target is replaced, and keeps its mode and owner. Only special files (a pipe, a device) are written to directly.
/// Returns an empty string, or the error.
std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes, const WriteOptions& options = {});
inline std::string write_whole(const std::string& path, std::string_view text) {
    return write_whole(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// Reads all bytes of a file. Returns an empty string, or the error. Files above a gigabyte are refused.
std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes);

/// The paths of the recordings in a folder, newest first: their names begin with the time. None if it cannot be read.
std::vector<std::string> find_recordings(const std::string& folder);

}  // namespace albireo::replays
