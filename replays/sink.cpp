#include "replays/sink.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>

namespace albireo::replays {

namespace {

constexpr std::size_t kFileBytesMax = 1 << 30;

platform::OpenOptions options_for(platform::Existing existing) {
    const bool replaces = existing == platform::Existing::replace;
    using Options = platform::OpenOptions;
    return {.access = Options::Access::write,
            .create = replaces ? Options::Create::if_missing : Options::Create::new_only,
            .empties = replaces,
            .appends = true};
}

}  // namespace

FileSink::FileSink(const std::string& path, Existing existing) : path_(path), file_(path, options_for(existing)) {
    if (!file_.is_open()) fault_ = platform::fault_text(path, "cannot be created", file_.error());
    is_empty_ = file_.is_open() && existing == Existing::keep;
}

FileSink::~FileSink() {
    file_.close();
    if (is_empty_) platform::remove_file(path_);
}

std::string FileSink::append(std::span<const std::uint8_t> bytes) {
    if (!file_.is_open()) return fault_;
    if (const int error = file_.write(bytes); error != 0) return platform::fault_text(path_, "cannot be written", error);
    is_empty_ = false;
    return {};
}

std::string read_file(const std::string& path, std::vector<std::uint8_t>& bytes) {
    return platform::read_whole(path, bytes, {.bytes_max = kFileBytesMax, .too_large = "too large to be a replay"});
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
