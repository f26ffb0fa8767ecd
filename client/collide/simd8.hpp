// One file: two implementations of one interface, kept side by side so that they stay equivalent. Vectors of eight
// floats, included by a kernel file after it has defined ALBIREO_ISA (the namespace its code lives in). Every operation
// rounds the same way in both implementations, and nothing is fused, so both give the same bits. min and max return
// their second argument if either is NaN, as the AVX instructions do.

#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#define ALBIREO_INLINE inline __attribute__((always_inline))

namespace albireo::collide::ALBIREO_ISA {

// Vectors of four, where four are enough, or for doubles: the compiler's own vector types.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));
using Double4 = double __attribute__((vector_size(32)));
using Long4 = std::int64_t __attribute__((vector_size(32)));

#ifdef __AVX2__

struct F8 {
    __m256 v;
};
struct M8 {
    __m256 v;
};
struct Two8 {
    F8 first, second;
};

ALBIREO_INLINE F8 load(const float* p) {
    return {_mm256_load_ps(p)};
}
ALBIREO_INLINE F8 load_any(const float* p) {
    return {_mm256_loadu_ps(p)};
}
ALBIREO_INLINE void store_any(float* p, F8 a) {
    _mm256_storeu_ps(p, a.v);
}
/// Transposes eight rows: the first four numbers of each row, and the four from `second` on.
ALBIREO_INLINE void load_columns(F8 (&columns)[8], const float* const (&rows)[8], int second) {
    for (int half = 0; half < 8; half += 4) {
        // With rows 0 and 4 side by side, no later step has to cross between the 128-bit halves.
        const int from = half == 0 ? 0 : second;
        __m256 r[4];
        for (int i = 0; i < 4; ++i)
            r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[i] + from)),
                                        _mm_loadu_ps(rows[i + 4] + from), 1);
        const __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
        const __m256 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
        columns[half] = {_mm256_shuffle_ps(a, c, 0x44)};
        columns[half + 1] = {_mm256_shuffle_ps(a, c, 0xee)};
        columns[half + 2] = {_mm256_shuffle_ps(b, d, 0x44)};
        columns[half + 3] = {_mm256_shuffle_ps(b, d, 0xee)};
    }
}
/// One number of each of eight rows.
ALBIREO_INLINE F8 load_column(const float* const (&rows)[8], int i) {
    return {
        _mm256_setr_ps(rows[0][i], rows[1][i], rows[2][i], rows[3][i], rows[4][i], rows[5][i], rows[6][i], rows[7][i])};
}
ALBIREO_INLINE F8 all(float s) {
    return {_mm256_set1_ps(s)};
}
ALBIREO_INLINE F8 operator+(F8 a, F8 b) {
    return {_mm256_add_ps(a.v, b.v)};
}
ALBIREO_INLINE F8 operator-(F8 a, F8 b) {
    return {_mm256_sub_ps(a.v, b.v)};
}
ALBIREO_INLINE F8 operator*(F8 a, F8 b) {
    return {_mm256_mul_ps(a.v, b.v)};
}
ALBIREO_INLINE F8 operator/(F8 a, F8 b) {
    return {_mm256_div_ps(a.v, b.v)};
}
// If an operand is NaN, the result is the second.
ALBIREO_INLINE F8 min(F8 a, F8 b) {
    return {_mm256_min_ps(a.v, b.v)};
}
ALBIREO_INLINE F8 max(F8 a, F8 b) {
    return {_mm256_max_ps(a.v, b.v)};
}
ALBIREO_INLINE F8 sqrt(F8 a) {
    return {_mm256_sqrt_ps(a.v)};
}
ALBIREO_INLINE F8 abs(F8 a) {
    return {_mm256_andnot_ps(_mm256_set1_ps(-0.0F), a.v)};
}
ALBIREO_INLINE F8 sign_of(F8 a) {
    return {_mm256_and_ps(_mm256_set1_ps(-0.0F), a.v)};
}
/// Times a sign, as returned by sign_of().
ALBIREO_INLINE F8 signed_by(F8 a, F8 sign) {
    return {_mm256_xor_ps(a.v, sign.v)};
}
ALBIREO_INLINE M8 operator<(F8 a, F8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)};
}
ALBIREO_INLINE M8 operator<=(F8 a, F8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)};
}
ALBIREO_INLINE M8 operator&(M8 a, M8 b) {
    return {_mm256_and_ps(a.v, b.v)};
}
ALBIREO_INLINE M8 operator|(M8 a, M8 b) {
    return {_mm256_or_ps(a.v, b.v)};
}
ALBIREO_INLINE M8 operator!(M8 a) {
    return {_mm256_xor_ps(a.v, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))};
}
ALBIREO_INLINE F8 pick(M8 m, F8 yes, F8 no) {
    return {_mm256_blendv_ps(no.v, yes.v, m.v)};
}
ALBIREO_INLINE unsigned bits(M8 m) {
    return static_cast<unsigned>(_mm256_movemask_ps(m.v));
}

