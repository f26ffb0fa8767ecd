#include "platform/memory.hpp"

#include <sys/mman.h>

#include <cerrno>

namespace albireo::platform {

void* map_zeros(std::size_t size) {
    void* const at = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? nullptr : at;
}

int map_shared(const File& file, std::size_t size, void*& at) {
    void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
    if (mapped == MAP_FAILED) return errno;
    at = mapped;
    return 0;
}

void unmap(void* at, std::size_t size) {
    ::munmap(at, size);
}

}  // namespace albireo::platform
