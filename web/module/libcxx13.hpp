#pragma once
/// The parts of C++20 that our code uses and the standard library of Emscripten 3.1.6 (libc++ 13) lacks: some algorithms on
/// ranges, and from_chars() for numbers with fractions.
/// The build of the page's module includes this file before every other; no file of ours names it. A newer library,
/// which has them, skips all of it.
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>

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
template <class Range, class Test>
constexpr bool any_of(Range&& range, Test test) {
    return std::any_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
constexpr bool all_of(Range&& range, Test test) {
    return std::all_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
constexpr bool none_of(Range&& range, Test test) {
    return std::none_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
constexpr auto count_if(Range&& range, Test test) {
    return std::count_if(std::begin(range), std::end(range), test);
}
template <class Range, class Out>
constexpr auto copy(Range&& range, Out out) {
    return std::copy(std::begin(range), std::end(range), out);
}
template <class Range, class Out, class Change>
constexpr auto transform(Range&& range, Out out, Change change) {
    return std::transform(std::begin(range), std::end(range), out, change);
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

namespace std {

inline from_chars_result from_chars(const char* begin, const char* end, double& value) {
    const string text(begin, end);
    char* rest = nullptr;
    const double read = strtod(text.c_str(), &rest);
    const auto used = rest - text.c_str();
    // strtod() also accepts words and spaces.
    if (used == 0 || (*begin != '-' && *begin != '.' && (*begin < '0' || *begin > '9'))) return {begin, errc::invalid_argument};
    value = read;
    return {begin + used, errc{}};
}

}  // namespace std
#endif
