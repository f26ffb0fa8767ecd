#pragma once
/// Memory of the system's own, in whole pages.
#include <cstddef>

#include "platform/file.hpp"

namespace albireo::platform {

/// Pages that are zero, and that the system gives one by one as they are used. Null: there are none.
void* map_zeros(std::size_t size);
/// The first `size` bytes of a file as memory that all its processes share. It must be open for reading and writing, and as long.
/// Returns 0, or the error as errno has it.
int map_shared(const File& file, std::size_t size, void*& at);
/// Gives either back.
void unmap(void* at, std::size_t size);

}  // namespace albireo::platform
