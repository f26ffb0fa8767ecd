#include "client/app/inspector/entities.hpp"

#include <fmt/format.h>

#include <cassert>
#include <span>

#include "sim/event.hpp"

namespace albireo::app {
namespace {

/// Calls each(name, items, capacity, refused) for every group, always in the same order.
template <class Each>
void for_each_group(const World& world, Each&& each) {
    const auto pool = [&](const char* name, const auto& from) {
        each(name, from.live(), std::remove_cvref_t<decltype(from)>::kCapacity, from.refused);
    };
    pool("enemies", world.enemies);
    pool("enemy shots", world.enemy_shots);
    pool("gold's shots", world.shots[0]);
    pool("blue's shots", world.shots[1]);
    pool("missiles", world.missiles);
    pool("beams", world.beams);
    pool("open formations", world.formations);
    const auto all = [&](const char* name, const auto& from) { each(name, std::span(from), 0U, 0U); };
    all("ships", world.ships);
    all("earnings", world.earnings);
    all("reports", world.counters);
    all("touches", world.touches);
    each("team", std::span(&world.team, 1), 0U, 0U);
    each("flow", std::span(&world.flow, 1), 0U, 0U);
    each("scroll", std::span(&world.scroll, 1), 0U, 0U);
}

/// Calls use(items) for one group.
template <class Use>
void with_group(const World& world, std::size_t wanted, Use&& use) {
    std::size_t group = 0;
    for_each_group(world, [&](const char*, auto items, std::size_t, std::uint32_t) {
        if (group++ == wanted) use(items);
    });
}

std::uint64_t name_in(const Enemy& enemy) {
    return cause_of(enemy.id, 1);
}
std::uint64_t name_in(const Shot& shot) {
    return shot.number.value;
}
std::uint64_t name_in(const EnemyShot& shot) {
    return cause_of_shot(shot.owner, shot.number, shot.branch);
}
std::uint64_t name_in(const Missile& missile) {
    return cause_of(missile.owner, missile.number);
}
std::uint64_t name_in(const OpenFormation& open) {
    return std::uint64_t{open.formation} << 8 | open.lap;
}
std::uint64_t name_in(const Beam& beam) {
    return cause_of(beam.owner, beam.part);
}

template <class T>
concept Named = requires(const T& item) {
    name_in(item);
};

/// "= 3.25" for a length in Q16.16, "= 90.0°" for an angle, nothing for a plain number.
std::string meaning(std::string_view path, std::int64_t value) {
    const auto last = path.find_last_of(".");
    const std::string_view leaf = last == std::string_view::npos ? path : path.substr(last + 1);
    for (const std::string_view length : {"x", "y", "along", "speed", "speed_to", "abreast"}) {
        if (leaf == length) return fmt::format("  = {:.3f}", static_cast<double>(value) / Fixed::kOneRaw);
    }
    for (const std::string_view angle : {"heading", "heading_to", "spin", "beam_turn"}) {
        if (leaf == angle) return fmt::format("  = {:.1f} deg", static_cast<double>(value) * 360 / 65536);
    }
    return {};
}

/// Whether it is an unused element of an array.
template <class T>
bool is_empty_place(const T&, std::string_view) {
    return false;
}
bool is_empty_place(const Enemy& enemy, std::string_view path) {
    if (!path.starts_with("parts[")) return false;
    std::size_t part = 0;
    for (const char digit : path.substr(6)) {
        if (digit < '0' || digit > '9') break;
        part = part * 10 + static_cast<std::size_t>(digit - '0');
    }
    return part >= enemy.part_count;
}

}  // namespace

std::array<EntityGroup, kEntityGroups> groups_of(const World& world) {
    std::array<EntityGroup, kEntityGroups> groups;
    std::size_t count = 0;
    for_each_group(world, [&](const char* name, auto items, std::size_t capacity, std::uint32_t refused) {
        groups[count++] = {name, items.size(), capacity, refused};
    });
    assert(count == kEntityGroups);
    return groups;
}

std::vector<ui::Row> fields_of(const World& world, std::size_t group, std::size_t i) {
    std::vector<ui::Row> rows;
    with_group(world, group, [&](auto items) {
        if (i >= items.size()) return;
        FieldPath path;
        for_each_leaf(items[i], path, [&](std::string_view name, std::int64_t value) {
            if (is_empty_place(items[i], name)) return;
            rows.push_back({std::string(name), std::to_string(value) + meaning(name, value)});
        });
    });
    return rows;
}

std::uint64_t name_of(const World& world, std::size_t group, std::size_t i) {
    std::uint64_t name = i;
    with_group(world, group, [&](auto items) {
        if constexpr (Named<typename decltype(items)::value_type>) {
            if (i < items.size()) name = name_in(items[i]);
        }
    });
    return name;
}

std::optional<std::size_t> find(const World& world, std::size_t group, std::uint64_t name) {
    std::optional<std::size_t> found;
    with_group(world, group, [&](auto items) {
        for (std::size_t i = 0; i < items.size() && !found; ++i) {
            if constexpr (Named<typename decltype(items)::value_type>) {
                if (name_in(items[i]) == name) found = i;
            } else if (i == name) {
                found = i;
            }
        }
    });
    return found;
}

std::optional<Vec2> place_of(const World& world, std::size_t group, std::size_t i) {
    std::optional<Vec2> place;
    with_group(world, group, [&](auto items) {
        if (i >= items.size()) return;
        if constexpr (requires { items[i].at; }) place = items[i].at;
        if constexpr (requires { items[i].tip; }) place = items[i].from;
    });
    return place;
}

std::optional<Found> nearest(const World& world, Vec2 at, Fixed reach) {
    std::optional<Found> best;
    Fixed least = reach;
    const auto groups = groups_of(world);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (std::size_t i = 0; i < groups[group].count; ++i) {
            const auto place = place_of(world, group, i);
            if (!place || length(*place - at) >= least) continue;
            least = length(*place - at);
            best = Found{group, i};
        }
    }
    return best;
}

}  // namespace albireo::app
