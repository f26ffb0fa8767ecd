#pragma once
/// A small HTTP server for the operator's admin page: GET only, one response per connection, meant for loopback.
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

    /// Begins to listen. Throws boost::system::system_error if the address or port cannot be used.
    AdminHttp(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler);
    ~AdminHttp();

    std::uint16_t port() const;
    void close();

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace albireo::server
