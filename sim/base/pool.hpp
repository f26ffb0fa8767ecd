#pragma once
/// An unsorted pool of fixed capacity. Removing an item moves the last item into its place.
/// 1. items[0 … count) are live; memory beyond them is never read, saved, copied or hashed.
/// 2. The order depends on history, so it is part of the state. Replicas that ran the same steps have the same order.
/// 3. A full pool refuses new items and counts them. Every replica does so at the same step.
/// 4. Store ids, not pointers: any removal may move any item.
#include <array>
#include <cassert>
#include <cstdint>
#include <span>

namespace albireo {

template <class T, std::size_t N>
struct Pool {
    using Item = T;
    static constexpr std::uint32_t kCapacity = N;

    std::uint32_t count;    // live items
    std::uint32_t refused;  // how often add() found no room, since the game began
    std::array<T, N> items;

    constexpr bool full() const { return count == kCapacity; }
    constexpr std::span<T> live() { return {items.data(), count}; }
    constexpr std::span<const T> live() const { return {items.data(), count}; }
    constexpr std::size_t size() const { return count; }
    constexpr T* begin() { return items.data(); }
    constexpr T* end() { return items.data() + count; }
    constexpr const T* begin() const { return items.data(); }
    constexpr const T* end() const { return items.data() + count; }

    /// Adds a copy of `item` and returns it. If the pool is full, counts the refusal and returns null.
    constexpr T* add(const T& item) {
        if (full()) {
            ++refused;
            return nullptr;
        }
        items[count] = item;
        return &items[count++];
    }

    /// Removes item i, which must be less than count. The last item moves into its place.
    constexpr void remove(std::uint32_t i) {
        assert(i < count);
        items[i] = items[--count];
    }

    /// Removes every item for which gone(item) holds, in one pass from the front. The order of the others changes.
    template <class Gone>
    constexpr void remove_if(Gone&& gone) {
        for (std::uint32_t i = 0; i < count;) {
            if (gone(items[i])) {
                remove(i);
            } else {
                ++i;
            }
        }
    }
};

}  // namespace albireo
