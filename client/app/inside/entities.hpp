#pragma once
/// Everything in a world that can be looked at one by one, by the core's own field lists: pools and what else there is.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/ui/tools.hpp"
#include "sim/world.hpp"

namespace albireo::app {

struct EntityGroup {
    std::string_view name;  // for ever
    std::size_t count = 0;
    std::size_t capacity = 0;   // of a pool; 0: always as many
    std::uint32_t refused = 0;  // for which there was no room
};

inline constexpr std::size_t kEntityGroups = 12;
std::array<EntityGroup, kEntityGroups> groups_of(const World& world);

/// Every field of one, as name and value; nothing if there is no such one.
std::vector<ui::Row> fields_of(const World& world, std::size_t group, std::size_t i);

/// What it is called for as long as it lives, while its place in the pool changes.
std::uint64_t name_of(const World& world, std::size_t group, std::size_t i);
/// Its place in its group now.
std::optional<std::size_t> find(const World& world, std::size_t group, std::uint64_t name);
/// Where it is in the field, if it is anywhere.
std::optional<Vec2> place_of(const World& world, std::size_t group, std::size_t i);

struct Found {
    std::size_t group = 0, i = 0;
};
/// What is nearest to a place, within `reach`.
std::optional<Found> nearest(const World& world, Vec2 at, Fixed reach);

}  // namespace albireo::app
