#pragma once
/// A world whose memory the system gives page by page, as it is used. Its pools have room for 4 096 shots and 256 enemies, and a game uses
/// some dozens of them, so most of the 430 KB are never touched.
#include "sim/witness/owned_world.hpp"

namespace albireo::server {

/// All bits are zero, in dead items too, so it is no world before another one is copied to it: copy_world() touches only what lives.
OwnedWorld sparse_world();

}  // namespace albireo::server
