// Goal: in a game with others, a player gets each message when its cause occurs, in the intended words. The real server
// and client library run in virtual time; the test brings about each cause and reads the screen.
// One file: all messages come from the same staged games.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "client/app/activities/net_activity.hpp"
#include "client/app/activities/reach.hpp"
#include "client/app/screens/staging.hpp"
#include "client/gpu/null_device.hpp"
#include "proto/connection.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/fault.hpp"
#include "reach/interfaces.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

/// Edits the client's messages to its server on the way, to imitate another program. For handshakes only.
class EditedLink final : public proto::Link {
  public:
    using Edit = void (*)(proto::Message&);
    EditedLink(std::unique_ptr<proto::Link> inner, Edit edit) : inner_(std::move(inner)), edit_(edit) {}

    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        near_.receive(channel, bytes, now);
        while (auto message = near_.next_message()) {
            edit_(*message);
            far_.send(*message);
        }
        proto::OutPacket packet;
        while (far_.next_packet(packet, now)) inner_->send(peer, packet.channel, packet.bytes(), now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override {
        while (inner_->poll(event, now)) {
            if (event.kind != proto::LinkEvent::Kind::received) return true;
            far_.receive(event.channel, event.bytes, now);
            while (const auto message = far_.next_message()) near_.send(*message);
        }
        if (!near_.next_packet(packet_, now)) return false;
        event = {proto::LinkEvent::Kind::received, proto::kServer, packet_.channel, packet_.bytes()};
        return true;
    }
    void close(proto::PeerId peer) override { inner_->close(peer); }
    proto::LinkTraffic traffic() const override { return inner_->traffic(); }
    proto::Binding binding_of(proto::PeerId peer) const override { return inner_->binding_of(peer); }

  private:
    std::unique_ptr<proto::Link> inner_;
    Edit edit_;
    proto::Connection near_, far_;  // to the client, to the server
    proto::OutPacket packet_;
};

struct Fixture {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    GameHostSetup setup;
    Fixture() { setup.names = {"Anna", "Ben"}; }

    Staging stage(StagedPlan plan = {}) { return Staging(picture, bodies, setup, std::move(plan)); }
    /// A game of two players, three seconds old.
    Staging play(StagedPlan plan = {}) {
        Staging game = stage(std::move(plan));
        game.run(1);
        game.host().seat_friend(true);
        game.run_until("the game", [&] { return game.activity().ticks() > 3 * kTicksPerSecond; });
        game.run_until("nothing to say", [&] { return game.notice().line.empty(); });
        return game;
    }
};

/// Runs until the line is shown.
double until_message(Staging& game, const std::string& line) {
    return game.run_until(line, [&] { return game.notice().line == line; });
}

}  // namespace

TEST_CASE_FIXTURE(Fixture,
                  "connecting: no message at first, then the time so far, then that the server does not answer") {
    Staging game = stage({.joins = true});
    game.host().server_speaks = false;
    game.run(0.3);
    CHECK(game.notice().title.empty());
    game.run(0.3);
    CHECK(game.notice().title == "Connecting");
    CHECK(game.notice().line == "to play.example.org:7777");
    CHECK(game.notice().hint.empty());
    game.run(3);
    CHECK(game.notice().hint == "no answer yet (3 s)");
    SUBCASE("the server answers after all") {
        game.host().server_speaks = true;
        game.run_until("the game", [&] { return game.activity().ticks() > 0; });
        CHECK(game.notice().title.empty());
    }
    SUBCASE("the server never answers") {
        game.run(12.5);
        CHECK(game.notice().title == "Connection failed");
        CHECK(game.notice().line == "the server does not answer: check its address and port, and that it is running");
        CHECK(game.notice().choices == std::vector<std::string>{"Back"});
        CHECK(game.notice().ways.empty());
    }
    SUBCASE("… and no way led to the game: each is on the panel, with the reason") {
        game.activity().tell_search(ways_of({.rendezvous = reach::Address{"play.example.org", 7777}, .network = SearchFacts::Asked::silent, .server = SearchFacts::Server::late}));
        const auto sees_reasons = [&] { return game.notice().ways.size() == 4 && game.notice().ways[1].told == "no answer"; };
        CHECK(sees_reasons());
        game.run(12.5);
        CHECK(game.notice().title == "Connection failed");
        CHECK(sees_reasons());
    }
}

