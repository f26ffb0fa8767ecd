// Two idle timers, on the first core and on the last one, until SIGTERM. Then prints how many ticks of a game the machine held
// them up. Takes no arguments.
#include <csignal>
#include <cstdio>

#include "tests/session/idle_timer.hpp"
#include "tests/support/tool_help.hpp"

int main(int argc, char** argv) {
    albireo::support::answer_help(
        argc, argv, "idle_timers",
        "Counts until SIGTERM for how many ticks of a game the machine holds up idle timers: idle_timers");
    sigset_t end;
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &end, nullptr);  // in the timers' threads too
    const albireo::session_tests::IdleTimers idle;
    int signal = 0;
    sigwait(&end, &signal);
    std::printf("%llu\n", static_cast<unsigned long long>(idle.held_ticks()));
}
