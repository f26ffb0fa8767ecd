// Goal: a player who asks for a level and then acknowledges nothing, or hardly anything, does not get the same bytes again and again. Level
// and snapshots are charged once, when they begin; what is repeated of them was once outside all budgets.
#include <doctest/doctest.h>

#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

/// A player who acknowledges everything until they ask for the level, and from then on one segment every `ack_every`, or nothing. A packet every
/// five seconds shows that they are alive.
class Deaf {
  public:
    Deaf(std::unique_ptr<proto::Link> link, Micros ack_every, const std::string& joins = {}) : ack_every_(ack_every), link_(std::move(link)) {
        connection_.send(proto::Hello{.protocol_version = proto::kProtocolVersion, .core_version = kCoreVersion, .name = "deaf"});
        connection_.send(joins.empty() ? proto::Message{proto::Create{.level = "the_cut", .players = 2}} : proto::Message{proto::Join{joins}});
    }
    void turn(Micros now) {
        proto::LinkEvent event;
        while (link_->poll(event, now)) {
            if (event.kind != proto::LinkEvent::Kind::received) continue;
            if (has_asked_) bytes_to_it += event.bytes.size();
            if (!has_asked_) connection_.receive(event.channel, event.bytes, now);
        }
        has_asked_ ? say_little(now) : enter(now);
        link_->flush(now);
    }
    std::string code;
    std::uint64_t bytes_to_it = 0;  // since it has asked for the level

  private:
    void enter(Micros now) {
        while (const auto message = connection_.next_message()) {
            const auto* entered = std::get_if<proto::Entered>(&*message);
            if (entered == nullptr) continue;
            code = entered->code;
            connection_.send(proto::LevelWanted{entered->level_digest});
            has_asked_ = true;
            said_at_ = acknowledged_at_ = now;
        }
        proto::OutPacket packet;
        while (connection_.next_packet(packet, now)) {
            link_->send(proto::kServer, packet.channel, packet.bytes(), now);
            wanted_ = static_cast<std::uint16_t>(packet.buffer[0] | packet.buffer[1] << 8);
        }
    }
    void say_little(Micros now) {
        const bool acknowledges = ack_every_ != 0 && now - acknowledged_at_ >= ack_every_;
        if (!acknowledges && now - said_at_ < 5 * kSecond) return;
        said_at_ = now;
        if (acknowledges) ++wanted_, acknowledged_at_ = now;
        const std::array<std::uint8_t, proto::kStreamHeadBytes> packet{static_cast<std::uint8_t>(wanted_), static_cast<std::uint8_t>(wanted_ >> 8)};
        link_->send(proto::kServer, proto::Channel::control, packet, now);
    }
    Micros ack_every_, said_at_ = 0, acknowledged_at_ = 0;
    std::unique_ptr<proto::Link> link_;
    proto::Connection connection_;
    std::uint16_t wanted_ = 0;
    bool has_asked_ = false;
};

constexpr std::uint64_t kHome = address(203, 0, 113, 5);

/// As many games as an address may create at once, with both seats taken.
struct Crowd {
    explicit Crowd(Micros ack_every) {
        for (int i = 0; i < 12; ++i) add(ack_every, {});
        run(kSecond);
        for (int i = 0; i < 12; ++i) add(ack_every, all[static_cast<std::size_t>(i)]->code);
    }
    void add(Micros ack_every, const std::string& code) {
        all.push_back(std::make_unique<Deaf>(fixture.net.connect(kHome), ack_every, code));
    }
    void run(Micros time) {
        for (const Micros until = fixture.now + time; fixture.now < until; fixture.now += 2 * kMs) {
            for (auto& each : all) each->turn(fixture.now);
            fixture.pass();
        }
    }
    std::uint64_t bytes() const {
        std::uint64_t sum = 0;
        for (const auto& each : all) sum += each->bytes_to_it;
        return sum;
    }
    LobbyFixture fixture;
    std::vector<std::unique_ptr<Deaf>> all;
};

}  // namespace

TEST_CASE("a player who acknowledges nothing of a level is dropped after half a minute, and is sent less and less until then") {
    LobbyFixture fixture;
    Deaf deaf{fixture.net.connect(kHome), 0};
    const auto run = [&](Micros time) {
        for (const Micros until = fixture.now + time; fixture.now < until; fixture.now += kMs) {
            deaf.turn(fixture.now);
            fixture.pass();
        }
        return static_cast<long long>(deaf.bytes_to_it);
    };
    const auto soon = run(32 * kSecond), later = run(60 * kSecond);
    emit({.row = "-",
          .attack = "ask for a level and acknowledge nothing",
          .acts = 1,
          .gain = "bytes sent in 92 s",
          .achieved = later,
          .limit = 1'200'000,
          .is_ok = soon > 100'000 && later == soon});
    CHECK(fixture.metrics.peers_now.load() == 0);
}

TEST_CASE("all seats of an address together, whose players acknowledge hardly anything, get repeats within the budget of the address") {
    const auto& budget = server::Limits{}.repeated_bytes.address;
    Crowd crowd{5 * kSecond};
    constexpr int kSeconds = 120;
    crowd.run(kSeconds * kSecond);
    // The levels themselves, what the budget gives, and 5 KB a second of each seat whose repeats are slow.
    const auto levels = static_cast<long long>(crowd.all.size()) * 130'000;
    const auto slow = static_cast<long long>(crowd.all.size()) * 5'000 * kSeconds;
    emit({.row = "-",
          .attack = "ask for levels with 24 seats and acknowledge a piece every five seconds",
          .acts = static_cast<long long>(crowd.all.size()),
          .gain = "bytes sent in two minutes",
          .achieved = static_cast<long long>(crowd.bytes()),
          .limit = levels + budget.burst + budget.per_minute * kSeconds / 60 + slow});
}
