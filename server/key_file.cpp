#include "server/key_file.hpp"

#include <fcntl.h>
#include <sodium/utils.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "proto/sodium_start.hpp"

namespace albireo::server {
namespace {

constexpr std::string_view kHead = "albireo server key 1\nsecret = ";

/// Why the last system call failed.
std::string reason() {
    return std::strerror(errno);
}

std::optional<proto::KeyPair> read_key(int file, const std::string& path, std::string& error) {
    struct stat found {};
    if (::fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) {
        error = path + " is not a file";
        return std::nullopt;
    }
    if ((found.st_mode & 077) != 0) {
        error = path + " can be read by others: chmod 600 " + path;
        return std::nullopt;
    }
    std::array<char, 256> text;
    const ssize_t size = ::pread(file, text.data(), text.size(), 0);
    const std::string_view all{text.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
    const bool is_whole = all.size() == kHead.size() + 2 * sizeof(proto::SecretKey) + 1 && all.starts_with(kHead);
    // A secret has the form of a public key: 64 digits.
    auto secret = is_whole ? proto::read_public_key(all.substr(kHead.size(), 2 * sizeof(proto::SecretKey))) : std::nullopt;
    sodium_memzero(text.data(), text.size());
    if (!secret) {
        error = path + " is damaged: restore it, or remove it for a new key";
        return std::nullopt;
    }
    const auto key = proto::KeyPair::of(*secret);
    sodium_memzero(secret->data(), secret->size());
    return key;
}

/// Writes a new key beside the file, whole, and gives it the file's name unless another server was faster.
bool make_key(const std::string& path, std::string& error) {
    std::error_code ignored;
    if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty()) {
        std::filesystem::create_directories(folder, ignored);
    }
    const std::string fresh = path + "." + std::to_string(::getpid());
    ::unlink(fresh.c_str());  // what a process of this number left when it crashed: only one of it runs
    const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        error = fresh + ": " + reason();
        return false;
    }
    std::string text = std::string(kHead) + proto::text_of(proto::KeyPair::random().secret) + "\n";
    const bool is_written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
    sodium_memzero(text.data(), text.size());
    if (!is_written) error = fresh + ": " + reason();
    ::close(file);
    if (is_written && ::link(fresh.c_str(), path.c_str()) != 0 && errno != EEXIST) error = path + ": " + reason();
    ::unlink(fresh.c_str());
    return error.empty();
}

}  // namespace

std::optional<proto::KeyPair> load_or_make_key(const std::string& path, std::string& error) {
    error.clear();
    int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && errno == ENOENT) {
        if (!make_key(path, error)) return std::nullopt;
        file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
    if (file < 0) {
        error = path + ": " + reason();
        return std::nullopt;
    }
    const auto key = read_key(file, path, error);
    ::close(file);
    return key;
}

std::string default_key_path() {
    const auto folder = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string(value != nullptr && value[0] == '/' ? value : "");
    };
    if (const auto state = folder("STATE_DIRECTORY"); !state.empty()) return state + "/server.key";
    if (const auto state = folder("XDG_STATE_HOME"); !state.empty()) return state + "/albireo/server.key";
    if (const auto home = folder("HOME"); !home.empty()) return home + "/.local/state/albireo/server.key";
    return {};
}

}  // namespace albireo::server
