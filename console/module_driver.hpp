#pragma once
/// module_driver.js, which the build puts into the program.
#include <span>

namespace albireo::console {

struct EmbeddedText {
    const char* name;
    const char* text;
};
std::span<const EmbeddedText> module_driver();

}  // namespace albireo::console
