#pragma once
/// Walks over field lists (sim/base/field_list.hpp): saving, loading, digests and differences.
///
/// A *record* is a struct with a field list. Leaves are integers and enums; std::array and Pool are walked element by
/// element. The field of a wrapper around one number has an empty name, which adds nothing to the path.
///
/// 1. Canonical bytes are the leaves in the order of the lists, little-endian, without padding. A pool is written as
///    its count, its `refused` counter and its live items. On little-endian machines these equal the bytes in memory
///    (kFlat proves it).
/// 2. Reading checks counts before it reads items; a wrong count makes the reader bad. is_sound() in soundness.cpp
///    checks the values.
/// 3. Nothing here allocates.
#include <array>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "sim/base/bytes.hpp"
#include "sim/base/field_list.hpp"
#include "sim/base/pool.hpp"

namespace albireo {

template <class T>
concept Leaf = std::is_integral_v<T> || std::is_enum_v<T>;

template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t N>
inline constexpr bool kIsArray<std::array<T, N>> = true;

template <class T>
inline constexpr bool kIsPool = false;
template <class T, std::size_t N>
inline constexpr bool kIsPool<Pool<T, N>> = true;

constexpr std::size_t count_names(std::string_view list) {
    std::size_t count = 1;
    for (const auto letter : list) count += letter == ',';
    return count;
}

/// The names in T's field list.
template <class T>
inline constexpr auto kFieldNames = [] {
    std::array<std::string_view, count_names(T::kFieldList)> names;
    std::string_view rest = T::kFieldList;
    for (auto& name : names) {
        name = rest.substr(0, rest.find(", "));
        if (name.size() < rest.size()) rest.remove_prefix(name.size() + 2);
    }
    return names;
}();

/// Calls visit(name, field…) for every name in the field list of T, with that field of each object:
///     visit_fields([](std::string_view, auto& target, const auto& source) { target = source; }, to, from);
template <class... T>
constexpr void visit_fields(auto&& visit, T&... objects) {
    constexpr auto& kNames = kFieldNames<std::common_type_t<T...>>;
    constexpr auto tie = [](auto&... fields) { return std::tie(fields...); };
    const auto visit_nth = [&](auto n, const auto&... fields) { visit(kNames[n], std::get<n>(fields)...); };
    const auto visit_all = [&]<std::size_t... N>(std::index_sequence<N...>, const auto&... fields) {
        (visit_nth(std::integral_constant<std::size_t, N>{}, fields...), ...);
    };
    visit_all(std::make_index_sequence<kNames.size()>{}, objects.with_fields(tie)...);
}

/// The same for one object, without tuples: a file with deep walks compiles in two thirds of the time.
template <class T>
constexpr void visit_fields(auto&& visit, T& object) {
    const std::string_view* name = kFieldNames<std::remove_const_t<T>>.data();
    object.with_fields([&](auto&... fields) { (visit(*name++, fields), ...); });
}

template <class... Member>
struct Members {};
/// The types of the members in T's field list.
template <class T>
using MembersOf =
    decltype(std::declval<T&>().with_fields([]<class... Member>(Member&...) { return Members<Member...>{}; }));

/// Whether T's field list has every member. T has no padding, so sizes prove it.
template <class T>
inline constexpr bool kListsAll =
    []<class... Member>(Members<Member...>) { return (sizeof(Member) + ...) == sizeof(T); }(MembersOf<T>{});

/// Whether T's memory equals its canonical bytes on a little-endian machine: no float, no padding, no forgotten field.
template <class T>
inline constexpr bool kFlat = [] {
    if constexpr (Leaf<T>) {
        return true;
    } else if constexpr (kIsArray<T>) {
        return kFlat<typename T::value_type>;
    } else if constexpr (kIsPool<T>) {
        return false;  // the items beyond the count are not written
    } else {
        return std::has_unique_object_representations_v<T> && kListsAll<T> &&
               []<class... Member>(Members<Member...>) { return (kFlat<Member> && ...); }(MembersOf<T>{});
    }
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
            visit_fields([&](std::string_view, const auto& field) { put(out, field); }, value);
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
            visit_fields([&](std::string_view, auto& field) { get(in, field); }, value);
        }
    }
}

/// The path of a field, such as `enemies[17].parts[2].armour`, kept up to date during the walk. Cut off at 120 bytes.
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
        const auto visit = [&](std::string_view name, const auto& field) {
            const std::size_t size = path.size();
            path.push(name);
            for_each_leaf(field, path, each);
            path.shrink(size);
        };
        visit_fields(visit, value);
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
        const auto visit = [&](std::string_view name, const auto& field_a, const auto& field_b) {
            const std::size_t size = path.size();
            path.push(name);
            for_each_difference(field_a, field_b, path, each);
            path.shrink(size);
        };
        visit_fields(visit, a, b);
    }
}

}  // namespace albireo
