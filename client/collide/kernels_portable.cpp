#define ALBIREO_ISA portable

#include "client/collide/kernels.hpp"

#include "client/collide/simd8.hpp"

#include "client/collide/kernel_triangle.hpp"

#include "client/collide/kernel_walk.hpp"

#include "client/collide/kernel_queries.hpp"
