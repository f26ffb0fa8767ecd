#include "sim/witness/leaf_row.hpp"

#include <algorithm>

#include "sim/base/hash.hpp"

namespace albireo {
namespace {

template <class Each>
void for_each_leaf_of(const World& world, const FramePair& frames, std::uint32_t column, Each&& each) {
    FieldPath path;
    if (column == kFramesColumn) {
        path.push("frames");
        return for_each_leaf(frames, path, each);
    }
    std::uint32_t at = 0;
    const auto visit = [&](std::string_view name, const auto& field) {
        if (at++ != column) return;
        path.push(name);
        for_each_leaf(field, path, each);
    };
    visit_fields(visit, world);
}

}  // namespace

LeafRow leaf_row(const World& world, const FramePair& frames, std::uint32_t column) {
    LeafRow row;
    for_each_leaf_of(world, frames, column, [&](std::string_view, std::int64_t value) { row.push_back(value); });
    return row;
}

std::string leaf_path(const World& world, const FramePair& frames, std::uint32_t column, std::size_t index) {
    std::string found;
    std::size_t at = 0;
    for_each_leaf_of(world, frames, column, [&](std::string_view path, std::int64_t) {
        if (at++ == index) found = path;
    });
    return found;
}

std::vector<std::uint64_t> parts_of(const LeafRow& row, std::uint32_t first, std::uint32_t count) {
    const std::size_t begin = std::min<std::size_t>(first, row.size());
    const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(count, row.size() - begin));
    std::vector<std::uint64_t> parts;
    if (count <= kPartsAsked) {
        for (std::size_t i = 0; i < size; ++i) parts.push_back(static_cast<std::uint64_t>(row[begin + i]));
        return parts;
    }
    std::vector<std::uint64_t> numbers;
    for (std::uint32_t part = 0; part < kPartsAsked; ++part) {
        const std::size_t from = std::min(part_begin(count, part), size);
        const std::size_t to = std::min(part_begin(count, part + 1), size);
        numbers.clear();
        for (std::size_t i = from; i < to; ++i) {
            numbers.push_back(to_little_endian(static_cast<std::uint64_t>(row[begin + i])));
        }
        parts.push_back(hash_bytes({reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size() * 8}));
    }
    return parts;
}

}  // namespace albireo
