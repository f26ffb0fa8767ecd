#pragma once
/// A small HTTP server for the operator's pages: one request and one answer a connection, meant for loopback.
///
/// 1. At most Limits::connections_max connections are open. A new one closes the oldest. An honest request lasts a millisecond, so
///    idle and slow connections cannot keep it out.
/// 2. From the connection to the last byte of the request, and from there to the last byte of the answer, each takes at most
///    Limits::patience.
/// 3. Out of file descriptors or memory it waits for Limits::back_off before it accepts again. A log line says so, once a minute
///    at most.
/// 4. It runs on one thread, that of its io_context. No game runs there.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/asio.hpp"

namespace albireo::server {

struct AdminRequest {
    std::string method;  // "GET" or "POST"
    std::string path;    // "/metrics"; without the query
    std::string body;
    std::string authorization;  // the header's value, or empty
};

struct AdminAnswer {
    unsigned status = 200;
    std::string body;
    std::string type = "application/json";
};

class AdminHttpServer {
  public:
    struct Limits {
        std::size_t connections_max = 64;
        std::size_t header_bytes_max = 4096;
        std::size_t body_bytes_max = 4096;
        std::chrono::milliseconds patience{5000};
        std::chrono::milliseconds back_off{100};
    };
    /// For the metrics. Read and written on the server's thread.
    struct Figures {
        std::uint64_t answered = 0;
        std::uint64_t refused = 0;   // malformed or too large
        std::uint64_t expired = 0;   // closed after Limits::patience, or by the other end before a whole request
        std::uint64_t evicted = 0;   // closed to make room
        std::uint64_t back_offs = 0;
        std::size_t open = 0;
    };
    /// Calls its argument once, at once or later, on the server's thread.
    using Reply = std::function<void(AdminAnswer)>;
    using Handler = std::function<void(const AdminRequest& request, Reply reply)>;

    /// Begins to listen. Throws boost::system::system_error if the address or port cannot be used.
    AdminHttpServer(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler, Limits limits);
    AdminHttpServer(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler)
        : AdminHttpServer(io, address, port, std::move(handler), Limits{}) {}
    ~AdminHttpServer();

    std::uint16_t port() const;
    const Figures& figures() const;

  private:
    struct Impl;
    class Connection;
    std::shared_ptr<Impl> impl_;
};

}  // namespace albireo::server
