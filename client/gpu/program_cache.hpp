#pragma once
/// Linked programs as files, so that a driver need not compile them again. Owned by the device. Knows no OpenGL.
///
/// 1. A file is named by its key, a hash of the driver and of all texts of the program: a new driver, a new build or
///    another version of a shader finds nothing and makes its own.
/// 2. A file that is damaged, truncated or of another key counts as missing; it is replaced by the next keep().
/// 3. Nothing here is fatal: without a folder, or with a full disk, programs are compiled as usual.
/// 4. The folder holds at most kFilesMax files and kBytesMax bytes; beyond that the oldest are removed.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::gpu {

/// FNV-1a, 64 bits, continued from `hash` (http://www.isthe.com/chongo/tech/comp/fnv).
constexpr std::uint64_t kHashBegin = 0xcbf29ce484222325U;
constexpr std::uint64_t hash_more(std::uint64_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3U;
    return hash;
}

class ProgramCache {
  public:
    static constexpr std::size_t kFilesMax = 512;
    static constexpr std::uint64_t kBytesMax = 96U << 20;
    static constexpr std::size_t kProgramBytesMax = 8U << 20;

    struct Binary {
        std::uint32_t format = 0;  // the driver's
        std::vector<char> bytes;
    };

    /// `folder` empty: nothing is found, nothing is kept.
    explicit ProgramCache(std::string folder) : folder_(std::move(folder)) {}

    bool is_on() const { return !folder_.empty(); }
    std::optional<Binary> find(std::uint64_t key) const;
    void keep(std::uint64_t key, const Binary& binary);

  private:
    std::string path_of(std::uint64_t key) const;
    void prune() const;

    std::string folder_;
    bool is_pruned_ = false;
};

}  // namespace albireo::gpu
