#pragma once
/// Turns worlds and events into views. Owned by the client, one for each game that is shown.
///
/// 1. It reads worlds and never changes one; purely visual state (glows, smoke, bolts, shake) lives here.
/// 2. Between two ticks, positions are interpolated between the two worlds; the previous position of a new entity is
///    derived from its speed.
/// 3. The partner and their shots are smoothed (rule 8) here and nowhere else.
/// 4. After the first frames nothing allocates.
/// Call tick() once for every tick of the game, with the events that passed the effect ledger, then look() for every
/// frame.
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "client/predict/bodies.hpp"
#include "client/predict/effects.hpp"
#include "client/predict/partner_flight.hpp"
#include "client/predict/remote_shots.hpp"
#include "client/predict/smoothing.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/displace.hpp"
#include "client/scene/ghost.hpp"
#include "client/scene/palette.hpp"
#include "client/scene/smoke.hpp"
#include "client/scene/view.hpp"
#include "client/scene/wake.hpp"
#include "sim/game/sea.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {
class Sea;
}

namespace albireo::scene {

struct Recipe;
struct EffectRequest;

inline constexpr std::size_t kFadingShotsMax = 128;  // withdrawn at about the same time; further ones vanish at once
inline constexpr std::size_t kPiecesMax = 128;       // of broken enemies; further ones are not drawn
inline constexpr int kHitStopTicks = 3;              // that the picture holds after a boss's death; the game goes on
inline constexpr std::size_t kBurrsShown = 256;      // of those that stick; further ones are not drawn

/// Two worlds one tick apart, and how far between them the frame is.
struct StageInput {
    const World& before;
    const World& now;
    float alpha = 1;                              // 0 before … 1 now
    const client::RemoteShots* remote = nullptr;  // null: all of the partner's shots are trusted
    const client::PartnerFlight* flight = nullptr;  // null: the partner is drawn at their position in the world
    Slot own = Slot::gold;
    Tick predicted;  // for the easing of the partner's shots
    std::array<std::optional<bool>, kSlotCount> focused{};  // whether the player holds focus; none: their flight shows it
};

struct StageOptions {
    std::array<std::string, 2> names = {"GOLD", "BLUE"};
    std::optional<Slot> own;                 // this player's death reddens the screen, their shots can fade; none: both
    const client::Bodies* bodies = nullptr;  // for the debug view, which draws their trees
    std::shared_ptr<const Ghost> ghost{};    // an earlier game to race against; null: none
    bool debug_shapes = false;               // hitboxes, bounds and paths, drawn over the picture
    /// Returns the player's key or button for a control, which a level's message names as {control}. If empty, messages
    /// show the control's name in capitals.
    std::function<std::string(std::string_view control)> control_text{};
};

class Stage {
  public:
    /// Level and cast must outlive the stage.
    Stage(const Level& level, const Cast& cast, StageOptions options);

    StageOptions& options() { return options_; }

    void tick(const World& before, const World& now, std::span<const client::EffectLedger::Effect> effects) {
        tick(StageInput{.before = before, .now = now, .predicted = {}}, effects);
    }
    /// The same for a game with prediction. If `before` lacks a shot of the partner that the last tick's `now` had, a rebuild
    /// has withdrawn the shot, and it fades.
    void tick(const StageInput& input, std::span<const client::EffectLedger::Effect> effects);
    /// Refills the view for a frame at this time; View::visuals stays as the caller set it.
    void look(const StageInput& input, View& view);

    /// Forgets the visual state. Call it when another world begins or the position jumps.
    void reset();

    /// The ship's collision spheres for the debug view, relative to the ship: x, y, z, radius. Set once: making them
    /// takes time.
    void set_ship_spheres(std::vector<std::array<float, 4>> spheres) { spheres_ = std::move(spheres); }

  private:
    struct Glow {
        Vec3 at, colour;
        float radius = 1, age = 0, life = 1;  // seconds
    };
    struct Shock {
        Vec2 at;
        float reach = 1, width = 1, strength = 0, age = 0, life = 1;  // units, seconds
    };
    struct Bolt {
        Slot slot = Slot::gold;
        EnemyId target;
        int part = 0;
        Vec2 at;  // its end: the target's position, or its last known one
        float age = 0;
        std::uint32_t seed = 1;
        bool of_combined_storm = false;
        bool between_ships = false;
    };
    struct Label {
        Vec2 at;
        Slot slot = Slot::gold;
        std::int32_t points = 0;
        float age = 0;
    };
    /// A shot of the partner: as it was drawn at the end of a tick, or withdrawn some ticks ago.
    struct PartnerShot {
        ShotNumber number;
        Tick fired_at;  // by World::clock
        Vec2 at, speed;
        float radius = 0, opacity = 0;
        ShotLook look = ShotLook::needle;
        float withdrawn = 0;  // ticks ago
    };
    /// A piece of a broken enemy. Its motion is a closed form of its age.
    struct Piece {
        std::uint32_t model = 0;
        Vec3 at, speed;  // units, units per second, when it broke off
        Vec3 axis;       // of its spin
        float spin = 0;  // radians per second
        float size = 1;  // of its part
        float seed = 0;
        float age = 0, life = 1;  // seconds
        float wet = -1;           // its age when it fell into the sea; below 0: it has not
        float drift = 0;          // then: of the water, units a second along x
    };
    struct TimedBoss {
        EnemyId id;
        std::uint8_t kind = 0;  // index in Level::kinds
        std::uint32_t age = 0;  // ticks
    };
    struct Crack {
        EnemyId enemy;
        int ticks_left = 0;
    };
    static constexpr float kTickSeconds = 1.0F / 60;
    static constexpr float kBoltSeconds = 0.75F;
    static constexpr float kLabelSeconds = 1.4F;

