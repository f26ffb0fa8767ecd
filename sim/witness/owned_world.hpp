#pragma once
/// A world on memory that its owner may have from elsewhere than `new`: a server with many games takes only the pages that are used.
#include <memory>

#include "sim/world.hpp"

namespace albireo {

struct FreeWorld {
    void (*free)(World* world) = [](World* world) { delete world; };
    void operator()(World* world) const { free(world); }
};
using OwnedWorld = std::unique_ptr<World, FreeWorld>;

}  // namespace albireo
