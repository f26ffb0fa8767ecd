// session_load: many players on one server of this machine, to measure a full server.
//   session_load 127.0.0.1:PORT SESSIONS SECONDS [ADMIN_HOST:PORT [CORE]]
// Each session has two players who send and receive what two real clients do, 60 frames and 30 reports a second each, in a game that was
// recorded at the start (load_player.hpp), so the load costs less than the server. It runs a thread on each core that it may use, except on CORE, the server's.
// It creates 50 sessions a second, waits ten seconds until all histories are full, and says "measuring". Then it prints the players' figures, its own cost and
// lateness and, if the server has an admin page, the server's figures of that time: no tick and no pass of its
// loop may be over 5 ms, except as many as the machine delayed. With CORE, an idle timer runs on that core with a priority above
// the server's (if the system allows it): its lateness is the machine's and no program's.
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "sim/script/compile.hpp"
#include "tests/session/idle_timer.hpp"
#include "tests/session/load_thread.hpp"
#include "tests/session/server_figures.hpp"
#include "tests/support/tool_help.hpp"

namespace {

using namespace albireo;
using namespace albireo::session_tests;
using LoadThreads = std::vector<std::unique_ptr<LoadThread>>;

constexpr std::uint32_t kSeed = 17;
constexpr double kSessionsPerSecond = 50, kSettleSeconds = 10;

/// The cores that this process may use, without the server's if there is another.
std::vector<int> own_cores(int of_server) {
    cpu_set_t allowed;
    std::vector<int> cores;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (CPU_ISSET(core, &allowed) && core != of_server) cores.push_back(core);
        }
    }
    if (cores.empty()) cores.push_back(of_server);
    return cores;
}

std::uint64_t sum(const LoadThreads& threads, LoadFigures::Counter LoadFigures::*counter) {
    std::uint64_t all = 0;
    for (const auto& thread : threads) all += (thread->figures().*counter).load();
    return all;
}

server::Lateness::Summary sum(const LoadThreads& threads, server::Lateness LoadFigures::*lateness) {
    server::Lateness::Summary all;
    for (const auto& thread : threads) all.add(thread->figures().*lateness);
    return all;
}

