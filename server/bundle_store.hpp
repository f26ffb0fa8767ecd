#pragma once
/// The folder that stores bundles of desyncs. Files are written atomically; others are deleted to make room for new ones, in the
/// order of bundle_shelf.hpp.
///
/// 1. No named bundle is ever deleted to make room for an unnamed one.
/// 2. An origin has at most a quarter of the files. A further bundle displaces one of its own.
#include <cstdint>
#include <string>

#include "replays/bundle.hpp"
#include "server/bundle_shelf.hpp"

namespace albireo::server {

class BundleStore {
  public:
    static constexpr std::size_t kFilesMax = 64;
    static constexpr std::size_t kOriginsLeast = 4;  // share the folder
    static constexpr std::uint64_t kBytesMax = 256u << 20;

    explicit BundleStore(std::string folder, std::size_t files_max = kFilesMax, std::uint64_t bytes_max = kBytesMax)
        : folder_(std::move(folder)), files_max_(files_max), bytes_max_(bytes_max) {}

    struct Kept {
        std::string path;   // see bundle_name()
        std::string fault;  // why the bundle was not stored; empty if it was
    };
    /// Writes a bundle. Creates the folder if it is missing. `origin`: bundle_origin().
    Kept keep(const replays::Bundle& bundle, const std::string& origin = {}) const;

  private:
    std::string make_room(const BundleFile& incoming) const;

    std::string folder_;
    std::size_t files_max_;
    std::uint64_t bytes_max_;
};

}  // namespace albireo::server
