// Must not compile, unless OPERAND is one of Op::hover: its row lacks the name, or the operand has another type.
#include "sim/level/operands.hpp"

constexpr albireo::ActionDef kAction = {.op = albireo::Op::hover, .z = 60};
static_assert(albireo::Operands<albireo::Op::hover>(kAction).ticks<OPERAND>() == 60);
