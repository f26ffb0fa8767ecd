#pragma once
/// A lobby and its clients in virtual time, for tests of joining, leaving and rejoining.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/net/game_client.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"
#include "sim/base/random.hpp"
#include "tests/session/idle_controller.hpp"

namespace albireo::storm {

using client::GameClient;
using proto::Micros;

/// Keeps recorded bytes after the session has ended.
struct LobbySink final : replays::ByteSink {
    std::string append(std::span<const std::uint8_t> more) override {
        if (is_full != nullptr && *is_full) return "the disk is full";
        bytes->insert(bytes->end(), more.begin(), more.end());
        return {};
    }
    std::vector<std::uint8_t>* bytes = nullptr;
    const bool* is_full = nullptr;
};

/// Journals, or places of lobbies, that nobody reads: only how many there are.
struct JournalCount {
    int made = 0, now = 0, most = 0, removed = 0;
};
struct CountedJournal final : server::JournalFile {
    explicit CountedJournal(JournalCount& to) : count(to) {
        ++count.made;
        count.most = std::max(count.most, ++count.now);
    }
    ~CountedJournal() override { --count.now; }
    std::string write_at(std::size_t, std::span<const std::uint8_t>) override { return {}; }
    std::string reserve(std::size_t) override { return {}; }
    void remove() override { ++count.removed; }
    JournalCount& count;
};

/// A lobby with any number of clients, stepped by milliseconds.
struct LobbyFixture {
    explicit LobbyFixture(server::LobbyLimits of = {}) : limits(of) {
        environment.random = [this] { return (std::uint64_t{random.next()} << 32) | random.next(); };
        environment.wall_ms = [] { return std::uint64_t{0}; };
        environment.log = [this](const server::LogEvent& event) {
            log.push_back(event.line());
            log_hosts.push_back(event.host);
        };
        environment.admission = admission;
        environment.program = "a test 1.0 (commit 1a2b3c4d5e6f)";
        environment.build = "a test";
        environment.keep_bundle = [this](const replays::Bundle&, server::Host) { ++bundles; };
        environment.record = [this](const std::string& code, std::uint64_t) -> std::unique_ptr<replays::ByteSink> {
            recordings.push_back(code);
            if (record_to) return record_to(code);
            auto sink = std::make_unique<LobbySink>();
            sink->bytes = &recorded;
            sink->is_full = &is_disk_full;
            return sink;
        };
        environment.record_part = [this](const std::string&, std::uint64_t) -> std::unique_ptr<replays::ByteSink> {
            if (is_disk_full) return nullptr;
            parts.push_back(std::make_unique<std::vector<std::uint8_t>>());
            auto sink = std::make_unique<LobbySink>();
            sink->bytes = parts.back().get();
            sink->is_full = &is_disk_full;
            return sink;
        };
        environment.recording_failed = [this](const std::string&, const replays::RecordingFault& fault) { failures.push_back(fault); };
        environment.journal = [this](const std::string& code, std::uint64_t) {
            if (journal_to) return journal_to(code);
            return std::make_shared<server::Journal>(std::make_unique<CountedJournal>(journals), server::JournalKey{});
        };
        environment.lobby_journal = [this](const std::string& code) -> std::shared_ptr<server::Journal> {
            if (lobby_journal_to) return lobby_journal_to(code);
            if (lobbies.now == places) return nullptr;
            return std::make_shared<server::Journal>(std::make_unique<CountedJournal>(lobbies), server::JournalKey{});
        };
        environment.offload = [this](std::function<void()> work) {
            offloaded.push_back(std::move(work));
            if (!holds_offloaded) do_offloaded();
        };
        environment.is_pass_over = [this] { return ++visits >= visits_most || (is_pass_over && is_pass_over()); };
        open_lobby();
    }
    void open_lobby() {
        lobby = std::make_unique<server::Lobby>(levels, environment, metrics, limits);
    }
    GameClient& add(client::ClientOptions options, bool has_levels = true, client::PlayerController* controller = nullptr) {
        client::ClientEnvironment of_client;
        of_client.open_link = [this] { return net.connect(); };
        if (has_levels) {
            of_client.find_level = [this](const std::string& name, Difficulty difficulty) {
                return levels.find(name, difficulty);
            };
        }
        clients.push_back(std::make_unique<GameClient>(std::move(options), std::move(of_client), controller != nullptr ? *controller : idle));
        return *clients.back();
    }
    void run(Micros length) {
        for (const Micros until = now + length; now < until; now += proto::kMicrosPerMs) {
            for (auto& client : clients) client->advance(now);
            pass();
        }
    }
    /// One pass of the lobby.
    void pass() {
        visits = 0;
        lobby->advance(net, now);
    }
    /// The work for which the lobby has no time.
    void do_offloaded() {
        for (; !offloaded.empty(); offloaded.erase(offloaded.begin())) offloaded.front()();
    }
    /// Only the clients run: the server's process gets no time.
    void stand_still(Micros length) {
        for (const Micros until = now + length; now < until; now += proto::kMicrosPerMs) {
            for (auto& client : clients) client->advance(now);
        }
    }
    Random random;
    std::shared_ptr<server::AdmissionControl> admission = std::make_shared<server::AdmissionControl>();
    server::Levels levels;
    server::Metrics metrics;
    JournalCount journals;  // of games: a file each
    JournalCount lobbies;   // … of sessions that have not started
    int places = 1'000'000;  // for these
    proto::MemoryNet net;
    server::LobbyEnvironment environment;
    server::LobbyLimits limits;
    std::unique_ptr<server::Lobby> lobby;
    std::vector<std::function<void()>> offloaded;
    bool holds_offloaded = false;  // until do_offloaded()
    int bundles = 0;
    int visits = 0, visits_most = 1'000'000;  // of games and peers in a pass
    // What a test puts in place of memory and of the count of visits. Each may be empty.
    std::function<std::unique_ptr<replays::ByteSink>(const std::string& code)> record_to;
    std::function<std::shared_ptr<server::Journal>(const std::string& code)> journal_to, lobby_journal_to;
    std::function<bool()> is_pass_over;
    IdleController idle;
    std::vector<std::unique_ptr<GameClient>> clients;
    std::vector<std::string> log;
    std::vector<std::uint64_t> log_hosts;  // of the lines of `log`
    std::vector<std::string> recordings;  // codes of the games with a recording
    std::vector<std::uint8_t> recorded;   // the bytes of all recordings
    bool is_disk_full = false;            // recordings fail, and no part of one begins
    std::vector<std::unique_ptr<std::vector<std::uint8_t>>> parts;  // the later parts of recordings that had failed
    std::vector<replays::RecordingFault> failures;
    Micros now = 0;
};

inline bool has_line(const LobbyFixture& fixture, std::string_view text) {
    return std::ranges::any_of(fixture.log,
                               [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

}  // namespace albireo::storm
