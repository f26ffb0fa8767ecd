#pragma once
/// Translated texts with values in them: tr_f("{} paused", name). A translation may change the order of the values:
/// "{1} … {0}".
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "client/words/words.hpp"

namespace albireo::words {

template <class Value>
decltype(auto) placed(const Value& value) {
    if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        return isolated(value);
    } else {
        return (value);
    }
}

/// A translation whose placeholders do not fit is not used: the English text is shown.
template <class... Values>
std::string vformatted(const char* text, const Values&... values) {
    return fmt::vformat(text, fmt::make_format_args(values...));
}
template <class... Values>
std::string filled(const char* translation, const char* english, const Values&... values) {
    try {
        return vformatted(translation, placed(values)...);
    } catch (const fmt::format_error&) {
        return vformatted(english, placed(values)...);
    }
}

template <class... Values>
std::string tr_f(const char* text, const Values&... values) {
    return filled(tr(text), text, values...);
}

/// The number chooses the form, and is the first value.
template <class... Values>
std::string tr_nf(const char* one, const char* many, unsigned number, const Values&... values) {
    return filled(tr_n(one, many, number), number == 1 ? one : many, number, values...);
}

}  // namespace albireo::words

namespace albireo {
using words::tr_f;
using words::tr_nf;
}  // namespace albireo
