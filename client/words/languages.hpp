#pragma once
/// The game's languages, and which one is used. To add one: a row of kLanguages, po/CODE.po, and its code in po/LINGUAS
/// (docs/translating.md).
///
/// A catalog is the file share/locale/CODE/LC_MESSAGES/albireo.mo beside the folder of the program: in the build folder, in
/// a portable archive, and under /usr.
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::words {

struct Language {
    std::string_view code;  // as in settings and file names
    std::string_view name;  // as its speakers call it
};
/// The first is that of the system.
inline constexpr std::array<Language, 6> kLanguages = {{
    {"system", "System"},
    {"en", "English"},
    {"de", "Deutsch"},
    {"fr", "Français"},
    {"es", "Español"},
    {"ja", "日本語"},
}};

/// The codes that an environment asks for, best first, as gettext reads it: LANGUAGE is a list, but counts only if LC_ALL,
/// LC_MESSAGES or LANG (the first that is set) is neither C nor POSIX. "de_AT.UTF-8" gives "de_AT", "de". Empty: English.
std::vector<std::string> wanted_languages(const std::function<const char*(const char*)>& variable);

/// The best language that there is: a code of kLanguages, "en" if no other fits.
std::string_view language_of_system(const std::function<const char*(const char*)>& variable);

/// share/locale beside the folder of this program; empty if the system does not say where that is.
std::string locale_folder();

/// Uses this language from now on; "system": what the environment asks for; an unknown code: English. Returns an empty
/// text, or one line that says which catalog cannot be used, and why: then the texts are English. The catalogs of this
/// run's languages stay in memory.
std::string use_language(std::string_view code, const std::string& folder = locale_folder());
/// The code of the language in use.
std::string_view language();

}  // namespace albireo::words
