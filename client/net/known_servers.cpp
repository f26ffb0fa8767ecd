#include "client/net/known_servers.hpp"

#include <filesystem>
#include <fstream>

#include "client/words/format.hpp"
#include "platform/file.hpp"

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
    const auto fault = [this](int error) { return tr_f("{}: {}: the server's key could not be stored", path_, translated_error(error)); };
    using Options = platform::OpenOptions;
    const platform::File file(path_, {.access = Options::Access::read_write, .create = Options::Create::if_missing, .mode = 0600, .appends = true});
    if (!file.is_open()) return fault(file.error());
    // A single write, so that two programs never mix their lines. If the file's last line has no line end, it gets one.
    platform::FileStatus status;
    char last = '\n';
    std::size_t got = 0;
    const bool has_last = file.status(status) == 0 && status.bytes > 0 && file.read_at(status.bytes - 1, {&last, 1}, got) == 0 && got == 1;
    if (!has_last) last = '\n';
    const std::string line = (last == '\n' ? "" : "\n") + server + ' ' + proto::text_of(key) + '\n';
    const int error = file.write(line);
    return error == 0 ? std::string() : fault(error);
}

}  // namespace albireo::client
