#pragma once
/// Where a name may have a zero width joiner or non-joiner: only where one changes how letters look, so that it makes no second name of
/// the same looks. Rules A1, A2 and B of UAX #31, 2.3, narrower in three ways:
///
/// 1. The letters on both sides are of one script, which is told by their blocks.
/// 2. A1 knows the letters of the living scripts that join: Arabic, Syriac, N'Ko, Mandaic, Mongolian and Adlam.
/// 3. No mark at all may follow a joiner of rule B; the rule only forbids vowels.
#include <cstddef>
#include <string_view>

namespace albireo::proto {

inline constexpr char32_t kNonJoiner = 0x200c, kJoiner = 0x200d;
constexpr bool is_joiner(char32_t rune) { return rune == kNonJoiner || rune == kJoiner; }

/// Whether the joiner at this place of the name may stay there.
bool may_stay(std::u32string_view name, std::size_t place);

}  // namespace albireo::proto
