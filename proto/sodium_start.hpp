#pragma once
/// Starts libsodium before main(). Every file that calls it includes this. Without a start the library uses its portable code instead of
/// the processor's vector instructions, and its first calls from several threads race for its source of random bytes.
#ifndef __EMSCRIPTEN__  // the web pages have a part of the library, which has nothing to start
#include <sodium/core.h>

#include <cstdlib>

namespace albireo::proto {
inline const bool kSodiumStarted = sodium_init() >= 0 || (std::abort(), false);
}
#endif