TEST_CASE_FIXTURE(Fixture, "the lobby: present players, readiness, ping, and whom the game waits for") {
    setup.ready_at_once = false;
    Staging game = stage({.between = impaired_link({.delay = 40'000})});
    game.run_until("the lobby", [&] { return game.notice().rows.size() == 2; });
    const std::string code = game.activity().game()->code();
    CHECK(game.notice().title == "Code " + code);
    {
        // The game is slow for both. A player who joins sees it too, before they are ready.
        setup.shared_speed = 75;
        for (const bool joins : {false, true}) {
            Staging slow = stage({.joins = joins});
            slow.run_until("the lobby", [&] { return slow.notice().rows.size() == 2; });
            CHECK(slow.notice().line.starts_with("75 % speed for both of you"));
        }
        setup.shared_speed = 100;
    }
    using Mapped = reach::PortMapping::State;
    const std::string key = std::string("&key=") + StagedGameHost::kServerKey;
    const std::string near = "albireo://play?code=" + code + "&at=192.168.1.20:7777" + key;
    const std::string mapped = "albireo://play?code=" + code + "&at=203.0.113.5:40123&at=192.168.1.20:7777" + key;
    const auto told = [&](const reach::PortMapping& mapping) {
        game.host().mapped = mapping;
        game.run(0.1);
        return game.notice().reach;
    };
    CHECK(told({}) ==
          "the invitation works on this network only; for the internet, forward UDP port 7777 on your router to 192.168.1.20 (opening a port is switched off)");
    CHECK(game.notice().link == near);
    CHECK(told({.state = Mapped::asking}) == "the invitation works on this network; asking the router to open a port to the internet...");
    CHECK(told({.state = Mapped::refused, .why = "PCP: no"}) ==
          "the invitation works on this network only; for the internet, forward UDP port 7777 on your router to 192.168.1.20 (the router did not open a port)");
    const std::uint32_t shared = reach::address_of("100.64.0.7"), open = reach::address_of("203.0.113.5");
    CHECK(told({.state = Mapped::granted, .by = "PCP", .address = shared, .port = 7777}) ==
          "the invitation works on this network, but not over the internet: your router has no public address");
    CHECK(game.notice().link == near);
    // A port that lets nothing through is not in the invitation.
    CHECK(told({.state = Mapped::granted, .by = "PCP", .address = open, .port = 40123, .probe = reach::PortProbe::closed}) ==
          "the invitation works on this network only; for the internet, forward UDP port 7777 on your router to 192.168.1.20 (the router opened a port, but nothing comes through it)");
    CHECK(game.notice().link == near);
    CHECK(told({.state = Mapped::granted, .by = "PCP", .address = open, .port = 40123, .probe = reach::PortProbe::elsewhere}) ==
          "the invitation works on this network, but not over the internet: the internet sees another address than your router's");
    CHECK(game.notice().link == near);
    CHECK(told({.state = Mapped::granted, .by = "PCP", .address = open, .port = 40123, .probe = reach::PortProbe::open}) ==
          "the invitation works over the internet: your router forwards port 40123 to this game (PCP)");
    CHECK(game.notice().link == mapped);
    // Without a rendezvous server nobody can try the port: friends are told, and the host reads that it is untried.
    CHECK(told({.state = Mapped::granted, .by = "PCP", .address = open, .port = 40123, .probe = reach::PortProbe::none}) ==
          "the invitation should work over the internet: your router says that it forwards port 40123 to this game (PCP), but nobody has tried it from outside");
    CHECK(game.notice().link == mapped);
    CHECK(game.activity().invitation() == game.notice().link);
    // The rendezvous server leads friends past the router.
    setup.rendezvous = "play.example.org:7777";
    Staging met = stage();
    met.run_until("the lobby", [&] { return met.notice().rows.size() == 2; });
    met.host().enrolled = reach::Enrolment::enrolled;
    CHECK(met.notice().reach == "the invitation works over the internet: play.example.org:7777 connects your friend to this game");
    met.host().enrolled = reach::Enrolment::failed;
    met.host().has_ipv6 = true;
    CHECK(met.notice().reach == "the invitation works on this network, and over the internet between players with IPv6, if your router lets them in");
    CHECK(game.notice().line == "C: copy the invitation for your friend");
    CHECK(game.notice().choices == std::vector<std::string>{"Ready", "Copy the invitation", "Copy the link for spectators", "Leave the game"});
    CHECK(game.activity().take_copied().empty());
    game.press(platform::Key::c);
    CHECK(game.activity().take_copied() == game.notice().link);
    CHECK(game.notice().rows[0].cells[0] == "Anna");
    CHECK(game.notice().rows[0].cells[1] == "not ready yet");
    CHECK(game.notice().rows[1].cells[1] == "not joined yet");
    game.press(platform::Key::enter);
    game.run(0.5);
    CHECK(game.notice().rows[0].cells[1] == "ready");
    CHECK(game.notice().hint == "waiting for your partner");
    game.host().seat_friend(false);
    game.run(3);
    CHECK(game.notice().rows[1].cells[0] == "Ben");
    CHECK(game.notice().rows[1].cells[1] == "not ready yet");
    CHECK(game.notice().hint == "waiting for Ben to get ready");
    // An 80 ms round trip, plus the server's time to answer; the friend's path takes no time.
    const std::string ping = game.notice().rows[0].cells[3];
    CHECK(ping.ends_with(" ms"));
    CHECK(std::atoi(ping.c_str()) >= 80);
    CHECK(std::atoi(ping.c_str()) <= 130);
}

TEST_CASE_FIXTURE(Fixture, "a partner who drops out is waited for, slow, absent, and back") {
    Staging game = play();
    game.host().friend_speaks = false;
    double silent = until_message(game, "waiting for Ben");
    CHECK(silent > 1.5);  // the limit of the lead
    CHECK(silent < 3);
    silent += until_message(game, "waiting for Ben (slow connection)");
    CHECK(silent > 2.9);
    CHECK(silent < 4);
    const std::uint64_t held_at = game.activity().ticks();
    silent += until_message(game, "Ben lost connection: keep playing, they can rejoin");
    CHECK(silent > 9.9);
    CHECK(silent < 11);
    CHECK(game.activity().ticks() - held_at < 30);
    game.run(2);
    CHECK(game.activity().ticks() - held_at > 60);
    CHECK(game.notice().line == "Ben lost connection: keep playing, they can rejoin");
    game.host().friend_speaks = true;
    CHECK(until_message(game, "Ben is back") < 2);
    game.run(5);
    CHECK(game.notice().line.empty());
}

TEST_CASE_FIXTURE(Fixture, "who has joined: said to the player who was there first, and not to the one who joins") {
    SUBCASE("the player who opened the game") {
        Staging game = stage();
        game.run(1);
        game.host().seat_friend(true);
        until_message(game, "Ben has joined");
    }
    SUBCASE("the player who joins a running game") {
        setup.names = {"Ben", "Anna"};
        Staging game = stage({.joins = true, .runs = true});
        game.run_until("the game", [&] { return game.activity().ticks() > 0; });
        for (int i = 0; i < 240; ++i) {
            game.run(1.0 / kTicksPerSecond);
            REQUIRE(game.notice().line.find("joined") == std::string::npos);
        }
    }
}

TEST_CASE_FIXTURE(Fixture, "a partner who leaves: the player continues alone, or with the bot that takes the seat") {
    Staging game = play();
    game.host().bot_keeps_seat = false;
    std::string line = "Ben has left: you continue alone";
    SUBCASE("without a bot") {}
    SUBCASE("with a bot") {
        game.host().bot_keeps_seat = true;
        line = "Ben has left: a bot takes the seat";
    }
    game.host().friend_leaves(game.now());
    CHECK(until_message(game, line) < 1);
}

TEST_CASE_FIXTURE(Fixture, "a world that differed from the server's is replaced (healed), and the player is told") {
    Fault fault;
    REQUIRE(parse_fault("480:earnings[0].score@memory", fault).empty());
    Staging game = play({.fault = fault});
    until_message(game, "back in sync with the server");
    CHECK(game.activity().game()->figures().resyncs == 1);
}

TEST_CASE_FIXTURE(Fixture, "a lost connection is reported, and the player rejoins the running game when it is back") {
    Staging game = play();
    game.host().server_speaks = false;
    CHECK(game.run_until("the loss", [&] { return game.notice().title == "Connection lost"; }) < 5);
    CHECK(game.notice().line == "rejoining the game...");
    game.host().server_speaks = true;
    game.run_until("the game", [&] { return game.notice().title.empty(); });
    const std::uint64_t ticks = game.activity().ticks();
    game.run(1);
    CHECK(game.activity().ticks() - ticks > 50);
}

TEST_CASE_FIXTURE(Fixture, "a player who cannot join is told why: another version, a wrong code, a full server") {
    const std::string versions = std::to_string(kCoreVersion) + " on the server, " + std::to_string(kCoreVersion + 1) + " here";
    const std::string protocols =
        std::to_string(proto::kProtocolVersion) + " on the server, " + std::to_string(proto::kProtocolVersion - 1) + " here";
    const auto saying = [](EditedLink::Edit edit) {
        return [edit](std::unique_ptr<proto::Link> link) -> std::unique_ptr<proto::Link> {
            return std::make_unique<EditedLink>(std::move(link), edit);
        };
    };
    StagedPlan plan;
    std::string line;
    SUBCASE("another version of the game") {
        plan.between = saying([](proto::Message& message) {
            if (auto* hello = std::get_if<proto::Hello>(&message)) ++hello->core_version;
        });
        line = "the server has an older version of Albireo; ask its operator to update it (core " + versions + ")";
    }
    SUBCASE("another version of the protocol") {
        plan.between = saying([](proto::Message& message) {
            if (auto* hello = std::get_if<proto::Hello>(&message)) --hello->protocol_version;
        });
        line = "the server has a newer version of Albireo; update yours (" + protocols + ")";
    }
    SUBCASE("the same version, with messages that pass unedited") {
        plan.between = saying([](proto::Message&) {});
    }
    SUBCASE("a wrong code") {
        plan.joins = true;
        plan.code = "AAAAAA";
        line = "no game has this code (AAAAAA)";
    }
    SUBCASE("a full server") {
        plan.limits.sessions_max = 0;
        line = "the server is full";
    }
    setup.ready_at_once = false;
    Staging game = stage(std::move(plan));
    game.run(1);
    if (line.empty()) {
        CHECK(game.notice().title == "Code " + game.activity().game()->code());
        return;
    }
    CHECK(game.notice().title == "Connection failed");
    CHECK(game.notice().line == line);
    CHECK(game.notice().choices == std::vector<std::string>{"Back"});
}

TEST_CASE_FIXTURE(Fixture, "the key that copies the link for spectators is named wherever it works") {
    setup.ready_at_once = false;
    Staging game = stage();
    const auto is_named = [&](const std::string& text) { return text.starts_with("V: copy the link for spectators (watch code "); };
    const auto copies = [&] {
        game.press(platform::Key::v);
        return game.activity().take_copied().starts_with("albireo://watch?code=");
    };
    game.run_until("the lobby", [&] { return game.notice().rows.size() == 2; });
    CHECK(is_named(game.notice().more));
    CHECK(copies());
    // Both are there: no seat is offered any more.
    game.host().seat_friend(true);
    game.run_until("the friend", [&] { return game.notice().link.empty(); });
    CHECK(is_named(game.notice().more));
    CHECK(copies());
    game.press(platform::Key::enter);
    game.run_until("the game", [&] { return game.activity().ticks() > kTicksPerSecond; });
    CHECK_FALSE(copies());  // V switches weapons
    game.press(platform::Key::p);
    game.run_until("the pause", [&] { return game.notice().title == "Paused"; });
    CHECK(is_named(game.notice().hint));
    CHECK(copies());
}

TEST_CASE_FIXTURE(Fixture, "losing the focus does not pause a game with another player") {
    Staging game = play();
    const std::uint32_t clock = game.activity().world()->clock.value;
    game.input.focused = false;
    game.run(2);
    CHECK(game.notice().title.empty());
    CHECK(game.activity().world()->clock.value > clock + 100);
}

TEST_CASE_FIXTURE(Fixture, "the campaign's intro: the player is ready when it has ended or was skipped. The lobby comes first if there is one") {
    setup.level = "campaign";
    const std::vector<std::string> interlude = {"Skip"};
    SUBCASE("seen to its end") {
        Staging game = stage();
        game.run_until("the intro", [&] { return game.notice().choices == interlude; });
        CHECK(game.activity().song().name == "two_stars");
        game.run(1);
        game.host().seat_friend(true);
        game.run(21);
        CHECK(game.notice().choices == interlude);
        CHECK_FALSE(game.activity().game()->is_ready());
        REQUIRE(game.view() != nullptr);
        CHECK_FALSE(game.view()->instances.empty());
        game.run(2.5);
        CHECK(game.activity().game()->is_ready());
        game.run_until("the game", [&] { return game.activity().ticks() > 60; });
        CHECK(game.view()->hud.shown);
        CHECK(game.activity().song().name.empty());
    }
    SUBCASE("skipped") {
        Staging game = stage();
        game.run(1);
        game.host().seat_friend(true);
        game.run_until("the intro", [&] { return game.notice().choices == interlude; });
        game.press(platform::Key::escape);
        game.run(1);
        CHECK(game.activity().ticks() > 20);
    }
    SUBCASE("skipped twice while the friend is not ready: other choices are in the place of *Skip*") {
        setup.ready_at_once = false;
        Staging game = stage();
        game.run(1);
        game.host().seat_friend(false);
        game.run(1);
        game.press(platform::Key::enter);
        REQUIRE(game.notice().choices == interlude);
        game.run(1);
        for (int i = 0; i < 5; ++i) game.press(platform::Key::enter);
        CHECK(game.notice().choices == std::vector<std::string>{"Copy the link for spectators", "Leave the game"});
        CHECK(game.activity().take_copied().empty());
        CHECK_FALSE(game.activity().is_over());
    }
    SUBCASE("after the lobby") {
        setup.ready_at_once = false;
        Staging game = stage();
        game.run(1);
        game.host().seat_friend(true);
        game.run(1);
        REQUIRE(game.notice().rows.size() == 2);
        CHECK(game.notice().choices != interlude);
        game.press(platform::Key::enter);
        CHECK(game.notice().choices == interlude);
        game.run(1);
        CHECK(game.activity().ticks() == 0);
        game.press(platform::Key::enter);
        game.run(1);
        CHECK(game.activity().ticks() > 20);
    }
    SUBCASE("not for a player who comes late, nor before a single level") {
        setup.level = "the_cut";
        Staging single = stage();
        single.run(1);
        single.host().seat_friend(true);
        single.run(1.5);
        CHECK(single.activity().ticks() > 20);
        setup.level = "campaign";
        Staging late = stage({.joins = true, .runs = true});
        late.run_until("the game", [&] {
            CHECK(late.notice().choices != interlude);
            return late.activity().ticks() > 60;
        });
    }
}

TEST_CASE("the players see who watches: the number, then up to three names") {
    const auto told = [](std::uint32_t count, std::vector<std::string> names) {
        proto::Spectators all;
        all.count = count;
        for (std::string& name : names) all.names.push_back(std::move(name));
        return NetActivity::spectators_text(all);
    };
    CHECK(told(0, {}).empty());
    CHECK(told(12, {}) == "12 watching");
    CHECK(told(1, {"Cleo"}) == "1 watching: Cleo");
    CHECK(told(4, {"Cleo", "Dora", "Emil", "Fynn"}) == "4 watching: Cleo, Dora, Emil...");
    CHECK(told(2, {"\u05d0\u05d1", "Cleo"}).find("\u2068\u05d0\u05d1\u2069, Cleo") != std::string::npos);
}
