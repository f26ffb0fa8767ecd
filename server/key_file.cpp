#include "server/key_file.hpp"

#include <sodium/utils.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "platform/file.hpp"
#include "platform/process.hpp"
#include "platform/user_folders.hpp"
#include "proto/sodium_start.hpp"

namespace albireo::server {
namespace {

constexpr std::string_view kHead = "albireo server key 1\nsecret = ";

std::optional<proto::KeyPair> read_key(const platform::File& file, const std::string& path, std::string& error) {
    platform::FileStatus found;
    if (file.status(found) != 0 || !found.is_regular) {
        error = path + " is not a file";
        return std::nullopt;
    }
    if ((found.mode & 077) != 0) {
        error = path + " can be read by others: chmod 600 " + path;
        return std::nullopt;
    }
    std::array<char, 256> text;
    std::size_t size = 0;
    const bool is_read = file.read_at(0, text, size) == 0;
    const std::string_view all{text.data(), is_read ? size : 0};
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
    const std::string fresh = path + "." + std::to_string(platform::process_id());
    platform::remove_file(fresh);  // what a process of this number left when it crashed: only one of it runs
    platform::File file(fresh, {.access = platform::OpenOptions::Access::write, .create = platform::OpenOptions::Create::new_only, .mode = 0600});
    if (!file.is_open()) {
        error = fresh + ": " + std::strerror(file.error());
        return false;
    }
    std::string text = std::string(kHead) + proto::text_of(proto::KeyPair::random().secret) + "\n";
    int failed = file.write(text);
    if (failed == 0) failed = file.sync();
    sodium_memzero(text.data(), text.size());
    file.close();
    if (failed != 0) error = fresh + ": " + std::strerror(failed);
    if (failed == 0) failed = platform::add_name(fresh, path);
    if (error.empty() && failed != 0 && failed != EEXIST) error = path + ": " + std::strerror(failed);
    platform::remove_file(fresh);
    return error.empty();
}

}  // namespace

std::optional<proto::KeyPair> load_or_make_key(const std::string& path, std::string& error) {
    error.clear();
    platform::File file(path, {.waits = false});
    if (file.error() == ENOENT) {
        if (!make_key(path, error)) return std::nullopt;
        file = platform::File(path, {.waits = false});
    }
    if (!file.is_open()) {
        error = path + ": " + std::strerror(file.error());
        return std::nullopt;
    }
    return read_key(file, path, error);
}

std::string default_key_path() {
    if (const std::string state = platform::service_state_folder(); !state.empty()) return state + "/server.key";
    const std::string folder = platform::user_folder(platform::UserFolder::state);
    return folder.empty() ? "" : folder + "/server.key";
}

}  // namespace albireo::server
