// Goal: however a game ends, and whatever comes up in its midst, its player is shown what came of it, and nothing that
// he presses for the game is taken for an answer. The server is the test's own, word by word.
#include <doctest/doctest.h>

#include "client/app/net_round.hpp"
#include "client/gpu/null_device.hpp"
#include "proto/memory_link.hpp"
#include "server/levels.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;
using platform::PadButton;

namespace {

/// A client in the blue seat of a server that says what the test has it say.
class ToldTable final : public Table {
  public:
    explicit ToldTable(bot::BodyStore& bodies) : person_(bodies) {
        client::ClientOutside outside;
        outside.open_link = [this] { return net_.connect(); };
        outside.find_level = [this](const std::string& name, Difficulty difficulty) {
            return has_level ? levels_.find(name, difficulty) : nullptr;
        };
        game_ = std::make_unique<GameClient>(client::ClientOptions{.name = "Ben", .code = "K7QF2M"}, std::move(outside),
                                             person_);
    }
    bool has_level = true, speaks = true, is_host = false;
    void say(const proto::Message& message) { server_.send(message); }
    void let_in() {
        const auto level = levels_.find("the_cut", Difficulty::standard);
        say(proto::Welcome{.core_version = kCoreVersion, .server_name = {}});
        say(proto::Entered{.code = "K7QF2M",
                           .slot = Slot::blue,
                           .level = "the_cut",
                           .level_digest = level->digest,
                           .difficulty = static_cast<std::uint8_t>(Difficulty::standard),
                           .seed = 5,
                           .partner_name = "Anna"});
    }
    void start() {
        const auto world = std::make_unique<World>();
        init(*world, *levels_.find("the_cut", Difficulty::standard), {.seed = 5, .players = 3});
        say(proto::Start{.first_tick = world->tick});
        server_.start_frames(world->tick, world->tick);
    }
    /// The partner's next frame, with this command.
    void play(Command command, Micros now) {
        Frame frame;
        frame.command = command;
        frame.command_delay = 90;  // the one who is told runs ahead
        server_.push_frame(frame, now);
    }

    void advance(Micros now) override {
        game_->advance(now);
        if (!speaks) return;
        proto::LinkEvent event;
        while (net_.poll(event, now)) {
            peer_ = event.peer;
            if (event.kind == proto::LinkEvent::Kind::received) server_.receive(event.channel, event.bytes, now);
        }
        while (server_.next_message()) {
        }
        server_.incoming().release(server_.incoming().confirmed_up_to());
        proto::OutPacket packet;
        while (server_.next_packet(packet, now)) net_.send(peer_, packet.channel, packet.bytes(), now);
        game_->advance(now);
    }
    GameClient& game() override { return *game_; }
    void leave(Micros now) override { game_->leave(now); }
    std::vector<Person*> people() override { return {&person_}; }
    bool is_private() const override { return false; }
    bool owns_game() const override { return is_host; }
    std::string server() const override { return "203.0.113.7:7777"; }
    std::string replay_path() const override { return "kept.replay"; }

  private:
    server::Levels levels_;
    proto::MemoryNet net_;  // outlives the game's link
    proto::Connection server_;
    proto::PeerId peer_;
    Person person_;
    std::unique_ptr<GameClient> game_;
};

struct Fixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    platform::Input input;
    Micros now = 1'000'000;
    std::unique_ptr<ToldTable> owned = std::make_unique<ToldTable>(bodies);
    ToldTable& table = *owned;
    NetRound round{std::move(owned), picture, Settings{}, {}};

