// The kernels for any machine. The includes are the file, in this order.
#define ALBIREO_ISA portable

// clang-format off
#include "client/collide/closest.hpp"
#include "client/collide/kernels.hpp"
#include "client/collide/simd8.hpp"
#include "client/collide/kernel_triangle.hpp"
#include "client/collide/kernel_walk.hpp"
#include "client/collide/kernel_grid.hpp"
#include "client/collide/kernel_march.hpp"
#include "client/collide/kernel_walls.hpp"
#include "client/collide/kernel_broad.hpp"
#include "client/collide/kernel_queries.hpp"
#include "client/collide/kernel_sweep.hpp"
#include "client/collide/kernel_settle.hpp"
#include "client/collide/kernel_table.hpp"
