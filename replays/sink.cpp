#include "replays/sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace albireo::replays {

namespace {

constexpr std::size_t kFileBytesMax = 1 << 30;

std::string reason(const std::string& path, const char* what) {
    return path + ": " + what + ": " + std::strerror(errno);
}

}  // namespace

FileSink::FileSink(const std::string& path, Existing existing) : path_(path) {
    const int how = existing == Existing::replace ? O_TRUNC : O_EXCL;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | how, 0644);
    if (file_ < 0) fault_ = reason(path, "cannot be created");
}

FileSink::~FileSink() {
    if (file_ >= 0) ::close(file_);
}

std::string FileSink::append(std::span<const std::uint8_t> bytes) {
    if (file_ < 0) return fault_;
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return reason(path_, "cannot be written");
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

std::string write_whole(const std::string& path, std::span<const std::uint8_t> bytes) {
    const std::string part = path + ".part";
    std::string fault;
    {
        FileSink file(part, FileSink::Existing::replace);
        fault = file.append(bytes);
    }
    if (fault.empty() && std::rename(part.c_str(), path.c_str()) != 0) fault = reason(path, "cannot be renamed");
    if (!fault.empty()) std::remove(part.c_str());
    return fault;
}

std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes) {
    bytes.clear();
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return reason(path, "cannot be opened");
    struct stat status {};
    std::string fault;
    if (::fstat(file, &status) != 0) {
        fault = reason(path, "cannot be read");
    } else if (!S_ISREG(status.st_mode)) {
        fault = path + ": not a file";
    } else if (static_cast<std::size_t>(status.st_size) > kFileBytesMax) {
        fault = path + ": larger than any replay";
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

}  // namespace albireo::replays
