#pragma once
/// The steps, actions and conditions that scripts can use, as Markdown for sim/levels/README.md. `albireo-level --reference` prints both.
#include <string>

namespace albireo::script {

/// The steps of bullet programs, by sim/level/bullet_step.hpp.
std::string bullet_reference();
/// Actions and conditions, by sim/level/operation.hpp.
std::string reference();

}  // namespace albireo::script
