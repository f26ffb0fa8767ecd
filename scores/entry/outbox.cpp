#include "scores/entry/outbox.hpp"

#include <algorithm>
#include <filesystem>

#include "console/console.hpp"
#include "platform/user_folders.hpp"
#include "platform/whole_file.hpp"
#include "replays/sink.hpp"
#include "scores/entry/eligibility.hpp"
#include "scores/entry/key.hpp"

namespace albireo::scores {

namespace fs = std::filesystem;

std::string player_folder() {
    return platform::user_folder(platform::UserFolder::data);
}

std::string load_key(const std::string& path, std::string& key) {
    std::vector<std::uint8_t> bytes;
    if (std::string fault = replays::read_file(path, bytes); !fault.empty()) return fault;
    key.assign(bytes.begin(), bytes.end());
    while (key.ends_with('\n') || key.ends_with('\r')) key.pop_back();
    return key_hash(key) ? "" : path + ": not a key: expected 64 hexadecimal digits";
}

std::string load_or_make_key(const std::string& path, std::string& key) {
    if (std::string fault = console::make_folder(fs::path(path).parent_path().string()); !fault.empty()) return fault;
    const std::string fresh = random_key();
    const platform::NewFile made = platform::write_new(path, fresh + "\n", 0600);
    if (made.not_made != 0) return load_key(path, key);
    key = fresh;
    return made.is_made() ? "" : path + ": cannot be written";
}

Outbox::Outbox(const std::string& folder, const http::Url& url, const std::string& path) : url_(url), path_(path) {
    std::string name = url.host + "-" + std::to_string(url.port) + url.path + (path == "/runs" ? "" : path);
    std::ranges::replace_if(name, [](char letter) { return letter == '/' || letter == ':' || letter == '.'; }, '_');
    folder_ = (fs::path(folder) / name).string();
}

std::string Outbox::add(const std::string& file) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (!error && size > kRecordingBytesMax) return file + ": it has " + std::to_string(size) + " bytes; the boards take at most " + std::to_string(kRecordingBytesMax);
    std::vector<std::uint8_t> bytes;
    if (std::string fault = replays::read_file(file, bytes); !fault.empty()) return fault;
    std::string queued;
    return add(bytes, queued);
}

std::string Outbox::add(std::span<const std::uint8_t> recording, std::string& queued) {
    if (std::string fault = console::make_folder(folder_); !fault.empty()) return fault;
    queued = (fs::path(folder_) / (hex_of(hash_of(recording)).substr(0, 32) + ".replay")).string();
    return replays::write_whole(queued, recording);
}

std::vector<std::string> Outbox::files() const {
    std::vector<std::pair<fs::file_time_type, std::string>> all;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() == ".replay") all.emplace_back(entry.last_write_time(error), entry.path().string());
    }
    std::ranges::sort(all);
    std::vector<std::string> paths;
    for (auto& [when, path] : all) paths.push_back(std::move(path));
    return paths;
}

std::size_t Outbox::waiting() const { return files().size(); }

std::optional<Outbox::Sent> Outbox::send_first(const std::string& key, const http::AskLimits& limits) {
    for (const std::string& path : files()) {
        std::vector<std::uint8_t> bytes;
        if (!replays::read_file(path, bytes).empty()) continue;
        Sent sent{.file = path};
        http::Said said;
        const http::Question question{
            .method = "POST", .path = path_, .body = std::string(bytes.begin(), bytes.end()), .authorization = "Bearer " + key};
        if (const std::string fault = http::ask(url_, question, said, limits); !fault.empty()) {
            sent.body = fault;
            return sent;
        }
        sent.status = said.status;
        sent.body = said.body;
        // These are final. Later it may go better: too often, busy, full. Any other answer is not from boards, which answer with a JSON
        // object: a network that wants a login answers for every server. A proxy may refuse a large body with a page of its own.
        const bool is_final = said.status == 201 || said.status == 409 || said.status == 422;
        sent.is_settled = said.status == 413 || (is_final && said.body.starts_with('{'));
        std::error_code ignored;
        if (sent.is_settled) fs::remove(path, ignored);
        return sent;
    }
    return std::nullopt;
}

std::vector<Outbox::Sent> Outbox::send(const std::string& key, std::chrono::milliseconds within) {
    std::vector<Sent> all;
    while (const std::optional<Sent> sent = send_first(key, {.within = within})) {
        all.push_back(*sent);
        if (!sent->is_settled) break;
    }
    return all;
}

}  // namespace albireo::scores
