#include "server/bundle_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "replays/sink.hpp"
#include "replays/text.hpp"

namespace albireo::server {

namespace fs = std::filesystem;

BundleStore::Kept BundleStore::keep(const replays::Bundle& bundle, const std::string& origin) const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return {folder_, folder_ + ": cannot be created: " + error.message()};
    const auto bytes = replays::bundle_bytes(bundle);
    assert(!bytes.empty() && "a bundle is never empty");
    const std::string stem = replays::file_stem(bundle.wall_ms, bundle.code);
    const bool named = bundle.finding.is_named();
    if (std::string fault = make_room({bundle_name(stem, named, origin, 1), bytes.size()}); !fault.empty()) return {folder_, std::move(fault)};
    fs::path path;
    for (int number = 1;; ++number) {
        path = fs::path(folder_) / bundle_name(stem, named, origin, number);
        if (!fs::exists(path, error)) break;
    }
    // Not synced: the journals and recordings that this thread syncs must not wait for a bundle.
    return {path.string(), replays::write_whole(path.string(), bytes, {.sync = false})};
}

/// Returns an empty string, or why the bundle is not stored.
std::string BundleStore::make_room(const BundleFile& incoming) const {
    std::vector<BundleFile> files;
    std::error_code error;
    std::uint64_t sum = incoming.bytes;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() != kBundleEnding || !entry.is_regular_file(error)) continue;
        files.emplace_back(entry.path().filename().string(), entry.file_size(error));
        sum += files.back().bytes;
    }
    std::size_t left = files.size();
    const auto remove = [&](const BundleFile& file) {
        assert((incoming.named || !file.named) && "an unnamed bundle displaces only unnamed ones");
        fs::remove(fs::path(folder_) / file.name, error);
        sum -= file.bytes;
        --left;
    };
    std::vector<BundleFile> order = in_order_of_deletion(std::move(files), {files_max_, bytes_max_}, &incoming);

    const std::size_t own_max = incoming.origin.empty() ? SIZE_MAX : std::max<std::size_t>(files_max_ / kOriginsLeast, 1);
    const auto is_own = [&](const BundleFile& file) { return file.origin == incoming.origin; };
    for (auto own = static_cast<std::size_t>(std::ranges::count_if(order, is_own)); own >= own_max; --own) {
        const auto first = std::ranges::find_if(order, is_own);
        if (!incoming.named && first->named) {
            return folder_ + ": this origin's share is full of bundles that name a field; one that names none is not stored";
        }
        remove(*first);
        order.erase(first);
    }
    for (const BundleFile& file : order) {
        if (left < files_max_ && sum <= bytes_max_) break;
        if (!incoming.named && file.named) return folder_ + ": full of bundles that name a field; one that names none is not stored";
        remove(file);
    }
    assert(left < files_max_ && "there is room for one more file");
    return {};
}

}  // namespace albireo::server
