#include "sim/digest.hpp"

#include "sim/base/hash.hpp"

namespace albireo {

namespace {

template <class T>
std::span<const std::uint8_t> bytes_of(const T& value, std::size_t size) {
    return {reinterpret_cast<const std::uint8_t*>(&value), size};
}

template <class T>
constexpr bool kIsPoolArray = false;
template <class T, std::size_t N>
constexpr bool kIsPoolArray<std::array<T, N>> = kIsPool<T>;

/// The hash of a column's canonical bytes. On a little-endian machine these are its bytes in memory.
template <class T>
std::uint64_t hash_column(const T& column) {
    if constexpr (kIsPoolArray<T>) {
        std::array<std::uint64_t, std::tuple_size_v<T>> each{};
        for (std::size_t i = 0; i < each.size(); ++i) each[i] = to_little_endian(hash_column(column[i]));
        return hash_bytes(bytes_of(each, sizeof each));
    } else if constexpr (!kLittleEndian) {
        std::array<std::uint8_t, sizeof(T)> bytes;
        ByteWriter out(bytes);
        put(out, column);
        return hash_bytes(out.written());
    } else if constexpr (kIsPool<T>) {
        // count and refused are right before the items.
        static_assert(offsetof(T, items) == 2 * sizeof(std::uint32_t));
        return hash_bytes(bytes_of(column, offsetof(T, items) + column.count * sizeof(typename T::Item)));
    } else {
        static_assert(kFlat<T>);
        return hash_bytes(bytes_of(column, sizeof column));
    }
}

}  // namespace

Digest digest_of(const World& world) {
    Digest digest;
    std::size_t column = 0;
    visit_fields([&](std::string_view, const auto& field) { digest.columns[column++] = hash_column(field); }, world);
    auto columns = digest.columns;
    for (std::uint64_t& value : columns) value = to_little_endian(value);
    digest.root = hash_bytes(bytes_of(columns, sizeof columns));
    return digest;
}

}  // namespace albireo
