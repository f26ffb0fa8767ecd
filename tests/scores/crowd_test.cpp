// Goal: one address cannot take the boards away from others: neither their connections nor the time to play and to answer.
#include <doctest/doctest.h>


#include <mutex>
#include <thread>

#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::scores;
namespace asio = boost::asio;

namespace {

/// A connection from this address of the loopback network, which sends the beginning of an upload.
asio::ip::tcp::socket slow_upload(asio::io_context& io, const OpenBoards& boards, const char* from) {
    asio::ip::tcp::socket socket(io, asio::ip::tcp::v4());
    socket.bind({asio::ip::make_address(from), 0});
    socket.connect({asio::ip::make_address("127.0.0.1"), boards.url.port});
    asio::write(socket, asio::buffer(std::string("POST /runs HTTP/1.1\r\nHost: boards\r\nContent-Length: 5\r\n\r\nab")));
    return socket;
}

}  // namespace

TEST_CASE("an address that opens many connections closes its own, not another's upload") {
    OpenBoards boards;
    asio::io_context io;
    asio::ip::tcp::socket honest = slow_upload(io, boards, "127.0.0.2");
    std::vector<asio::ip::tcp::socket> crowd;
    for (int i = 0; i < 100; ++i) crowd.push_back(slow_upload(io, boards, "127.0.0.3"));
    CHECK(boards.get("/style.css").status == 200);
    asio::write(honest, asio::buffer(std::string("cde")));
    std::string answer(12, ' ');
    boost::system::error_code error;
    asio::read(honest, asio::buffer(answer), error);
    CHECK(!error);
    CHECK(answer == "HTTP/1.1 422");
}

TEST_CASE("an address that reads without end is told to wait, and others still read") {
    OpenBoards boards;
    asio::io_context io;
    unsigned refused = 0;
    for (int i = 0; i < 400; ++i) refused += boards.get("/style.css").status == 429;
    CHECK(refused > 0);
    CHECK(refused <= 100);
    asio::ip::tcp::socket other(io, asio::ip::tcp::v4());
    other.bind({asio::ip::make_address("127.0.1.2"), 0});
    other.connect({asio::ip::make_address("127.0.0.1"), boards.url.port});
    asio::write(other, asio::buffer(std::string("GET / HTTP/1.1\r\nHost: boards\r\n\r\n")));
    std::string answer(12, ' ');
    asio::read(other, asio::buffer(answer));
    CHECK(answer == "HTTP/1.1 200");
}

TEST_CASE("an address pays for the processor time of its recordings, and the same file is not played twice") {
    OpenBoards boards({.playing = {{1, 1}, {1'000, 1'000}, {1'000, 1'000}}});
    const Bytes file = golden("endless");
    REQUIRE(boards.post(file).status == 201);
    CHECK(boards.post(golden("death-by-enemy")).status == 429);
    CHECK(boards.post({}).status == 429);

    OpenBoards others({.bounds = {}});
    REQUIRE(others.post(file).status == 201);
    CHECK(others.post(file).status == 409);
}

TEST_CASE("an address has one recording in flight") {
    OpenBoards boards;
    unsigned refused = 0, taken = 0;
    std::mutex mutex;
    std::vector<std::thread> threads;
    const Bytes file = golden("boss-rush");
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            http::Said said;
            const std::string fault = http::ask(boards.url, {.method = "POST", .path = "/runs", .body = {file.begin(), file.end()}}, said, std::chrono::seconds(60));
            const std::lock_guard lock(mutex);
            if (fault.empty()) ++(said.status == 429 ? refused : taken);
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(refused > 0);
    CHECK(taken > 0);
    CHECK(refused + taken == 6);
}

TEST_CASE("five addresses that fill the server lose their own connections to a newcomer") {
    OpenBoards boards;
    asio::io_context io;
    asio::ip::tcp::socket honest = slow_upload(io, boards, "127.0.0.2");
    std::vector<asio::ip::tcp::socket> crowd;
    for (int i = 0; i < 20; ++i) {
        for (const char* from : {"127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7"}) crowd.push_back(slow_upload(io, boards, from));
    }
    CHECK(boards.get("/style.css").status == 200);
    asio::write(honest, asio::buffer(std::string("cde")));
    std::string answer(12, ' ');
    boost::system::error_code error;
    asio::read(honest, asio::buffer(answer), error);
    CHECK(answer == "HTTP/1.1 422");
}
