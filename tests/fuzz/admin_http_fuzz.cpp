// Goal: whatever comes over a connection to the operator's pages, the answer is whole or there is none, and the server goes on. Without the bearer token
// nothing is changed and no ban is listed. No page says the token.
// The first byte of the input says what is sent: even, its bytes as they are; odd, a request that they describe: method, page, token, body.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "server/admin/pages.hpp"
#include "tests/fuzz/tape.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

const std::string kSecret = "a-secret-for-the-fuzzer";

/// A server with one shard, whose pages run on the fuzzer's thread.
class Scene {
  public:
    Scene() {
        Config config;
        config.bind = "127.0.0.1";
        config.port = 0;
        std::string error;
        shards_ = open_shards(config, levels_, error);
        require(error.empty());
        storage_ = std::make_unique<Storage>(Storage::Options{.recordings = "", .free_bytes_min = 0});
        health_ = std::make_unique<Health>(shards_, *storage_);
        pages_ = std::make_unique<Pages>(io_, Watched{shards_, *health_, *storage_, "1.2.3"},
                                         Pages::Environment{.drain = [this] { ++actions_; },
                                                            .http_figures = [this] { return door_->figures(); },
                                                            .log = [this](const std::string&) { ++actions_; },
                                                            .bans_changed = [this] { ++actions_; }});
        const std::string path = "/tmp/albireo-fuzz-token-" + std::to_string(getpid());
        std::ofstream(path) << kSecret << '\n';
        require(pages_->bearer().read(path).empty());
        ::unlink(path.c_str());
        door_ = std::make_unique<AdminHttpServer>(io_, "127.0.0.1", 0, [this](const AdminRequest& request, AdminHttpServer::Reply reply) {
            pages_->answer(request, std::move(reply));
        });
        for (auto& shard : shards_) shard->start();
    }

    int actions() const { return actions_; }
    /// Everything that comes back for these bytes, after which nothing more is sent.
    std::string ask(const std::string& bytes) {
        const int to = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(door_->port());
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        require(to >= 0 && ::connect(to, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
        require(::fcntl(to, F_SETFL, O_NONBLOCK) == 0);
        std::string answer;
        std::size_t sent = 0;
        bool is_shut = false, is_idle = false;
        // It takes much less than that, also of a shard that is slow under the sanitizers.
        for (int i = 0; i < 20'000; ++i) {
            io_.restart();
            if (io_.poll() == 0 && is_idle) io_.run_one_for(std::chrono::milliseconds(1));
            is_idle = true;
            if (sent < bytes.size()) {
                const ssize_t more = ::send(to, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
                if (more > 0) sent += static_cast<std::size_t>(more);
                is_idle = more < 0;
                if (more < 0 && errno != EAGAIN) sent = bytes.size();  // refused before its end
            }
            if (sent == bytes.size() && !std::exchange(is_shut, true)) ::shutdown(to, SHUT_WR);
            std::array<char, 16'384> part;
            const ssize_t got = ::recv(to, part.data(), part.size(), 0);
            if (got > 0) answer.append(part.data(), static_cast<std::size_t>(got));
            is_idle = is_idle && got <= 0;
            if (got == 0 || (got < 0 && errno != EAGAIN)) {
                ::close(to);
                return answer;
            }
        }
        std::abort();  // the connection stays open
    }

  private:
    Levels levels_;
    boost::asio::io_context io_;
    Shards shards_;
    std::unique_ptr<Storage> storage_;
    std::unique_ptr<Health> health_;
    std::unique_ptr<Pages> pages_;
    std::unique_ptr<AdminHttpServer> door_;
    int actions_ = 0;
};

/// The request that the input describes.
std::string request_of(Tape& tape) {
    constexpr std::array kMethods = {"GET", "POST", "PATCH", "HEAD", "DELETE", "get", ""};
    constexpr std::array kPages = {"/live",  "/ready", "/metrics", "/metrics.json", "/sessions", "/bans", "/drain", "/kick",
                                   "/end",   "/ban",   "/unban",   "/message",      "/",         "/bans?", "//bans", "/ban/../live"};
    const std::string method = kMethods[tape.byte() % kMethods.size()], page = kPages[tape.byte() % kPages.size()];
    std::string token;
    const std::uint8_t kind = tape.byte();
    if (kind % 4 == 1) token = "Bearer " + kSecret;
    if (kind % 4 == 2) token = "Bearer " + kSecret.substr(0, tape.byte() % kSecret.size());
    if (kind % 4 == 3) token = std::string("bearer\t") + static_cast<char>(tape.byte()) + kSecret;
    const std::uint32_t said = tape.byte();  // how many bytes the header announces beyond those that follow
    std::string body;
    while (!tape.done()) body += static_cast<char>(tape.byte());
    const std::string length = said < 128 ? "Content-Length: " + std::to_string(body.size() + said % 4) + "\r\n"
                               : said < 160 ? "Transfer-Encoding: chunked\r\n"
                                            : "";
    return method + " " + page + " HTTP/1.1\r\nHost: x\r\n" + (token.empty() ? "" : "Authorization: " + token + "\r\n") + length + "\r\n" + body;
}

/// The answer has a status that these pages give, a body as long as its header says, and valid JSON if the header says that it is JSON.
void check_whole(const std::string& answer) {
    const auto end = answer.find("\r\n\r\n");
    require(answer.starts_with("HTTP/1.") && end != std::string::npos && answer.size() > 12);
    const int status = std::atoi(answer.c_str() + 9);
    constexpr std::array kStatuses = {200, 400, 401, 403, 404, 405, 413, 431, 503, 507};
    require(std::find(kStatuses.begin(), kStatuses.end(), status) != kStatuses.end());
    const auto length = answer.find("Content-Length: ");
    require(length < end && std::strtoul(answer.c_str() + length + 16, nullptr, 10) == answer.size() - end - 4);
    const bool is_json = answer.find("Content-Type: application/json") < end;
    require(!is_json || nlohmann::json::accept(answer.substr(end + 4)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Scene& scene = *new Scene;  // its threads end with the program
    if (size == 0) return 0;
    Tape tape{data + 1, data + size};
    const std::string request = data[0] % 2 == 0 ? std::string(reinterpret_cast<const char*>(data) + 1, size - 1) : request_of(tape);
    const int before = scene.actions();
    const std::string answer = scene.ask(request);
    if (!answer.empty()) check_whole(answer);
    const bool has_token = request.find(kSecret) != std::string::npos;
    require(has_token || scene.actions() == before);
    require(has_token || answer.find("\"bans\":[") == std::string::npos);
    // An answer may repeat a code that is none, so also the token if a body has it.
    require(request.find(kSecret, request.find("\r\n\r\n")) != std::string::npos || answer.find(kSecret) == std::string::npos);
    static std::uint32_t asked = 0;
    if (++asked % 64 == 0) require(scene.ask("GET /live HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 200 "));
    return 0;
}
