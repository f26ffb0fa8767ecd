#pragma once
/// The input frame: what one player contributes to one tick. A frame is untrusted data. The core checks every value in
/// it (game/report), so any bytes are a legal frame; values that make no sense are counted and ignored.
#include <array>
#include <bit>
#include <cstdint>

#include "sim/base/field_list.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/vec2.hpp"

namespace albireo {

/// Buttons held during the tick. The selected weapon is sent as a number in every frame, not as a button press, so no
/// press can be lost.
enum Button : std::uint16_t {
    kUp = 1 << 0,
    kDown = 1 << 1,
    kLeft = 1 << 2,
    kRight = 1 << 3,
    kFocus = 1 << 4,      // the ship moves slowly
    kFire = 1 << 5,
    kRelease = 1 << 6,    // "I release, and my blue bar is not empty"
    kLightning = 1 << 7,  // "I release lightning, and my gold bar is full"
    kWeaponShift = 8,     // bits 8 to 11: Weapon
    kWeaponMask = 15 << 8,
    kAbsent = 1 << 12,    // set by the server in frames for an absent player
    // "I release the fan: its bulwark erases shots." A separate bit, because a guess about the partner never sets it
    // (client/predict/guess): an erased shot never comes back.
    kGuard = 1 << 13,
    kGift = 1 << 14,      // "I give my full gold bar to my partner"
    kButtonBits = 0x7fff,
};

enum class Weapon : std::uint8_t { needle = 0, fan = 1, seekers = 2, ribbon = 3 };
inline constexpr int kWeaponCount = 4;
/// The number of weapons that a frame has room for, the same in memory, on the wire and in a replay.
inline constexpr int kWeaponsMax = (kWeaponMask >> kWeaponShift) + 1;
static_assert(kWeaponCount <= kWeaponsMax, "a frame has no room for so many weapons");
static_assert((kWeaponMask & kAbsent) == 0 && kWeaponMask == (kWeaponsMax - 1) << kWeaponShift &&
              kButtonBits == (0xff | kWeaponMask | kAbsent | kGuard | kGift));

/// Frame::lock of a ribbon that runs to the partner's ship (the bridge). It names no enemy: no level has that many spawns.
inline constexpr EnemyId kLockPartner{0xffff, 0xff, 0xff};
static_assert(kSpawnsMax < kLockPartner.spawn);

/// A command to the game itself. It must act in a tick that no client has predicted yet (game/flow).
/// 1. With one player it acts `command_delay` ticks after its frame.
/// 2. With two players it acts kLeadTicksMax ticks after its frame. Until it has acted, its sender promises to run at
///    most promised_lead() ticks ahead. So if the partner agrees, the command acts at most promised_lead() ticks after the
///    agreeing frame.
/// 3. The partner agrees by sending the same command with delay 0, and only after having received the sender's frame.
enum class Command : std::uint8_t { none = 0, pause = 1, resume = 2, carry_on = 3 };  // carry_on: accept "continue?"

enum class ReportKind : std::uint8_t {
    none = 0,
    hit = 1,          // shot `number` of `slot` hit part `part` of `enemy`
    hit_missile = 2,  // … hit missile `part` of `enemy`
    // The reporter's own ribbon begins to burn part `part` of `enemy`. `number` is 0 for a part that the ribbon itself touches,
    // 1 … kWhipHops for the targets that a whip leaps on to, in their order.
    beam_begins = 3,
    beam_ends = 4,    // … no longer burns it
    bolt = 5,         // lightning released in the same frame strikes part `part` of `enemy`
    died = 6,         // the reporter's own ship: `part` holds the Cause
};

enum class Cause : std::uint8_t { enemy = 0, enemy_shot = 1, beam = 2, wall = 3, missile = 4 };
inline constexpr int kCauseCount = 5;

/// A collision that a client saw in its predicted world of the tick before the frame's.
struct Report {
    ReportKind kind = ReportKind::none;
    Slot slot = Slot::gold;    // the owner of the shot
    std::uint16_t part = 0;    // part index, missile number, or Cause
    EnemyId enemy{};           // for `died` caused by an enemy: that enemy
    ShotNumber number{};       // for `died` by enemy_shot: that enemy's own shot count

    constexpr bool operator==(const Report&) const = default;
    ALBIREO_FIELDS(kind, slot, part, enemy, number);
};

/// A point of the field in 1/256 units, as frames carry it. at() clamps each coordinate to ±100 units and rounds down.
struct AimPoint {
    std::int16_t x = 0, y = 0;

    constexpr bool operator==(const AimPoint&) const = default;
    constexpr Vec2 point() const { return {Fixed{x * 256}, Fixed{y * 256}}; }
    static constexpr AimPoint at(Vec2 point) {
        return {static_cast<std::int16_t>(floor_shift(clamp(point.x, -100_u, 100_u).raw, 8)),
                static_cast<std::int16_t>(floor_shift(clamp(point.y, -100_u, 100_u).raw, 8))};
    }
    ALBIREO_FIELDS(x, y);
};

struct Frame {
    std::uint16_t buttons = 0;
    Command command = Command::none;
    std::uint8_t command_delay = 0;  // ticks; see Command
    EnemyId lock;                 // target of seekers or the ribbon, or kLockPartner; 0: no target
    AimPoint aim;                 // where the locked target or the partner is (ribbon) or will be (seekers)
    std::uint8_t lock_part = 0;
    std::uint8_t report_count = 0;
    std::uint16_t spare = 0;      // always 0; keeps the frame free of padding
    std::array<Report, kReportsPerFrameMax> reports{};

    constexpr bool operator==(const Frame&) const = default;
    constexpr bool held(Button button) const { return (buttons & button) != 0; }
    /// The number in the weapon bits: 0 … kWeaponsMax − 1. Not every number is that of a weapon.
    constexpr int weapon_number() const { return (buttons & kWeaponMask) >> kWeaponShift; }
    /// The selected weapon; the needle if the number is not the number of a weapon.
    constexpr Weapon weapon() const {
        const int number = weapon_number();
        return number < kWeaponCount ? static_cast<Weapon>(number) : Weapon::needle;
    }

    ALBIREO_FIELDS(buttons, command, command_delay, lock, aim, lock_part, report_count, spare, reports);
};

/// The largest lead that the sender of a command may have until the command has acted: kPromisedLeadMin …
/// kLeadTicksMax ticks.
inline constexpr std::uint8_t kPromisedLeadMin = 12;  // a smaller one would stall the sender on most links
constexpr std::uint8_t promised_lead(const Frame& frame) {
    return frame.command_delay < kPromisedLeadMin ? kPromisedLeadMin
           : frame.command_delay > kLeadTicksMax  ? std::uint8_t{kLeadTicksMax}
                                                  : frame.command_delay;
}

/// Whether the frame's command agrees to the partner's command, rather than being a new request.
constexpr bool agrees(const Frame& frame) { return frame.command != Command::none && frame.command_delay == 0; }

/// The frames of both slots for one tick.
using FramePair = std::array<Frame, kSlotCount>;

/// The frame that the server makes for an absent player.
constexpr Frame absent_frame() {
    Frame frame;
    frame.buttons = kAbsent;
    return frame;
}

}  // namespace albireo
