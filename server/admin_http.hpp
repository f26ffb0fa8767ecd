#pragma once
/// A small HTTP server for the operator's admin page: GET only, one response per connection, meant for loopback.
/// 1. At most kVisitsMax connections are open at one time, each for at most ten seconds. Others wait in the system's queue.
/// 2. If no connection can be accepted (usually: no descriptor is left), it tries again after kAcceptPause.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/asio.hpp"

namespace albireo::server {

class AdminHttp {
  public:
    /// Returns the JSON for a path such as "/metrics"; an empty string: unknown path (404).
    using Handler = std::function<std::string(std::string_view path)>;

    static constexpr int kVisitsMax = 16;
    static constexpr std::chrono::milliseconds kAcceptPause{200};

    /// Begins to listen. Throws boost::system::system_error if the address or port cannot be used.
    AdminHttp(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler);
    ~AdminHttp();

    std::uint16_t port() const;
    /// Called when accepting failed, with the reason and how often it has failed since the last call; at most once a minute.
    std::function<void(const std::string& reason, std::uint64_t times)> on_accept_failed;
    std::uint64_t accept_failures() const;
    void close();

  private:
    void note_failure(const std::string& reason);
    struct Impl;
    std::shared_ptr<Impl> impl_;
    std::uint64_t untold_ = 0;
    std::chrono::steady_clock::time_point tell_from_{};
};

}  // namespace albireo::server
