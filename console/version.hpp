#pragma once
/// The text by which a program identifies itself in the recordings and bundles that it writes.
#include <string>
#include <string_view>

namespace albireo::console {

/// "albireo-bot 0.1.0 (commit 1a2b3c4d5e6f)". A "+" after the commit: built with uncommitted changes. Only
/// programs link this, not libraries, because every target that links it is relinked after every commit.
std::string program_text(std::string_view program);

}  // namespace albireo::console
