#pragma once
/// The bytes of a file as memory that survives the end of this process: what was copied there is in the file, without a call to the system.
///
/// 1. The system writes the pages to the disk when it likes, or when it is asked to (fdatasync).
/// 2. A page that cannot be had, because the disk is full or broken or somebody has cut the file, fails the copy. The process goes on. (The
///    system tells it by SIGBUS.) Every later copy fails too.
#include <cstddef>
#include <cstdint>
#include <span>

#include "platform/file.hpp"

namespace albireo::platform {

class MappedFile {
  public:
    MappedFile() = default;
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// Makes the file at least this long, without setting space aside, and maps so much of it. It must be open for reading and writing.
    /// Returns 0, or the error: then nothing is mapped.
    int map(const File& file, std::size_t size);
    bool is_mapped() const { return at_ != nullptr; }
    /// Returns false if the bytes are not in the file.
    bool copy(std::size_t offset, std::span<const std::uint8_t> bytes);

  private:
    std::uint8_t* at_ = nullptr;
    std::size_t size_ = 0;
    bool has_failed_ = false;
};

}  // namespace albireo::platform
