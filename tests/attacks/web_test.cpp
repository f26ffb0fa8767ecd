// Goal: over real sockets, what strangers do to the page's server costs a bounded number of connections and bytes, and two
// friends, one by UDP and one by WebSocket, play on beside it. One file: all cases share a server and its page.
#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "client/net/udp_client.hpp"
#include "proto/pipe_link.hpp"
#include "server/web/page_file.hpp"
#include "server/web/send_queue.hpp"
#include "server/web/web_server.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/attacks/web_client.hpp"
#include "tests/attacks/web_game_server.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/caught_log.hpp"
#include "tests/support/file_limit.hpp"

using namespace albireo;
using attacks::emit;
using attacks::WebClient;
using attacks::WebClientPipe;
using attacks::WebGameServer;
using client::GameClient;
using client::UdpClient;
using proto::Micros;

namespace {

/// A player by WebSocket, natively.
struct WebPlayer {
    WebPlayer(std::uint16_t web, client::ClientOptions options, std::uint32_t host = INADDR_LOOPBACK) {
        client::ClientEnvironment environment;
        environment.open_link = [this, web, host] {
            return std::make_unique<proto::PipeLink>(std::make_unique<WebClientPipe>(web, shard, host), 5, proto::KeyPair::random());
        };
        environment.go_to_shard = [this](std::uint8_t to) { shard = to; };
        game = std::make_unique<GameClient>(std::move(options), std::move(environment), controller);
    }
    std::uint8_t shard = 0;
    IdleController controller;
    std::unique_ptr<GameClient> game;
};

/// Advances the clients until `is_reached`, for at most a minute.
bool play(UdpClient& gold, WebPlayer& blue, const auto& is_reached) {
    const Micros until = UdpClient::now() + 60 * proto::kMicrosPerSecond;
    while (!is_reached() && UdpClient::now() < until) {
        gold.advance();
        blue.game->advance(UdpClient::now());
        gold.wait(2 * proto::kMicrosPerMs);
    }
    return is_reached();
}

std::vector<std::uint8_t> hello() {
    std::vector<std::uint8_t> bytes(proto::kKnockDatagramMax);
    bytes.resize(proto::write_knock({.connect_id = 1, .wants_key = true}, bytes));
    return bytes;
}

/// Whether a condition comes true within ten seconds.
bool comes(const auto& is_true) {
    for (int i = 0; i < 1000 && !is_true(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is_true();
}

}  // namespace

TEST_CASE("a friend by WebSocket plays with a player by UDP, on whichever shard, and a full game is refused") {
    WebGameServer server;
    IdleController idle;
    const auto find_level = [&](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); };
    // The second shard's: the friend is sent there from the first one.
    UdpClient gold({"127.0.0.1", server.shards[0]->port(), {.shard = 1}}, {.name = "gold", .level = "the_cut"}, find_level, idle);
    WebPlayer nobody(server.port(), {.name = "nobody", .code = "ABCDEF"});
    REQUIRE(play(gold, nobody, [&] { return !gold.game().code().empty() && nobody.game->state() == GameClient::State::failed; }));
    CHECK(nobody.game->refusal() == proto::Refusal::unknown_code);
    WebPlayer blue(server.port(), {.name = "blue", .code = gold.game().code()});
    CHECK(play(gold, blue, [&] { return blue.game->has_game() && blue.game->predictor().confirmed().tick.value > 120; }));
    CHECK(blue.game->failure() == "");
    CHECK(blue.shard == 1);
    CHECK(blue.game->figures().desyncs == 0);
    WebPlayer third(server.port(), {.name = "third", .code = gold.game().code()});
    CHECK(play(gold, third, [&] { return third.game->state() == GameClient::State::failed; }));
    CHECK(third.game->refusal() == proto::Refusal::session_full);
    CHECK(server.figures().links >= 1);
}

TEST_CASE("requests that are none, or too large, are refused in words, and the page is served") {
    WebGameServer server;
    WebClient page(server.port());
    CHECK(page.get("/").starts_with("HTTP/1.1 200"));
    CHECK(page.read_until("the page</p>").ends_with("<p>the page</p>"));
    CHECK(WebClient(server.port()).get("/../etc/passwd").starts_with("HTTP/1.1 404"));
    CHECK(WebClient(server.port()).get("/", "Cookie: " + std::string(20'000, 'x') + "\r\n").starts_with("HTTP/1.1 431"));
    WebClient garbage(server.port());
    garbage.send(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\r\n\r\n", 14));
    CHECK(garbage.read_until("\r\n\r\n").starts_with("HTTP/1.1 400"));
    CHECK(garbage.closes());
    WebClient post(server.port());
    post.send("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n123456789");
    CHECK(post.closes());
    CHECK(WebClient(server.port()).get("/link").starts_with("HTTP/1.1 426"));
    CHECK(server.answers());
}

TEST_CASE("a page of another site opens no link") {
    WebGameServer server;
    CHECK(WebClient(server.port()).upgrade("/link", "Origin: http://here\r\n"));
    CHECK(!WebClient(server.port()).upgrade("/link", "Origin: http://elsewhere\r\n"));
    CHECK(!WebClient(server.port()).upgrade("/link", "Origin: null\r\n"));
}

TEST_CASE("behind a proxy the player's address is the last one that the proxy names") {
    WebGameServer server({.is_behind_proxy = true, .limits = {.per_address_max = 2}});
    CHECK(WebClient(server.port()).get("/").starts_with("HTTP/1.1 400"));
    std::vector<std::unique_ptr<WebClient>> open;
    const auto opens = [&](const char* line) {
        open.push_back(std::make_unique<WebClient>(server.port()));
        return open.back()->upgrade("/link", std::string("X-Forwarded-For: ") + line + "\r\n");
    };
    // A client may claim any address in front of its own.
    CHECK(opens("198.51.100.1, 203.0.113.7"));
    CHECK(opens("198.51.100.2, 203.0.113.7"));
    CHECK(!opens("198.51.100.3, 203.0.113.7"));
    CHECK(opens("203.0.113.8"));
    CHECK(opens("2001:db8::1"));
    // Proxies may add a line of their own after the client's.
    CHECK(!opens("198.51.100.4\r\nX-Forwarded-For: 203.0.113.7"));
    // No address is none that has no limits.
    for (const char* none : {"0.0.0.0", "::", "203.0.113.9\r\nX-Forwarded-For: ::"}) CHECK(!opens(none));
}

TEST_CASE("slow and silent clients are closed") {
    WebGameServer server({.limits = {.request_within = std::chrono::seconds(1), .knock_within = std::chrono::seconds(1), .close_within = std::chrono::seconds(1)}});
    WebClient silent(server.port()), slow(server.port());
    CHECK(silent.closes());
    // A byte now and then does not extend the time for a request.
    bool is_closed = false;
    for (int i = 0; i < 200 && !is_closed; ++i) {
        slow.send("G");
        is_closed = slow.closes(100);
    }
    CHECK(is_closed);
    // Nor does an open WebSocket without a Knock stay, whatever it says.
    WebClient hesitant(server.port());
    REQUIRE(hesitant.upgrade());
    hesitant.send_message(hello());
    CHECK(hesitant.closes());
    // Nor one that says so much that its messages are read later.
    WebClient talkative(server.port());
    REQUIRE(talkative.upgrade());
    for (int i = 0; i < 700; ++i) talkative.send_message(hello());
    CHECK(talkative.closes());
    // Nor does a client stay that never reads from its socket: neither the answers, nor the goodbye.
    WebClient deaf(server.port());
    REQUIRE(deaf.upgrade());
    for (int i = 0; i < 300; ++i) deaf.send_message(hello());
    const bool has_ended = comes([&] { return server.figures().connections == 0; });
    emit({.row = "-",
          .attack = "keep connections to the page's server: silent, slow, without a Knock, with a flood of Hellos, without reading",
          .acts = 5,
          .gain = "connections left",
          .achieved = static_cast<long long>(server.figures().connections),
          .is_ok = has_ended && is_closed});
    CHECK(server.answers());
}

TEST_CASE("messages that are none, or too long, close their own connection") {
    WebGameServer server({.limits = {.bad_messages_max = 5}});
    const auto closes_after = [&](const std::vector<std::uint8_t>& message, int opcode, int times) {
        WebClient client(server.port());
        REQUIRE(client.upgrade());
        for (int i = 0; i < times; ++i) client.send_message(message, opcode);
        return client.closes();
    };
    CHECK(closes_after(std::vector<std::uint8_t>(100, 7), 2, 6));
    CHECK(closes_after(std::vector<std::uint8_t>(100, 'x'), 1, 6));  // text
    CHECK(closes_after(std::vector<std::uint8_t>(proto::kKnockDatagramMax + 1, 7), 2, 1));
    CHECK(closes_after(std::vector<std::uint8_t>(60'000, 7), 2, 1));
    const bool has_ended = comes([&] { return server.figures().connections == 0; });
    emit({.row = "-",
          .attack = "send the page's server messages that are none or too long",
          .acts = 14,
          .gain = "connections left",
          .achieved = static_cast<long long>(server.figures().connections),
          .is_ok = has_ended && server.figures().bad_messages >= 12});
    CHECK(server.answers());
}

TEST_CASE("a flood of pings is no way around the limit on messages") {
    WebGameServer server;
    WebClient client(server.port());
    REQUIRE(client.upgrade());
    bool is_closed = false;
    int sent = 0;
    for (; sent < 20'000 && !is_closed; sent += 100) {
        for (int i = 0; i < 100; ++i) client.send_message({}, 9);
        is_closed = client.closes(10);
    }
    emit({.row = "-", .attack = "send pings to the page's server", .acts = sent, .gain = "connections left", .achieved = is_closed ? 0 : 1, .is_ok = sent < 10'000});
}

TEST_CASE("the page is not sent so often, or so fast, that it takes the line from the games") {
    const std::string page(100'000, 'x');
    WebGameServer server({.page = page, .limits = {.write_bytes_per_second = 50'000, .pages_at_once = {2, 4, 8}, .pages = {{6, 1}, {12, 1}, {100, 1}}}});
    // All at once, and then one after the other.
    std::vector<std::unique_ptr<WebClient>> all;
    const auto ask = [&](std::uint32_t host) -> std::string {
        all.push_back(std::make_unique<WebClient>(server.port(), host));
        return all.back()->get("/").substr(0, 12);
    };
    int at_once = 0;
    const Micros began = UdpClient::now();
    for (int i = 0; i < 20; ++i) at_once += ask(INADDR_LOOPBACK) == "HTTP/1.1 200";
    CHECK(at_once == 2);
    CHECK(ask(INADDR_LOOPBACK + 0x10000) == "HTTP/1.1 200");
    for (auto& each : all) each->closes();
    const Micros took = UdpClient::now() - began;
    CHECK(took > proto::kMicrosPerSecond);
    int sent = at_once;
    for (int i = 0; i < 20; ++i) {
        all.clear();
        sent += ask(INADDR_LOOPBACK) == "HTTP/1.1 200";
        if (sent <= 6) all.back()->closes();
    }
    emit({.row = "-",
          .attack = "load the page again and again",
          .acts = 40,
          .gain = "pages",
          .achieved = sent,
          .limit = 6,
          .is_ok = ask(INADDR_LOOPBACK + 0x20000) == "HTTP/1.1 200",
          .figures = {{"two_pages_of_100_kb_ms", took / 1'000}}});
}

TEST_CASE("strangers who hold all connections do not keep out an address with a seat") {
    WebGameServer server({.limits = {.connections_max = 8}});
    IdleController idle;
    UdpClient gold(client::ServerAddress{"127.0.0.1", server.shards[0]->port()}, {.name = "Gold", .level = "the_cut"},
                   [&](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); }, idle);
    for (int i = 0; i < 1'000 && gold.game().code().empty(); ++i) {
        gold.advance();
        gold.wait(2 * proto::kMicrosPerMs);
    }
    REQUIRE(!gold.game().code().empty());
    std::vector<std::unique_ptr<WebClient>> all;
    for (std::uint32_t i = 0; i < 8; ++i) {
        all.push_back(std::make_unique<WebClient>(server.port(), INADDR_LOOPBACK + 100 + i));
        REQUIRE(all.back()->upgrade());
    }
    WebClient stranger(server.port(), INADDR_LOOPBACK + 0x10000), returns(server.port());
    const bool is_in = returns.upgrade();
    emit({.row = "-",
          .attack = "hold all connections to the page's server",
          .acts = 8,
          .gain = "further strangers, or players with a seat who are kept out",
          .achieved = (stranger.upgrade() ? 1 : 0) + (is_in ? 0 : 1)});
}

TEST_CASE("the addresses of one network together get a part of the connections") {
    WebGameServer server({.limits = {.per_prefix_max = 8}});
    std::vector<std::unique_ptr<WebClient>> all;
    int open = 0;
    for (std::uint32_t i = 0; i < 20; ++i) {
        all.push_back(std::make_unique<WebClient>(server.port(), INADDR_LOOPBACK + 100 + i));
        open += all.back()->upgrade() ? 1 : 0;
    }
    CHECK(open == 8);
    WebClient elsewhere(server.port(), INADDR_LOOPBACK + 1'000);
    CHECK(elsewhere.upgrade());
}

TEST_CASE("a thousand connections of one address, and of many, are bounded, and two friends play on beside them") {
    WebGameServer server({.limits = {.connections_max = 300}});
    IdleController idle;
    const auto find_level = [&](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); };
    UdpClient gold({"127.0.0.1", server.shards[0]->port()}, {.name = "gold", .level = "the_cut"}, find_level, idle);
    std::unique_ptr<WebPlayer> blue;
    WebPlayer none(server.port(), {.name = "none", .code = "A"});
    REQUIRE(play(gold, none, [&] { return !gold.game().code().empty(); }));
    blue = std::make_unique<WebPlayer>(server.port(), client::ClientOptions{.name = "blue", .code = gold.game().code()}, INADDR_LOOPBACK + 5);
    REQUIRE(play(gold, *blue, [&] { return blue->game->has_game() && gold.game().has_game(); }));

    std::atomic<std::uint64_t> most = 0, most_of_one = 0, opened = 0, stop = 0;
    std::thread attack([&] {
        std::vector<std::unique_ptr<WebClient>> all;
        for (int i = 0; i < 1'000; ++i) {
            all.push_back(std::make_unique<WebClient>(server.port()));
            all.back()->send("GET /");
            ++opened;
            most_of_one = std::max<std::uint64_t>(most_of_one, server.figures().connections);
        }
        all.clear();
        while (stop == 0) {
            for (std::uint32_t i = 0; i < 1'000 && stop == 0; ++i) {
                all.push_back(std::make_unique<WebClient>(server.port(), INADDR_LOOPBACK + 100 + i % 50));
                all.back()->send("GET /link HTTP/1.1\r\nHost: here\r\n" + std::string(WebClient::kUpgrade) + "\r\n");
                all.back()->send_message(hello());
                ++opened;
                most = std::max<std::uint64_t>(most, server.figures().connections);
            }
            all.clear();
        }
    });
    const std::uint32_t from = gold.game().predictor().confirmed().tick.value;
    CHECK(play(gold, *blue, [&] { return gold.game().predictor().confirmed().tick.value > from + 600; }));
    stop = 1;
    attack.join();
    CHECK(blue->game->figures().rejoins == 0);
    CHECK(gold.game().figures().rejoins == 0);
    CHECK(blue->game->figures().desyncs == 0);
    server::Lateness::Summary late;
    late.add(server.shards[0]->metrics().timer_late);
    emit({.row = "-",
          .attack = "open a thousand connections from one address, and then from fifty",
          .acts = static_cast<long long>(opened),
          .gain = "connections of one address held",
          .achieved = static_cast<long long>(most_of_one),
          .limit = 64 + 2,
          .is_ok = most <= 300,
          .figures = {{"held_of_fifty_addresses", static_cast<long long>(most)},
                      {"frozen_ticks",
                       static_cast<long long>(gold.game().figures().frozen_ticks + blue->game->figures().frozen_ticks)},
                      {"late_p99_us", static_cast<long long>(late.at_permille(990))}}});
    CHECK(comes([&] { return server.answers(); }));
}

TEST_CASE("without file descriptors the page's server says so once and waits, and answers when there are some again") {
    const support::CaughtLog log;
    WebGameServer server;
    {
        support::NoFreeFiles none;
        none.free_one();
        const WebClient waiting(server.port());  // takes the last one; the kernel accepts it into the backlog
        REQUIRE(waiting.is_connected());
        CHECK(comes([&] { return server.figures().back_offs >= 3; }));
        CHECK(server.figures().connections == 0);
        CHECK(log.count("accepts no connections for now: Too many open files") == 1);
    }
    CHECK(server.answers());
}

TEST_CASE("what waits for a socket is bounded, and stale frames go first") {
    server::SendQueue queue;
    const auto packet = [](std::uint8_t value, std::size_t size = 1) { return std::vector<std::uint8_t>(size, value); };
    CHECK(queue.push(proto::Channel::control, packet(9)) == 0);
    for (std::uint8_t i = 0; i < 10; ++i) CHECK(queue.push(proto::Channel::frames, packet(i)) == (i < server::SendQueue::kFramesMax ? 0 : 1));
    for (const int wanted : {8, 9}) {
        const auto next = queue.pop();
        REQUIRE(next);
        CHECK((next->channel == proto::Channel::frames && next->bytes[0] == wanted));
    }
    CHECK(queue.pop()->channel == proto::Channel::control);
    CHECK(queue.is_empty());
    int dropped = 0;
    for (int i = 0; i < 200; ++i) dropped += queue.push(proto::Channel::control, packet(1, 1'000));
    CHECK(dropped == 200 - static_cast<int>(server::SendQueue::kControlBytesMax / 1'000));
}

TEST_CASE("a flood of packets to a shard that has stalled is bounded") {
    server::WebLink link;
    int woken = 0;
    link.wake_shard = [&] { ++woken; };
    const proto::PeerId peer = link.came(1, {});
    const std::vector<std::uint8_t> bytes(100);
    for (int i = 0; i < 100'000; ++i) link.received(peer, proto::Channel::frames, bytes);
    std::size_t events = 0, most = 0;
    proto::LinkEvent event;
    do {
        std::size_t of_pass = 0;
        while (link.poll(event, 0)) ++of_pass;
        events += of_pass;
        most = std::max(most, of_pass);
    } while (link.has_more());
    CHECK(events == server::WebLink::kInboxMax);
    CHECK(most == server::WebLink::kTakenMax);
    CHECK(woken == 1);
    CHECK(!link.poll(event, 0));
    link.received(peer, proto::Channel::frames, bytes);
    CHECK(woken == 2);
    CHECK(link.poll(event, 0));
}

TEST_CASE("a page is served only if it is the game's") {
    CHECK(server::served_page("<p>").empty());
    const std::string page = server::served_page("<meta content=\"script-src x; worker-src blob:\"><body data-mode=\"loading\">");
    CHECK(page.find("connect-src 'self'") != std::string::npos);
    CHECK(page.find("data-server>") != std::string::npos);
    std::string error;
    CHECK(server::load_page("/nowhere/play.html", error).empty());
    CHECK(error == "/nowhere/play.html cannot be read");
}
