#include "server/sparse_world.hpp"

#include <sys/mman.h>

#include <new>
#include <type_traits>

namespace albireo::server {

OwnedWorld sparse_world() {
    static_assert(std::is_trivially_copyable_v<World> && std::is_trivially_destructible_v<World>);
    void* const memory = ::mmap(nullptr, sizeof(World), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return {static_cast<World*>(memory), {[](World* world) { ::munmap(world, sizeof(World)); }}};
}

}  // namespace albireo::server
