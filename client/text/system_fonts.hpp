#pragma once
/// Finds fonts of the system for letters that the embedded fonts lack, through fontconfig. Owned by a Font.
/// 1. Fontconfig starts at the first letter that needs it: most games never do.
/// 2. Without fonts or configuration nothing is found, and nothing is printed.
#include <string>

namespace albireo::text {

class SystemFonts {
  public:
    SystemFonts() = default;
    ~SystemFonts();
    SystemFonts(const SystemFonts&) = delete;
    SystemFonts& operator=(const SystemFonts&) = delete;

    struct Place {
        std::string file;  // empty: no font has the letter
        int index = 0;     // of the face in the file
    };
    /// A bold upright font with this letter, if there is one; otherwise one as near to that as possible.
    Place with(char32_t code);

  private:
    void* config_ = nullptr;  // FcConfig
    bool has_failed_ = false;
};

}  // namespace albireo::text
