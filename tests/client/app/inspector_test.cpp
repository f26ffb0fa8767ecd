// Goal: the inspector and the netgraph show the truth: entities with the core's own fields, followed as their pool index
// changes, a spike frozen until the player has seen it, and sweeps that meet where they should.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "client/app/inspector/entities.hpp"
#include "client/app/inspector/frame_times.hpp"
#include "client/app/inspector/inspector.hpp"
#include "client/app/inspector/netgraph.hpp"
#include "client/app/inspector/sweep_bench.hpp"
#include "client/app/screens/staging.hpp"
#include "client/gpu/null_device.hpp"
#include "replays/player.hpp"
#include "replays/reader.hpp"
#include "sim/snapshot.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

struct BusyWorld {
    replays::Replay replay;
    std::unique_ptr<replays::Player> player;
    BusyWorld() {
        REQUIRE(replays::open_replay("replays/golden/coop-standard.replay", replay) == "");
        player = std::make_unique<replays::Player>(replay);
        player->seek(Tick{3000});
        while (world().enemies.count < 4) REQUIRE(player->step());
    }
    const World& world() const { return player->world(); }
    std::size_t group(const std::string& name) const {
        const auto groups = groups_of(world());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (groups[i].name == name) return i;
        }
        FAIL("no group " << name);
        return 0;
    }
};

}  // namespace

TEST_CASE_FIXTURE(BusyWorld, "every pool with its count, every field as the core dumps it") {
    CHECK(groups_of(world())[group("enemies")].count == world().enemies.count);
    CHECK(groups_of(world())[group("enemies")].capacity == kEnemiesMax);
    CHECK(groups_of(world())[group("enemy shots")].count == world().enemy_shots.count);
    REQUIRE(world().enemies.count > 0);
    std::set<std::string> dumped;
    dump_world(world(), [&](std::string_view path, std::int64_t value) {
        if (path.starts_with("enemies[0].")) dumped.insert(std::string(path.substr(11)) + " " + std::to_string(value));
    });
    std::size_t found = 0;
    for (const ui::Row& row : fields_of(world(), group("enemies"), 0)) {
        CAPTURE(row.name);
        CHECK(dumped.contains(row.name + " " + row.value.substr(0, row.value.find(' '))));
        ++found;
    }
    // All but the places of parts that do not exist.
    CHECK(found > 40);
    CHECK(found <= dumped.size());
    CHECK(fields_of(world(), group("ships"), 1).size() > 20);
    CHECK(fields_of(world(), group("ships"), 2).empty());
    CHECK(fields_of(world(), 99, 0).empty());
}

TEST_CASE_FIXTURE(BusyWorld, "a followed entity stays the same one, wherever it is in its pool") {
    const std::size_t enemies = group("enemies");
    REQUIRE(world().enemies.count > 1);
    const std::size_t last = world().enemies.count - 1;
    const EnemyId id = world().enemies.items[last].id;
    const std::uint64_t name = name_of(world(), enemies, last);
    bool moved = false, gone = false;
    while (!gone && player->step()) {
        const auto at = find(world(), enemies, name);
        gone = !at;
        if (!at) continue;
        CHECK(world().enemies.items[*at].id == id);
        moved = moved || *at != last;
    }
    CHECK(gone);
    for (const Enemy& enemy : world().enemies) CHECK_FALSE(enemy.id == id);
    MESSAGE("moved in its pool: ", moved);
}

TEST_CASE_FIXTURE(BusyWorld, "a click selects the nearest entity") {
    const Enemy& enemy = world().enemies.items[0];
    const auto found = nearest(world(), enemy.at, 2_u);
    REQUIRE(found.has_value());
    const auto place = place_of(world(), found->group, found->i);
    REQUIRE(place.has_value());
    CHECK(length(*place - enemy.at) == Fixed{});
    CHECK_FALSE(nearest(world(), {90_u, 90_u}, 1_u).has_value());
}

TEST_CASE("a spike freezes the history a little later, until the player resumes it") {
    FrameTimes times;
    const FrameTimes::Times calm = {1, 1, 5, 1, 2}, spike = {1, 1, 50, 1, 2};
    CHECK(FrameTimes::sum(calm) == doctest::Approx(10));
    for (std::size_t i = 0; i < 2 * FrameTimes::kFrames; ++i) times.add(calm);
    CHECK(times.frames() == FrameTimes::kFrames);
    times.add(spike);
    for (int i = 0; i < 100; ++i) times.add(calm);
    CHECK_FALSE(times.is_frozen());  // freezing is off
    times.arm(true);
    times.set_spike(33);
    for (int i = 0; i < 100; ++i) times.add(calm);
    CHECK_FALSE(times.is_frozen());
    times.add(spike);
    for (int i = 0; i < 100; ++i) times.add(calm);
    REQUIRE(times.is_frozen());
    CHECK(times.of(times.frames() - 1 - FrameTimes::kBehindSpike) == spike);
    const auto held = times.values();
    times.add(spike);
    CHECK(times.values() == held);
    times.thaw();
    times.add(calm);
    CHECK_FALSE(times.is_frozen());
    CHECK(times.values() != held);
}

