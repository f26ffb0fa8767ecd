#include "client/text/system_fonts.hpp"

#include <fontconfig/fontconfig.h>

#include <memory>

namespace albireo::text {
namespace {

using Pattern = std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)>;
using CharSet = std::unique_ptr<FcCharSet, decltype(&FcCharSetDestroy)>;

}  // namespace

SystemFonts::~SystemFonts() {
    if (config_ != nullptr) FcConfigDestroy(static_cast<FcConfig*>(config_));
}

SystemFonts::Place SystemFonts::with(char32_t code) {
    if (has_failed_) return {};
    if (config_ == nullptr) config_ = FcInitLoadConfigAndFonts();
    auto* const config = static_cast<FcConfig*>(config_);
    has_failed_ = config == nullptr;
    if (has_failed_) return {};
    const CharSet letters(FcCharSetCreate(), FcCharSetDestroy);
    FcCharSetAddChar(letters.get(), code);
    const Pattern wanted(FcPatternCreate(), FcPatternDestroy);
    FcPatternAddCharSet(wanted.get(), FC_CHARSET, letters.get());
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(wanted.get(), FC_OUTLINE, FcTrue);
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, FC_WEIGHT_BOLD);
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
    FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(config, wanted.get(), &result), FcPatternDestroy);
    if (found == nullptr) return {};
    // The best match may lack the letter.
    FcCharSet* has = nullptr;
    FcChar8* file = nullptr;
    Place place;
    if (FcPatternGetCharSet(found.get(), FC_CHARSET, 0, &has) != FcResultMatch || FcCharSetHasChar(has, code) == FcFalse ||
        FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch) {
        return {};
    }
    FcPatternGetInteger(found.get(), FC_INDEX, 0, &place.index);
    place.file = reinterpret_cast<const char*>(file);
    return place;
}

}  // namespace albireo::text
