#pragma once
/// The picture to draw, as data: all that the renderer knows about a game. Stage makes it from two worlds and the events between them.
/// The caller that shows the picture owns it and reuses it for every frame.
///
/// 1. Units are the field's: x −16 … +16, y −9 … +9 at z = 0; z points toward the eye, rock and sky lie behind.
/// 2. Colours are linear. 1 is white paper in full light; emitters may be brighter.
/// 3. Lists have a fixed capacity: items that do not fit are dropped and counted, and a frame allocates nothing.
/// 4. The shaders read the records as they are: render/pass.hpp names their parts.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "client/math/vec.hpp"
#include "client/scene/visual_settings.hpp"
#include "client/scene/wake.hpp"

namespace albireo::scene {

using math::Vec2;
using math::Vec3;

/// A list with a fixed capacity of N, allocated once.
template <class T, std::size_t N>
class FixedList {
  public:
    static constexpr std::size_t kMax = N;

    FixedList() : items_(std::make_unique<T[]>(N)) {}
    void clear() { count_ = 0; }
    /// Adds a copy and returns it. If the list is full, counts the item as dropped and returns null.
    T* add(const T& item) {
        if (count_ == N) {
            ++dropped_;
            return nullptr;
        }
        items_[count_] = item;
        return &items_[count_++];
    }
    /// Adds `count` items for the caller to fill in, as many as there is room for.
    std::span<T> extend(std::size_t count) {
        const std::span<T> added{items_.get() + count_, std::min(count, N - count_)};
        dropped_ += count - added.size();
        count_ += added.size();
        return added;
    }
    /// Keeps the first `count` items; `count` is at most size().
    void shrink(std::size_t count) { count_ = count; }
    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    std::uint64_t dropped() const { return dropped_; }
    std::span<T> all() { return {items_.get(), count_}; }
    std::span<const T> all() const { return {items_.get(), count_}; }

