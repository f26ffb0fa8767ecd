#pragma once
/// The tables of sim/level/operation.hpp as Markdown, for sim/levels/README.md. `albireo-level --reference` prints them.
#include <string>

namespace albireo::script {

std::string reference();

}  // namespace albireo::script
