#pragma once
/// Everything in a world that can be inspected, by the core's own field lists: pools and other groups.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/ui/tools.hpp"
#include "sim/world.hpp"

namespace albireo::app {

struct EntityGroup {
    std::string_view name;  // lives as long as the program
    std::size_t count = 0;
    std::size_t capacity = 0;   // of a pool; 0: the count is fixed
    std::uint32_t refused = 0;  // items for which there was no room
};

inline constexpr std::size_t kEntityGroups = 14;
std::array<EntityGroup, kEntityGroups> groups_of(const World& world);

/// Every field of an entity, as name and value; empty if there is no such entity.
std::vector<ui::Row> fields_of(const World& world, std::size_t group, std::size_t i);

/// The entity's identity, which lasts as long as it lives; its index in the pool may change.
std::uint64_t name_of(const World& world, std::size_t group, std::size_t i);
/// The entity's current index in its group.
std::optional<std::size_t> find(const World& world, std::size_t group, std::uint64_t name);
/// The entity's position in the field, if it has one.
std::optional<Vec2> place_of(const World& world, std::size_t group, std::size_t i);

struct Found {
    std::size_t group = 0, i = 0;
};
/// The entity nearest to a position, within `reach`.
std::optional<Found> nearest(const World& world, Vec2 at, Fixed reach);

}  // namespace albireo::app