    void frames(int count) {
        for (int i = 0; i < count; ++i) {
            round.advance(input, now);
            input.next_frame();
            now += 16'667;
        }
    }
    void tap(PadButton button) {
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        frames(1);
    }
    bool offers(const std::string& choice) const {
        const auto all = round.notice().choices;
        return std::find(all.begin(), all.end(), choice) != all.end();
    }
    void play() {
        table.let_in();
        frames(2);
        round.game()->be_ready();
        table.start();
        frames(60);
        REQUIRE(round.ticks() > 40);
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture,
                  "a game that ends while someone is still coming in has no scores, and is left like any other") {
    SUBCASE("the level is on its way") {
        table.has_level = false;
    }
    SUBCASE("the world is on its way") {}
    table.let_in();
    frames(60);
    REQUIRE_FALSE(round.game()->has_game());
    table.say(proto::Ended{.outcome = proto::Outcome::cleared, .tick = {}});
    frames(60);
    CHECK(round.notice().title == "Cleared");
    CHECK(round.notice().rows.empty());
    input.pressed.push_back(Key::enter);
    frames(1);
    CHECK(round.is_over());
}

TEST_CASE_FIXTURE(Fixture, "a server that closes in the midst of a game takes nothing of what was played with it") {
    play();
    // As a host's server says it when he quits.
    table.say(proto::Bye{proto::ByeReason::server_closing});
    table.say(proto::Ended{.outcome = proto::Outcome::left, .tick = {}});
    frames(60);
    CHECK(round.notice().title == "The game has ended");
    CHECK(round.notice().line == proto::text_of(proto::ByeReason::server_closing));
    CHECK(round.notice().rows.size() == 4);
    CHECK(round.notice().hint == "kept as kept.replay");
    CHECK(offers("Watch the replay"));
    // The code was the host's.
    CHECK_FALSE(offers("Play again"));
    table.is_host = true;
    CHECK(offers("Play again"));
}

TEST_CASE("who opened a game can open another one like it, who joined cannot") {
    bot::BodyStore bodies;
    CHECK(sit_at_home(bodies, {})->owns_game());
    CHECK(join_table(bodies, {}, {"127.0.0.1", 9}, "")->owns_game());
    CHECK_FALSE(join_table(bodies, {}, {"127.0.0.1", 9}, "K7QF2M")->owns_game());
}

TEST_CASE_FIXTURE(Fixture,
                  "a pad that taps fire does not answer a panel that comes up under it; a moment later it does") {
    play();
    const auto answers = [&](PadButton button, const std::string& title) {
        REQUIRE(round.notice().title == title);
        tap(button);
        CHECK(round.notice().title == title);
        frames(30);
        tap(button);
        frames(10);
        CHECK(round.notice().title == title);
        CHECK_FALSE(round.is_over());
        frames(20);
        tap(button);
        frames(1);
    };
    table.speaks = false;
    for (int i = 0; i < 600 && round.notice().title != "Connection lost"; ++i) frames(1);
    answers(PadButton::south, "Connection lost");
    // That was asked for, and so is closed at once.
    CHECK(round.notice().title == "You have left");
    tap(PadButton::east);
    CHECK(round.is_over());
}

TEST_CASE_FIXTURE(Fixture,
                  "nor does Enter, which may be bound; but a pause of one's own is ended as soon as one likes") {
    play();
    const auto partner_plays = [&](int ticks, Command last) {
        for (int i = 0; i < ticks; ++i) {
            table.play(i + 1 < ticks ? Command::none : last, now);
            frames(1);
        }
    };
    const auto enter = [&] { input.pressed.push_back(Key::enter); };
    partner_plays(61, Command::pause);
    for (int i = 0; i < 200 && round.notice().title != "Paused"; ++i) partner_plays(1, Command::none);
    REQUIRE(round.notice().title == "Paused");
    enter();
    partner_plays(200, Command::none);  // a pause ends so late where nobody agrees
    CHECK(round.notice().title == "Paused");
    enter();
    partner_plays(200, Command::none);
    CHECK(round.notice().title.empty());
    input.pressed.push_back(Key::escape);
    for (int i = 0; i < 200 && round.notice().title != "Paused"; ++i) partner_plays(1, Command::none);
    REQUIRE(round.notice().title == "Paused");
    enter();
    partner_plays(200, Command::none);
    CHECK(round.notice().title.empty());
}
