#pragma once
/// A small HTTP server with fixed limits: one request and one response per connection.
///
/// 1. At most Limits::connections_max connections are open, and Limits::per_address_max of one address (IPv6: of one /64). A new one
///    beyond these closes the oldest of its own address, or of the address that has the most. So one address can neither keep others
///    out nor close their connections while it has the most.
/// 2. Receiving a request (from the connection to its last byte) takes at most Limits::timeout, and so does sending the
///    answer.
/// 3. When it is out of file descriptors or memory, it waits for Limits::back_off before it accepts again. A log line says so,
///    at most once a minute.
/// 4. It runs on one thread, that of its io_context.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/asio.hpp"

namespace albireo::http {

struct Request {
    std::string method;  // "GET", "POST" or, with Limits::takes_patch, "PATCH"
    std::string path;    // "/metrics"; without the query
    std::string body;
    std::string authorization;  // the header's value, or empty
    boost::asio::ip::address from;  // the other end of the connection
};

struct Answer {
    unsigned status = 200;
    std::string body;
    std::string type = "application/json";
    std::vector<std::pair<std::string, std::string>> headers{};  // in addition to those of every answer
};

class Server {
  public:
    struct Limits {
        std::size_t connections_max = 64;
        std::size_t per_address_max = 64;
        std::size_t header_bytes_max = 4096;
        std::size_t body_bytes_max = 4096;
        std::chrono::milliseconds timeout{5000};
        std::chrono::milliseconds back_off{100};
        std::string name = "the operator's pages";  // in log lines
        bool takes_patch = false;  // PATCH, in addition to GET and POST
    };
    /// For the metrics. Read and written on the server's thread.
    struct Figures {
        std::uint64_t answered = 0;
        std::uint64_t refused = 0;   // malformed or too large
        std::uint64_t expired = 0;   // closed after Limits::timeout, or by the other end before a whole request
        std::uint64_t evicted = 0;   // closed to make room
        std::uint64_t back_offs = 0;
        std::size_t open = 0;
    };
    /// The handler calls it once with the answer, at once or later, on the server's thread. Any thread may let go of it.
    using Reply = std::function<void(Answer)>;
    using Handler = std::function<void(const Request& request, Reply reply)>;

    /// Begins to listen. Throws boost::system::system_error if the address or port cannot be used.
    Server(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler, Limits limits);
    Server(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler)
        : Server(io, address, port, std::move(handler), Limits{}) {}
    ~Server();

    std::uint16_t port() const;
    const Figures& figures() const;

  private:
    struct Impl;
    class Connection;
    std::shared_ptr<Impl> impl_;
};

}  // namespace albireo::http
