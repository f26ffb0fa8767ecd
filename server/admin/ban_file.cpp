#include "server/admin/ban_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "replays/sink.hpp"

namespace albireo::server {
namespace {

constexpr std::string_view kHead = "albireo bans 1";
constexpr std::int64_t kSecondsMax = 366LL * 24 * 60 * 60;  // no ban is longer: a clock that was set back prolongs none

}  // namespace

std::vector<Ban> BanFile::read(const Now& now, std::string& fault) const {
    fault.clear();
    std::error_code ignored;
    if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
    std::vector<std::uint8_t> bytes;
    if (fault = replays::read_file(path_, bytes); !fault.empty()) return {};
    std::istringstream text{std::string(bytes.begin(), bytes.end())};
    std::vector<Ban> bans;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
        if (number == 1 && line == kHead) continue;
        std::istringstream words{line};
        std::string range_text, rest;
        std::int64_t end = 0;
        const bool is_read = static_cast<bool>(words >> range_text >> end) && !(words >> rest);
        const auto range = is_read && number > 1 ? read_host_range(range_text) : std::nullopt;
        if (!range || bans.size() >= Bans::kMax) {
            fault = fmt::format("{}:{}: not a ban: the file is not used, and the next ban replaces it", path_, number);
            return {};
        }
        const std::int64_t left = std::clamp<std::int64_t>(end - now.unix_seconds, 0, kSecondsMax);
        if (left > 0) bans.push_back({*range, now.steady + left * proto::kMicrosPerSecond});
    }
    return bans;
}

std::string BanFile::write(const std::vector<Ban>& bans, const Now& now) const {
    if (path_.empty()) return {};
    std::string text = std::string(kHead) + "\n";
    for (const Ban& ban : bans) {
        const Micros left = ban.until - now.steady + proto::kMicrosPerSecond - 1;
        text += fmt::format("{} {}\n", ban.range.text(), now.unix_seconds + left / proto::kMicrosPerSecond);
    }
    return replays::write_whole(path_, text);
}

}  // namespace albireo::server
