#include "server/descriptors.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace albireo::server {

std::uint32_t raise_descriptor_limit(std::uint32_t wanted) {
    constexpr rlim_t kMost = 1u << 20;
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
    if (limit.rlim_cur < wanted) {
        rlimit higher = limit;
        higher.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
        if (setrlimit(RLIMIT_NOFILE, &higher) == 0) limit = higher;
    }
    return static_cast<std::uint32_t>(std::min(limit.rlim_cur, kMost));
}

}  // namespace albireo::server
