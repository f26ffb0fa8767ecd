#pragma once
/// Libraries that a program uses if they are there.
#include <cstdint>

namespace albireo::platform {

/// Whether there is such a library.
bool has_library(const char* name);

enum class Loading : std::uint8_t { if_needed, only_if_loaded };
/// The address of a name of that library, which then stays loaded; null: there is no such library, or no such name in it.
void* symbol_of(const char* library, const char* name, Loading loading = Loading::if_needed);

}  // namespace albireo::platform
