#include "client/net/seat_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <tuple>

#include "client/words/words.hpp"
#include "platform/file.hpp"
#include "platform/process.hpp"
#include "proto/join_code.hpp"
#include "proto/token.hpp"

namespace albireo::client {
namespace {

constexpr std::string_view kHead = "albireo seat 2\n", kUnsealedHead = "albireo seat 1\n";
constexpr std::string_view kKeyHead = "albireo seat key 1\nkey = ";
constexpr std::size_t kServerBytesMax = 300;

/// Takes "NAME = value\n" from the front.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view name) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !text.starts_with(name)) return std::nullopt;
    const std::string_view value = text.substr(name.size(), end - name.size());
    text.remove_prefix(end + 1);
    return value;
}

/// Everything before the token, which is bound to it.
std::string lines_before_token(const KeptSeat& seat) {
    return std::string(kHead) + "server = " + seat.server + "\ncode = " + seat.code + "\n" +
           (seat.rendezvous.empty() ? "" : "rendezvous = " + seat.rendezvous + "\n");
}

bool is_address(std::string_view words) {
    return !words.empty() && words.size() <= kServerBytesMax && std::ranges::all_of(words, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

std::string text_of(const KeptSeat& seat, const proto::TokenKey& key) {
    const std::string lines = lines_before_token(seat);
    return lines + "token = " + key.seal(seat.token, lines) + "\n";
}

bool is_unsealed(std::string_view text) {
    return text.starts_with(kUnsealedHead);
}

std::optional<KeptSeat> read_kept_seat(std::string_view text, const proto::TokenKey* key) {
    const bool is_plain = is_unsealed(text);
    if (!is_plain && (key == nullptr || !text.starts_with(kHead))) return std::nullopt;
    text.remove_prefix(kHead.size());
    static_assert(kHead.size() == kUnsealedHead.size());
    const auto server = take_line(text, "server = ");
    const auto code = take_line(text, "code = ");
    const auto token_first = is_plain ? take_line(text, "token = ") : std::nullopt;
    const auto rendezvous = take_line(text, "rendezvous = ");
    const auto token = is_plain ? token_first : take_line(text, "token = ");
    if (!server || !code || !token || !text.empty()) return std::nullopt;
    if (!is_address(*server) || (rendezvous && !is_address(*rendezvous))) return std::nullopt;
    const auto read = proto::read_join_code(*code);
    if (!read || (!is_plain && *read != *code)) return std::nullopt;  // a code is written in one way only
    KeptSeat seat{.server = std::string(*server), .code = *read, .token = {}, .rendezvous = std::string(rendezvous.value_or(""))};
    const auto opened = is_plain ? proto::read_token(*token) : key->open(*token, lines_before_token(seat));
    if (!opened) return std::nullopt;
    seat.token = *opened;
    return seat;
}

std::optional<proto::TokenKey> read_token_key(const std::string& path) {
    const platform::File file(path, {.waits = false});
    platform::FileStatus found;
    if (!file.is_open() || file.status(found) != 0 || !found.is_regular) return std::nullopt;
    if ((found.mode & 077) != 0) std::ignore = file.set_mode(0600);
    std::array<char, 256> text;
    std::size_t size = 0;
    if (file.read_at(0, text, size) != 0) return std::nullopt;
    std::string_view all{text.data(), size};
    if (!all.starts_with(kKeyHead) || !all.ends_with('\n')) return std::nullopt;
    all.remove_prefix(kKeyHead.size());
    all.remove_suffix(1);
    return proto::TokenKey::read(all);
}

std::optional<proto::TokenKey> make_token_key(const std::string& path, std::string& error) {
    std::error_code not_made;
    if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty()) std::filesystem::create_directories(folder, not_made);
    if (not_made) {
        error = translated_error(not_made);
        return std::nullopt;
    }
    // Beside it and whole: a program that is killed leaves no half of a key.
    const std::string fresh = path + "." + std::to_string(platform::process_id());
    platform::remove_file(fresh);
    platform::File file(fresh, {.access = platform::OpenOptions::Access::write, .create = platform::OpenOptions::Create::new_only, .mode = 0600});
    const auto key = proto::TokenKey::random();
    int failed = file.is_open() ? file.write(std::string(kKeyHead) + key.text() + "\n") : file.error();
    if (failed == 0) failed = file.sync();
    file.close();
    if (failed == 0) failed = platform::rename_file(fresh, path);
    if (failed == 0) return key;
    platform::remove_file(fresh);
    error = translated_error(failed);
    return std::nullopt;
}

}  // namespace albireo::client
