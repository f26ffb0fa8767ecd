#pragma once
/// A small HTTP page for the server's operator: GET only, one response per connection, meant for loopback.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/asio.hpp"

namespace albireo::server {

class AdminHttp {
  public:
    /// Returns the JSON of a path such as "/metrics", or an empty string for an unknown path.
    using Handler = std::function<std::string(std::string_view path)>;

    /// Listens at once; throws boost::system::system_error if it cannot.
    AdminHttp(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler);
    ~AdminHttp();

    std::uint16_t port() const;
    void close();

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace albireo::server
