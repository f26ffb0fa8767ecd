#include "client/collide/kernels.hpp"

#include <atomic>
#include <cassert>

namespace albireo::collide {

namespace portable {
const Kernels& table();
}
#ifdef ALBIREO_COLLIDE_AVX2
namespace avx2 {
const Kernels& table();
}
#endif

namespace {
std::atomic<const Kernels*> g_kernels{nullptr};
}

Isa isa_best() {
#ifdef ALBIREO_COLLIDE_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt"))
        return Isa::avx2;
#endif
    return Isa::portable;
}

const Kernels& kernels(Isa isa) {
#ifdef ALBIREO_COLLIDE_AVX2
    if (isa == Isa::avx2) return avx2::table();
#endif
    (void)isa;
    return portable::table();
}

const Kernels& kernels() {
    const Kernels* chosen = g_kernels.load(std::memory_order_relaxed);
    if (chosen == nullptr) {
        chosen = &kernels(isa_best());
        g_kernels.store(chosen, std::memory_order_relaxed);
    }
    return *chosen;
}

void use_isa(Isa isa) {
    assert(isa == Isa::portable || isa_best() == isa);
    g_kernels.store(&kernels(isa), std::memory_order_relaxed);
}

}  // namespace albireo::collide
