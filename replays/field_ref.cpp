#include "replays/field_ref.hpp"

#include <charconv>
#include <memory>

#include "sim/fields.hpp"

namespace albireo::replays {
namespace {

/// An instance of a record, used for its field list only; its values are never read.
template <class T>
const T& sample() {
    static const auto value = std::make_unique<T>();
    return *value;
}

template <class T>
std::size_t place_in(const T& whole, const auto& part) {
    return static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(&part) -
                                    reinterpret_cast<const std::uint8_t*>(&whole));
}

/// Removes the next name of a path, and a dot before it, from `rest`. Returns the name.
std::string_view take_name(std::string_view& rest) {
    if (rest.starts_with('.')) rest.remove_prefix(1);
    const std::string_view name = rest.substr(0, rest.find_first_of(".["));
    rest.remove_prefix(name.size());
    return name;
}

}  // namespace

std::string FieldRef::wrong(std::string_view rest, const std::string& what) const {
    const std::string_view before = std::string_view(name_).substr(0, name_.size() - rest.size());
    return "'" + name_ + "': " + (before.empty() ? "the world" : std::string(before)) + " " + what;
}

template <class T>
std::string FieldRef::resolve(std::string_view rest) {
    const auto go_behind = [&](std::size_t by) {
        if (indices_.empty()) {
            offset_ += by;
        } else {
            indices_.back().behind += static_cast<std::uint32_t>(by);
        }
    };
    if constexpr (Leaf<T>) {
        if (!rest.empty()) return wrong(rest, "is a number and has no fields");
        bytes_ = sizeof(T);
        if constexpr (std::is_enum_v<T>) {
            is_signed_ = std::is_signed_v<std::underlying_type_t<T>>;
        } else {
            is_signed_ = std::is_signed_v<T>;
        }
        return {};
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        std::uint32_t size = 0;
        if constexpr (kIsPool<T>) {
            for (const std::string_view name : {".count", ".refused"}) {
                if (rest != name) continue;
                go_behind(name == ".count" ? offsetof(T, count) : offsetof(T, refused));
                return resolve<std::uint32_t>({});
            }
            size = T::kCapacity;
        } else {
            size = std::tuple_size_v<T>;
        }
        const auto close = rest.find(']');
        if (!rest.starts_with('[') || close == std::string_view::npos) {
            return wrong(rest, "is a list: give an index, such as [0], or [*] for any");
        }
        Index index;
        index.size = size;
        const std::string_view digits = rest.substr(1, close - 1);
        if (digits == "*") {
            index.index = kAll;
        } else {
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index.index);
            if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) {
                return wrong(rest, "has no element [" + std::string(digits) + "]");
            }
            if (index.index >= size) {
                return wrong(
                    rest, "has at most " + std::to_string(size) + " elements: [0] to [" + std::to_string(size - 1) + "]");
            }
        }
        rest.remove_prefix(close + 1);
        using Item = std::remove_cvref_t<decltype(*std::declval<T>().begin())>;
        index.stride = sizeof(Item);
        if constexpr (kIsPool<T>) {
            index.pool = true;
            index.before = offsetof(T, items) - offsetof(T, count);
            go_behind(offsetof(T, items));
        }
        indices_.push_back(index);
        return resolve<Item>(rest);
    } else {
        std::string_view behind = rest;
        const std::string_view wanted = take_name(behind);
        std::string answer, known;
        bool found = false;
        const auto go_into = [&](std::string_view name, const auto& field) {
            using Field = std::remove_cvref_t<decltype(field)>;
            known += (known.empty() ? "" : ", ") + std::string(name);
            if (found || (!name.empty() && name != wanted)) return;
            found = true;
            go_behind(place_in(sample<T>(), field));
            answer = resolve<Field>(name.empty() ? rest : behind);
        };
        visit_fields(go_into, sample<T>());
        if (found) return answer;
        return wrong(rest, (wanted.empty() ? "is not a number: name one of its fields: " : "has no such field; its fields are ") + known);
    }
}

std::string FieldRef::find(std::string_view name) {
    name_ = name;
    of_frames_ = false;
    offset_ = 0;
    indices_.clear();
    std::string_view rest = name_;
    if (take_name(rest) == "frames") {
        of_frames_ = true;
        return resolve<FramePair>(rest);
    }
    return resolve<World>(name_);
}

std::int64_t FieldRef::read(const std::uint8_t* at) const {
    std::uint64_t bits = 0;
    if constexpr (kLittleEndian) {
        std::memcpy(&bits, at, bytes_);
    } else {
        std::memcpy(reinterpret_cast<std::uint8_t*>(&bits) + sizeof bits - bytes_, at, bytes_);
    }
    const unsigned spare = 64u - 8u * bytes_;
    if (!is_signed_ || spare == 0) return static_cast<std::int64_t>(bits);
    return static_cast<std::int64_t>(bits << spare) >> spare;
}

}  // namespace albireo::replays
