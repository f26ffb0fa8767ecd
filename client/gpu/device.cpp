#include "client/gpu/device.hpp"

#include <cstring>

namespace albireo::gpu {

void Device::copy_bytes(std::span<std::byte> to, const void* from, std::size_t size) {
    std::memcpy(to.data(), from, size);
}

}  // namespace albireo::gpu
