#pragma once
/// The letters that a player without a keyboard can pick for a name: those of the language of the screens, then those that other languages of the game
/// have beside them. They come in pages, because picking goes through one letter after another.
#include <span>
#include <string_view>

namespace albireo::app {

/// Each page is UTF-8, in the order of picking. There is at least one; the first has the letters with which most names begin.
std::span<const std::string_view> name_pages(std::string_view language);

}  // namespace albireo::app
