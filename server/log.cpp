#include "server/log.hpp"

#include <fmt/format.h>
#include <spdlog/formatter.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <ctime>

#include "console/console.hpp"
#include "platform/clock.hpp"
#include "replays/text.hpp"

namespace albireo::server {
namespace {

std::atomic<LogAddresses> log_addresses{LogAddresses::net};
std::atomic<bool> log_is_json{false};
/// The event that this thread is writing: the formatter runs on the same thread, within the call.
thread_local const LogEvent* event_now = nullptr;

/// A JSON string. The text becomes valid UTF-8.
std::string json_text(std::string_view text) {
    std::string out = "\"";
    for (const char each : replays::valid_utf8(text)) {
        if (each == '"' || each == '\\') {
            out += '\\';
            out += each;
        } else if (static_cast<unsigned char>(each) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(each));
        } else {
            out += each;
        }
    }
    return out + '"';
}

class JsonFormatter final : public spdlog::formatter {
  public:
    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(message.time.time_since_epoch()).count();
        const std::time_t seconds = ms / 1000;
        std::tm date{};
        platform::utc_date(seconds, date);
        char time[32];
        const std::size_t size = std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%S", &date);
        const auto level = spdlog::level::to_string_view(message.level);
        const std::string_view text(message.payload.data(), message.payload.size());
        std::string line = fmt::format(R"({{"time":"{}.{:03}Z","level":"{}","text":{})", std::string_view(time, size), ms % 1000,
                                       std::string_view(level.data(), level.size()), json_text(event_now != nullptr ? event_now->text : text));
        if (event_now != nullptr) {
            if (!event_now->session.empty()) line += ",\"session\":" + json_text(event_now->session);
            if (event_now->slot) line += *event_now->slot == Slot::gold ? R"(,"slot":"gold")" : R"(,"slot":"blue")";
            if (const std::string address = address_text(event_now->host, log_addresses); !address.empty()) line += ",\"address\":\"" + address + '"';
        }
        line += "}\n";
        out.append(line.data(), line.data() + line.size());
    }
    std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<JsonFormatter>(); }
};

constexpr const char* kPattern = "%Y-%m-%d %H:%M:%S.%eZ %l %v";

}  // namespace

void start_log(const Config& config) {
    static const bool started = [&] {
        console::start_log(config.log_level, kPattern);
        return true;
    }();
    static_cast<void>(started);
    spdlog::set_level(spdlog::level::from_str(config.log_level));
    log_addresses = config.log_addresses == "off" ? LogAddresses::off : config.log_addresses == "full" ? LogAddresses::full : LogAddresses::net;
    log_is_json = config.log_format == "json";
    if (log_is_json) {
        spdlog::set_formatter(std::make_unique<JsonFormatter>());
    } else {
        spdlog::set_pattern(kPattern, spdlog::pattern_time_type::utc);
    }
}

void log_event(const LogEvent& event) {
    event_now = &event;
    std::string line = replays::printable(event.line());
    if (!log_is_json) {
        const std::string_view seat = !event.slot ? "" : *event.slot == Slot::gold ? "gold" : "blue";
        const std::string address = address_text(event.host, log_addresses);
        if (!seat.empty() || !address.empty()) line += fmt::format(" [{}{}{}]", seat, seat.empty() || address.empty() ? "" : " ", address);
    }
    spdlog::info("{}", line);
    event_now = nullptr;
}

}  // namespace albireo::server
