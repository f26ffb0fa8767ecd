#pragma once
/// Smoke that flows: puffs with a place and a speed each, which push each other apart where they are dense, drag each other along, part
/// around ships and stay out of rock and water. Only the picture has it. Owned by the stage, which adds puffs as its recipes ask and
/// steps it once a tick.
///
/// 1. It is a function of what was added and of the ticks since, with their time: the same ticks show the same smoke. After a seek there
///    is none at first. No puff lives longer than kPuffLife seconds.
/// 2. A puff that would enter something solid slides along it, or rises with it. A puff without any way out is gone.
/// 3. A tick costs at most kPairsMax pairs, whatever the crowd: a puff regards no more than kPairsEach others.
/// 4. After the constructor nothing allocates. Puffs that do not fit are not born.
///
/// Smoothed particle hydrodynamics in the plane of play, after M. Müller, D. Charypar and M. Gross, "Particle-Based Fluid Simulation for
/// Interactive Applications" (2003): with q the distance of two puffs as a share of the radius of smoothing h, a puff's density is
/// Σ (1 − q)², the pressure rises with what it has above that of rest, and pushes and drags weigh 1 − q.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "client/math/vec.hpp"
#include "client/scene/displace.hpp"
#include "client/scene/view.hpp"

namespace albireo::scene {

inline constexpr float kPuffLife = 2.4F;  // seconds
inline constexpr std::size_t kPairsEach = 16, kPairsMax = kPuffsMax * kPairsEach;
inline constexpr int kPuffImages = 4;     // of the atlas: render/shaders/puff_atlas.frag

/// How smoke moves and looks. Speeds are units a second, rates per second.
struct SmokeRules {
    float smoothing = 0.75F;     // h, units
    float rest = 0.9F;           // density without pressure
    float pressure = 26;         // units per second², for each unit of density
    float drag_along = 2.2F;     // how strongly neighbours take up each other's speed
    float drag = 1.5F;           // toward the wind
    Vec2 wind{-1.5F, 0.25F};
    float rise = 1.6F;           // of a puff that is born, units per second²; less as it cools
    float swirl = 1.1F;          // units per second², in eddies that drift with the wind
    float life_min = 1.1F;       // seconds
    float size_born = 0.26F, size_dead = 0.95F;  // half of its width, for a scale of 1
    float cover = 0.62F;
    float heat = 0.8F;           // of a puff that is born in fire, where it begins
    float speed_max = 14;
};

class Smoke {
  public:
    explicit Smoke(const SmokeRules& rules = {});
    void reset() { count_ = 0; }

    /// Adds the puffs of a burst, whatever its kind. `heat`: 0 … 1, how hot they are.
    void add(const Burst& burst, float heat, VisualRandom& random);

    struct Disc {
        Vec2 at, speed;  // units, units a second
        float radius = 0;
    };
    /// What a tick meets.
    struct Around {
        std::span<const Disc> discs{};
        Vec2 scenery{};  // how far rock has moved in this tick
        float seconds = 0;  // the clock, for eddies
        std::function<bool(Vec2)> is_solid{};  // empty: nothing is
    };
    void tick(const Around& around);

    std::size_t count() const { return count_; }
    /// At the tick before (alpha 0) … at this one (1).
    void draw(float alpha, View& view) const;

  private:
    struct Item {
        Vec2 at, before, speed;
        float z = 0, age = 0, life = 1, scale = 1, turn = 0, spin = 0, heat = 0, image = 0;
        Vec3 tint;
        float density = 0;
    };
    struct Pair {
        std::uint16_t a = 0, b = 0;
        Vec2 way;        // from a to b, of length 1
        float near = 0;  // 1 − q
    };
    void sort_by_cell();
    void find_pairs();

    SmokeRules rules_;
    std::vector<Item> items_, sorted_;
    std::size_t count_ = 0, pairs_ = 0;
    std::vector<Pair> pair_list_;
    std::vector<std::uint16_t> cell_starts_;
};

}  // namespace albireo::scene
