// Goal: whatever answers in place of Redis, a server takes it for replies or for a lost connection: it neither waits for more nor allocates what was
// only announced. Whatever text stands under a server or a code, it is an entry that is written as it was read, or none. Any text is an address of
// Redis, or refused.
// The first byte of the input chooses between replies and texts.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <thread>

#include "server/fleet/entries.hpp"
#include "server/fleet/redis.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// A listening socket, and a thread behind it that says what it is told.
class StandIn {
  public:
    StandIn() : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof at;
        require(listener_ >= 0 && ::bind(listener_, reinterpret_cast<const sockaddr*>(&at), size) == 0 && ::listen(listener_, 4) == 0);
        require(::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size) == 0);
        port_ = ntohs(at.sin_port);
    }
    std::uint16_t port() const { return port_; }
    /// Answers one connection: greets it properly, and after the next request says `words`, and no more.
    void answer(const std::string& words) const {
        const int from = ::accept(listener_, nullptr, nullptr);
        require(from >= 0);
        hear(from);
        say(from, "+OK\r\n");
        hear(from);
        say(from, words);
        ::shutdown(from, SHUT_WR);
        while (hear(from)) {
        }
        ::close(from);
    }

  private:
    static bool hear(int from) {
        std::array<char, 4'096> heard;
        return ::recv(from, heard.data(), heard.size(), 0) > 0;
    }
    static void say(int to, std::string_view words) {
        while (!words.empty()) {
            const ssize_t sent = ::send(to, words.data(), words.size(), MSG_NOSIGNAL);
            if (sent <= 0) return;
            words.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    int listener_;
    std::uint16_t port_ = 0;
};

void read_texts(const std::string& text) {
    if (const auto server = read_server_entry(text)) {
        require(proto::is_host(server->place.host) && server->place.port != 0);
        require(read_server_entry(text_of(*server)) == server);
    }
    if (const auto code = read_code_entry(text)) {
        require(!code->server.empty() && code->port != 0);
        require(read_code_entry(text_of(*code)) == code);
    }
    if (const auto address = read_redis_address(text)) require(!address->host.empty() && address->port != 0 && address->text().find('@') == std::string::npos);
}

void read_reply(const Redis::Reply& reply, int depth) {
    require(depth < 10);
    if (reply.kind == Redis::Reply::Kind::text || reply.kind == Redis::Reply::Kind::error) read_texts(reply.text);
    for (const Redis::Reply& each : reply.list) read_reply(each, depth + 1);
}

void read_replies(const std::string& words) {
    static const StandIn stand_in;
    std::thread other([&] { stand_in.answer(words); });
    Redis redis;
    require(redis.open({.host = "127.0.0.1", .port = stand_in.port()}, std::chrono::milliseconds(10'000)).empty());
    const std::array<Redis::Command, 3> commands = {Redis::Command{"GET", "a"}, Redis::Command{"MGET", "b", "c"}, Redis::Command{"GET", "d"}};
    const auto replies = redis.run(commands);
    require(replies.has_value() == redis.is_open());
    require(replies ? replies->size() == commands.size() : !redis.fault().empty());
    for (const Redis::Reply& reply : replies.value_or(std::vector<Redis::Reply>{})) read_reply(reply, 0);
    redis.close();
    other.join();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    data[0] % 2 == 0 ? read_texts(text) : read_replies(text);
    return 0;
}
