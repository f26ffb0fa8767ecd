// Must not compile, unless NAMES_ARE_KNOWN: a transition to, or a question for, a state that is not in the table.
#include "sim/base/state_machine.hpp"

struct Nothing {};

#ifdef NAMES_ARE_KNOWN
#define TARGET "two"
#define QUESTION "one"
#elif defined ASK
#define TARGET "two"
#define QUESTION "three"
#else
#define TARGET "three"
#define QUESTION "one"
#endif

constexpr auto kTable = albireo::machine_table<Nothing>({
    {"one", {}, {{{TARGET, [](const Nothing&) { return true; }}}}},
    {"two", {}, {}},
});
static_assert(kTable.state(QUESTION) == 0);
