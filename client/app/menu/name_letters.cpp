#include "client/app/menu/name_letters.hpp"

#include <array>

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

}  // namespace

std::span<const std::string_view> name_pages(std::string_view language) {
    if (language == "de") return kGerman;
    if (language == "fr") return kFrench;
    if (language == "es") return kSpanish;
    if (language == "ja") return kJapanese;
    return kEnglish;
}

}  // namespace albireo::app
