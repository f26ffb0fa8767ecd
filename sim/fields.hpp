#pragma once
/// One field list per struct, used for saving, loading, digests and differences.
///
/// A *record* has `static constexpr void fields(auto& self, auto&& visit)` that calls visit("name", self.name) for
/// every member in the order of declaration. Leaves are integers and enums; std::array and Pool are walked element by
/// element. An empty name adds nothing to the path, for wrappers of one number.
///
/// 1. Canonical bytes are the leaves in that order, little-endian, without padding. A pool is written as its count, its
///    `refused` counter and its live items. On little-endian machines these equal the bytes in memory (kFlat proves
///    it).
/// 2. Reading checks counts before it reads items. It does not check meaning; is_sound() in soundness.cpp does.
/// 3. Nothing here allocates.
#include <array>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "sim/base/bytes.hpp"
#include "sim/base/pool.hpp"

namespace albireo {

template <class T>
concept Leaf = std::is_integral_v<T> || std::is_enum_v<T>;

struct AnyVisitor {
    constexpr void operator()(std::string_view, auto&) const {}
};

template <class T>
concept Record = requires(T& value) { T::fields(value, AnyVisitor{}); };

template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t N>
inline constexpr bool kIsArray<std::array<T, N>> = true;

template <class T>
inline constexpr bool kIsPool = false;
template <class T, std::size_t N>
inline constexpr bool kIsPool<Pool<T, N>> = true;

/// The number of bytes that the leaves of a T take. T must not contain a pool.
template <class T>
constexpr std::size_t packed_size() {
    if constexpr (Leaf<T>) {
        return sizeof(T);
    } else if constexpr (kIsArray<T>) {
        return std::tuple_size_v<T> * packed_size<typename T::value_type>();
    } else {
        T value{};
        std::size_t size = 0;
        T::fields(value, [&](std::string_view, auto& field) {
            size += packed_size<std::remove_cvref_t<decltype(field)>>();
        });
        return size;
    }
}

/// Whether T's memory is its canonical bytes on a little-endian machine: no float, no padding, no forgotten field.
template <class T>
inline constexpr bool kFlat = [] {
    static_assert(std::is_trivially_copyable_v<T>);
    return std::has_unique_object_representations_v<T> && packed_size<T>() == sizeof(T);
}();

template <class T>
void put(ByteWriter& out, const T& value) {
    if constexpr (std::is_enum_v<T>) {
        out.put(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (Leaf<T>) {
        out.put(value);
    } else if constexpr (kIsPool<T>) {
        static_assert(kFlat<typename T::Item>);
        out.put(value.count);
        out.put(value.refused);
        if constexpr (kLittleEndian) {
            out.put_bytes(value.items.data(), value.count * sizeof(typename T::Item));
        } else {
            for (const auto& item : value) put(out, item);
        }
    } else if constexpr (kIsArray<T>) {
        for (const auto& item : value) put(out, item);
    } else {
        if constexpr (kLittleEndian && std::is_trivially_copyable_v<T>) {
            static_assert(kFlat<T>);
            out.put_bytes(&value, sizeof value);
        } else {
            T::fields(value, [&](std::string_view, const auto& field) { put(out, field); });
        }
    }
}

template <class T>
void get(ByteReader& in, T& value) {
    if constexpr (std::is_enum_v<T>) {
        value = static_cast<T>(in.get<std::underlying_type_t<T>>());
    } else if constexpr (Leaf<T>) {
        value = in.get<T>();
    } else if constexpr (kIsPool<T>) {
        using Item = typename T::Item;
        value.count = in.get<std::uint32_t>();
        value.refused = in.get<std::uint32_t>();
        if (value.count > T::kCapacity || value.count * sizeof(Item) > in.left()) {
            in.go_bad();
            value.count = 0;
            return;
        }
        if constexpr (kLittleEndian) {
            in.get_bytes(value.items.data(), value.count * sizeof(Item));
        } else {
            for (auto& item : value) get(in, item);
        }
    } else if constexpr (kIsArray<T>) {
        for (auto& item : value) get(in, item);
    } else {
        if constexpr (kLittleEndian && std::is_trivially_copyable_v<T>) {
            static_assert(kFlat<T>);
            in.get_bytes(&value, sizeof value);
        } else {
            T::fields(value, [&](std::string_view, auto& field) { get(in, field); });
        }
    }
}

/// The path of a field, such as `enemies[17].parts[2].armour`, kept up to date during the walk.
class FieldPath {
  public:
    std::string_view text() const { return {text_.data(), size_}; }
    std::size_t size() const { return size_; }
    void shrink(std::size_t size) { size_ = size; }
    void push(std::string_view name) {
        if (name.empty()) return;
        if (size_ != 0) append(".");
        append(name);
    }
    void push(std::size_t index) {
        std::array<char, 20> digits{};
        std::size_t at = digits.size();
        do {
            digits[--at] = "0123456789"[index % 10];
            index /= 10;
        } while (index != 0);
        append("[");
        append({digits.data() + at, digits.size() - at});
        append("]");
    }

  private:
    void append(std::string_view more) {
        const std::size_t room = text_.size() - size_;
        const std::size_t size = more.size() < room ? more.size() : room;
        std::memcpy(text_.data() + size_, more.data(), size);
        size_ += size;
    }
    std::array<char, 120> text_{};
    std::size_t size_ = 0;
};

/// A leaf as a signed number, for printing and comparing.
template <Leaf T>
constexpr std::int64_t leaf_value(T value) {
    return static_cast<std::int64_t>(value);
}

/// Calls each(path, value) for every leaf of `value`.
template <class T, class Each>
void for_each_leaf(const T& value, FieldPath& path, Each&& each) {
    if constexpr (Leaf<T>) {
        each(path.text(), leaf_value(value));
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        const std::size_t size = path.size();
        if constexpr (kIsPool<T>) {
            path.push("count");
            each(path.text(), leaf_value(value.count));
            path.shrink(size);
            path.push("refused");
            each(path.text(), leaf_value(value.refused));
            path.shrink(size);
        }
        std::size_t i = 0;
        for (const auto& item : value) {
            path.push(i++);
            for_each_leaf(item, path, each);
            path.shrink(size);
        }
    } else {
        T::fields(value, [&](std::string_view name, const auto& field) {
            const std::size_t size = path.size();
            path.push(name);
            for_each_leaf(field, path, each);
            path.shrink(size);
        });
    }
}

/// Calls each(path, a, b) for every leaf that differs. Items that only one of two pools has are not visited; the
/// difference in `count` shows them.
template <class T, class Each>
void for_each_difference(const T& a, const T& b, FieldPath& path, Each&& each) {
    if constexpr (Leaf<T>) {
        if (a != b) each(path.text(), leaf_value(a), leaf_value(b));
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        const std::size_t size = path.size();
        std::size_t common = 0;
        if constexpr (kIsPool<T>) {
            common = a.count < b.count ? a.count : b.count;
            path.push("count");
            if (a.count != b.count) each(path.text(), leaf_value(a.count), leaf_value(b.count));
            path.shrink(size);
            path.push("refused");
            if (a.refused != b.refused) each(path.text(), leaf_value(a.refused), leaf_value(b.refused));
            path.shrink(size);
            for (std::size_t i = 0; i < common; ++i) {
                path.push(i);
                for_each_difference(a.items[i], b.items[i], path, each);
                path.shrink(size);
            }
        } else {
            for (std::size_t i = 0; i < a.size(); ++i) {
                path.push(i);
                for_each_difference(a[i], b[i], path, each);
                path.shrink(size);
            }
        }
    } else {
        // Walks both field lists together: the n-th field of a with the n-th of b.
        T::fields(a, [&](std::string_view name, const auto& field_a) {
            using Field = std::remove_cvref_t<decltype(field_a)>;
            const auto offset = reinterpret_cast<const std::byte*>(&field_a) - reinterpret_cast<const std::byte*>(&a);
            const auto& field_b = *reinterpret_cast<const Field*>(reinterpret_cast<const std::byte*>(&b) + offset);
            const std::size_t size = path.size();
            path.push(name);
            for_each_difference(field_a, field_b, path, each);
            path.shrink(size);
        });
    }
}

}  // namespace albireo