TEST_CASE("the bench: every pair meets on a collision course, and does not on a passing one") {
    for (std::size_t pair = 0; pair < SweepBench::pairs().size(); ++pair) {
        SweepBench bench;
        bench.pair = pair;
        CAPTURE(SweepBench::pairs()[pair].name);
        const bool endless = SweepBench::pairs()[pair].still == SweepBench::Shape::plane;
        for (const float angle : {0.0F, 0.5F, 1.2F, 2.9F}) {
            bench.angle = angle;
            bench.still = {0, 0};
            bench.from = {-7, 4};
            bench.to = {7, -4};
            const auto hit = bench.solve();
            REQUIRE(hit.has_value());
            CHECK(hit->t > 0);
            CHECK(hit->t < 1);
            CHECK(hit->depth == 0);
            CHECK(std::abs(std::hypot(hit->normal.x, hit->normal.y, hit->normal.z) - 1) < 1e-4F);
            // They touch at the contact, and do not a little before.
            bench.to = {bench.from.x + (hit->t - 0.01F) * 14, bench.from.y - (hit->t - 0.01F) * 8};
            CHECK_FALSE(bench.solve().has_value());
            bench.from = {-7, 8};
            bench.to = {7, 8};
            if (!endless) CHECK_FALSE(bench.solve().has_value());
        }
        const SweepBench::Outline outline = bench.outline(SweepBench::pairs()[pair].moving, {0, 0});
        CHECK(outline.circles.size() + outline.lines.size() > 0);
    }
}

TEST_CASE_FIXTURE(BusyWorld, "a pool's peak is that of the current game, and another game resets it") {
    bot::BodyStore bodies;
    Inspector inspector(bodies);
    inspector.note(world());
    const std::size_t enemies = world().enemies.count;
    REQUIRE(enemies > 1);
    CHECK(inspector.peak("enemies") == enemies);
    const auto later = std::make_unique<World>(world());
    later->enemies.count = 1;
    inspector.note(*later);
    CHECK(inspector.peak("enemies") == enemies);
    // A game may have begun long ago, as for a client that joins it.
    inspector.begin();
    CHECK(inspector.peak("enemies") == 0);
    inspector.note(*later);
    CHECK(inspector.peak("enemies") == 1);
}

TEST_CASE("the netgraph shows the state and traffic of the link") {
    const auto device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    Staging game(picture, bodies, {}, {.between = impaired_link({.loss_ppm = 100'000, .delay = 60'000})});
    game.run(2);
    game.host().seat_friend(true);
    game.run(20);
    client::GameClient& client = *game.activity().game();
    REQUIRE(client.has_game());
    Netgraph graph;
    const proto::LinkTraffic before = client.link()->traffic();
    const client::Corrections corrected = client.predictor().corrections();
    const std::uint64_t rebuilt = client.figures().rebuilt_ticks;
    graph.note(client, 10);  // earlier traffic is not in these curves
    double rebuilds = 0, jumps = 0, loss = 0;
    constexpr int kSeconds = 20;
    for (int i = 0; i < kSeconds * 60; ++i) {
        game.run(1.0 / 60);
        graph.note(client, 10);
        CHECK(graph.curve(Netgraph::kLead).last() == static_cast<float>(client.predictor().lead()));
        rebuilds += static_cast<double>(graph.curve(Netgraph::kRebuilt).last());
        jumps += static_cast<double>(graph.curve(Netgraph::kJump).last());
        loss += static_cast<double>(graph.curve(Netgraph::kLoss).last()) / (kSeconds * 60);
    }
    // A round trip, plus up to a tick at each end until the packet is read.
    CHECK(graph.curve(Netgraph::kPing).last() >= 120);
    CHECK(graph.curve(Netgraph::kPing).last() < 160);
    CHECK(loss == doctest::Approx(10).epsilon(0.4));
    CHECK(rebuilds == static_cast<double>(client.figures().rebuilt_ticks - rebuilt));
    CHECK(rebuilds > 0);
    const client::Corrections& now = client.predictor().corrections();
    CHECK(jumps * 10 ==
          doctest::Approx(static_cast<double>(now.remote_ship_tenths_sum - corrected.remote_ship_tenths_sum)));
    // The last second is much like all others.
    const proto::LinkTraffic after = client.link()->traffic();
    CHECK(graph.curve(Netgraph::kSent).last() * kSeconds ==
          doctest::Approx(static_cast<double>(after.bytes_sent - before.bytes_sent)).epsilon(0.25));
    CHECK(graph.curve(Netgraph::kReceived).last() * kSeconds ==
          doctest::Approx(static_cast<double>(after.bytes_received - before.bytes_received)).epsilon(0.25));
    REQUIRE(graph.rows().size() >= 5);
    CHECK(graph.rows()[1].value == std::to_string(client.figures().digests_checked));
    CHECK(graph.rows()[3].value == std::to_string(client.figures().frozen_ticks));
    CHECK(graph.rows()[4].name == "unexpected messages");
    CHECK(graph.rows()[4].value == "0");
}
