// Goal: the impairment does what it was asked for, in the long run and repeatably, and the relay does it on real
// sockets.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <set>

#include "tests/netem/relay.hpp"

namespace albireo::netem {
namespace {

using boost::asio::ip::udp;
using proto::Impairment;
using proto::ImpairmentOptions;
using proto::kMicrosPerMs;

TEST_CASE("loss, bursts, doubling, reordering, jitter and corruption come out as asked for") {
    for (const std::uint32_t burst : {1u, 3u, 10u}) {
        for (const std::uint32_t loss_ppm : {20'000u, 250'000u, 500'000u, 900'000u}) {
            Impairment path{{.seed = 3 + burst, .loss_ppm = loss_ppm, .burst_mean = burst}};
            int lost = 0, runs = 0;
            bool last = false;
            const int packets = 200'000;
            for (int i = 0; i < packets; ++i) {
                const bool gone = path.plan(100, i).copies == 0;
                lost += gone;
                runs += gone && !last;
                last = gone;
            }
            CAPTURE(burst);
            CAPTURE(loss_ppm);
            CHECK(std::abs(lost / static_cast<double>(packets) - loss_ppm / 1e6) < 0.02);
            const double mean_run = static_cast<double>(lost) / runs;
            // Independent losses make runs too: 1 / (1 - loss).
            const double expected = burst == 1 ? 1 / (1 - loss_ppm / 1e6) : burst;
            if (loss_ppm < 900'000) CHECK(std::abs(mean_run / expected - 1) < 0.1);
        }
    }
    Impairment path{{.delay = 50 * kMicrosPerMs,
                     .jitter = 10 * kMicrosPerMs,
                     .duplicate_ppm = 100'000,
                     .reorder_ppm = 50'000,
                     .corrupt_ppm = 10'000}};
    int doubled = 0, corrupted = 0, behind = 0;
    proto::Micros newest = 0, sum = 0;
    for (int i = 0; i < 100'000; ++i) {
        const proto::Fate fate = path.plan(100, i * 10'000);
        doubled += fate.copies == 2;
        corrupted += fate.corrupt_bit >= 0;
        behind += fate.arrives[0] < newest;
        newest = std::max(newest, fate.arrives[0]);
        sum += fate.arrives[0] - i * 10'000;
    }
    CHECK(std::abs(doubled - 10'000) < 500);
    CHECK(std::abs(corrupted - 1'000) < 150);
    CHECK(behind > 1'000);
    CHECK(std::abs(static_cast<double>(sum) / 100'000 - 51'500) < 2'000);
}

TEST_CASE("a rate spaces packets out and drops what would wait too long; a blackout swallows all") {
    Impairment slow{{.rate = 10'000, .queue_max = 100 * kMicrosPerMs}};
    int through = 0;
    proto::Micros last = 0;
    for (int i = 0; i < 100; ++i) {
        const proto::Fate fate = slow.plan(500, 0);
        if (fate.copies == 0) continue;
        ++through;
        CHECK(fate.arrives[0] == last + 50 * kMicrosPerMs);
        last = fate.arrives[0];
    }
    CHECK(through == 3);
    CHECK(slow.counters().queue_full == 97);
    Impairment dark{{.blackouts = {{1'000, 500}}}};
    CHECK(dark.plan(1, 10'000).copies == 1);  // the clock starts here
    CHECK(dark.plan(1, 10'999).copies == 1);
    CHECK(dark.plan(1, 11'000).copies == 0);
    CHECK(dark.plan(1, 11'499).copies == 0);
    CHECK(dark.plan(1, 11'500).copies == 1);
}

TEST_CASE("the same seed means the same fates") {
    const ImpairmentOptions options{
        .seed = 9, .loss_ppm = 300'000, .burst_mean = 4, .jitter = 5'000, .duplicate_ppm = 50'000};
    Impairment a{options}, b{options};
    ImpairmentOptions other = options;
    other.seed = 10;
    Impairment c{other};
    int differ = 0;
    for (int i = 0; i < 10'000; ++i) {
        const auto fate = a.plan(80, i * 100);
        const auto again = b.plan(80, i * 100);
        CHECK(fate.copies == again.copies);
        CHECK(fate.arrives == again.arrives);
        differ += c.plan(80, i * 100).copies != fate.copies;
    }
    CHECK(differ > 1'000);
}

std::optional<NetemOptions> parse(std::vector<const char*> arguments, int& exit_code) {
    arguments.insert(arguments.begin(), "albireo-netem");
    return parse_netem_options(static_cast<int>(arguments.size()), arguments.data(), exit_code);
}

TEST_CASE("options: one direction overrides both; nonsense is refused in one line") {
    int exit_code = 0;
    const auto options = parse({"--listen", "9000", "--to", "localhost:7777", "--latency", "50", "--loss", "2.5",
                                "--down-loss", "25", "--burst", "10", "--up-blackout", "12.5:2", "--rate", "64"},
                               exit_code);
    REQUIRE(options);
    CHECK(options->up.delay == 50'000);
    CHECK(options->down.delay == 50'000);
    CHECK(options->up.loss_ppm == 25'000);
    CHECK(options->down.loss_ppm == 250'000);
    CHECK(options->up.burst_mean == 10);
    CHECK(options->up.rate == 64'000);
    REQUIRE(options->up.blackouts.size() == 1);
    CHECK(options->up.blackouts[0].at == 12'500'000);
    CHECK(options->up.blackouts[0].length == 2'000'000);
    CHECK(options->down.blackouts.empty());
    const std::vector<std::vector<const char*>> nonsense{
        {"--listen", "9000"},
        {"--listen", "9000", "--to", "nowhere"},
        {"--listen", "9000", "--to", "a:0"},
        {"--listen", "9000", "--to", "a:99999"},
        {"--listen", "0", "--to", "a:1"},
        {"--listen", "9000", "--to", "a:1", "--loss", "101"},
        {"--listen", "9000", "--to", "a:1", "--loss", "x"},
        {"--listen", "9000", "--to", "a:1", "--blackout", "5"},
        {"--listen", "9000", "--to", "a:1", "--blackout", "5:nan"},
        {"--listen", "9000", "--to", "a:1", "--blackout", "5:1x"},
        {"--listen", "9000", "--to", "a:1", "--burst", "0"},
    };
    for (const auto& arguments : nonsense) {
        exit_code = 0;
        CHECK(!parse(arguments, exit_code));
        CHECK(exit_code == 2);
    }
}

// A client that tried again from a new port once had its own dark, eight seconds later, and so none.
TEST_CASE("the dark is dark for who comes while it lasts, too") {
    boost::asio::io_context loop;
    udp::socket server{loop, udp::endpoint{boost::asio::ip::address_v4::loopback(), 0}};
    udp::socket probe{loop, udp::endpoint{udp::v4(), 0}};
    NetemOptions options;
    options.listen = probe.local_endpoint().port();
    probe.close();
    options.to_host = "127.0.0.1";
    options.to_port = server.local_endpoint().port();
    options.up = {.blackouts = {{.at = 100 * kMicrosPerMs, .length = 60'000 * kMicrosPerMs}}};
    Relay relay{loop, options};
    const udp::endpoint door{boost::asio::ip::address_v4::loopback(), options.listen};
    for (int i = 0; i < 2; ++i) {
        udp::socket client{loop, udp::v4()};
        client.send_to(boost::asio::buffer("hello", 5), door);
        loop.run_for(std::chrono::milliseconds{200});
    }
    CHECK(relay.outcome().up.delivered == 1);
    CHECK(relay.outcome().up.blacked_out == 1);
}

// Downward the dark once began anew with the first answer to a port that was opened in it.
TEST_CASE("the dark comes and goes in both directions at once") {
    boost::asio::io_context loop;
    udp::socket server{loop, udp::endpoint{boost::asio::ip::address_v4::loopback(), 0}};
    udp::socket probe{loop, udp::endpoint{udp::v4(), 0}};
    NetemOptions options;
    options.listen = probe.local_endpoint().port();
    probe.close();
    options.to_host = "127.0.0.1";
    options.to_port = server.local_endpoint().port();
    options.down = {.blackouts = {{.at = 400 * kMicrosPerMs, .length = 1'000 * kMicrosPerMs}}};
    options.up = options.down;
    Relay relay{loop, options};
    const udp::endpoint door{boost::asio::ip::address_v4::loopback(), options.listen};
    udp::socket early{loop, udp::v4()}, late{loop, udp::v4()};
    server.non_blocking(true);
    udp::endpoint first_from;
    const auto began = std::chrono::steady_clock::now();
    // Sends, and answers whatever the server has got: `also_first` from earlier.
    const auto at = [&](int ms, udp::socket& client, bool also_first) {
        loop.run_for(began + std::chrono::milliseconds{ms} - std::chrono::steady_clock::now());
        client.send_to(boost::asio::buffer("hello", 5), door);
        loop.run_for(std::chrono::milliseconds{100});
        std::array<char, 8> bytes;
        udp::endpoint from;
        boost::system::error_code error;
        while (server.receive_from(boost::asio::buffer(bytes), from, 0, error) == 5 && !error) {
            if (first_from == udp::endpoint{}) first_from = from;
            server.send_to(boost::asio::buffer("aha", 3), from);
        }
        if (also_first) server.send_to(boost::asio::buffer("hm", 2), first_from);
        loop.run_for(std::chrono::milliseconds{50});
    };
    at(0, early, false);
    CHECK(relay.outcome().down.delivered == 1);
    at(700, late, true);
    CHECK(relay.outcome().up.blacked_out == 1);
    CHECK(relay.outcome().down.blacked_out == 1);
    at(1'600, late, true);
    CHECK(relay.outcome().up.delivered == 2);
    CHECK(relay.outcome().down.delivered == 3);
    CHECK(relay.outcome().down.blacked_out == 1);
}

TEST_CASE("two clients through the relay to one server, each direction impaired, in time") {
    boost::asio::io_context loop;
    udp::socket server{loop, udp::endpoint{boost::asio::ip::address_v4::loopback(), 0}};
    udp::socket probe{loop, udp::endpoint{udp::v4(), 0}};
    NetemOptions options;
    options.listen = probe.local_endpoint().port();
    probe.close();
    options.to_host = "127.0.0.1";
    options.to_port = server.local_endpoint().port();
    options.up = {.delay = 20 * kMicrosPerMs};
    options.down = {.loss_ppm = 500'000, .delay = 30 * kMicrosPerMs};
    Relay relay{loop, options};
    const udp::endpoint door{boost::asio::ip::address_v4::loopback(), options.listen};
    std::array<udp::socket, 2> clients{udp::socket{loop, udp::v4()}, udp::socket{loop, udp::v4()}};
    server.non_blocking(true);
    std::set<udp::endpoint> seen;
    std::array<int, 2> echoed{};
    std::vector<double> took;
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds{1}; };
    const int packets = 200;
    const auto began = now();
    int sent = 0;
    while (now() - began < 1'500'000) {
        if (sent < packets && now() - began > sent * 5'000) {
            const std::int64_t stamp = now();
            for (auto& client : clients) client.send_to(boost::asio::buffer(&stamp, sizeof stamp), door);
            ++sent;
        }
        loop.run_for(std::chrono::microseconds{200});
        std::int64_t stamp = 0;
        udp::endpoint from;
        boost::system::error_code error;
        while (server.receive_from(boost::asio::buffer(&stamp, sizeof stamp), from, 0, error) == sizeof stamp &&
               !error) {
            seen.insert(from);
            server.send_to(boost::asio::buffer(&stamp, sizeof stamp), from, 0, error);
        }
        for (std::size_t i = 0; i < clients.size(); ++i) {
            clients[i].non_blocking(true);
            error = {};
            while (clients[i].receive_from(boost::asio::buffer(&stamp, sizeof stamp), from, 0, error) == sizeof stamp &&
                   !error) {
                CHECK(from == door);
                ++echoed[i];
                took.push_back(static_cast<double>(now() - stamp) / 1000);
            }
        }
    }
    CHECK(seen.size() == 2);
    for (const int count : echoed) CHECK(std::abs(count - packets / 2) < 40);
    std::ranges::sort(took);
    REQUIRE(took.size() > 100);
    CHECK(took.front() >= 50);
    CHECK(took[took.size() / 2] < 55);
    const Outcome outcome = relay.outcome();
    CHECK(outcome.clients == 2);
    CHECK(outcome.up.lost == 0);
    CHECK(outcome.down.packets == 2 * packets);
    CHECK(outcome.lateness_percentile_ms(0.5) < 1);
}

}  // namespace
}  // namespace albireo::netem
