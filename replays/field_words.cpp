#include "replays/field_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <vector>

#include "replays/text.hpp"

namespace albireo::replays {
namespace {

/// A field's path without its indices, and the indices.
struct Place {
    explicit Place(std::string_view path) {
        while (!path.empty()) {
            const std::size_t open = path.find('[');
            name += path.substr(0, open);
            const std::size_t close = path.find(']', std::min(open, path.size()));
            if (close == std::string_view::npos) break;
            std::size_t index = 0;
            std::from_chars(path.data() + open + 1, path.data() + close, index);
            indices.push_back(index);
            path.remove_prefix(close + 1);
        }
    }
    std::string name;
    std::vector<std::size_t> indices;
};

enum class Meaning {
    // A number in another unit.
    units,
    units_256,  // in 1/256 units, as in the points of frames
    speed,
    acceleration,
    times,  // a factor
    angle,
    turn,
    seconds,
    time,
    // A name from a fixed list.
    weapon,
    life,
    arms,
    course,
    mover,
    facing,
    beam_phase,
    command,
    report,
    slot,
    buttons,
    // A name from the level.
    kind,
    state,
};

struct Row {
    std::string_view name;
    Meaning meaning;
};

/// The first matching row applies.
constexpr auto kRows = std::to_array<Row>({
    {"frames.aim.x", Meaning::units_256},
    {"frames.aim.y", Meaning::units_256},
    {"frames.buttons", Meaning::buttons},
    {"frames.command", Meaning::command},
    {"frames.command_delay", Meaning::seconds},
    {"frames.reports.kind", Meaning::report},
    {"frames.reports.slot", Meaning::slot},
    {"scroll.travel", Meaning::units},
    {"tides.swell", Meaning::times},
    {"tides.swell_to", Meaning::times},
    {"tides.tide", Meaning::units},
    {"tides.tide_to", Meaning::units},
    {"tides.ticks", Meaning::seconds},
    {"sea_due.wait", Meaning::seconds},
    {"sea_due.swell", Meaning::times},
    {"sea_due.tide", Meaning::units},
    {"breath", Meaning::seconds},
    {"fuse", Meaning::seconds},
    {"shots.bend.x", Meaning::acceleration},
    {"shots.bend.y", Meaning::acceleration},
    {"speed.x", Meaning::speed},
    {"speed.y", Meaning::speed},
    {"enemies.speed", Meaning::speed},
    {"enemy_shots.pace", Meaning::speed},
    {"enemies.speed_to", Meaning::speed},
    {"scroll.moved.x", Meaning::speed},
    {"scroll.moved.y", Meaning::speed},
    {"enemies.along", Meaning::units},
    {"enemies.abreast", Meaning::units},
    {"x", Meaning::units},
    {"y", Meaning::units},
    {"heading", Meaning::angle},
    {"heading_to", Meaning::angle},
    {"spin", Meaning::angle},
    {"beam_turn", Meaning::angle},
    {"enemies.turn", Meaning::turn},
    {"tick", Meaning::time},
    {"clock", Meaning::time},
    {"timeline", Meaning::time},
    {"struck_at", Meaning::time},
    {"scroll.ticks", Meaning::seconds},
    {"age", Meaning::seconds},
    {"sleep", Meaning::seconds},
    {"pending_wait", Meaning::seconds},
    {"cooldown", Meaning::seconds},
    {"invulnerable", Meaning::seconds},
    {"lightning_wait", Meaning::seconds},
    {"bend_ticks", Meaning::seconds},
    {"chain_left", Meaning::seconds},
    {"offset_ticks", Meaning::seconds},
    {"gun_wait", Meaning::seconds},
    {"beam_wait", Meaning::seconds},
    {"hatch_wait", Meaning::seconds},
    {"speed_ticks", Meaning::seconds},
    {"move_ticks", Meaning::seconds},
    {"move_total", Meaning::seconds},
    {"beams.left", Meaning::seconds},
    {"enemy_shots.left", Meaning::seconds},
    {"lap_ticks", Meaning::seconds},
    {"trigger_wait", Meaning::seconds},
    {"asked_wait", Meaning::seconds},
    {"over_wait", Meaning::seconds},
    {"life_wait", Meaning::seconds},
    {"flag_wait", Meaning::seconds},
    {"hold_ticks", Meaning::seconds},
    {"weapon", Meaning::weapon},
    {"ships.life.state", Meaning::life},
    {"ships.arms.state", Meaning::arms},
    {"flow.machine.state", Meaning::course},
    {"flow.asked", Meaning::command},
    {"missiles.target", Meaning::slot},
    {"enemies.mover", Meaning::mover},
    {"enemies.face", Meaning::facing},
    {"enemies.parts.beam_phase", Meaning::beam_phase},
    {"enemies.kind", Meaning::kind},
    {"enemies.machines.state", Meaning::state},
});

using Names = std::span<const std::string_view>;
constexpr auto kWeapons = std::to_array<std::string_view>({"needle", "fan", "seekers", "ribbon"});
static_assert(kWeapons.size() == kWeaponCount, "every weapon has a name here");
constexpr std::array<std::string_view, 5> kLives = {"entering", "flying", "dead", "watching", "absent"};
constexpr std::array<std::string_view, 2> kArms = {"ready", "powered"};
constexpr std::array<std::string_view, 5> kCourses = {"playing", "paused", "over", "ended", "cleared"};
constexpr std::array<std::string_view, 8> kMovers = {"none", "path", "hover", "drift", "anchor", "leave", "floats", "falls"};
constexpr std::array<std::string_view, 3> kBeamPhases = {"rests", "warns", "burns"};
constexpr std::array<std::string_view, 3> kFacingNames = {"fixed", "path", "turning"};
constexpr std::array<std::string_view, 4> kCommands = {"none", "pause", "resume", "continue"};
constexpr std::array<std::string_view, 7> kReports = {"none", "hit", "hit_missile", "beam_begins", "beam_ends", "bolt", "died"};
constexpr std::array<std::string_view, 2> kSlotWords = {"gold", "blue"};

std::string name_of(Names names, std::int64_t value) {
    return value >= 0 && value < std::ssize(names) ? std::string(names[static_cast<std::size_t>(value)]) : "";
}

std::string number(double value, int digits, const char* unit) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f%s", digits, value, unit);
    return text.data();
}

/// "up, fire; fan"
std::string buttons_text(std::int64_t value) {
    constexpr std::pair<Button, std::string_view> kButtons[] = {
        {kUp, "up"},     {kDown, "down"},       {kLeft, "left"},           {kRight, "right"},  {kFocus, "slow"},
        {kFire, "fire"}, {kRelease, "release"}, {kLightning, "lightning"},
        {kAbsent, "absent"}, {kGuard, "guard"}, {kGift, "gift"}};
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(value);
    std::string text;
    for (const auto& [button, name] : kButtons) {
        if (frame.held(button)) text += (text.empty() ? "" : ", ") + std::string(name);
    }
    const std::string weapon(weapon_name(frame.weapon()));
    return text.empty() ? weapon : text + "; " + weapon;
}

}  // namespace

