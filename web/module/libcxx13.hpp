#pragma once
/// What the standard library of Emscripten 3.1.6 (libc++ 13) lacks of C++20 and our code uses: some algorithms on ranges.
/// The build of the page's module includes this file before every other; no file of ours names it. A newer library,
/// which has them, skips all of it.
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
#include <algorithm>
#include <functional>
#include <iterator>

namespace std::ranges {

struct albireo_same {
    template <class T>
    constexpr T&& operator()(T&& value) const {
        return static_cast<T&&>(value);
    }
};

template <class Range, class T, class Of = albireo_same>
constexpr auto find(Range&& range, const T& value, Of of = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& each) { return std::invoke(of, each) == value; });
}
template <class Range, class Test>
constexpr auto find_if(Range&& range, Test test) {
    return std::find_if(std::begin(range), std::end(range), test);
}
template <class A, class B>
constexpr bool equal(A&& a, B&& b) {
    return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
template <class Range, class T, class Less = std::less<>, class Of = albireo_same>
constexpr auto lower_bound(Range&& range, const T& value, Less less = {}, Of of = {}) {
    return std::lower_bound(std::begin(range), std::end(range), value,
                            [&](const auto& each, const T& wanted) { return less(std::invoke(of, each), wanted); });
}
template <class Range, class T, class Less = std::less<>, class Of = albireo_same>
constexpr auto upper_bound(Range&& range, const T& value, Less less = {}, Of of = {}) {
    return std::upper_bound(std::begin(range), std::end(range), value,
                            [&](const T& wanted, const auto& each) { return less(wanted, std::invoke(of, each)); });
}

}  // namespace std::ranges
#endif
