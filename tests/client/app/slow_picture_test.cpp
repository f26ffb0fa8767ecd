// Goal: ticks do not wait for pictures. A player whose pictures take long plays as many ticks as any other, their partner never
// waits for a picture, and a picture shows every effect of the ticks before it.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "server/shard.hpp"
#include "sim/input.hpp"
#include "tests/client/app/activity_fixture.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;
using namespace albireo::app;
using namespace std::chrono_literals;

namespace {

/// A player's program in a thread of its own, in which drawing a picture takes this long.
class SlowProgram {
  public:
    SlowProgram(std::unique_ptr<GameHost> host, std::chrono::milliseconds drawing)
        : activity_(std::move(host), picture_, Settings{}, {}), loop_([this, drawing](const std::stop_token& stop) {
              while (!stop.stop_requested()) {
                  show();
                  std::this_thread::sleep_for(drawing);
              }
          }) {}

    std::string code() const {
        const std::lock_guard lock(guard_);
        return code_;
    }
    bool plays() const { return plays_; }
    /// Whether the server has called either player slow.
    bool was_judged() const { return was_judged_; }
    /// No picture is drawn from now on.
    void stop() {
        loop_.request_stop();
        loop_.join();
    }
    NetActivity& activity() { return activity_; }

  private:
    void show() {
        activity_.advance({}, client::UdpClient::now());
        plays_ = activity_.look(*view_, client::UdpClient::now());
        const auto game = activity_.game();
        if (game->pace_notice() != proto::PaceNotice{} || game->partner_state() == proto::Partner::slow)
            was_judged_ = true;
        const std::lock_guard lock(guard_);
        code_ = game->code();
    }

    std::unique_ptr<gpu::Device> device_ = gpu::make_null_device();
    Picture picture_{*device_, {.width = 64, .height = 36}};
    std::unique_ptr<scene::View> view_ = std::make_unique<scene::View>();
    NetActivity activity_;
    mutable std::mutex guard_;
    std::string code_;
    std::atomic<bool> plays_ = false, was_judged_ = false;
    std::jthread loop_;
};

/// The effects of 910 pictures' time in virtual time, taken from the runner after every `apart` of them.
std::vector<client::EffectLedger::Effect> effects_of_game(bot::BodyStore& bodies, int apart) {
    GameHostSetup setup;
    setup.seed = 5;
    GameRunner runner(open_local_game(bodies, setup));
    runner.game()->be_ready();
    std::vector<client::EffectLedger::Effect> effects;
    TickReel reel;
    Tick last;
    std::uint64_t ticks = 0;
    for (int i = 1; i <= 910; ++i) {
        runner.lock()->people().front()->hold({.buttons = kFire});
        runner.advance(1'000'000 + i * Micros{20'000});
        if (i % apart != 0) continue;
        runner.take(reel);
        ticks += reel.played();
        for (const PlayedTick& tick : reel.ticks()) {
            CHECK(tick.now->tick == tick.before->tick + 1);
            effects.insert(effects.end(), tick.effects.begin(), tick.effects.end());
            last = tick.now->tick;
        }
    }
    CHECK(ticks == runner.game()->figures().ticks);
    CHECK(last == runner.game()->predictor().predicted().tick);
    return effects;
}

}  // namespace

TEST_CASE_FIXTURE(ActivityFixture, "over real sockets: a slow picture is no slow player, whether they host or join") {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    std::string error;
    server::Levels levels;
    server::Shard shard(config, 0, levels, error);
    REQUIRE(error == "");
    shard.start();
    GameHostSetup setup;
    setup.play_mode = PlayMode::two;
    setup.lan = false;
    bot::BodyStore other_bodies;
    const auto level = level_of(setup, error);
    REQUIRE(level);
    bodies.of(*level);  // made before a game, as by the program
    other_bodies.of(*level);

    const std::chrono::seconds played(support::repetitions(4, 8, 4));
    for (const bool hosts : {false, true}) {
        for (const std::chrono::milliseconds drawing : {250ms, 1000ms}) {
            CAPTURE(hosts);
            CAPTURE(drawing.count());
            auto host =
                hosts ? host_game(bodies, setup, 0, error) : join_game(bodies, setup, {"127.0.0.1", shard.port()}, "");
            REQUIRE_MESSAGE(host, error);
            port = hosts ? port_of(*host) : shard.port();
            SlowProgram slow(std::move(host), drawing);
            const auto await = [](const std::function<bool()>& done) {
                for (const Micros until = client::UdpClient::now() + kTimeout;
                     client::UdpClient::now() < until && !done();) {
                    std::this_thread::sleep_for(5ms);
                }
                REQUIRE(done());
            };
            await([&] { return !slow.code().empty(); });
            SlowProgram fast(join_game(other_bodies, setup, {"127.0.0.1", port}, slow.code()), 16ms);
            await([&] { return slow.plays() && fast.plays(); });
            std::this_thread::sleep_for(played);
            slow.stop();
            fast.stop();
#if !defined(ALBIREO_UNDER_ASAN) && !defined(ALBIREO_UNDER_TSAN)  // whose work delays every tick
            const client::NetFigures figures = slow.activity().game()->figures();
            const client::NetFigures partner = fast.activity().game()->figures();
            CHECK(figures.confirmed_per_second() >= 57);
            CHECK(partner.confirmed_per_second() >= 57);
            CHECK(partner.frozen_ticks == 0);
            // The slow player's frames do not come in bunches of a picture's ticks, all of which the partner would have to guess.
            CHECK(partner.lead.at_permille(500) <= 4);
            CHECK_FALSE(slow.was_judged());
            CHECK_FALSE(fast.was_judged());
            CHECK(slow.activity().ticks() > 40 * played.count());
#endif
        }
    }
    shard.stop();
    shard.join();
}

TEST_CASE_FIXTURE(ActivityFixture, "a picture that comes late gets every effect once, and the newest tick") {
    const auto each = effects_of_game(bodies, 1);
    REQUIRE(each.size() > 500);
    for (const int apart : {7, 70}) {  // within the reel's length, and far beyond it
        CAPTURE(apart);
        const auto late = effects_of_game(bodies, apart);
        REQUIRE(late.size() == each.size());
        bool is_same = true;
        for (std::size_t i = 0; i < each.size(); ++i) {
            const Event &one = each[i].event, &other = late[i].event;
            is_same &=
                one.tick == other.tick && one.kind == other.kind && one.slot == other.slot && one.cause == other.cause;
        }
        CHECK(is_same);
    }
}
