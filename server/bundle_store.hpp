#pragma once
/// The folder where bundles of desyncs lie. A file is there whole or not at all; the oldest make room for new ones.
#include <cstdint>
#include <span>
#include <string>

namespace albireo::server {

class BundleStore {
  public:
    static constexpr std::size_t kFilesMax = 64;
    static constexpr std::uint64_t kBytesMax = 256u << 20;

    explicit BundleStore(std::string folder) : folder_(std::move(folder)) {}

    struct Kept {
        std::string path;   // TIME-CODE.desync
        std::string fault;  // empty, or why it could not be written
    };
    Kept keep(const std::string& code, std::uint64_t wall_ms, std::span<const std::uint8_t> bytes) const;

  private:
    void make_room(std::uint64_t bytes) const;

    std::string folder_;
};

}  // namespace albireo::server
