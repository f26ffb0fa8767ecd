#pragma once
/// What a program says of itself in the recordings and bundles that it makes.
#include <string>
#include <string_view>

namespace albireo::console {

/// "albireo-bot 0.1.0 (commit 1a2b3c4d5e6f)". A "+" behind the commit: built with changes that are not in it. Only final
/// programs link this: whatever does is linked again after every commit.
std::string program_text(std::string_view program);

}  // namespace albireo::console
