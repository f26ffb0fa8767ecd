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

/// A new file; one that exists is left alone unless it may be replaced.
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

/// The file holds these bytes, or what it held before: they are written beside it and then take its name. An empty
/// string, or why not.
std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes);
inline std::string write_whole(const std::string& path, std::string_view text) {
    return write_whole(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// All bytes of a file; an empty string, or why not. Files above a gigabyte are refused.
std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes);

}  // namespace albireo::replays
