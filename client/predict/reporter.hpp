#pragma once
/// Detects the collisions on one player's screen and reports them (rules 6 and 8).
///
/// 1. Its reports about the world after tick t − 1 go into the frame of tick t.
/// 2. A shot is reported once, a death once for each death, a ribbon's touch when it begins and when it ends.
/// 3. The partner's shots are reported once they are promoted. An untrusted shot that hits is hidden and deals no
///    damage.
/// 4. Its reports pass the core's plausibility test, because its meshes lie within the core's bounds.
#include <array>
#include <optional>
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

    /// The reports for the frame of the tick predicted.tick. Valid until the next call.
    std::span<const Report> look(const World& predicted, RemoteShots& partners);

    /// The death that the player's own ship meets in this world: what look() reports, but repeated for as long as it is so.
    /// It reads and changes nothing that look() remembers, so a search may ask about worlds in any order.
    std::optional<Report> death(const World& world);

    /// A different world begins.
    void reset();

  private:
    struct Named {  // a target of the shots, as the core identifies it
        ReportKind kind;
        EnemyId enemy;
        std::uint16_t part;
        std::uint32_t place;  // of that enemy or missile in its pool: a server's world may use an id twice
    };

    void place_targets(const World& world);
    void watch_own_ship(const World& world);
    bool find_death(const World& world, Report& report) const;
    void watch_shots(const World& world, Slot owner, RemoteShots& partners);
    void watch_lance(const World& world, const albireo::Shot& shot);
    void watch_ribbon(const World& world);
    void watch_whip(const World& world, std::size_t free, bool keeps);
    bool is_exposed_now(const World& world, std::size_t target) const;

    const Level& level_;
    const Bodies& bodies_;
    Slot own_;
    std::vector<Report> reports_;

    // Of the current tick.
    std::vector<collide::Target> targets_;
    std::vector<Named> names_;
    collide::ShotTick tick_;
    std::vector<collide::Shot> shots_;
    std::vector<const albireo::Shot*> watched_;  // the world's, for each of shots_
    std::vector<collide::ShotHit> hits_;
    std::vector<Report> pierced_;  // by lances, the latest last: each target once

    // By shot number modulo their count, as in RemoteShots.
    std::array<std::array<ShotNumber, ShotBits::kCount>, kSlotCount> reported_{};
    Tick death_reported_at_;
};

}  // namespace albireo::client
