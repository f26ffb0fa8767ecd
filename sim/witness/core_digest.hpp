#pragma once
/// Identifies a program's core more exactly than its version does: the digest of the core's sources (sim, without scripts,
/// levels and this folder), 16 hex digits. It is the same in all programs and pages built from equal sources.
#include <string_view>

namespace albireo {

std::string_view core_digest();

}  // namespace albireo
