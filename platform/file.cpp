#include "platform/file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace albireo::platform {
namespace {

/// Calls `work` again if a signal has interrupted it. Returns 0, or the error.
int until_done(auto&& work) {
    while (work() < 0) {
        if (errno != EINTR) return errno;
    }
    return 0;
}

/// Calls `write` with what is left until nothing is. Returns 0, or the error.
int write_all(std::span<const std::uint8_t> bytes, auto&& write) {
    while (!bytes.empty()) {
        const ssize_t written = write(bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        assert(static_cast<std::size_t>(written) <= bytes.size() && "a write takes no more than it is given");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Calls `read` with the number of bytes so far until there are `size`, or the file ends. Returns 0, or the error.
int read_all(std::size_t size, std::size_t& got, auto&& read) {
    for (got = 0; got < size;) {
        const ssize_t more = read(got);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return errno;
        if (more == 0) break;
        got += static_cast<std::size_t>(more);
    }
    return 0;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

FileStatus status_from(const struct stat& from) {
    return {.is_regular = S_ISREG(from.st_mode),
            .bytes = static_cast<std::uint64_t>(from.st_size),
            .written = from.st_mtime,
            .mode = from.st_mode & 07777,
            .names = from.st_nlink,
            .user = from.st_uid,
            .group = from.st_gid};
}

}  // namespace

File::File(const std::string& path, const OpenOptions& options) {
    using Access = OpenOptions::Access;
    using Create = OpenOptions::Create;
    int how = O_CLOEXEC;
    how |= options.access == Access::read ? O_RDONLY : options.access == Access::write ? O_WRONLY : O_RDWR;
    if (options.create != Create::no) how |= O_CREAT;
    if (options.create == Create::new_only) how |= O_EXCL;
    if (options.empties) how |= O_TRUNC;
    if (options.appends) how |= O_APPEND;
    if (!options.follows_link) how |= O_NOFOLLOW;
    if (!options.waits) how |= O_NONBLOCK;
    number_ = ::open(path.c_str(), how, static_cast<mode_t>(options.mode));
    if (number_ < 0) error_ = errno;
}

File::File(File&& other) noexcept : number_(std::exchange(other.number_, -1)), error_(other.error_) {}

File& File::operator=(File&& other) noexcept {
    if (this == &other) return *this;
    close();
    number_ = std::exchange(other.number_, -1);
    error_ = other.error_;
    return *this;
}

void File::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

int File::write(std::span<const std::uint8_t> bytes) const {
    return write_all(bytes, [this](auto left) { return ::write(number_, left.data(), left.size()); });
}

int File::write(std::string_view text) const {
    return write(bytes_of(text));
}

int File::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const {
    return write_all(bytes, [&](auto left) {
        const auto at = static_cast<off_t>(offset + bytes.size() - left.size());
        return ::pwrite(number_, left.data(), left.size(), at);
    });
}

int File::write_at(std::uint64_t offset, std::string_view text) const {
    return write_at(offset, bytes_of(text));
}

int File::read(std::span<std::uint8_t> into, std::size_t& got) const {
    return read_all(into.size(), got, [&](std::size_t have) { return ::read(number_, into.data() + have, into.size() - have); });
}

int File::read_at(std::uint64_t offset, std::span<char> into, std::size_t& got) const {
    return read_all(into.size(), got, [&](std::size_t have) {
        return ::pread(number_, into.data() + have, into.size() - have, static_cast<off_t>(offset + have));
    });
}

int File::status(FileStatus& status) const {
    struct stat found {};
    if (::fstat(number_, &found) != 0) return errno;
    status = status_from(found);
    return 0;
}

int File::truncate(std::uint64_t bytes) const {
    return until_done([&] { return ::ftruncate(number_, static_cast<off_t>(bytes)); });
}

int File::reserve(std::uint64_t bytes) const {
    return until_done([&] { return ::fallocate(number_, 0, 0, static_cast<off_t>(bytes)); });
}

int File::set_mode(unsigned mode) const {
    return ::fchmod(number_, static_cast<mode_t>(mode)) == 0 ? 0 : errno;
}

int File::set_owner(std::uint32_t user, std::uint32_t group) const {
    return ::fchown(number_, user, group) == 0 ? 0 : errno;
}

int File::lock() const {
    return ::flock(number_, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

int File::sync() const {
    return ::fsync(number_) == 0 ? 0 : errno;
}

int File::sync_data() const {
    return ::fdatasync(number_) == 0 ? 0 : errno;
}

void File::begin_sync() const {
    ::sync_file_range(number_, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int status_of_name(const std::string& path, FileStatus& status) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) return errno;
    status = status_from(found);
    return 0;
}

int status_of_file(const std::string& path, FileStatus& status) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return errno;
    status = status_from(found);
    return 0;
}

int remove_file(const std::string& path) {
    return ::unlink(path.c_str()) == 0 ? 0 : errno;
}

int rename_file(const std::string& from, const std::string& to) {
    return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

int rename_to_free_name(const std::string& from, const std::string& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    return errno == EINVAL ? rename_file(from, to) : errno;
}

int add_name(const std::string& path, const std::string& name) {
    return ::link(path.c_str(), name.c_str()) == 0 ? 0 : errno;
}

void sync_folder(const std::string& folder) {
    const int number = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0) return;
    ::fsync(number);
    ::close(number);
}

int try_to_make_file(const std::string& folder) {
    std::string probe = folder + "/.albireo-XXXXXX";
    const int number = ::mkstemp(probe.data());
    if (number < 0) return errno;
    ::close(number);
    ::unlink(probe.c_str());
    return 0;
}

int disk_space(const std::string& folder, DiskSpace& space) {
    struct statvfs disk {};
    if (::statvfs(folder.c_str(), &disk) != 0) return errno;
    space = {.size_bytes = std::uint64_t{disk.f_blocks} * disk.f_frsize,
             .free_bytes = std::uint64_t{disk.f_bavail} * disk.f_frsize,
             .is_read_only = (disk.f_flag & ST_RDONLY) != 0};
    return 0;
}

}  // namespace albireo::platform
