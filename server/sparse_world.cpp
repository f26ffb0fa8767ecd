#include "server/sparse_world.hpp"

#include <new>
#include <type_traits>

#include "platform/memory.hpp"

namespace albireo::server {

OwnedWorld sparse_world() {
    static_assert(std::is_trivially_copyable_v<World> && std::is_trivially_destructible_v<World>);
    void* const memory = platform::map_zeros(sizeof(World));
    if (memory == nullptr) throw std::bad_alloc();
    return {static_cast<World*>(memory), {[](World* world) { platform::unmap(world, sizeof(World)); }}};
}

}  // namespace albireo::server
