// Goal: no flood, stalled connection or oversized request keeps the operator out of their pages or disturbs a game. Running
// out of file descriptors does not, either. The attacker's program is in this file.
#include <chrono>
#include <ctime>
#include <vector>

#include "tests/admin/open_server.hpp"
#include "tests/support/caught_log.hpp"
#include "tests/support/file_limit.hpp"

using namespace albireo;
using namespace albireo::server;
using namespace std::chrono_literals;

namespace {

/// Many connections of one kind, held open.
class Attackers {
  public:
    Attackers(std::uint16_t port, int count, const std::string& first_words) : port_(port), words_(first_words) {
        for (int i = 0; i < count; ++i) add();
    }
    ~Attackers() {
        for (const int file : files_) ::close(file);
    }
    Attackers(const Attackers&) = delete;
    void add() {
        const int file = connect_to(port_);
        if (file < 0) return;
        if (!words_.empty()) static_cast<void>(::send(file, words_.data(), words_.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
        files_.push_back(file);
    }
    /// Another byte on each, as a slow client sends.
    void drip() {
        for (const int file : files_) static_cast<void>(::send(file, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT));
    }
    std::size_t count() const { return files_.size(); }
    const std::vector<int>& files() const { return files_; }

  private:
    std::uint16_t port_;
    std::string words_;
    std::vector<int> files_;
};

Micros time_of_thread(std::thread& thread) {
    clockid_t clock{};
    timespec used{};
    REQUIRE(pthread_getcpuclockid(thread.native_handle(), &clock) == 0);
    clock_gettime(clock, &used);
    return Micros{used.tv_sec} * proto::kMicrosPerSecond + used.tv_nsec / 1000;
}

}  // namespace

TEST_CASE("a thousand idle or dripping connections keep no operator out and cost no shard") {
    const support::FileLimit files(4096);
    if (!files.is_enough()) {
        MESSAGE("SKIPPED: the system allows fewer than 4 096 open files");
        return;
    }
    for (const std::string words : {"", "GET /metrics HTTP/1.1\r\nX: "}) {
        CAPTURE(words);
        // No connection reaches its deadline in this test: if the operator had to wait for one, get() would give up.
        OpenServer server{Config{}, AdminHttpServer::Limits{.timeout = 10min}};
        std::this_thread::sleep_for(300ms);
        const Micros shard_before = server.shards[0]->processor_time();
        const auto began = std::chrono::steady_clock::now();
        Attackers attackers(server.port, 1000, words);
        CHECK(attackers.count() == 1000);
        for (int i = 0; i < 10; ++i) {
            if (!words.empty()) attackers.drip();
            CHECK(server.get("/ready").status == 200);
        }
        const auto figures = server.http_figures();
        CHECK(figures.open <= AdminHttpServer::Limits{}.connections_max);
        CHECK(figures.evicted >= 900);
        CHECK(figures.expired == 0);
        // The time of all passes of an idle shard in that time. The shard takes no part in the pages.
        const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        const auto used = static_cast<double>(server.shards[0]->processor_time() - shard_before);
        MESSAGE("1000 connections in " << seconds << " s; the shard used " << used << " us");
        CHECK(used < 2'000 + 5'000 * seconds);
    }
}

TEST_CASE("a request that never ends is closed at its deadline, however slowly its bytes come") {
    OpenServer server{Config{}, AdminHttpServer::Limits{.timeout = 700ms}};
    Attackers slow(server.port, 3, "GET /ready HTTP/1.1\r\nX: ");
    const auto began = std::chrono::steady_clock::now();
    bool is_closed = false;
    while (!is_closed && std::chrono::steady_clock::now() - began < 10s) {
        slow.drip();
        std::this_thread::sleep_for(50ms);
        is_closed = server.http_figures().open == 0;
    }
    CHECK(is_closed);
    CHECK(std::chrono::steady_clock::now() - began >= 600ms);
}

TEST_CASE("requests that are too large or malformed are refused in one line") {
    OpenServer server;
    const auto answer_to = [&](const std::string& text) {
        const Attackers one(server.port, 1, text);
        return read_all(one.files().at(0));
    };
    CHECK(answer_to("GET / HTTP/1.1\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n").find(" 431 ") != std::string::npos);
    CHECK(answer_to("POST /drain HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n").find(" 413 ") != std::string::npos);
    CHECK(answer_to("nonsense\r\n\r\n").find(" 400 ") != std::string::npos);
    CHECK(server.get("/ready").status == 200);
    CHECK(server.http_figures().refused == 3);
}

TEST_CASE("without file descriptors the door waits instead of spinning, and answers when there are some again") {
    const support::CaughtLog log;
    OpenServer server;
    CHECK(server.get("/ready").status == 200);
    {
        support::NoFreeFiles none;
        none.free_one();
        const int waiting = connect_to(server.port);  // takes the last descriptor; the kernel accepts it into the backlog
        REQUIRE(waiting >= 0);
        std::this_thread::sleep_for(200ms);
        const Micros before = time_of_thread(server.thread);
        const Micros shard_before = server.shards[0]->processor_time();
        std::this_thread::sleep_for(1500ms);
        const Micros used = time_of_thread(server.thread) - before;
        MESSAGE("the door's thread used " << used << " us in 1.5 s without descriptors");
        CHECK(used < 300'000);  // it once spun for the whole time
        CHECK(server.shards[0]->processor_time() - shard_before < 300'000);
        CHECK(server.health->not_ready(steady_now()).empty());
        CHECK(server.http_figures().back_offs >= 3);
        CHECK(log.count("accept no connections for now: Too many open files") == 1);
        ::close(waiting);
    }
    CHECK(server.get("/ready").status == 200);
}
