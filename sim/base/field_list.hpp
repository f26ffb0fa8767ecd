#pragma once
/// The field list of a struct: the name of every member, once, in the order of declaration.
///
///     struct Touch {
///         EnemyId enemy;
///         std::uint16_t part = 0;
///         std::uint16_t used = 0;
///
///         ALBIREO_FIELDS(enemy, part, used);
///     };
///
/// It is a macro because C++20 cannot otherwise get the name of a member. It adds no data to the struct, only
///     kFieldList        the text "enemy, part, used"
///     with_fields(use)  returns use(enemy, part, used), the members of this object by reference
/// sim/fields.hpp builds visit_fields() from these two, and checks that a list is complete (kListsAll).
#include <string_view>

#define ALBIREO_FIELDS(...) ALBIREO_FIELDS_NAMED(#__VA_ARGS__, __VA_ARGS__)

/// For a wrapper around one number. Its field has no name, so it adds nothing to a path.
#define ALBIREO_UNNAMED_FIELD(field) ALBIREO_FIELDS_NAMED("", field)

#define ALBIREO_FIELDS_NAMED(names, ...)                                                              \
    constexpr decltype(auto) with_fields(auto&& use_fields) { return use_fields(__VA_ARGS__); }       \
    constexpr decltype(auto) with_fields(auto&& use_fields) const { return use_fields(__VA_ARGS__); } \
    [[maybe_unused]] static constexpr std::string_view kFieldList = names
