#pragma once
/// The folder that stores bundles of desyncs. Files are written atomically; the oldest are deleted to make room for new
/// ones.
///
/// 1. A bundle whose inquiry named no field may be a malicious client's work. It is deleted to make room for a bundle
///    with a named field, never the other way round.
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
        std::string fault;  // empty, or why it could not be written
    };
    Kept keep(const replays::Bundle& bundle) const;

  private:
    bool make_room(std::uint64_t bytes, bool named) const;

    std::string folder_;
};

}  // namespace albireo::server
