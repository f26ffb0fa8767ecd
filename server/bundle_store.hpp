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

    explicit BundleStore(std::string folder) : folder_(std::move(folder)) {}

    struct Kept {
        std::string path;   // TIME-CODE.desync, or TIME-CODE-unnamed.desync
        std::string fault;  // why the bundle was not stored; empty if it was
    };
    /// Writes a bundle. Creates the folder if it is missing.
    Kept keep(const replays::Bundle& bundle) const;

  private:
    bool make_room(std::uint64_t bytes, bool named) const;

    std::string folder_;
};

}  // namespace albireo::server
