// Must not compile, unless NAMES_ARE_KNOWN: a transition to, or a query for, a state that is not in the table; two states
// of one name; a transition without a condition.
#include "sim/base/state_machine.hpp"

struct Nothing {};

#if defined TWICE
#define TARGET "one"
#define QUESTION "one"
#elif defined NAMES_ARE_KNOWN || defined UNCONDITIONAL
#define TARGET "two"
#define QUESTION "one"
#elif defined ASK
#define TARGET "two"
#define QUESTION "three"
#else
#define TARGET "three"
#define QUESTION "one"
#endif

#ifdef TWICE
#define SECOND "one"
#else
#define SECOND "two"
#endif
#ifdef UNCONDITIONAL
#define WAYS {{TARGET}, {TARGET, [](const Nothing&) { return true; }}}
#else
#define WAYS {{TARGET, [](const Nothing&) { return true; }}}
#endif

constexpr auto kTable = albireo::machine_table<Nothing>({
    {"one", {}, {WAYS}},
    {SECOND, {}, {}},
});
static_assert(kTable.state(QUESTION) == 0);
