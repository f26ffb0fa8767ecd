#pragma once
/// Where a recording goes as the game goes on: a file, or memory in tests.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::replays {

class ByteSink {
  public:
    virtual ~ByteSink() = default;
    /// Appends all of `bytes`, out of this process's hands when it returns. An empty string, or why it could not.
    virtual std::string append(std::span<const std::uint8_t> bytes) = 0;
};

class MemorySink final : public ByteSink {
  public:
    std::string append(std::span<const std::uint8_t> more) override {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    }
    std::vector<std::uint8_t> bytes;
};

/// A new file that grows; one that exists is left alone unless it may be replaced, and then it is emptied at once. What is
/// written in one go is for write_whole().
class FileSink final : public ByteSink {
  public:
    enum class Existing : std::uint8_t { keep, replace };

    explicit FileSink(const std::string& path, Existing existing = Existing::keep);
    ~FileSink() override;
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    std::string append(std::span<const std::uint8_t> bytes) override;

    /// Empty if the file was opened.
    const std::string& fault() const { return fault_; }

  private:
    std::string path_;
    std::string fault_;
    int file_ = -1;
};

struct WriteOptions {
    FileSink::Existing existing = FileSink::Existing::replace;
    bool sync = true;  // false: return before the bytes are on the disk; a power cut may then cost this file
};

/// Writes a whole file at once: whatever happens, the name stands for these bytes or for what it stood for before. The
/// bytes go to a file beside it, which takes the name when they are on the disk. A symbolic link stays one: the file
/// that it leads to is replaced, and keeps its mode and owner. Only what is no regular file (a pipe, a device) is
/// written to as it is. Returns an empty string, or why it could not.
std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes, const WriteOptions& options = {});
inline std::string write_whole(const std::string& path, std::string_view text) {
    return write_whole(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// All bytes of a file; an empty string, or why not. Files above a gigabyte are refused.
std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes);

}  // namespace albireo::replays
