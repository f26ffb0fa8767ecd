// Goal: two bots who play over real sockets do not notice that somebody creates games in bulk on their server, or guesses codes. No
// tick of theirs freezes, except as long as the machine delayed idle timers too.
#include <doctest/doctest.h>

#include <map>

#include "proto/connection.hpp"
#include "proto/join_code.hpp"
#include "proto/token.hpp"
#include "sim/base/random.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/beside.hpp"

using namespace albireo;
using namespace albireo::attacks;
using client::UdpClient;

namespace {

constexpr std::uint32_t kGameTicks = 10 * kTicksPerSecond;

/// A peer with a connection over UDP.
struct Guest {
    explicit Guest(std::uint16_t port) {
        std::string error;
        link = proto::make_enet_client("127.0.0.1", port, error);
        connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "guest"});
    }
    void turn() {
        const proto::Micros now = UdpClient::now();
        proto::LinkEvent event;
        while (link->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message()) {
            if (const auto* seat = std::get_if<proto::Entered>(&*message)) entered = *seat;
            if (std::holds_alternative<proto::Start>(*message)) started = true;
            if (const auto* refused = std::get_if<proto::Refused>(&*message)) ++refusals[refused->reason];
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) link->send(proto::kServer, packet.channel, packet.bytes(), now);
        link->flush(now);
    }
    int refused() const {
        int sum = 0;
        for (const auto& [reason, count] : refusals) sum += count;
        return sum;
    }
    std::unique_ptr<proto::EnetLink> link;
    proto::Connection connection;
    std::optional<proto::Entered> entered;
    bool started = false;
    std::map<proto::Refusal, int> refusals;
};

void check(const Noticed& noticed) {
    MESSAGE("frozen " << noticed.frozen << " ticks, held by the machine " << noticed.held << "; the shard's timer late p99 "
                      << noticed.late_p99 << " us, a pass p99 " << noticed.pass_p99 << " us");
    CHECK(noticed.played);
    CHECK(noticed.frozen <= noticed.held);
}

}  // namespace

TEST_CASE("row 5: two bots play while an attacker creates games in bulk, starts them and leaves") {
    int asked = 0, started = 0;
    check(play_beside(kGameTicks, [&](std::uint16_t port, const std::atomic<bool>& stop) {
        constexpr Difficulty kDifficulties[] = {Difficulty::calm, Difficulty::standard, Difficulty::storm};
        constexpr const char* kLevels[] = {"the_hive", "endless", "shelf_sea", "boss_rush"};
        std::vector<std::unique_ptr<Guest>> guests(8);
        while (!stop) {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->started || guest->refused() > 0) {
                    if (guest != nullptr && guest->started) ++started;
                    guest = std::make_unique<Guest>(port);
                    // Each time another level, which nobody has asked for.
                    guest->connection.send(proto::Create{.level = kLevels[asked / 3 % 4],
                                                         .difficulty = static_cast<std::uint8_t>(kDifficulties[asked % 3]), .players = 1});
                    ++asked;
                }
                guest->turn();
                if (guest->entered && !guest->started) guest->connection.send(proto::Ready{std::exchange(guest->entered, {})->level_digest});
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }));
    MESSAGE(asked << " Creates, " << started << " games started");
    CHECK(started >= 5);
    CHECK(asked >= 20);
}

TEST_CASE("row 1: two bots play while an attacker guesses codes") {
    int asked = 0;
    check(play_beside(kGameTicks, [&](std::uint16_t port, const std::atomic<bool>& stop) {
        Random random = Random::seed(7, 9);
        std::vector<std::unique_ptr<Guest>> guests(8);
        while (!stop) {
            for (auto& guest : guests) {
                if (guest == nullptr || guest->refusals.contains(proto::Refusal::too_many_tries)) guest = std::make_unique<Guest>(port);
                const std::string code = proto::join_code((std::uint64_t{random.next()} << 32) | random.next());
                if (guest->connection.messages_unacknowledged() < 50) {
                    if (asked % 2 == 0) {
                        guest->connection.send(proto::Join{code});
                    } else {
                        guest->connection.send(proto::Rejoin{code, proto::Proof{1}});
                    }
                    ++asked;
                }
                guest->turn();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }));
    MESSAGE(asked << " codes asked for");
    CHECK(asked >= 500);
}
