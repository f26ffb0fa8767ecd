#include "console/console.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "console/log_thread.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::console {

void add_log_level(Arguments& arguments, std::string& level) {
    arguments.add_option("--log-level", level, "trace, debug, info, warn, error, critical or off")
        ->one_of({"trace", "debug", "info", "warn", "warning", "error", "critical", "off"})
        ->shows_default();
}

void start_log(const std::string& level, const std::string& pattern) {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("console", make_log_sink()));
    spdlog::set_level(spdlog::level::from_str(level));
    spdlog::set_pattern(pattern, spdlog::pattern_time_type::utc);
}

void add_difficulty(Arguments& arguments, std::string& name, const std::string& when) {
    arguments.add_option("--difficulty", name, when + "calm, standard or storm")
        ->one_of({kDifficultyNames.begin(), kDifficultyNames.end()})
        ->shows_default();
}

bool read_seeds(const std::string& text, std::uint32_t& first, std::uint32_t& last) {
    const char* end = text.data() + text.size();
    const auto one = std::from_chars(text.data(), end, first);
    if (one.ec != std::errc{}) return false;
    last = first;
    if (one.ptr == end) return true;
    if (end - one.ptr < 3 || one.ptr[0] != '.' || one.ptr[1] != '.') return false;
    const auto two = std::from_chars(one.ptr + 2, end, last);
    return two.ec == std::errc{} && two.ptr == end && first <= last;
}

std::string make_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!error && !std::filesystem::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
    return error ? path + ": " + error.message() : std::string();
}

std::string file_fault(const std::string& path) {
    std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (folder.empty()) folder = ".";
    if (std::string fault = make_folder(folder.string()); !fault.empty()) return fault;
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return path + ": " + std::strerror(EISDIR);
    const std::string place = std::filesystem::exists(path, error) ? path : folder.string();
    return ::access(place.c_str(), W_OK) == 0 ? std::string() : path + ": " + std::strerror(errno);
}

}  // namespace albireo::console