void sleep_for(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

unsigned long long number(std::uint64_t value) {
    return value;
}

void show(const char* what, const server::Lateness::Summary& late) {
    std::printf("%s: p50 %llu, p99 %llu, p99.9 %llu, most %llu us, %llu of %llu over 5 ms\n", what, number(late.at_permille(500)), number(late.at_permille(990)),
                number(late.at_permille(999)), number(late.max), number(late.too_long), number(late.count));
}

/// Returns the number of late ticks and passes.
std::uint64_t show_server(const ServerFigures& grown, double seconds) {
    std::printf("server: %.1f %% of a core in all its threads; %llu of %llu ticks late by over 5 ms; %.0f passes/s; timer late p50 at most %llu, p99 at most %llu us, %llu over 5 ms; "
                "passes p50 at most %llu, p99 at most %llu us, %llu over 5 ms\n",
                100 * grown.processor_seconds / seconds, number(grown.late_ticks), number(grown.ticks), static_cast<double>(grown.passes) / seconds, number(at_permille(grown.timer, 500)),
                number(at_permille(grown.timer, 990)), number(grown.timer_over_5_ms), number(at_permille(grown.pass, 500)), number(at_permille(grown.pass, 990)),
                number(grown.passes_over_5_ms));
    return grown.late_ticks + grown.timer_over_5_ms + grown.passes_over_5_ms;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "session_load",
                         "Plays many games on a server of this machine and measures its ticks: session_load 127.0.0.1:PORT SESSIONS SECONDS [ADMIN_HOST:PORT [CORE]]");
    client::ServerAddress server, admin;
    if (argc < 4 || argc > 6 || !client::parse_address(argv[1], server) || server.host != "127.0.0.1" || (argc > 4 && !client::parse_address(argv[4], admin))) {
        std::fprintf(stderr, "usage: session_load 127.0.0.1:PORT SESSIONS SECONDS [ADMIN_HOST:PORT [CORE]]\n");
        return 2;
    }
    const int sessions = std::atoi(argv[2]);
    const double seconds = std::atof(argv[3]);
    constexpr double kSparesSeconds = 30;
    const auto ticks = static_cast<std::uint32_t>((sessions / kSessionsPerSecond + kSettleSeconds + seconds + kSparesSeconds) * kTicksPerSecond);
    const Stage stage(script::compile_builtin_level("the_cut", Difficulty::standard).level);
    const RecordedGame game = record_game(stage, kSeed, ticks);
    const double recorded_seconds = static_cast<double>(game.frames.size()) / kTicksPerSecond;
    std::printf("a recorded game of %.0f s: %.1f reports/s of each player, %.0f %% of them made up\n", recorded_seconds, static_cast<double>(game.reports) / recorded_seconds / 2,
                100 - 100.0 * static_cast<double>(game.honest) / static_cast<double>(game.reports));
    const auto cores = own_cores(argc > 5 ? std::atoi(argv[5]) : -1);
    const int count = static_cast<int>(cores.size());
    LoadThreads threads;
    for (int i = 0; i < count; ++i) {
        threads.push_back(std::make_unique<LoadThread>(
            game, LoadThread::Options{.number = i, .sessions = sessions / count + (i < sessions % count ? 1 : 0), .core = cores[static_cast<std::size_t>(i)],
                                      .create_every = static_cast<Micros>(proto::kMicrosPerSecond * count / kSessionsPerSecond), .port = server.port}));
        if (!threads.back()->error().empty()) {
            std::fprintf(stderr, "session_load: %s\n", threads.back()->error().c_str());
            return 3;
        }
    }
    const Micros connecting = LoadThread::now();
    for (const auto& thread : threads) thread->start();
    const auto players = 2 * static_cast<std::uint64_t>(sessions);
    while (sum(threads, &LoadFigures::playing) < players && sum(threads, &LoadFigures::failed) == 0 &&
           LoadThread::now() - connecting < (20 + sessions / 10) * proto::kMicrosPerSecond) {
        sleep_for(0.05);
    }
    if (const std::uint64_t playing = sum(threads, &LoadFigures::playing); playing < players) {
        std::string why;
        for (const auto& thread : threads) {
            if (std::string said = thread->stop(); why.empty()) why = std::move(said);
        }
        std::fprintf(stderr, "session_load: only %llu of %llu players play: %s\n", number(playing), number(players), why.c_str());
        return 3;
    }
    std::printf("%d sessions began in %.1f s\n", sessions, static_cast<double>(LoadThread::now() - connecting) / 1e6);
    sleep_for(kSettleSeconds);
    // A server that is overloaded answers late, and its figures are those of that moment.
    std::optional<ServerFigures> before;
    if (argc > 4 && !(before = ask_server(admin))) {
        std::fprintf(stderr, "session_load: no answer from the admin page at %s\n", argv[4]);
        return 3;
    }
    const Micros before_at = LoadThread::now();
    std::unique_ptr<IdleTimer> idle;
    if (argc > 5) idle = std::make_unique<IdleTimer>(std::atoi(argv[5]));
    std::printf("measuring\n");
    std::fflush(stdout);
    struct Reading {
        std::uint64_t ticks, frozen, reports, in, out, passes;
        Micros processor, at;
    };
    const auto read = [&] {
        Reading reading{.ticks = sum(threads, &LoadFigures::ticks), .frozen = sum(threads, &LoadFigures::frozen_ticks), .reports = sum(threads, &LoadFigures::reports),
                        .in = sum(threads, &LoadFigures::datagrams_in), .out = sum(threads, &LoadFigures::datagrams_out), .passes = sum(threads, &LoadFigures::passes),
                        .processor = 0, .at = LoadThread::now()};
        for (const auto& thread : threads) reading.processor += thread->processor_time();
        return reading;
    };
    const Reading from = read();
    for (const auto& thread : threads) thread->figures().measures = true;
    sleep_for(seconds);
    for (const auto& thread : threads) thread->figures().measures = false;
    const Reading to = read();
    const std::optional<ServerFigures> after = before ? ask_server(admin) : std::nullopt;
    const double server_took = static_cast<double>(LoadThread::now() - before_at) / 1e6;

    const double took = static_cast<double>(to.at - from.at) / 1e6;
    const auto each = [&](std::uint64_t a, std::uint64_t b) { return static_cast<double>(b - a) / took / static_cast<double>(players); };
    const std::uint64_t playing = sum(threads, &LoadFigures::playing), desyncs = sum(threads, &LoadFigures::desyncs);
    const std::uint64_t checked = sum(threads, &LoadFigures::digests_checked), wrong = sum(threads, &LoadFigures::digests_wrong);
    std::printf("%llu of %llu players playing after %.0f s: %.1f ticks/s each, %.1f reports/s each, %.1f packets/s each sent, %.1f received, %llu frozen ticks, "
                "%llu desyncs, %llu digests of the server checked, %llu wrong\n",
                number(playing), number(players), took, each(from.ticks, to.ticks), each(from.reports, to.reports), each(from.out, to.out), each(from.in, to.in),
                number(to.frozen - from.frozen), number(desyncs), number(checked), number(wrong));
    std::printf("load: %.1f %% of %d cores, %.0f passes/s, %llu datagrams refused by the system\n", static_cast<double>(to.processor - from.processor) / 1e4 / took / count, count,
                static_cast<double>(to.passes - from.passes) / took / count, number(sum(threads, &LoadFigures::datagrams_refused)));
    show("load: players' ticks late", sum(threads, &LoadFigures::tick_late));
    show("relay: a frame to the partner", sum(threads, &LoadFigures::relay));
    std::uint64_t late_server = 0, late_machine = 0;
    if (before) late_server = after ? show_server(difference(*before, *after), server_took) : UINT64_MAX;
    if (idle != nullptr) {
        const auto late = idle->lateness();
        late_machine = late.too_long;
        show(idle->is_first() ? "an idle timer on the server's core" : "an idle timer on the server's core, without priority", late);
    }
    std::string why;
    for (const auto& thread : threads) {
        if (std::string said = thread->stop(); why.empty()) why = std::move(said);
    }
    if (!why.empty()) std::fprintf(stderr, "session_load: %s\n", why.c_str());
    return playing == players && desyncs == 0 && wrong == 0 && checked != 0 && late_server <= late_machine ? 0 : 1;
}
