#pragma once
/// The words that players see, in their language. Source texts are English and are the keys of the catalogs (po/); a text
/// that a catalog lacks is shown in English. format.hpp fills values in, languages.hpp chooses the language.
///
/// 1. Returned pointers stay valid until the program ends, across changes of the language.
/// 2. Without use_catalog() everything is English. Nothing here touches the C locale: numbers look the same in any language.
/// 3. Any thread may call these.
#include <string>
#include <string_view>
#include <system_error>

namespace albireo::words {

class Catalog;

/// Marks a text of a table for translation, and returns it as it is: tr() or translated() translates it where it is shown.
constexpr const char* mark(const char* text) {
    return text;
}

/// The translation of a literal. xgettext finds literals that are arguments of tr(), tr_n(), mark(), tr_f() and tr_nf().
const char* tr(const char* text);
/// The translation of a text that is made at run time or comes from a level.
std::string translated(std::string_view text);
/// The translation of a line of a module that has no translations: "REASON", "REASON (details)", or parts between ": " and "; ", such as
/// "FILE: cannot be written: No space left on device". Details, and parts that no catalog has, stay as they are.
std::string translated_reason(std::string_view line);
/// The system's reason for an error as errno has it: "No space left on device".
std::string translated_error(int error);
std::string translated_error(const std::error_code& error);
/// The form for a number: `one` is the English singular, `many` the English plural.
const char* tr_n(const char* one, const char* many, unsigned number);

/// A value from elsewhere, such as a name: if it has letters that run from right to left, with the signs that keep it from changing the order
/// of the text around it.
std::string isolated(std::string_view value);

/// Uses this catalog from now on, null: English. It must outlive the program.
void use_catalog(const Catalog* catalog);

}  // namespace albireo::words

namespace albireo {
using words::mark;
using words::tr;
using words::tr_n;
using words::translated;
using words::translated_error;
using words::translated_reason;
}  // namespace albireo
