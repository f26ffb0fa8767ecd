#pragma once
/// Letters as a reader counts them: one with the marks that are set on it.
#include <string_view>

namespace albireo::text {

/// The text without its last letter and the marks on it, which may be several code points.
std::string_view without_last_cluster(std::string_view text);

}  // namespace albireo::text
