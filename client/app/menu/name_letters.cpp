#include "client/app/menu/name_letters.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "client/text/utf8.hpp"

namespace albireo::app {
namespace {

// clang-format off
constexpr std::string_view kDigits = "0123456789 -_.'";
constexpr std::array<std::string_view, 3> kEnglish = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ ",
    "abcdefghijklmnopqrstuvwxyz ",
    kDigits};
constexpr std::array<std::string_view, 3> kGerman = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ ",
    "abcdefghijklmnopqrstuvwxyzäöüß ",
    kDigits};
constexpr std::array<std::string_view, 5> kFrench = {
    kEnglish[0], kEnglish[1],
    "éèêëàâæçîïôœùûüÿ",
    "ÉÈÊËÀÂÆÇÎÏÔŒÙÛÜŸ",
    kDigits};
constexpr std::array<std::string_view, 3> kSpanish = {
    "ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜ ",
    "abcdefghijklmnñopqrstuvwxyzáéíóúü ",
    kDigits};
constexpr std::array<std::string_view, 7> kJapanese = {
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんー ",
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽぁぃぅぇぉっゃゅょゎゔ",
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンー・ ",
    "ガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポァィゥェォッャュョヮヴヵヶ",
    kEnglish[0], kEnglish[1], kDigits};
// clang-format on

constexpr std::string_view kLatin = "äöüßéèêëàâæçîïôœùûÿñáíóúÄÖÜÉÈÊËÀÂÆÇÎÏÔŒÙÛŸÑÁÍÓÚ";
constexpr std::size_t kKanaPages = 4;  // of kJapanese: the first ones

std::span<const std::string_view> own_pages(std::string_view language) {
    if (language == "de") return kGerman;
    if (language == "fr") return kFrench;
    if (language == "es") return kSpanish;
    if (language == "ja") return kJapanese;
    return kEnglish;
}

/// A language's own pages, then the letters of the others that it lacks.
struct Pages {
    explicit Pages(std::span<const std::string_view> own) : all(own.begin(), own.end()) {
        text::for_each_letter(kLatin, [&](char32_t code) {
            std::string letter;
            text::append_letter(letter, code);
            const bool is_own = std::ranges::any_of(own, [&](std::string_view page) { return page.find(letter) != std::string_view::npos; });
            if (!is_own) latin += letter;
        });
        all.push_back(latin);
        if (own.front() != kJapanese.front()) all.insert(all.end(), kJapanese.begin(), kJapanese.begin() + kKanaPages);
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    std::string latin;
    std::vector<std::string_view> all;
};

}  // namespace

std::span<const std::string_view> name_pages(std::string_view language) {
    static std::map<std::string, Pages, std::less<>> made;  // screens ask in every frame, from one thread
    const auto found = made.find(language);
    return (found != made.end() ? found : made.try_emplace(std::string(language), own_pages(language)).first)->second.all;
}

}  // namespace albireo::app
