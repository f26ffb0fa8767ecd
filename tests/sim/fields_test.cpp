// Goal: a field list has every member of its struct, in order and by its own name, and walks any number of objects
// together.
#include "sim/fields.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "sim/level/level.hpp"
#include "sim/world.hpp"

using namespace albireo;

namespace {

struct Forgetful {
    std::uint16_t a = 0, b = 0;
    ALBIREO_FIELDS(a);
};
struct Nested {
    Forgetful inner;
    ALBIREO_FIELDS(inner);
};
struct Padded {
    std::uint8_t a = 0;
    std::uint16_t b = 0;
    ALBIREO_FIELDS(a, b);
};
static_assert(!kListsAll<Forgetful> && !kFlat<Forgetful>);
static_assert(kListsAll<Nested> && !kFlat<Nested>);
static_assert(!kListsAll<Padded> && !kFlat<Padded>);
static_assert(kFlat<std::array<Touches, 2>> && !kFlat<decltype(World::enemies)>);

/// The first member that does not begin where the one before it ends; empty if all do, here and in what is inside.
template <class T>
std::string out_of_order(const T& value) {
    if constexpr (Leaf<T>) {
        return {};
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        return out_of_order(*value.begin());
    } else {
        std::string found;
        const auto* end = reinterpret_cast<const std::uint8_t*>(&value);
        const auto visit = [&](std::string_view name, const auto& field) {
            const auto* begin = reinterpret_cast<const std::uint8_t*>(&field);
            if (found.empty() && begin != end) found = name;
            if (found.empty()) found = out_of_order(field);
            end = begin + sizeof field;
        };
        visit_fields(visit, value);
        return found;
    }
}

}  // namespace

TEST_CASE("field lists have the order of their structs") {
    CHECK(out_of_order(*std::make_unique<World>()) == "");
    CHECK(out_of_order(Frame{}) == "");
    const auto check_items = [](std::string_view name, const auto& list) {
        INFO(name);
        CHECK(out_of_order(typename std::remove_cvref_t<decltype(list)>::value_type{}) == "");
    };
    visit_fields(check_items, *std::make_unique<Level>());
}

TEST_CASE("names are those of the members, and a wrapper of one number has none") {
    CHECK(kFieldNames<Touch> == std::array<std::string_view, 3>{"enemy", "part", "used"});
    CHECK(kFieldNames<ShotBits> == std::array<std::string_view, 1>{"words"});
    CHECK(kFieldNames<Tick> == std::array<std::string_view, 1>{""});
    // This list spans lines.
    CHECK(kFieldNames<Part>.size() == 17);
    CHECK(kFieldNames<Part>[10] == "beam_phase");
}

TEST_CASE("one walk visits the same field of several objects") {
    const Touch from{.enemy = {7, 1, 2}, .part = 3, .used = 4};
    Touch first, second;
    std::string names;
    const auto copy = [&](std::string_view name, const auto& source, auto& a, auto& b) {
        names += name;
        a = b = source;
    };
    visit_fields(copy, from, first, second);
    CHECK(names == "enemypartused");
    for (const Touch& touch : {first, second}) {
        CHECK(touch.enemy == from.enemy);
        CHECK(touch.part == 3);
        CHECK(touch.used == 4);
    }
}