/// The lane with the least value, the first of equals.
ALBIREO_INLINE int lowest(F8 a) {
    __m256 m = _mm256_min_ps(a.v, _mm256_permute2f128_ps(a.v, a.v, 1));
    m = _mm256_min_ps(m, _mm256_permute_ps(m, 0x4e));
    m = _mm256_min_ps(m, _mm256_permute_ps(m, 0xb1));
    return __builtin_ctz(bits({_mm256_cmp_ps(a.v, m, _CMP_LE_OQ)}));
}
/// The lane of the mask with the least value, comparing only the upper halves of the floats, which must not be
/// negative. Takes a third of the time of `lowest`.
ALBIREO_INLINE int about_lowest(F8 a, M8 among) {
    const __m256i keys = _mm256_srli_epi32(_mm256_castps_si256(_mm256_or_ps(a.v, (!among).v)), 16);
    const __m128i halves = _mm_packus_epi32(_mm256_castsi256_si128(keys), _mm256_extracti128_si256(keys, 1));
    return _mm_cvtsi128_si32(_mm_minpos_epu16(halves)) >> 16;
}
/// The indices of the lanes of each mask, a nibble each.
struct Packing {
    std::uint32_t lanes[256];
    constexpr Packing() : lanes{} {
        for (std::uint32_t mask = 0; mask < 256; ++mask)
            for (std::uint32_t lane = 0, n = 0; lane < 8; ++lane)
                if ((mask >> lane & 1U) != 0) lanes[mask] |= lane << 4 * n++;
    }
};
constexpr Packing kPacking;
ALBIREO_INLINE __m256i packing(unsigned mask) {
    // A permutation reads only the low three bits of each lane.
    const __m256i nibbles = _mm256_set1_epi32(static_cast<int>(kPacking.lanes[mask]));
    return _mm256_srlv_epi32(nibbles, _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
}
/// Writes the masked lanes side by side. The rest of the eight written numbers is unspecified.
ALBIREO_INLINE void store_packed(float* p, F8 a, unsigned mask) {
    _mm256_storeu_ps(p, _mm256_permutevar8x32_ps(a.v, packing(mask)));
}
ALBIREO_INLINE void store_packed(std::int32_t* p, const std::int32_t (&a)[8], unsigned mask) {
    const __m256i v = _mm256_load_si256(reinterpret_cast<const __m256i*>(a));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_permutevar8x32_epi32(v, packing(mask)));
}
/// Like store_packed of the numbers `first`, `first` + 1, ….
ALBIREO_INLINE void store_numbers(std::int32_t* p, std::int32_t first, unsigned mask) {
    const __m256i lanes = _mm256_and_si256(packing(mask), _mm256_set1_epi32(7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_add_epi32(lanes, _mm256_set1_epi32(first)));
}
/// Writes one number eight times.
ALBIREO_INLINE void store_eight(std::int32_t* p, std::int32_t a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_set1_epi32(a));
}
ALBIREO_INLINE unsigned negative(const std::int32_t (&a)[8]) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_load_ps(reinterpret_cast<const float*>(a))));
}
/// Whole part of each lane, which must fit an int, as a float.
ALBIREO_INLINE F8 truncated(F8 a) {
    return {_mm256_round_ps(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)};
}
/// table[i] and table[i + 1] of eight bytes each; may read up to two bytes further.
ALBIREO_INLINE Two8 gather_bytes(const std::uint8_t* table, F8 index) {
    const __m256i at = _mm256_cvttps_epi32(index.v), byte = _mm256_set1_epi32(255);
    const __m256i words = _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), at, 1);
    return {{_mm256_cvtepi32_ps(_mm256_and_si256(words, byte))},
            {_mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(words, 8), byte))}};
}

/// Replaces the lowest bits of non-negative numbers by a tag, which keeps their order except for those bits. (Infinity
/// becomes NaN, which min() drops where it is the first operand.)
template <int kBits>
ALBIREO_INLINE F8 with_note(F8 a, std::int32_t note) {
    const __m256i high = _mm256_and_si256(_mm256_castps_si256(a.v), _mm256_set1_epi32(~((1 << kBits) - 1)));
    return {_mm256_castsi256_ps(_mm256_or_si256(high, _mm256_set1_epi32(note)))};
}

ALBIREO_INLINE Double4 sqrt(Double4 a) {
    return _mm256_sqrt_pd(a);
}
ALBIREO_INLINE bool any(Long4 m) {
    return _mm256_movemask_pd(reinterpret_cast<__m256d>(m)) != 0;
}

