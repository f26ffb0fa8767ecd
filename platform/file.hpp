#pragma once
/// An open file, names in folders, and the disk beneath them.
///
/// 1. An int that a function returns is 0, or the error as errno has it; reason_text() has its text.
/// 2. No program that this process starts inherits an open file.
/// 3. A call that a signal has interrupted is made again.
/// 4. Nothing here allocates but what takes or returns a text.
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <string_view>

namespace albireo::platform {

struct OpenOptions {
    enum class Access : std::uint8_t { read, write, read_write };
    enum class Create : std::uint8_t { no, if_missing, new_only };  // new_only: an existing file is an error

    Access access = Access::read;
    Create create = Create::no;
    unsigned mode = 0644;      // of a file that is made
    bool empties = false;      // what exists
    bool appends = false;      // each write goes to the end of the file
    bool follows_link = true;  // otherwise a symbolic link is an error
    bool waits = true;         // for the other end, if it is a pipe
};

struct FileStatus {
    bool is_regular = false;
    std::uint64_t bytes = 0;
    std::time_t written = 0;  // the time of the last write
    unsigned mode = 0;        // the bits of chmod
    std::uint64_t names = 0;  // 0: the file has been removed
    std::uint32_t user = 0, group = 0;
};

class File {
  public:
    File() = default;
    File(const std::string& path, const OpenOptions& options);
    ~File() { close(); }
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool is_open() const { return number_ >= 0; }
    /// Why it could not be opened.
    int error() const { return error_; }
    void close();
    /// As the system numbers it, for the rest of platform/.
    int number() const { return number_; }

    /// The first bytes go in a single write, so lines of two programs that append do not mix.
    int write(std::span<const std::uint8_t> bytes) const;
    int write(std::string_view text) const;
    int write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const;
    int write_at(std::uint64_t offset, std::string_view text) const;
    /// Reads until `into` is full or the file ends. `got` counts the bytes read, also after an error.
    int read(std::span<std::uint8_t> into, std::size_t& got) const;
    int read_at(std::uint64_t offset, std::span<char> into, std::size_t& got) const;

    int status(FileStatus& status) const;
    int truncate(std::uint64_t bytes) const;
    /// Sets space aside without a change of what is in the file. EOPNOTSUPP or ENOSYS: this file system cannot.
    int reserve(std::uint64_t bytes) const;
    int set_mode(unsigned mode) const;
    int set_owner(std::uint32_t user, std::uint32_t group) const;
    /// EWOULDBLOCK: another open file has the lock. The lock ends with this one.
    int lock() const;

    /// Waits until the disk has everything.
    int sync() const;
    /// … but for times and other facts that are not needed to read the bytes.
    int sync_data() const;
    /// Gives the disk the bytes, without waiting for it.
    void begin_sync() const;

  private:
    int number_ = -1;
    int error_ = 0;
};

/// Of a name, which may be a symbolic link; that is not a regular file.
int status_of_name(const std::string& path, FileStatus& status);
/// Of the file itself; symbolic links are followed.
int status_of_file(const std::string& path, FileStatus& status);

/// Removes a name, but not of a folder.
int remove_file(const std::string& path);
/// Replaces the file that has the name `to`.
int rename_file(const std::string& from, const std::string& to);
/// EEXIST: the name `to` is taken. Where the file system cannot do both at once, the name is not protected.
int rename_to_free_name(const std::string& from, const std::string& to);
/// Gives the file a second name. EEXIST: it is taken.
int add_name(const std::string& path, const std::string& name);
/// A new name survives a power failure once its folder is on the disk.
void sync_folder(const std::string& folder);
/// Makes an empty file in the folder and removes it again: whether that is possible.
int try_to_make_file(const std::string& folder);

struct DiskSpace {
    std::uint64_t size_bytes = 0;
    std::uint64_t free_bytes = 0;  // for this user
    bool is_read_only = false;
};
int disk_space(const std::string& folder, DiskSpace& space);

}  // namespace albireo::platform
