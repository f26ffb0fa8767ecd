#pragma once
/// The program's log, kept in memory while a CaughtLog exists.
#include <spdlog/sinks/ringbuffer_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <string>

namespace albireo::support {

class CaughtLog {
  public:
    CaughtLog() { spdlog::set_default_logger(std::make_shared<spdlog::logger>("caught", sink_)); }
    ~CaughtLog() { spdlog::set_default_logger(before_); }
    CaughtLog(const CaughtLog&) = delete;

    /// How many lines have this text. The newest 1 000 are kept.
    std::ptrdiff_t count(const std::string& text) const {
        return std::ranges::count_if(sink_->last_formatted(), [&](const std::string& line) { return line.find(text) != std::string::npos; });
    }

  private:
    std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
    std::shared_ptr<spdlog::sinks::ringbuffer_sink_mt> sink_ = std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(1000);
};

}  // namespace albireo::support
