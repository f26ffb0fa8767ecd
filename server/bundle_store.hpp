#pragma once
/// The folder that stores bundles of desyncs. Files are written atomically; the oldest are deleted to make room for new
/// ones.
///
/// 1. A bundle whose inquiry named no field may be the work of a malicious client. Such unnamed bundles are deleted
///    first, and no named bundle is ever deleted to make room for an unnamed one.
#include <cstdint>
#include <string>

#include "replays/bundle.hpp"

namespace albireo::server {

class BundleStore {
  public:
    static constexpr std::size_t kFilesMax = 64;
    static constexpr std::uint64_t kBytesMax = 256u << 20;

    explicit BundleStore(std::string folder, std::size_t files_max = kFilesMax, std::uint64_t bytes_max = kBytesMax)
        : folder_(std::move(folder)), files_max_(files_max), bytes_max_(bytes_max) {}

    struct Kept {
        std::string path;   // TIME-CODE.desync, or TIME-CODE-unnamed.desync
        std::string fault;  // why the bundle was not stored; empty if it was
    };
    /// Writes a bundle. Creates the folder if it is missing.
    Kept keep(const replays::Bundle& bundle) const;

  private:
    bool make_room(std::uint64_t bytes, bool named) const;

    std::string folder_;
    std::size_t files_max_;
    std::uint64_t bytes_max_;
};

}  // namespace albireo::server
