#include "replays/sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <system_error>

namespace albireo::replays {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFileBytesMax = 1 << 30;
constexpr mode_t kMode = 0644;
constexpr int kLinksMax = 40;  // as many as Linux follows

std::string reason(const std::string& path, const char* what) {
    return path + ": " + what + ": " + std::strerror(errno);
}

/// False with errno.
bool write_all(int file, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

/// Resolves symbolic links, whether or not the target exists.
fs::path target_of(const std::string& path) {
    fs::path target(path);
    std::error_code error;
    for (int links = 0; links < kLinksMax; ++links) {
        const fs::path next = fs::read_symlink(target, error);
        if (error) break;  // not a symbolic link
        target = target.parent_path() / next;
    }
    return target;
}

/// Creates a file in that folder under a name that no other writer uses. -1 with errno on failure.
int open_part(const fs::path& folder, fs::path& part) {
    static std::atomic<unsigned> count = 0;
    for (;;) {
        part = folder / (".albireo-" + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".part");
        const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
        if (file >= 0 || errno != EEXIST) return file;
    }
}

/// False with errno.
bool fill_part(int file, std::span<const std::uint8_t> bytes, const struct stat* replaced, bool sync) {
    if (replaced != nullptr) {
        // Only root can change a file's owner; failing to do so is no reason to fail.
        [[maybe_unused]] const int owned = ::fchown(file, replaced->st_uid, replaced->st_gid);
        if (::fchmod(file, replaced->st_mode & 07777) != 0) return false;
    }
    return write_all(file, bytes) && (!sync || ::fsync(file) == 0);
}

/// False with errno.
bool give_name(const fs::path& part, const fs::path& target, FileSink::Existing existing) {
    if (existing == FileSink::Existing::keep) {
        if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return true;
        if (errno != EINVAL) return false;  // the file system does not support it: the name was free a moment ago
    }
    return ::rename(part.c_str(), target.c_str()) == 0;
}

/// Makes the new name survive a power failure too.
void sync_folder(const fs::path& folder) {
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    ::fsync(file);
    ::close(file);
}

}  // namespace

FileSink::FileSink(const std::string& path, Existing existing) : path_(path) {
    const int how = existing == Existing::replace ? O_TRUNC : O_EXCL;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | how, kMode);
    if (file_ < 0) fault_ = reason(path, "cannot be created");
    is_empty_ = file_ >= 0 && existing == Existing::keep;
}

FileSink::~FileSink() {
    if (file_ < 0) return;
    ::close(file_);
    if (is_empty_) ::unlink(path_.c_str());
}

std::string FileSink::append(std::span<const std::uint8_t> bytes) {
    if (file_ < 0) return fault_;
    if (!write_all(file_, bytes)) return reason(path_, "cannot be written");
    is_empty_ = false;
    return {};
}

std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes, const WriteOptions& options) {
    const fs::path target = target_of(path);
    struct stat status {};
    const bool exists = ::stat(target.c_str(), &status) == 0;
    if (exists && options.existing == FileSink::Existing::keep) {
        errno = EEXIST;
        return reason(path, "cannot be created");
    }
    if (exists && !S_ISREG(status.st_mode)) return FileSink{path, FileSink::Existing::replace}.append(bytes);

    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    fs::path part;
    const int file = open_part(folder, part);
    if (file < 0) return reason(path, "cannot be created");
    std::string fault;
    if (!fill_part(file, bytes, exists ? &status : nullptr, options.sync)) fault = reason(path, "cannot be written");
    ::close(file);
    if (fault.empty() && !give_name(part, target, options.existing)) fault = reason(path, "cannot be created");
    if (!fault.empty()) {
        ::unlink(part.c_str());
    } else if (options.sync) {
        sync_folder(folder);
    }
    return fault;
}

std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes) {
    bytes.clear();
    // Without waiting: a FIFO would keep us until somebody writes to it.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return reason(path, "cannot be opened");
    struct stat status {};
    std::string fault;
    if (::fstat(file, &status) != 0) {
        fault = reason(path, "cannot be read");
    } else if (!S_ISREG(status.st_mode)) {
        fault = path + ": not a file";
    } else if (static_cast<std::size_t>(status.st_size) > kFileBytesMax) {
        fault = path + ": too large to be a replay";
    } else {
        bytes.resize(static_cast<std::size_t>(status.st_size));
        std::size_t have = 0;
        while (have < bytes.size()) {
            const ssize_t got = ::read(file, bytes.data() + have, bytes.size() - have);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) fault = reason(path, "cannot be read");
            if (got <= 0) break;
            have += static_cast<std::size_t>(got);
        }
        bytes.resize(have);
    }
    ::close(file);
    return fault;
}

std::vector<std::string> find_recordings(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator(folder, error); !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() == ".replay") paths.push_back(entry->path().string());
    }
    std::ranges::sort(paths, std::greater{});
    return paths;
}

}  // namespace albireo::replays
