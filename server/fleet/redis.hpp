#pragma once
/// A connection to Redis, with time limits. Its calls block: it belongs to a thread that may wait. The only file that includes hiredis
/// is redis.cpp.
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::server {

struct RedisAddress {
    std::string host;
    std::uint16_t port = 6379;
    std::uint32_t database = 0;
    std::string user{}, password{};  // empty: none

    /// "127.0.0.1:6379/0", for logs: without the password.
    std::string text() const;
};
/// Reads "redis://[[USER]:PASSWORD@]HOST[:PORT][/DB]". Nothing if the text has another form.
std::optional<RedisAddress> read_redis_address(std::string_view text);

class Redis {
  public:
    using Command = std::vector<std::string>;
    struct Reply {
        enum class Kind : std::uint8_t { nothing, text, number, list, error };
        Kind kind = Kind::nothing;
        std::string text{};  // also of an error
        std::int64_t number = 0;
        std::vector<Reply> list{};
    };

    Redis();
    ~Redis();

    /// Connects, and selects the database. Returns an empty string, or why not. `timeout` is for each connection and each command; the
    /// lookup of a name may take longer.
    std::string open(const RedisAddress& address, std::chrono::milliseconds timeout);
    bool is_open() const;
    void close();
    /// Sends all commands at once, and waits for their replies. Nothing if the connection was lost: it is then closed, and fault() says
    /// why. An error of one command is its reply.
    std::optional<std::vector<Reply>> run(std::span<const Command> commands);
    const std::string& fault() const { return fault_; }

  private:
    struct Context;
    std::unique_ptr<Context> context_;
    std::string fault_;
};

}  // namespace albireo::server
