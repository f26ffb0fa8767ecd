#pragma once
/// Shared by the tests of panels: an activity in virtual time, on a device without GL, whose server is scripted by the
/// test.
#include <doctest/doctest.h>

#include <algorithm>

#include "client/app/activities/net_activity.hpp"
#include "client/gpu/null_device.hpp"
#include "proto/blob.hpp"
#include "proto/memory_link.hpp"
#include "server/levels.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"

namespace albireo::app {

/// A client in the blue seat. Its server sends only what the test tells it to send.
class ScriptedGameHost final : public GameHost {
  public:
    explicit ScriptedGameHost(bot::BodyStore& bodies) : person_(bodies) {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return net_.connect(); };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) {
            return has_level ? levels_.find(name, difficulty) : nullptr;
        };
        game_ =
            std::make_unique<GameClient>(client::ClientOptions{.name = "Ben", .code = "K7QF2M", .ready_at_once = false},
                                         std::move(environment), person_);
    }
    bool has_level = true, speaks = true, is_host = false, knows_signals = false;
    void say(const proto::Message& message) { server_.send(message); }
    void let_in() {
        const auto level = levels_.find("the_cut", Difficulty::standard);
        say(proto::Welcome{.core_version = kCoreVersion, .server_name = {}, .signals = knows_signals});
        say(proto::Entered{.code = "K7QF2M",
                           .slot = Slot::blue,
                           .level = "the_cut",
                           .level_digest = level->digest,
                           .difficulty = static_cast<std::uint8_t>(Difficulty::standard),
                           .seed = 5,
                           .partner_name = "Anna"});
    }
    std::unique_ptr<World> first_world() {
        auto world = std::make_unique<World>();
        init(*world, *levels_.find("the_cut", Difficulty::standard), {.seed = 5, .players = 3});
        return world;
    }
    void start() {
        const auto world = first_world();
        say(proto::Start{.first_tick = world->tick});
        server_.start_frames(world->tick, world->tick);
    }
    /// Sends the world as a whole, as to a client that rejoins.
    void resume(const World& world) {
        std::vector<std::uint8_t> bytes(kSnapshotBytesMax);
        bytes.resize(save_world(world, *levels_.find("the_cut", Difficulty::standard), bytes));
        say(proto::Resume{.snapshot_tick = world.tick, .own_first_tick = world.tick});
        proto::send_blob(server_, proto::BlobKind::snapshot, world.tick.value, bytes);
        server_.start_frames(world.tick, world.tick);
    }
    /// The partner's next frame, with this command.
    void play(Command command, Micros now) {
        Frame frame;
        frame.command = command;
        frame.command_delay = 90;  // the client under test runs ahead
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
    const GameHostSetup& setup() const override { return setup_; }
    void leave(Micros now) override { game_->leave(now); }
    std::vector<LocalPlayer*> people() override { return {&person_}; }
    bool is_private() const override { return false; }
    bool owns_game() const override { return is_host; }
    std::string server() const override { return "203.0.113.7:7777"; }
    std::string replay_path() const override { return "kept.replay"; }

  private:
    GameHostSetup setup_{.ready_at_once = false};
    server::Levels levels_;
    proto::MemoryNet net_;  // outlives the game's link
    proto::Connection server_;
    proto::PeerId peer_;
    LocalPlayer person_;
    std::unique_ptr<GameClient> game_;
};

/// An activity in virtual time with such a server, on a device without GL.
struct ScriptedGame {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    platform::Input input;
    Micros now = 1'000'000;
    std::unique_ptr<ScriptedGameHost> owned = std::make_unique<ScriptedGameHost>(bodies);
    ScriptedGameHost& game_host = *owned;
    NetActivity activity{std::move(owned), picture, Settings{}, {}};

    void frames(int count) {
        for (int i = 0; i < count; ++i) {
            activity.advance(input, now);
            input.next_frame();
            now += 16'667;
        }
    }
    void tap(platform::PadButton button) {
        input.pads[0].here = true;
        input.pads[0].pressed[static_cast<std::size_t>(button)] = true;
        frames(1);
    }
    /// Runs the activity while the partner plays on, and then gives this command.
    void partner_plays(int ticks, Command last = Command::none) {
        for (int i = 0; i < ticks; ++i) {
            game_host.play(i + 1 < ticks ? Command::none : last, now);
            frames(1);
        }
    }
    bool offers(const std::string& choice) const {
        const auto all = activity.notice().choices;
        return std::find(all.begin(), all.end(), choice) != all.end();
    }
    void play() {
        game_host.let_in();
        frames(2);
        activity.game()->be_ready();
        game_host.start();
        frames(60);
        REQUIRE(activity.ticks() > 40);
    }
};

}  // namespace albireo::app
