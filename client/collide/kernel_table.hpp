// The functions that a kernel file exports. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

const Kernels& table() {
    static constexpr Kernels kTable = {
#ifdef __AVX2__
        "avx2",
#else
        "portable",
#endif
        sphere_any,   capsule_any,       box_any,      segment_any, set_any,    sphere_each, segment_first,
        sphere_first, sphere_first_each, settle_each,  nearest,     sphere_all, capsule_all, box_all,
        segment_all,  edge_nearest,      edge_winding, cover_each,  near_each};
    return kTable;
}

}  // namespace albireo::collide::ALBIREO_ISA