/// 256 bits.
struct B256 {
    __m256i v;
};
ALBIREO_INLINE B256 load(const TargetSet& set) {
    return {_mm256_load_si256(reinterpret_cast<const __m256i*>(&set))};
}
ALBIREO_INLINE void store(TargetSet& set, B256 a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(&set), a.v);
}
ALBIREO_INLINE B256 operator&(B256 a, B256 b) {
    return {_mm256_and_si256(a.v, b.v)};
}
ALBIREO_INLINE bool any(B256 a) {
    return _mm256_testz_si256(a.v, a.v) == 0;
}

#else

// The compiler's own vector types, which it splits to the width of the machine.
using Float8 = float __attribute__((vector_size(32)));
using Int8 = std::int32_t __attribute__((vector_size(32)));

struct F8 {
    Float8 v;
};
struct M8 {
    Int8 v;  // all bits of a lane, or none
};
struct Two8 {
    F8 first, second;
};

ALBIREO_INLINE F8 load(const float* p) {
    F8 r;
    __builtin_memcpy(&r, p, sizeof r);
    return r;
}
ALBIREO_INLINE F8 load_any(const float* p) {
    return load(p);
}
ALBIREO_INLINE void store_any(float* p, F8 a) {
    __builtin_memcpy(p, &a, sizeof a);
}
ALBIREO_INLINE void load_columns(F8 (&columns)[8], const float* const (&rows)[8], int second) {
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) columns[i].v[j] = rows[j][i < 4 ? i : second + i - 4];
}
ALBIREO_INLINE F8 load_column(const float* const (&rows)[8], int i) {
    return {Float8{rows[0][i], rows[1][i], rows[2][i], rows[3][i], rows[4][i], rows[5][i], rows[6][i], rows[7][i]}};
}
ALBIREO_INLINE F8 all(float s) {
    return {Float8{s, s, s, s, s, s, s, s}};
}
ALBIREO_INLINE F8 operator+(F8 a, F8 b) {
    return {a.v + b.v};
}
ALBIREO_INLINE F8 operator-(F8 a, F8 b) {
    return {a.v - b.v};
}
ALBIREO_INLINE F8 operator*(F8 a, F8 b) {
    return {a.v * b.v};
}
ALBIREO_INLINE F8 operator/(F8 a, F8 b) {
    return {a.v / b.v};
}
ALBIREO_INLINE F8 min(F8 a, F8 b) {
    return {a.v < b.v ? a.v : b.v};
}
ALBIREO_INLINE F8 max(F8 a, F8 b) {
    return {a.v > b.v ? a.v : b.v};
}
ALBIREO_INLINE F8 sqrt(F8 a) {
    for (int i = 0; i < 8; ++i) a.v[i] = __builtin_sqrtf(a.v[i]);
    return a;
}
ALBIREO_INLINE F8 abs(F8 a) {
    return {reinterpret_cast<Float8>(reinterpret_cast<Int8>(a.v) & 0x7fffffff)};
}
ALBIREO_INLINE F8 sign_of(F8 a) {
    return {reinterpret_cast<Float8>(reinterpret_cast<Int8>(a.v) & INT32_MIN)};
}
ALBIREO_INLINE F8 signed_by(F8 a, F8 sign) {
    return {reinterpret_cast<Float8>(reinterpret_cast<Int8>(a.v) ^ reinterpret_cast<Int8>(sign.v))};
}
ALBIREO_INLINE M8 operator<(F8 a, F8 b) {
    return {a.v < b.v};
}
ALBIREO_INLINE M8 operator<=(F8 a, F8 b) {
    return {a.v <= b.v};
}
ALBIREO_INLINE M8 operator&(M8 a, M8 b) {
    return {a.v & b.v};
}
ALBIREO_INLINE M8 operator|(M8 a, M8 b) {
    return {a.v | b.v};
}
ALBIREO_INLINE M8 operator!(M8 a) {
    return {~a.v};
}
ALBIREO_INLINE F8 pick(M8 m, F8 yes, F8 no) {
    return {m.v ? yes.v : no.v};
}
ALBIREO_INLINE unsigned bits(M8 m) {
    unsigned r = 0;
    for (int i = 0; i < 8; ++i) r |= static_cast<unsigned>(m.v[i]) & 1U << i;
    return r;
}
ALBIREO_INLINE int lowest(F8 a) {
    int best = 0;
    for (int i = 1; i < 8; ++i) best = a.v[i] < a.v[best] ? i : best;
    return best;
}
ALBIREO_INLINE int about_lowest(F8 a, M8 among) {
    const Int8 keys = (reinterpret_cast<Int8>(a.v) | ~among.v) >> 16 & 0xffff;
    int best = 0;
    for (int i = 1; i < 8; ++i) best = keys[i] < keys[best] ? i : best;
    return best;
}
ALBIREO_INLINE void store_packed(float* p, F8 a, unsigned mask) {
    for (; mask != 0; mask &= mask - 1) *p++ = a.v[__builtin_ctz(mask)];
}
ALBIREO_INLINE void store_packed(std::int32_t* p, const std::int32_t (&a)[8], unsigned mask) {
    for (; mask != 0; mask &= mask - 1) *p++ = a[__builtin_ctz(mask)];
}
ALBIREO_INLINE void store_numbers(std::int32_t* p, std::int32_t first, unsigned mask) {
    for (; mask != 0; mask &= mask - 1) *p++ = first + __builtin_ctz(mask);
}
ALBIREO_INLINE void store_eight(std::int32_t* p, std::int32_t a) {
    for (int i = 0; i < 8; ++i) p[i] = a;
}
ALBIREO_INLINE unsigned negative(const std::int32_t (&a)[8]) {
    unsigned r = 0;
    for (int i = 0; i < 8; ++i) r |= static_cast<unsigned>(a[i] < 0) << i;
    return r;
}
ALBIREO_INLINE F8 truncated(F8 a) {
    return {__builtin_convertvector(__builtin_convertvector(a.v, Int8), Float8)};
}
ALBIREO_INLINE Two8 gather_bytes(const std::uint8_t* table, F8 index) {
    Two8 r;
    for (int i = 0; i < 8; ++i) {
        const std::int32_t at = static_cast<std::int32_t>(index.v[i]);
        r.first.v[i] = static_cast<float>(table[at]);
        r.second.v[i] = static_cast<float>(table[at + 1]);
    }
    return r;
}

