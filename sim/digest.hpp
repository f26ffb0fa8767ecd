#pragma once
/// The digest of a world: 64 bits for each named column (a member of World) and a root over them.
/// It hashes the canonical bytes, so it is the same on every machine. Memory beyond a pool's count is not hashed.
#include <array>
#include <cstdint>
#include <string_view>

#include "sim/world.hpp"

namespace albireo {

/// The names of the columns, such as "ships", in the order of World's field list.
inline constexpr auto& kColumnNames = kFieldNames<World>;
inline constexpr std::size_t kColumns = kColumnNames.size();

struct Digest {
    std::array<std::uint64_t, kColumns> columns{};
    std::uint64_t root = 0;

    bool operator==(const Digest&) const = default;
};

/// Takes less than a microsecond for a typical world (albireo-bench, core_digest_typical). Does not allocate.
Digest digest_of(const World& world);

/// The root alone.
inline std::uint64_t root_of(const World& world) { return digest_of(world).root; }

/// The name of a column; "?" if there is no such column.
constexpr std::string_view column_name(std::size_t column) { return column < kColumns ? kColumnNames[column] : "?"; }

}  // namespace albireo
