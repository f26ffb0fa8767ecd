#include "client/words/languages.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

#include "client/words/catalog.hpp"
#include "client/words/words.hpp"
#include "platform/program_path.hpp"

namespace albireo::words {
namespace {

std::string_view used_code = "en";

const Language* language_named(std::string_view code) {
    const auto found = std::find_if(kLanguages.begin(), kLanguages.end(), [&](const Language& each) { return each.code == code; });
    return found == kLanguages.end() || found == kLanguages.begin() ? nullptr : &*found;
}

bool is_plain(std::string_view locale) {
    return locale.empty() || locale == "C" || locale == "POSIX" || locale.starts_with("C.");
}

/// "de_AT.UTF-8@euro" as "de_AT", then "de".
void add_codes(std::string_view locale, std::vector<std::string>& codes) {
    locale = locale.substr(0, locale.find_first_of(".@"));
    if (locale.empty()) return;
    codes.emplace_back(locale);
    if (const auto country = locale.find('_'); country != std::string_view::npos) codes.emplace_back(locale.substr(0, country));
}

struct Read {
    Catalog catalog;
    std::string fault;
};

/// Reads a file at its first use.
const Read& catalog_at(const std::string& path) {
    static std::map<std::string, std::unique_ptr<Read>> all;
    auto& read = all[path];
    if (read) return *read;
    read = std::make_unique<Read>();
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    std::string why = file ? read->catalog.read(std::move(bytes)) : "it cannot be opened";
    if (!why.empty()) read->fault = "translations are not used: " + path + ": " + why + "; install the game again";
    return *read;
}

}  // namespace

std::vector<std::string> wanted_languages(const std::function<const char*(const char*)>& variable) {
    const auto value = [&](const char* name) {
        const char* text = variable(name);
        return std::string_view(text != nullptr ? text : "");
    };
    std::string_view locale = value("LC_ALL");
    if (locale.empty()) locale = value("LC_MESSAGES");
    if (locale.empty()) locale = value("LANG");
    std::vector<std::string> codes;
    if (is_plain(locale)) return codes;
    for (std::string_view list = value("LANGUAGE"); !list.empty();) {
        const std::string_view first = list.substr(0, list.find(':'));
        add_codes(first, codes);
        list.remove_prefix(std::min(list.size(), first.size() + 1));
    }
    if (codes.empty()) add_codes(locale, codes);
    return codes;
}

std::string_view language_of_system(const std::function<const char*(const char*)>& variable) {
    for (const std::string& code : wanted_languages(variable)) {
        if (const Language* found = language_named(code)) return found->code;
    }
    return "en";
}

std::string locale_folder() {
    const std::filesystem::path program = platform::program_path();
    return program.empty() ? std::string() : (program.parent_path().parent_path() / "share" / "locale").string();
}

std::string use_language(std::string_view code, const std::string& folder) {
    if (code == kLanguages[0].code) code = language_of_system([](const char* name) { return std::getenv(name); });
    const Language* language = language_named(code);
    used_code = "en";
    use_catalog(nullptr);
    if (language == nullptr || language->code == "en") return {};
    const Read& read = catalog_at(folder + "/" + std::string(language->code) + "/LC_MESSAGES/albireo.mo");
    if (!read.fault.empty()) return read.fault;
    used_code = language->code;
    use_catalog(&read.catalog);
    return {};
}

std::string_view language() {
    return used_code;
}

}  // namespace albireo::words