template <int kBits>
ALBIREO_INLINE F8 with_note(F8 a, std::int32_t note) {
    return {reinterpret_cast<Float8>((reinterpret_cast<Int8>(a.v) & ~((1 << kBits) - 1)) | note)};
}

ALBIREO_INLINE Double4 sqrt(Double4 a) {
    for (int i = 0; i < 4; ++i) a[i] = __builtin_sqrt(a[i]);
    return a;
}
ALBIREO_INLINE bool any(Long4 m) {
    return (m[0] | m[1] | m[2] | m[3]) != 0;
}

struct B256 {
    TargetSet v;
};
ALBIREO_INLINE B256 load(const TargetSet& set) {
    return {set};
}
ALBIREO_INLINE void store(TargetSet& set, const B256& a) {
    set = a.v;
}
ALBIREO_INLINE B256 operator&(B256 a, const B256& b) {
    for (int i = 0; i < 4; ++i) a.v.words[i] &= b.v.words[i];
    return a;
}
ALBIREO_INLINE bool any(const B256& a) {
    return (a.v.words[0] | a.v.words[1] | a.v.words[2] | a.v.words[3]) != 0;
}

#endif

/// The tag that with_note() has stored in a number.
template <int kBits>
ALBIREO_INLINE std::int32_t note_of(float a) {
    std::int32_t bits;
    __builtin_memcpy(&bits, &a, sizeof bits);
    return bits & ((1 << kBits) - 1);
}

ALBIREO_INLINE F8 clamped(F8 a) {
    return min(max(a, all(0.0F)), all(1.0F));
}

// As for eight lanes: if an operand is NaN, the result is the second.
ALBIREO_INLINE Float4 max(Float4 a, Float4 b) {
    return a > b ? a : b;
}
ALBIREO_INLINE Float4 min(Float4 a, Float4 b) {
    return a < b ? a : b;
}
ALBIREO_INLINE Double4 max(Double4 a, Double4 b) {
    return a > b ? a : b;
}
ALBIREO_INLINE Double4 min(Double4 a, Double4 b) {
    return a < b ? a : b;
}

/// As many points or directions as F has lanes.
template <class F>
struct Points {
    F x, y, z;
};
using V8 = Points<F8>;
using V4 = Points<Double4>;

ALBIREO_INLINE V8 load_three(const float (&p)[3][8]) {
    return {load(p[0]), load(p[1]), load(p[2])};
}
ALBIREO_INLINE V8 all(float x, float y, float z) {
    return {all(x), all(y), all(z)};
}
template <class F>
ALBIREO_INLINE Points<F> operator+(const Points<F>& a, const Points<F>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class F>
ALBIREO_INLINE Points<F> operator-(const Points<F>& a, const Points<F>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class F>
ALBIREO_INLINE Points<F> operator*(const Points<F>& a, F s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class F>
ALBIREO_INLINE F dot(const Points<F>& a, const Points<F>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class F>
ALBIREO_INLINE Points<F> cross(const Points<F>& a, const Points<F>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace albireo::collide::ALBIREO_ISA
