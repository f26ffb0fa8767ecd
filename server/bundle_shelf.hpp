#pragma once
/// Bundles of desyncs in a folder: their names, where they are from, and which of them are deleted first.
///
/// 1. An origin is the network of the client whose world differed: its IPv4 /24 or IPv6 /48. A name has a keyed hash of it, so without
///    the server's key it shows only which bundles have the same origin. Bundles without an origin (of a link in memory, or of an
///    earlier release) count as one more origin.
/// 2. A bundle whose inquiry named no field may be the work of a malicious client. Such unnamed bundles are deleted first.
/// 3. Then those of the origin that has the largest share of the limits: one client, even if its story is consistent, displaces its
///    own bundles before those of others.
/// 4. Then the oldest. Names begin with their time, so the first by name is the oldest.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "proto/keys.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

inline constexpr std::string_view kBundleEnding = ".desync";

/// Eight hexadecimal digits. Empty if the address is unknown.
std::string bundle_origin(const proto::SecretKey& server, Host host);

/// `stem`: TIME-CODE. The result is TIME-CODE[-unnamed][-from-ORIGIN][-NUMBER].desync; the first bundle of a name has no number.
std::string bundle_name(const std::string& stem, bool named, const std::string& origin, int number);

struct BundleFile {
    BundleFile(std::string file_name, std::uint64_t size);

    std::string name;
    std::uint64_t bytes;
    bool named;
    std::string origin;
};

/// The most that is kept; 0: no limit.
struct BundleQuota {
    std::uint64_t files_max = 0, bytes_max = 0;
};

/// The same files in the order in which they are to be deleted. `incoming`: a file that is about to be added, which counts as its
/// origin's; null: none.
std::vector<BundleFile> in_order_of_deletion(std::vector<BundleFile> files, const BundleQuota& limits, const BundleFile* incoming = nullptr);

}  // namespace albireo::server
