#include "server/bundle_shelf.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <queue>
#include <tuple>

#include "proto/sodium_start.hpp"

namespace albireo::server {
namespace {

constexpr std::string_view kUnnamed = "-unnamed", kFrom = "-from-";
constexpr std::size_t kOriginDigits = 8;

std::string origin_in(const std::string& name) {
    const std::size_t from = name.find(kFrom);
    return from == std::string::npos ? std::string() : name.substr(from + kFrom.size(), kOriginDigits);
}

/// The bundles of one origin.
struct Pile {
    std::vector<BundleFile> files;  // the oldest last
    std::uint64_t count = 0, bytes = 0;  // with the incoming one
};

/// The larger one of a pile's shares of the two limits.
double share_of(const Pile& pile, const BundleQuota& limits) {
    const auto part = [](std::uint64_t has, std::uint64_t most) { return most == 0 ? 0.0 : static_cast<double>(has) / static_cast<double>(most); };
    return std::max(part(pile.count, limits.files_max), part(pile.bytes, limits.bytes_max));
}

}  // namespace

std::string bundle_origin(const proto::SecretKey& server, Host host) {
    if (host == 0) return {};
    std::string input = "albireo bundle origins 1";
    for (int shift = 0; shift < 64; shift += 8) input += static_cast<char>(prefix_of(host) >> shift);
    std::array<std::uint8_t, crypto_generichash_BYTES_MIN> hash;
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(input.data()), input.size(), server.data(), server.size());
    std::string origin;
    for (std::size_t i = 0; i < kOriginDigits / 2; ++i) origin += fmt::format("{:02x}", hash[i]);
    return origin;
}

std::string bundle_name(const std::string& stem, bool named, const std::string& origin, int number) {
    assert((origin.empty() || origin.size() == kOriginDigits) && "an origin is a hash of this length");
    std::string name = stem;
    if (!named) name += kUnnamed;
    if (!origin.empty()) name.append(kFrom).append(origin);
    if (number > 1) name += fmt::format("-{}", number);
    return name.append(kBundleEnding);
}

BundleFile::BundleFile(std::string file_name, std::uint64_t size)
    : name(std::move(file_name)), bytes(size), named(name.find(kUnnamed) == std::string::npos), origin(origin_in(name)) {}

std::vector<BundleFile> in_order_of_deletion(std::vector<BundleFile> files, const BundleQuota& limits, const BundleFile* incoming) {
    [[maybe_unused]] const std::size_t all = files.size();
    std::ranges::sort(files, [](const BundleFile& a, const BundleFile& b) { return a.name > b.name; });
    std::array<std::map<std::string, Pile>, 2> piles;  // the unnamed, the named
    const auto count = [&](const BundleFile& file) -> Pile& {
        Pile& pile = piles[file.named ? 1 : 0][file.origin];
        ++pile.count;
        pile.bytes += file.bytes;
        return pile;
    };
    if (incoming != nullptr) count(*incoming);
    for (BundleFile& file : files) {
        Pile& pile = count(file);
        pile.files.push_back(std::move(file));
    }
    struct Next {
        double share;
        Pile* pile;
        bool operator<(const Next& other) const {
            return std::tie(share, other.pile->files.back().name) < std::tie(other.share, pile->files.back().name);
        }
    };
    std::vector<BundleFile> order;
    for (auto& by_origin : piles) {
        std::priority_queue<Next> queue;
        const auto wait = [&](Pile& pile) {
            if (!pile.files.empty()) queue.push({share_of(pile, limits), &pile});
        };
        for (auto& [origin, pile] : by_origin) wait(pile);
        while (!queue.empty()) {
            Pile& pile = *queue.top().pile;
            queue.pop();
            --pile.count;
            pile.bytes -= pile.files.back().bytes;
            order.push_back(std::move(pile.files.back()));
            pile.files.pop_back();
            wait(pile);
        }
    }
    assert(order.size() == all && "each file is deleted once");
    return order;
}

}  // namespace albireo::server
