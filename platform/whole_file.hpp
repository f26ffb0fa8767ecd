#pragma once
/// Files that are read or written in one go. Every text that a function returns is empty, or the error with the path.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace albireo::platform {

enum class Existing : std::uint8_t { keep, replace };  // keep: an existing file is an error

struct WriteOptions {
    Existing existing = Existing::replace;
    bool sync = true;  // false: return before the bytes are on the disk; a power failure may then lose this file
};

/// Writes a whole file atomically: whatever happens, the name refers to these bytes or to the previous file. The bytes
/// go to a temporary file in the same folder, which is renamed when they are on the disk. A symbolic link is kept: its
/// target is replaced, and keeps its mode and owner. Only special files (a pipe, a device) are written to directly.
std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes, const WriteOptions& options = {});
inline std::string write_whole(const std::string& path, std::string_view text) {
    return write_whole(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

struct ReadLimit {
    std::size_t bytes_max;
    const char* too_large;  // the error of a file above that
};

/// Reads all bytes of a file, and of nothing else: a pipe would keep us waiting until somebody writes to it.
std::string read_whole(const std::string& path, std::vector<std::uint8_t>& bytes, const ReadLimit& limit);

/// The outcome of write_new(): the error as errno has it, and at which step it was. A file that could not be written is removed again.
struct NewFile {
    int not_made = 0;  // EEXIST: there is a file of this name
    int not_written = 0;
    bool is_made() const { return not_made == 0 && not_written == 0; }
};

/// Makes a file with this text, on the disk when it returns. If several processes try at once, one of them makes it; until that has
/// finished, the others may see it without its text.
NewFile write_new(const std::string& path, std::string_view text, unsigned mode);

/// "PATH: cannot be written: No space left on device".
std::string fault_text(const std::string& path, const char* what, int error);
std::string fault_text(const std::string& path, const char* what, const std::error_code& error);

}  // namespace albireo::platform
