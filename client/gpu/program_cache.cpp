#include "client/gpu/program_cache.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace albireo::gpu {
namespace {

namespace fs = std::filesystem;

/// The file's first bytes. It is read by the machine that wrote it, so the byte order is the machine's.
struct Head {
    std::array<char, 8> magic{'a', 'l', 'b', 'p', 'r', 'o', 'g', '1'};
    std::uint64_t key = 0;
    std::uint64_t hash = 0;  // of the bytes
    std::uint32_t format = 0;
    std::uint32_t size = 0;
};
static_assert(sizeof(Head) == 32);

}  // namespace

std::string ProgramCache::path_of(std::uint64_t key) const {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "%016llx.program", static_cast<unsigned long long>(key));
    return folder_ + "/" + name.data();
}

std::optional<ProgramCache::Binary> ProgramCache::find(std::uint64_t key) const {
    if (!is_on()) return std::nullopt;
    std::ifstream file(path_of(key), std::ios::binary);
    Head head;
    if (!file.read(reinterpret_cast<char*>(&head), sizeof head)) return std::nullopt;
    if (head.magic != Head{}.magic || head.key != key || head.size > kProgramBytesMax) return std::nullopt;
    // The declared size is counted before it is believed.
    std::error_code error;
    if (fs::file_size(path_of(key), error) != sizeof head + head.size || error) return std::nullopt;
    Binary binary{head.format, std::vector<char>(head.size)};
    if (!file.read(binary.bytes.data(), static_cast<std::streamsize>(head.size))) return std::nullopt;
    if (hash_more(kHashBegin, {binary.bytes.data(), binary.bytes.size()}) != head.hash) return std::nullopt;
    return binary;
}

void ProgramCache::keep(std::uint64_t key, const Binary& binary) {
    if (!is_on() || binary.bytes.empty() || binary.bytes.size() > kProgramBytesMax) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (!is_pruned_) prune();
    is_pruned_ = true;
    const std::string path = path_of(key), fresh = path + ".new";
    {
        std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
        Head head;
        head.key = key;
        head.hash = hash_more(kHashBegin, {binary.bytes.data(), binary.bytes.size()});
        head.format = binary.format;
        head.size = static_cast<std::uint32_t>(binary.bytes.size());
        file.write(reinterpret_cast<const char*>(&head), sizeof head);
        file.write(binary.bytes.data(), static_cast<std::streamsize>(binary.bytes.size()));
        if (!file.flush()) {
            file.close();
            fs::remove(fresh, error);
            return;
        }
    }
    // Another program of ours sees the old file or the new one, never a part.
    fs::rename(fresh, path, error);
    if (error) fs::remove(fresh, error);
}

void ProgramCache::prune() const {
    struct File {
        fs::file_time_type time;
        std::uint64_t size = 0;
        fs::path path;
    };
    std::vector<File> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder_, error)) {
        // Nothing that is not ours is touched.
        const fs::path ending = entry.path().extension();
        if (!entry.is_regular_file(error) || (ending != ".program" && ending != ".new")) continue;
        files.push_back({entry.last_write_time(error), entry.file_size(error), entry.path()});
    }
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.time > b.time; });
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        bytes += files[i].size;
        // Half of the room, so that it need not be done again soon.
        if (i >= kFilesMax / 2 || bytes > kBytesMax / 2) fs::remove(files[i].path, error);
    }
}

}  // namespace albireo::gpu
