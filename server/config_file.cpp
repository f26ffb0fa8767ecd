// Reads the configuration file. The only file that includes the TOML library.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "replays/sink.hpp"
#include "server/options.hpp"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace albireo::server {
namespace {

constexpr std::size_t kFileBytesMax = 256 << 10;

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

/// Stores the value of one key. Returns an empty string, or what was wanted.
std::string store(const toml::node& node, const Option& row, Config& config) {
    return std::visit(
        [&](auto member) -> std::string {
            using Value = std::remove_reference_t<decltype(config.*member)>;
            Value& value = config.*member;
            if constexpr (std::is_same_v<Value, bool>) {
                if (!node.is_boolean()) return "expected true or false";
                value = node.as_boolean()->get();
            } else if constexpr (std::is_integral_v<Value>) {
                const auto range = fmt::format("expected a whole number from {:.0f} to {:.0f}", row.least, row.most);
                if (!node.is_integer()) return range;
                const std::int64_t number = node.as_integer()->get();
                if (static_cast<double>(number) < row.least || static_cast<double>(number) > row.most) return fmt::format("{}, not {}", range, number);
                value = static_cast<Value>(number);
            } else if constexpr (std::is_same_v<Value, std::string>) {
                if (!node.is_string()) return "expected a string in quotes";
                value = node.as_string()->get();
                std::error_code error;
                if (!row.words.empty() && std::ranges::find(row.words, value) == row.words.end()) {
                    return fmt::format("expected one of {}, not '{}'", joined(row.words), value);
                }
                if (row.is_folder && !value.empty() && !std::filesystem::is_directory(value, error)) return fmt::format("no folder '{}'", value);
            } else {
                const toml::array* list = node.as_array();
                if (list == nullptr) return R"(expected a list of strings, such as ["the_cut"])";
                value.clear();
                for (const toml::node& each : *list) {
                    if (!each.is_string()) return R"(expected a list of strings, such as ["the_cut"])";
                    value.push_back(each.as_string()->get());
                }
            }
            return {};
        },
        row.place);
}

}  // namespace

std::string read_config_file(const std::string& path, std::span<const Option> rows, Config& config, std::set<std::string>& keys) {
    std::vector<std::uint8_t> bytes;
    if (std::string fault = replays::read_file(path, bytes); !fault.empty()) return fault;
    if (bytes.size() > kFileBytesMax) return fmt::format("{}: larger than {} KiB: not a configuration file", path, kFileBytesMax >> 10);
    const toml::parse_result parsed = toml::parse(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    if (!parsed) {
        std::string text(parsed.error().description());
        std::replace(text.begin(), text.end(), '\n', ' ');
        return fmt::format("{}:{}: {}", path, parsed.error().source().begin.line, text);
    }
    for (const auto& [key, node] : parsed.table()) {
        const std::string name(key.str());
        const auto where = fmt::format("{}:{}: {}", path, key.source().begin.line, name);
        const auto row = std::ranges::find(rows, name, &Option::name);
        if (row == rows.end()) return where + ": no such option: see --help, without the dashes in front";
        if (const std::string fault = store(node, *row, config); !fault.empty()) return where + ": " + fault;
        keys.insert(name);
    }
    return {};
}

}  // namespace albireo::server
