#include "client/level/same_kind.hpp"

#include <cassert>
#include <cstring>
#include <type_traits>
#include <vector>

namespace albireo {
namespace {

template <class Record>
bool is_same(const Record& a, const Record& b) {
    static_assert(std::has_unique_object_representations_v<Record>, "padding would make equal records differ");
    return std::memcmp(&a, &b, sizeof(Record)) == 0;
}

/// Whether two indices are both none, or name equal records.
template <class Record>
bool is_same(const std::vector<Record>& all, std::uint8_t a, std::uint8_t b) {
    if (a == kNone || b == kNone) return a == b;
    return is_same(all[a], all[b]);
}

bool is_same_part(const Level& level, PartDef a, const PartDef& b) {
    if (!is_same(level.guns, a.gun, b.gun) || !is_same(level.beams, a.beam, b.beam)) return false;
    if (!is_same(level.hatches, a.hatch, b.hatch)) return false;
    a.gun = b.gun;
    a.beam = b.beam;
    a.hatch = b.hatch;
    return is_same(a, b);
}

bool is_same_kind(const Level& level, KindDef a, const KindDef& b) {
    if (a.parts.count != b.parts.count) return false;
    for (std::size_t i = 0; i < a.parts.count; ++i) {
        if (!is_same_part(level, level.parts[a.parts.first + i], level.parts[b.parts.first + i])) return false;
    }
    a.name = b.name;
    a.parts = b.parts;
    a.machines = b.machines;
    return is_same(a, b);
}

}  // namespace

std::uint8_t first_like(const Level& level, std::uint8_t kind) {
    assert(kind < level.kinds.size() && "a level's indices are in range");
    for (std::uint8_t other = 0; other < kind; ++other) {
        if (is_same_kind(level, level.kinds[kind], level.kinds[other])) return other;
    }
    return kind;
}

}  // namespace albireo
