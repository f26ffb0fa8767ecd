// Goal: the impairments match their options in the long run, and repeatably, and the relay applies them on real
// sockets.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "tests/netem/relay.hpp"
#include "tests/support/patient_clock.hpp"

namespace albireo::netem {
namespace {

using boost::asio::ip::udp;
using proto::Impairment;
using proto::ImpairmentOptions;
using proto::kMicrosPerMs;
using support::kPatientStep;
using support::patient_now;

TEST_CASE("loss, bursts, duplication, reordering, jitter and corruption match their options") {
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
            // Independent losses make runs too: their mean is 1 / (1 - loss).
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

TEST_CASE("a rate spaces packets out and drops those that would wait too long. A blackout drops all") {
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
    CHECK(dark.plan(1, 10'000).copies == 1);  // the clock starts with the first packet
    CHECK(dark.plan(1, 10'999).copies == 1);
    CHECK(dark.plan(1, 11'000).copies == 0);
    CHECK(dark.plan(1, 11'499).copies == 0);
    CHECK(dark.plan(1, 11'500).copies == 1);
}

TEST_CASE("the same seed gives the same impairments") {
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

TEST_CASE("options: one direction overrides both. Invalid values are refused in one line") {
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

/// A server behind the relay, in real time.
struct BadNetwork {
    boost::asio::io_context loop;
    udp::socket server{loop, udp::endpoint{boost::asio::ip::address_v4::loopback(), 0}};
    Relay relay;
    const udp::endpoint door{boost::asio::ip::address_v4::loopback(), relay.port()};
    const Micros began = patient_now();

    BadNetwork(const ImpairmentOptions& up, const ImpairmentOptions& down)
        : relay(
              loop,
              {.listen = 0, .to_host = "127.0.0.1", .to_port = server.local_endpoint().port(), .up = up, .down = down},
              patient_now) {
        server.non_blocking(true);
    }
    Micros passed() const { return patient_now() - began; }
    void pass_until(int ms) {
        while (passed() < ms * kMicrosPerMs) loop.run_for(std::chrono::microseconds{kPatientStep});
    }
    udp::socket client() {
        udp::socket made{loop, udp::v4()};
        made.non_blocking(true);
        return made;
    }
    void send(udp::socket& client, std::int64_t word) { client.send_to(boost::asio::buffer(&word, sizeof word), door); }
    void answer(const udp::endpoint& to, std::int64_t word) {
        boost::system::error_code ignored;
        server.send_to(boost::asio::buffer(&word, sizeof word), to, 0, ignored);
    }
    /// visit(word, from) for every packet received.
    static void read(udp::socket& socket, auto&& visit) {
        std::int64_t word = 0;
        udp::endpoint from;
        boost::system::error_code error;
        while (socket.receive_from(boost::asio::buffer(&word, sizeof word), from, 0, error) == sizeof word && !error)
            visit(word, from);
    }
};

// Blackouts were once timed for each port. A client that retried from a new port every eight seconds met no blackout at all.
TEST_CASE("a blackout also covers clients that first appear during it") {
    BadNetwork net{{.blackouts = {{.at = 100 * kMicrosPerMs, .length = 60'000 * kMicrosPerMs}}}, {}};
    for (const int until : {200, 400}) {
        udp::socket client = net.client();
        net.send(client, 1);
        net.pass_until(until);
    }
    CHECK(net.relay.outcome().up.delivered == 1);
    CHECK(net.relay.outcome().up.blacked_out == 1);
}

// The blackout of packets to clients was once timed again from the first answer to a port that was opened during it.
TEST_CASE("a blackout begins and ends in both directions at once") {
    const ImpairmentOptions dark{.blackouts = {{.at = 400 * kMicrosPerMs, .length = 1'000 * kMicrosPerMs}}};
    BadNetwork net{dark, dark};
    udp::socket early = net.client(), late = net.client();
    udp::endpoint first_from;
    // Sends, and the server answers all that it received: `also_first` if the first client's earlier packet is among it.
    const auto at = [&](int ms, udp::socket& client, bool also_first) {
        net.pass_until(ms);
        net.send(client, 1);
        net.pass_until(ms + 100);
        BadNetwork::read(net.server, [&](std::int64_t word, const udp::endpoint& from) {
            if (first_from == udp::endpoint{}) first_from = from;
            net.answer(from, word);
        });
        if (also_first) net.answer(first_from, 2);
        net.pass_until(ms + 150);
    };
    at(0, early, false);
    CHECK(net.relay.outcome().down.delivered == 1);
    at(700, late, true);
    CHECK(net.relay.outcome().up.blacked_out == 1);
    CHECK(net.relay.outcome().down.blacked_out == 1);
    at(1'600, late, true);
    CHECK(net.relay.outcome().up.delivered == 2);
    CHECK(net.relay.outcome().down.delivered == 3);
    CHECK(net.relay.outcome().down.blacked_out == 1);
}

TEST_CASE("two clients through the relay to one server, each direction impaired, on time") {
    BadNetwork net{{.delay = 20 * kMicrosPerMs}, {.loss_ppm = 500'000, .delay = 30 * kMicrosPerMs}};
    std::array<udp::socket, 2> clients{net.client(), net.client()};
    std::set<udp::endpoint> seen;
    std::array<int, 2> echoed{};
    std::vector<double> took;
    const int packets = 200;
    for (int sent = 0; net.passed() < 1'500 * kMicrosPerMs;) {
        if (sent < packets && net.passed() > sent * 5 * kMicrosPerMs) {
            for (auto& client : clients) net.send(client, patient_now());
            ++sent;
        }
        net.loop.run_for(std::chrono::microseconds{kPatientStep});
        BadNetwork::read(net.server, [&](std::int64_t stamp, const udp::endpoint& from) {
            seen.insert(from);
            net.answer(from, stamp);
        });
        for (std::size_t i = 0; i < clients.size(); ++i) {
            BadNetwork::read(clients[i], [&](std::int64_t stamp, const udp::endpoint& from) {
                CHECK(from == net.door);
                ++echoed[i];
                took.push_back(static_cast<double>(patient_now() - stamp) / 1000);
            });
        }
    }
    CHECK(seen.size() == 2);
    for (const int count : echoed) CHECK(std::abs(count - packets / 2) < 40);
    std::ranges::sort(took);
    REQUIRE(took.size() > 100);
    CHECK(took.front() >= 50);
    CHECK(took[took.size() / 2] < 55);
    const Outcome outcome = net.relay.outcome();
    CHECK(outcome.clients == 2);
    CHECK(outcome.up.lost == 0);
    CHECK(outcome.down.packets == 2 * packets);
    CHECK(outcome.lateness_percentile_ms(0.5) < 1);
}

}  // namespace
}  // namespace albireo::netem