std::string_view weapon_name(Weapon weapon) {
    return kWeapons[static_cast<std::size_t>(weapon)];
}

std::span<const std::string_view> FieldWords::known() {
    static constexpr auto kNames = [] {
        std::array<std::string_view, kRows.size()> names{};
        for (std::size_t i = 0; i < names.size(); ++i) names[i] = kRows[i].name;
        return names;
    }();
    return kNames;
}

std::string FieldWords::of(std::string_view path, std::int64_t value) const {
    const Place place(path);
    // Without a copy of a name: the page asks for the words of thousands of fields.
    const std::string_view own = place.name;
    const auto row = std::ranges::find_if(kRows, [&](const Row& each) {
        return own.ends_with(each.name) && (own.size() == each.name.size() || own[own.size() - each.name.size() - 1] == '.');
    });
    if (row == kRows.end()) return {};
    const auto real = static_cast<double>(value);
    switch (row->meaning) {
        case Meaning::units:
            return number(real / Fixed::kOneRaw, 3, " units");
        case Meaning::units_256:
            return number(real / 256, 3, " units");
        case Meaning::speed:
            return number(real / Fixed::kOneRaw, 3, " units a tick");
        case Meaning::acceleration:
            return number(real / Fixed::kOneRaw, 5, " units a tick, more each tick");
        case Meaning::times:
            return number(real / Fixed::kOneRaw, 3, " times the tiles' own");
        case Meaning::angle:
            return number(real * 360 / 65536, 2, " degrees");
        case Meaning::turn:
            return number(real * 360 / 65536, 2, " degrees a tick");
        case Meaning::seconds:
            return number(real / kTicksPerSecond, 2, " s");
        case Meaning::time:
            return clock_text(static_cast<std::uint32_t>(value));
        case Meaning::weapon:
            return name_of(kWeapons, value);
        case Meaning::life:
            return name_of(kLives, value);
        case Meaning::arms:
            return name_of(kArms, value);
        case Meaning::course:
            return name_of(kCourses, value);
        case Meaning::mover:
            return name_of(kMovers, value);
        case Meaning::facing:
            return name_of(kFacingNames, value);
        case Meaning::beam_phase:
            return name_of(kBeamPhases, value);
        case Meaning::command:
            return name_of(kCommands, value);
        case Meaning::report:
            return name_of(kReports, value);
        case Meaning::slot:
            return name_of(kSlotWords, value);
        case Meaning::buttons:
            return buttons_text(value);
        case Meaning::kind:
            return kind_name(value);
        case Meaning::state:
            return place.indices.size() < 2 ? std::string() : state_name(place.indices[0], place.indices[1], value);
    }
    return {};
}

std::string FieldWords::kind_name(std::int64_t kind) const {
    if (kind < 0 || kind >= std::ssize(level_.kinds)) return {};
    return printable(level_.name(level_.kinds[static_cast<std::size_t>(kind)].name));
}

/// Name of the state that an enemy's machine is in. A world that is only displayed may contain any values.
std::string FieldWords::state_name(std::size_t enemy, std::size_t machine, std::int64_t state) const {
    if (enemy >= world_.enemies.count || world_.enemies.items[enemy].kind >= level_.kinds.size()) return {};
    const Range machines = level_.kinds[world_.enemies.items[enemy].kind].machines;
    if (machine >= machines.count) return {};
    const Range states = level_.machines[machines.first + machine].states;
    if (state < 0 || state >= states.count) return {};
    return printable(level_.name(level_.states[states.first + static_cast<std::size_t>(state)].name));
}

}  // namespace albireo::replays
