#pragma once
/// The settings of the allocator, for programs that free and allocate again at the same places, many times a second.
#include <malloc.h>

#include <limits>

namespace albireo::console {

/// Makes the allocator keep freed memory instead of returning it to the system. The first touch of a page costs a fault, 0.5 to 20 µs by
/// machine. Other threads touch most of what a shard needs (server/offload.hpp), but not all; a renderer in software would touch thousands
/// in each frame. Call it before the threads start that are to profit.
inline void keep_used_memory() {
#ifdef __GLIBC__
    // glibc unmaps an arena's empty heap only if the heap before it has M_TOP_PAD bytes free. M_TOP_PAD is a whole heap, so it never does.
    constexpr int kHeapBytes = 64 << 20;
    mallopt(M_MMAP_THRESHOLD, kHeapBytes / 2);
    mallopt(M_TOP_PAD, kHeapBytes);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

}  // namespace albireo::console
