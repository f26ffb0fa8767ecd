#include "console/console.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <vector>

#include "sim/level/difficulty.hpp"

namespace albireo::console {

void add_log_level(CLI::App& app, std::string& level) {
    app.add_option("--log-level", level, "trace, debug, info, warn, error, critical or off")
        ->check(CLI::IsMember({"trace", "debug", "info", "warn", "warning", "error", "critical", "off"}))
        ->capture_default_str();
}

void start_log(const std::string& level, const std::string& pattern) {
    spdlog::set_default_logger(spdlog::stderr_logger_mt("console"));
    spdlog::set_level(spdlog::level::from_str(level));
    spdlog::set_pattern(pattern);
}

void add_difficulty(CLI::App& app, std::string& name, const std::string& when) {
    app.add_option("--difficulty", name, when + "calm, standard or storm")
        ->check(CLI::IsMember(std::vector<std::string>(kDifficultyNames.begin(), kDifficultyNames.end())))
        ->capture_default_str();
}

}  // namespace albireo::console
