// Goal: a forwarded game reaches spectators whole, within limits of its own, and players learn how many watch in all. A spectator that lies about
// those to whom it forwards the game changes nothing but that number, and costs the players no more than two messages a second.
#include <atomic>

#include "tests/session/watched_game.hpp"

using namespace albireo;
using namespace albireo::storm;
using server::ForwardedNews;

namespace {

constexpr const char* kForwardedCode = "ACDEFGHJ";

/// A game, and the same one as another server would forward it to this lobby.
struct ForwardedTwice : WatchedGame {
    void forward(Micros length, ForwardedNews::End end = ForwardedNews::End::open) {
        for (const Micros until = now + length; now < until;) {
            tell(ForwardedNews::End::open);
            pass(100 * kMs);
        }
        if (end != ForwardedNews::End::open) tell(end);
    }
    void tell(ForwardedNews::End end) {
        ForwardedNews news{.delay_ms = 2'500, .spectators = 3, .has_started = true, .end = end, .watchers = watchers};
        news.bytes.assign(recorded.begin() + static_cast<std::ptrdiff_t>(told), recorded.end());
        told = recorded.size();
        lobby->forward(kForwardedCode, std::move(news), now);
    }
    std::size_t told = 0;
    std::shared_ptr<std::atomic<std::uint32_t>> watchers = std::make_shared<std::atomic<std::uint32_t>>(0);
};

}  // namespace

TEST_CASE("a forwarded game is watched by its code without a further delay, and those who watch are counted") {
    ForwardedTwice game;
    CHECK(game.watch(kForwardedCode).state() == Spectator::State::connecting);
    game.pass(kSecond);
    CHECK(game.spectators[0]->refusal() == proto::Refusal::unknown_code);
    game.forward(4 * kSecond);
    Spectator& one = game.watch(kForwardedCode);
    Spectator& slow = game.watch(kForwardedCode, 8'000);
    game.forward(6 * kSecond);
    CHECK(one.state() == Spectator::State::watching);
    CHECK(one.watching().delay_ms == 2'500);
    CHECK(one.replay().bytes() == game.told);
    CHECK(one.watching().spectators == 3);
    CHECK(slow.watching().delay_ms == 8'000);
    CHECK(slow.replay().bytes() < game.told);
    CHECK(*game.watchers == 2);
    CHECK(game.anna->spectators().count == 0);
    // Spectators of the game itself take no place of these, and the other way round.
    CHECK(game.watch(game.anna->watch_code()).state() == Spectator::State::connecting);
    game.forward(4 * kSecond, ForwardedNews::End::cut);
    CHECK(game.anna->spectators().count == 1);
    game.pass(4 * kSecond);
    CHECK(one.cause() == Spectator::Cause::cut_short);
    CHECK(game.spectators[3]->state() == Spectator::State::watching);
}

TEST_CASE("a forwarded game has places for 64, and one more is refused with a reason") {
    ForwardedTwice game;
    game.forward(2 * kSecond);
    for (std::uint64_t i = 0; i < 65; ++i) game.connect((i + 1) << 24).connection.send(proto::Watch{.code = kForwardedCode});
    game.forward(2 * kSecond);
    CHECK(*game.watchers == 64);
    CHECK(std::ranges::count(game.peers, proto::Refusal::spectators_full, [](const auto& each) { return each->refusal; }) == 1);
}

TEST_CASE("a spectator that lies about those to whom it forwards the game cannot flood the players, nor exceed what a number may be") {
    WatchedGame game;
    BarePeer& liar = game.connect();
    liar.connection.send(proto::Spectators{.count = 7, .names = {}});  // before it watches: ignored
    liar.connection.send(proto::Watch{.code = game.anna->watch_code()});
    game.pass(2 * kSecond);
    CHECK(game.anna->spectators().count == 1);
    const std::size_t before = game.log.size();
    for (std::uint32_t i = 0; i < 400; ++i) {
        liar.connection.send(proto::Spectators{.count = i % 2 == 0 ? ~std::uint32_t{0} - i : i, .names = {"mallory"}});
        game.pass(10 * kMs);
    }
    CHECK(game.log.size() - before <= 8);
    CHECK(liar.refusal == proto::Refusal::none);
    CHECK(game.anna->spectators().count <= 1 + server::kForwardedToMax);
    CHECK(game.anna->spectators().names == std::vector<std::string>{"eve"});
    CHECK(game.anna->state() == GameClient::State::playing);
    game.pass(kSecond);
    liar.connection.send(proto::Spectators{.count = ~std::uint32_t{0}, .names = {}});
    game.pass(kSecond);
    CHECK(game.anna->spectators().count == 1 + server::kForwardedToMax);
    liar.connection.send(proto::Bye{});
    game.pass(kSecond);
    CHECK(game.anna->spectators().count == 0);
}
