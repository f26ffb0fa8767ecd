#pragma once
/// The inspector (F4): the contents of the world and its pools, the fields of any entity as they change, hitboxes,
/// frame times by part, and a bench for sweeps.
#include <array>
#include <optional>

#include "client/app/inspector/entities.hpp"
#include "client/app/inspector/frame_times.hpp"
#include "client/app/inspector/sweep_bench.hpp"
#include "client/app/activities/activity.hpp"
#include "client/bot/bot_controller.hpp"
#include "client/ui/overlay.hpp"

namespace albireo::app {

class Inspector {
  public:
    /// The store must outlive it.
    explicit Inspector(bot::BodyStore& bodies) : bodies_(bodies) {}

    /// Resets the inspector for a new game.
    void begin();
    /// Call once per frame. The pools' peaks are recorded whether the inspector is shown or not.
    void note(const World& world);
    /// The peak of the pool with that name.
    std::size_t peak(std::string_view pool) const;
    void draw(ui::Overlay& overlay, const platform::Input& input, Activity& activity);
    FrameTimes& times() { return times_; }
    /// The page of the next draw(): 0 pools, 1 entity, 2 time, 3 sweeps.
    void turn_to(int page) { wanted_ = page; }
    static constexpr int kPages = 4;

  private:
    void draw_pools(const World& world, Activity& activity);
    void draw_entity(ui::Overlay& overlay, const platform::Input& input, const World& world);
    void draw_times();
    void draw_bench();

    bot::BodyStore& bodies_;
    int tab_ = 0, wanted_ = -1;
    std::array<EntityGroup, kEntityGroups> peaks_{};  // each with the highest count so far
    std::size_t group_ = 0;
    std::optional<std::uint64_t> followed_;
    FrameTimes times_;
    SweepBench bench_;
};

}  // namespace albireo::app