    void happen(const World& now, const Event& event, Vec2 drawn_off);
    void flash(Vec3 light);
    void break_apart(const KindDef& kind, std::size_t first, std::size_t count, const Event& event);
    void say(std::string_view message);
    void say_round(std::int32_t round);
    void strike(Slot slot, EnemyId target, int part, Vec2 at, bool of_combined_storm);
    void start_storm(const World& now, const Event& storm, std::span<const client::EffectLedger::Effect> effects);
    void follow(const World& now);
    void time_bosses(const World& now, std::span<const client::EffectLedger::Effect> effects);
    void emit(const Recipe& recipe, Vec2 at, const EffectRequest& asked);
    void emit_trails(const StageInput& input);
    void crumble(const World& now);
    bool is_cracking(EnemyId enemy) const;
    bool is_at_breaker(const World& now, Vec2 at) const;
    void crack(const World& now);
    void lean(const StageInput& input);
    void watch_focus(const StageInput& input);
    void stir(const StageInput& input, std::span<const client::EffectLedger::Effect> effects);
    void stir_with_shots(const StageInput& input, const Sea& before, const Sea& now);
    void blow(const StageInput& input);
    static Vec3 place_of(const Piece& piece, float age);
    void stir_with_wreckage(const World& world, const Sea& now);
    void withdraw(const StageInput& input);
    void remember_shots(const StageInput& input);

    void draw_ships(const StageInput& input, View& view);
    void draw_enemies(const StageInput& input, View& view);
    void draw_burrs(const Part& part, Vec2 at, float radius, View& view);
    void warn(const KindDef& kind, const Part& part, float radius, Vec2 at, float left, InstanceData& instance, View& view) const;
    void draw_pieces(float left, View& view) const;
    void draw_missiles(const StageInput& input, View& view);
    void draw_shots(const StageInput& input, View& view);
    void draw_beams(const StageInput& input, View& view);
    void draw_bolts(const StageInput& input, View& view);
    void draw_shocks(float alpha, View& view) const;
    void draw_link(const StageInput& input, View& view);
    void draw_whip(const StageInput& input, Slot slot, Vec2 from, View& view) const;
    void draw_bulwarks(const StageInput& input, View& view) const;
    void draw_breath(const StageInput& input, View& view) const;
    void draw_sea(const StageInput& input, View& view) const;
    void draw_debug(const StageInput& input, View& view);
    void fill_hud(const StageInput& input, View& view);
    void draw_ghost(const StageInput& input, View& view) const;
    void fill_lead(const StageInput& input, Hud& hud) const;
    Vec2 ship_place(const StageInput& input, Slot slot) const;
    PartnerShot drawn_shot(const StageInput& input, Slot slot, const Shot& shot) const;
    void draw_shot(Slot slot, const PartnerShot& shot, View& view) const;
    const Enemy* match(const World& before, const Enemy& enemy, std::size_t hint) const;

    const Level& level_;
    const Cast& cast_;
    StageOptions options_;
    VisualRandom random_{1};
    FireColours colours_ = fire_colours(Palette::standard);  // of the last look
    FixedList<Burst, 512> bursts_;
    FixedList<Glow, 192> glows_;
    FixedList<Shock, 24> shocks_;
    FixedList<Bolt, 320> bolts_;
    static_assert(decltype(bolts_)::kMax >= 1 + kEnemiesMax + kSlotCount * kBoltsPerLightningMax);
    FixedList<Crack, 8> cracks_;
    FixedList<Piece, kPiecesMax> pieces_;
    Wake wake_;
    Smoke smoke_;
    Sea sea_;  // in the tick that is shown
    int hold_ticks_ = 0;                // until the picture moves on after a boss's death
    const View* held_view_ = nullptr;   // the view that shows the moment of the death; null before it is drawn
    FixedList<Label, Hud::kLabelsMax> labels_;
    FixedList<PartnerShot, kShotsPerPlayerMax> partner_shots_;  // as drawn at the last tick
    FixedList<PartnerShot, kFadingShotsMax> fading_;            // withdrawn
    Tick partner_shots_at_;
    std::array<float, 2> lean_{};   // of each ship, radians
    std::array<float, 2> focus_{};  // of each ship, 0 … 1
    std::size_t burrs_shown_ = 0;   // in the current view
    float black_reach_ = 0;         // in the current view
    std::uint32_t frame_ = 0;
    float last_seconds_ = -1;
    float shake_ = 0;
    Vec3 flash_;
    float hurt_ = 0;
    struct Fading {
        std::array<float, 2> lean{}, focus{};
        float shake = 0;
        Vec3 flash;
        float hurt = 0;
    } before_;  // the same values a tick ago
    HudLine message_, warning_, beaten_;
    FixedList<TimedBoss, 8> bosses_;  // of a level with a clock
    std::vector<std::array<float, 4>> spheres_;
};

}  // namespace albireo::scene
