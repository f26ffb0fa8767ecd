#pragma once
/// Translated texts with values in them: tr_f("{} paused", name). A translation may change the order of the values:
/// "{1} … {0}".
#include <fmt/format.h>

#include <string>

#include "client/words/words.hpp"

namespace albireo::words {

/// A translation whose placeholders do not fit is not used: the English text is shown.
template <class... Values>
std::string filled(const char* translation, const char* english, const Values&... values) {
    try {
        return fmt::vformat(translation, fmt::make_format_args(values...));
    } catch (const fmt::format_error&) {
        return fmt::vformat(english, fmt::make_format_args(values...));
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
