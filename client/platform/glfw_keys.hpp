#pragma once
/// The keys by GLFW's numbers.
#include "client/platform/input.hpp"

namespace albireo::platform {

/// Key::none: no key of ours.
Key key_of(int key);

}  // namespace albireo::platform
