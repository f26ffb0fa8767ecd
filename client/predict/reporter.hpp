#pragma once
/// Sees the collisions on one player's screen and says so (rules 6 and 8).
///
/// 1. What it reports of the world that tick t − 1 left belongs into the frame of tick t.
/// 2. A shot is reported once, a death once for each death, a ribbon's touch at its edges.
/// 3. The partner's shots are reported when they are promoted; one that is not and hits is hidden, and deals nothing.
/// 4. What it reports passes the core's plausibility test: its meshes lie within the core's bounds.
#include <array>
#include <span>
#include <vector>

#include "client/collide/broad.hpp"
#include "client/predict/bodies.hpp"
#include "client/predict/remote_shots.hpp"
#include "sim/input.hpp"

namespace albireo::client {

class Reporter {
  public:
    /// The level and the bodies must outlive the reporter.
    Reporter(const Level& level, const Bodies& bodies, Slot own);

    /// What is to be said in the frame of the tick predicted.tick. Holds until the next call.
    std::span<const Report> look(const World& predicted, RemoteShots& partners);

    /// Another world begins.
    void reset();

  private:
    struct Named {  // a target of the shots, in the core's words
        ReportKind kind;
        EnemyId enemy;
        std::uint16_t part;
    };

    void place_targets(const World& world);
    void watch_own_ship(const World& world);
    bool find_death(const World& world, Report& report) const;
    void watch_shots(const World& world, Slot owner, RemoteShots& partners);
    void watch_ribbon(const World& world);

    const Level& level_;
    const Bodies& bodies_;
    Slot own_;
    std::vector<Report> reports_;

    // This tick's.
    std::vector<collide::Target> targets_;
    std::vector<Named> names_;
    collide::ShotTick tick_;
    std::vector<collide::Shot> shots_;
    std::vector<const albireo::Shot*> watched_;  // the world's, for each of shots_
    std::vector<collide::ShotHit> hits_;

    // By shot number modulo their count, as in RemoteShots.
    std::array<std::array<ShotNumber, ShotBits::kCount>, kSlotCount> reported_{};
    Tick death_reported_at_;
};

}  // namespace albireo::client