  private:
    std::unique_ptr<T[]> items_;
    std::size_t count_ = 0;
    std::uint64_t dropped_ = 0;
};

/// The motion of a bone from its place at rest, as a dual quaternion: a turn (x, y, z, w), and half of the shift times the turn. Two
/// of them can be mixed without the skin of a joint collapsing, which the mean of two matrices does.
struct BoneMotion {
    std::array<float, 4> turn{0, 0, 0, 1}, shift{};
};
inline constexpr float kRestPose = -1;

/// An instance of a mesh: the three rows of its matrix, and the parameters of its materials.
struct InstanceData {
    std::array<float, 12> rows{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    Vec3 tint{1, 1, 1};
    float flash = 0;  // 1: struck in this tick
    float seed = 0;
    float wound = 0;  // 0 whole … 1 nearly dead
    float kind = 0;   // 1: a player's ship, which casts the black light and is not darkened by it
    float glow = 1;   // brightness of the texture's glowing parts
    float pose = kRestPose;  // of a mesh with bones: the place of its first one in View::bones
};

struct MeshInstance {
    std::uint32_t model = 0;
    InstanceData data;
};

/// A light around the segment from `from` to `to`; for a point light, both are equal. It fades to nothing at `radius`.
struct Light {
    Vec3 from;
    float radius = 1;
    Vec3 to;
    float spare = 0;
    Vec3 colour;
    float strength = 1;  // of a black light: how dark its centre is
};

/// A shot of an enemy or a player, or something that is drawn like one: a burr that sticks, the hull in focus.
enum class ShotLook : std::uint8_t { orb, dart, ring, diamond, needle, fan, seeker, lance, burr, focus };

struct ShotSprite {
    Vec2 at;
    Vec2 along;  // unit direction of flight
    float radius = 0.2F;
    float look = 0;
    std::uint32_t colour = 0xffffffff;  // 0xAABBGGRR, linear
    float fade = 1;  // enemies' shots: 1, and up to 1 more while it flares up
};

/// `line`: a plain line that neither burns nor flows, such as an arc or a gauge.
enum class RibbonLook : std::uint8_t { warning, enemy, player, line };

/// A beam or a player's ribbon, along a quadratic Bézier curve.
struct Ribbon {
    Vec2 from, bend;
    Vec2 tip;
    float half_width = 0.2F;
    float look = 0;
    Vec3 colour;
    float heat = 1;
};

/// A vertex of the lightning: all bolts are one strip, joined by triangles without area.
struct BoltVertex {
    Vec2 at;
    float across = 0;  // −1 … +1
    float light = 1;
    Vec3 colour;
    float half_width = 0.1F;
};

enum class ParticleClass : std::uint8_t { spark, fire, smoke, debris, flash, ember, ring, glint, count };

/// Particles to emit in this frame. Their later motion follows from this record alone (render/passes/particles.cpp).
struct Burst {
    Vec3 at;
    float count = 0;
    Vec3 speed;        // units per second
    float spread = 1;  // random speed on top, units per second
    Vec3 tint{1, 1, 1};
    float scale = 1;
    std::uint32_t kind = 0;
    std::uint32_t seed = 0;
    std::uint32_t spare = 0;
    float radius = 0.1F;      // particles start within this distance
};

/// What displaces the picture of all that lies behind the plane of play, and nothing else: a shock ring around `from`, or hot air along
/// a segment.
struct Bend {
    Vec2 from, to;
    float radius = 1;    // of the middle of the ring; how far the hot air reaches
    float width = 0;     // half of the ring's, units; 0: hot air
    float strength = 0;  // units by which it displaces, at most
    float seed = 0;
};

/// A puff of the smoke that flows (smoke.hpp).
struct Puff {
    Vec3 at;
    float size = 0.5F;  // half of its width, units
    Vec3 tint{1, 1, 1};
    float age = 0;  // 0 … 1
    float turn = 0;  // radians
    float image = 0;  // of the atlas
    float cover = 1;
    float heat = 0;  // how much it glows from inside
};

struct DebugLine {
    Vec3 from;
    std::uint32_t colour = 0xffffffff;  // 0xAABBGGRR
    Vec3 to;
    std::uint32_t spare = 0;
};

struct HudPlayer {
    std::array<char, 65> name{};  // UTF-8, ends with 0: as many bytes as a recording keeps
    bool here = false;
    int lives = 0;
    std::uint32_t score = 0;
    int multiplier = 1;
    float charge = 0, gold = 0;  // 0 … 1
    int weapon = 0;
    bool powered = false;
};

struct HudLine {
    std::array<char, 192> text{};  // UTF-8, ends with 0
    float age = 0;                 // seconds
    float strength = 0;            // 0: not shown
};

/// A number that rises from a place in the field and fades.
struct HudLabel {
    Vec2 at;
    std::array<char, 16> text{};  // ends with 0
    int player = 0;               // the slot whose colour it has
    float strength = 0;           // 0 … 1
};

/// Of a boss (boss_bar.hpp).
struct BossBar {
    enum class Joint : std::uint8_t { none, possible, both };  // hits of both players together would do more damage, or do so now
    static constexpr std::size_t kMarksMax = 6;
    float full = -1;                       // health 0 … 1; below 0: there is no boss
    float par = -1;                        // of the phase's par, left: 0 … 1; below 0: none runs
    std::array<float, kMarksMax> marks{};  // where phases end, falling: the first mark_count
    std::size_t mark_count = 0;
    std::array<char, 12> clock{};          // time since it came, ends with 0; empty: not shown
    Joint joint = Joint::none;
};

/// Refilled by every Stage::look(). The caller may then hide it, or move its lower lines up.
struct Hud {
    bool shown = true;
    float floor = 0;  // fraction of the picture, from below, that other text covers: HUD lines there move up
    std::array<HudPlayer, 2> players;
    std::uint32_t team_score = 0;
    HudLine message;  // across the middle
    HudLine warning;  // a boss is coming
    BossBar boss;
    static constexpr std::size_t kBossNameBytes = 64;
    std::array<char, kBossNameBytes> boss_name{};  // UTF-8, ends with 0
    std::array<char, kBossNameBytes> boss_hint{};  // … below its bar, unless boss.joint is `none`
    std::array<char, 12> clock{};  // time of play, ends with 0; empty: the level has no clock
    HudLine beaten;                // a boss and how long it took, below the clock
    std::array<char, 88> lead{};   // an earlier game's players and how far the team is ahead of them, UTF-8, ends with 0; empty: there is no such game
    static constexpr std::size_t kLabelsMax = 16;
    std::array<HudLabel, kLabelsMax> labels;  // the first label_count
    std::size_t label_count = 0;
};

/// The neutral grade: it only adds back a little of the saturation that the tone curve takes away.
inline constexpr std::array<std::array<float, 4>, 3> kPlainGrade = {{{1.094488F, -0.085824F, -0.008664F, 0},
                                                                     {-0.025512F, 1.034176F, -0.008664F, 0},
                                                                     {-0.025512F, -0.085824F, 1.111336F, 0}}};

inline constexpr std::size_t kSeaPoints = 137;

/// The sky, far behind everything else. The defaults are the sky over a canyon at night.
struct Sky {
    Vec3 haze{0.075F, 0.030F, 0.026F};  // colour of far air and of the horizon
    Vec2 suns{6.5F, 5.2F};              // the gold sun's place at scroll 0; the blue one is beside it
    float suns_size = 1;                // 1: as they look from the ground
    float space = 0;                    // 0: seen from the ground … 1: no air, no horizon
    float dawn = 0;                     // 0: night … 1: sunrise
    float rain = 0;                     // 0 none … 1
    float lightning = 0;                // in the clouds, behind everything: 0 none … 1
    Vec3 sun{1, 1, 1}, light{1, 1, 1};  // factors for the suns' light on all bodies, and for that from above and below
};

inline constexpr std::size_t kPuffsMax = 768;

struct View {
    VisualSettings visuals;  // set by the caller that shows the picture; clear() keeps it
    float seconds = 0;     // since the show began: the clock of everything that is purely visual
    float sea_seconds = 0;  // the clock of the sea's small waves: it stops in a pause, and a seek sets it
    float dt = 1.0F / 60;  // since the last frame, for particles
    std::uint32_t frame = 0;
    Vec2 shake;      // displacement of the picture, units
    Vec2 scroll;     // the camera's distance, units; sky and haze drift by it
    Sky sky;
    float fade = 0;  // 1: black
    Vec3 flash;      // added over all, for a moment
    /// Rows of a colour matrix: (r, g, b, 1) of the finished picture times row i is channel i (grade.hpp).
    std::array<std::array<float, 4>, 3> grade = kPlainGrade;
    float hurt = 0;  // red at the borders: 0 none … 1
    FixedList<MeshInstance, 4608> instances;
    static constexpr std::size_t kBonesMax = 4064;
    FixedList<BoneMotion, kBonesMax> bones;  // of posed instances, each one's together
    FixedList<Light, 1024> points;
    FixedList<Light, 256> capsules;
    FixedList<Light, 8> blacks;
    FixedList<ShotSprite, 4608> enemy_shots;
    FixedList<ShotSprite, 1536> player_shots;
    FixedList<Ribbon, 128> ribbons;
    FixedList<BoltVertex, 16384> bolts;
    FixedList<Vec2, kSeaPoints> sea;  // its surface, from left to right; empty where there is none
    FixedList<float, kWakeMap> wake;  // its rings, wakes and their foam (Wake::copy_to); empty: it has none
    float wake_left = 0;              // x of their left side
    FixedList<Burst, 512> bursts;
    FixedList<Bend, 96> bends;
    FixedList<Puff, kPuffsMax> puffs;
    FixedList<DebugLine, 8192> lines;
    Hud hud;

    void clear() {
        instances.clear();
        bones.clear();
        points.clear();
        capsules.clear();
        blacks.clear();
        enemy_shots.clear();
        player_shots.clear();
        ribbons.clear();
        bolts.clear();
        sea.clear();
        wake.clear();
        bursts.clear();
        bends.clear();
        puffs.clear();
        lines.clear();
    }
};

static_assert(sizeof(InstanceData) == 84 && sizeof(BoneMotion) == 32 && sizeof(Light) == 48 && sizeof(ShotSprite) == 32 && sizeof(Ribbon) == 48);
static_assert(sizeof(Bend) == 32 && sizeof(Puff) == 48);
static_assert(sizeof(BoltVertex) == 32 && sizeof(Burst) == 64 && sizeof(DebugLine) == 32);

/// A vertex of a mesh: position, normal, and four numbers whose meaning depends on the material.
struct MeshVertex {
    Vec3 at, normal;
    std::array<float, 4> extra{};
};
static_assert(sizeof(MeshVertex) == 40);

}  // namespace albireo::scene
