#pragma once
/// Talks to the sidecar of Agones on a thread of its own, because a request may take seconds. The class Agones decides
/// what to send.
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "server/fleet/agones.hpp"

namespace albireo::server {

/// The port of the sidecar's REST interface on this machine, from AGONES_SDK_HTTP_PORT. None: Agones does not run this
/// server. `fault`: one line if the variable has no port.
std::optional<std::uint16_t> agones_port(std::string& fault);

class Sidecar {
  public:
    /// For one request.
    static constexpr std::chrono::milliseconds kTimeout{2'000};

    explicit Sidecar(std::uint16_t port);
    /// Stops the thread, then tries once to tell Agones that the server is shutting down.
    ~Sidecar();

    /// Call it at least once a second: the server's health is reported only while states arrive. From any thread.
    void set(FleetState state);

  private:
    /// A state older than this says nothing about the server's health: the thread that sets it may hang.
    static constexpr Micros kStateTooOld = 5 * proto::kMicrosPerSecond;

    void work(const std::stop_token& stopping);
    void shut_down();

    http::Url url_;
    std::mutex lock_;
    std::condition_variable_any changed_;
    std::optional<FleetState> state_;
    Micros set_at_ = 0;
    std::jthread thread_;
};

}  // namespace albireo::server
