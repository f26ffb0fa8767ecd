#include "client/net/known_servers.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "client/words/format.hpp"

namespace albireo::client {

std::optional<proto::PublicKey> KnownServers::find(const std::string& server) const {
    if (path_.empty()) return std::nullopt;
    std::ifstream in(path_);
    for (std::string line; std::getline(in, line);) {
        const auto space = line.find(' ');
        if (space == std::string::npos || line.substr(0, space) != server) continue;
        if (const auto key = proto::read_public_key(line.substr(space + 1))) return key;
    }
    return std::nullopt;
}

std::string KnownServers::remember(const std::string& server, const proto::PublicKey& key) const {
    if (path_.empty() || find(server)) return {};
    std::error_code ignored;
    if (const auto folder = std::filesystem::path(path_).parent_path(); !folder.empty()) {
        std::filesystem::create_directories(folder, ignored);
    }
    const auto fault = [this] { return tr_f("{}: {}: the server's key could not be stored", path_, std::strerror(errno)); };
    const int file = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return fault();
    // A single write, so that two programs never mix their lines. If the file's last line has no line end, it gets one.
    struct stat status{};
    char last = '\n';
    const bool is_readable = ::fstat(file, &status) == 0 && status.st_size > 0;
    if (is_readable && ::pread(file, &last, 1, status.st_size - 1) != 1) last = '\n';
    const std::string line = (last == '\n' ? "" : "\n") + server + ' ' + proto::text_of(key) + '\n';
    const bool is_written = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const std::string error = is_written ? std::string() : fault();
    ::close(file);
    return error;
}

}  // namespace albireo::client
