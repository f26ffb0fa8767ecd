#pragma once

#include "client/collide/kernels.hpp"

namespace albireo::collide {

/// Runs the body with each build of the kernels that this machine supports, then restores the best one.
template <class Body>
void on_each_isa(const Body& body) {
    struct Best {
        ~Best() { use_isa(isa_best()); }
    } const afterwards;
    use_isa(Isa::portable);
    body();
    if (isa_best() != Isa::portable) {
        use_isa(isa_best());
        body();
    }
}

}  // namespace albireo::collide
