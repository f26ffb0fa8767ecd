#include "server/fleet/sidecar.hpp"

#include <spdlog/spdlog.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace albireo::server {
namespace {

Micros clock_now() {
    using namespace std::chrono;
    return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::optional<std::uint16_t> agones_port(std::string& fault) {
    const char* const text = std::getenv("AGONES_SDK_HTTP_PORT");
    if (text == nullptr || *text == '\0') return std::nullopt;
    std::uint16_t port = 0;
    const char* const end = text + std::strlen(text);
    const auto [after, error] = std::from_chars(text, end, port);
    if (error == std::errc{} && after == end && port != 0) return port;
    fault = std::string("AGONES_SDK_HTTP_PORT: expected a port from 1 to 65535, not '") + text + "'";
    return std::nullopt;
}

Sidecar::Sidecar(std::uint16_t port) : url_{.host = "127.0.0.1", .port = port, .path = ""} {
    thread_ = std::jthread([this](const std::stop_token& stopping) { work(stopping); });
}

Sidecar::~Sidecar() {
    thread_.request_stop();
    changed_.notify_all();
    thread_.join();
    shut_down();
}

void Sidecar::set(FleetState state) {
    {
        const std::lock_guard hold(lock_);
        state_ = std::move(state);
        set_at_ = clock_now();
    }
    changed_.notify_all();
}

void Sidecar::work(const std::stop_token& stopping) {
    Agones agones;
    while (!stopping.stop_requested()) {
        std::optional<FleetState> state;
        Micros set_at = 0;
        {
            std::unique_lock hold(lock_);
            state = state_;
            set_at = set_at_;
        }
        const Micros now = clock_now();
        if (state && now - set_at > kStateTooOld) state->is_live = false;
        const auto question = state ? agones.next(*state, now) : std::nullopt;
        if (!question) {
            std::unique_lock hold(lock_);
            changed_.wait_for(hold, stopping, std::chrono::milliseconds(200), [&] { return set_at_ != set_at; });
            continue;
        }
        http::Said said;
        if (!http::ask(url_, *question, said, kTimeout).empty()) said = {};
        if (const std::string line = agones.answered(said.status, said.body, clock_now()); !line.empty())
            spdlog::info("{}", line);
    }
}

void Sidecar::shut_down() {
    http::Said said;
    const http::Question question{
        .method = "POST", .path = "/shutdown", .body = "{}", .content_type = "application/json"};
    if (const std::string fault = http::ask(url_, question, said, kTimeout); !fault.empty())
        spdlog::warn("Agones was not told that this server ends: {}", fault);
}

}  // namespace albireo::server
