// Symptom: when a server restarted, the game of a player alone went on some ticks before those that the player had been told were
// received: for a moment after it had parked the game, the server acknowledged frames that no journal had.
#include <doctest/doctest.h>

#include "proto/faulty_link.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/memory_disk.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

/// A client's link on which messages are lost while `is_deaf`; frames arrive.
class WithoutWords final : public proto::Link {
  public:
    WithoutWords(std::unique_ptr<proto::Link> inner, const bool& is_deaf) : inner_(std::move(inner)), is_deaf_(is_deaf) {}
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override { inner_->send(peer, channel, bytes, now); }
    bool poll(proto::LinkEvent& event, Micros now) override {
        while (inner_->poll(event, now)) {
            if (!is_deaf_ || event.channel != proto::Channel::control) return true;
        }
        return false;
    }
    void close(proto::PeerId peer) override { inner_->close(peer); }
    void flush(Micros now) override { inner_->flush(now); }
    proto::LinkTraffic traffic() const override { return inner_->traffic(); }
    proto::Binding binding_of(proto::PeerId peer) const override { return inner_->binding_of(peer); }

  private:
    std::unique_ptr<proto::Link> inner_;
    const bool& is_deaf_;
};

}  // namespace

TEST_CASE("a server that parks a game acknowledges no frame that comes later") {
    support::MemoryDisk disk;
    LobbyFixture fixture;
    fixture.journal_to = [&](const std::string& code) { return disk.create(code); };
    fixture.record_to = [&](const std::string& code) { return disk.record(code); };
    bool is_deaf = false;
    client::ClientEnvironment environment;
    environment.open_link = [&] {
        const proto::FaultyLinkOptions delays{.out = {.delay = 60 * kMs}, .in = {.delay = 20 * kMs}};
        return std::make_unique<WithoutWords>(std::make_unique<proto::FaultyLink>(fixture.net.connect(), delays), is_deaf);
    };
    environment.find_level = [&](const std::string& name, Difficulty difficulty) { return fixture.levels.find(name, difficulty); };
    fixture.clients.push_back(std::make_unique<GameClient>(client::ClientOptions{.name = "gold", .players = 1}, std::move(environment), fixture.idle));
    const GameClient& gold = *fixture.clients.back();
    fixture.run(3 * kSecond);
    REQUIRE(gold.state() == GameClient::State::playing);

    is_deaf = true;  // the goodbye is lost
    fixture.lobby->park_all();
    fixture.run(300 * kMs);  // frames are still on their way
    REQUIRE(fixture.metrics.sessions_parked == 1);
    const Tick confirmed = gold.predictor().confirmed().tick;
    fixture.lobby.reset();
    fixture.net.forget_all();
    fixture.open_lobby();
    fixture.lobby->recover(disk.all());
    for (int i = 0; i < 100 && fixture.lobby->recovering() != 0; ++i, fixture.now += kMs) fixture.pass();
    REQUIRE(fixture.lobby->find(gold.code()) != nullptr);
    CHECK(confirmed > Tick{100});
    CHECK(fixture.lobby->find(gold.code())->tick() >= confirmed);
}
