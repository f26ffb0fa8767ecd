#pragma once
/// The directory of a fleet in Redis: which server has which code, which servers are alive, and the fleet's secret. Only this object's
/// own thread calls Redis, one command at a time; other threads see a copy in memory.
///
///     albireo:1:code:K7QF2M     OWNER SERVER PORT                              a join code or a watch code; expires after keep_for
///     albireo:1:server:SERVER   HOST PORT KEY IS_OPEN SESSIONS SESSIONS_MAX    expires kBeatFor after the last sign of life
///     albireo:1:servers         a sorted set: SERVER by the time of its last sign of life
///     albireo:1:secret          32 random bytes that sign the passes of tickets
///     albireo:1:wrong:…         when the wrong codes of an address, of a prefix and of all will be paid for; expires then
///
/// 1. SERVER names a process. OWNER names its folder of recordings, so the next process with that folder takes over its codes at once.
///    A code that another owner has is never taken.
/// 2. Codes are claimed before they are given out: some wait in a pool for each shard. They are claimed again every quarter of keep_for. So
///    the codes of a server that is gone are free after keep_for, and those of an ended game remain for as long.
/// 3. When the connection to Redis is restored, this server announces everything again. For kSettle after that, a code that is not
///    found counts as unknown, because other servers may not have announced theirs yet.
/// 4. At most kLookupsMax lookups wait, and kLookupsOfAddress of one address. An answer is kept for kKnownFor.
/// 5. Redis counts the wrong codes of each address, of each prefix and of all, and lobbies ask before they look among their own codes, so that an
///    attacker gains nothing by asking all servers in turn.
#include <array>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "server/config.hpp"
#include "server/directory.hpp"
#include "server/fleet/entries.hpp"
#include "server/fleet/redis.hpp"
#include "server/limits/limits.hpp"
#include "server/ticket.hpp"

namespace albireo::server {

class FleetDirectory final : public Directory {
  public:
    static constexpr Micros kBeatEvery = proto::kMicrosPerSecond, kBeatFor = 4 * proto::kMicrosPerSecond;
    static constexpr Micros kSettle = 5 * proto::kMicrosPerSecond;
    static constexpr Micros kKnownFor = proto::kMicrosPerSecond;
    static constexpr Micros kRetryFirst = 250 * proto::kMicrosPerMs, kRetryMost = 2 * proto::kMicrosPerSecond;
    static constexpr std::chrono::milliseconds kTimeout{2'000};  // for a connection, and for each command
    static constexpr std::size_t kCodePool = 16;  // codes of each shard
    static constexpr std::size_t kBatch = 64;     // commands at once
    static constexpr std::size_t kFleetMost = 64;  // servers that are read at each sign of life

    struct Options {
        RedisAddress redis;
        std::string host;        // announced to clients
        std::uint16_t port = 0;  // … with it
        std::uint32_t shards = 1;
        proto::PublicKey key{};
        std::string owner;         // 32 hexadecimal digits
        Micros keep_for = 600 * proto::kMicrosPerSecond;
        Rates wrong_codes = Limits{}.wrong_codes;  // of all servers together
    };
    explicit FleetDirectory(Options options);
    /// Removes this server from the list, unless Redis does not answer. Takes at most kTimeout, or as long as the lookup of a name.
    ~FleetDirectory() override;

    Answer find(const std::string& code, Host asker, Micros now) override;
    std::optional<std::string> take_code(std::uint32_t shard) override;
    bool must_wait(std::uint32_t shard) const override;
    void keep(const std::string& code, const std::string& watch_code, std::uint32_t shard) override;
    void drop(const std::string& code) override;
    proto::Ticket ticket(const std::string& code, const proto::Place& place, std::uint64_t unix_seconds) override;
    bool admits(const proto::Pass& pass, const std::string& code, std::uint64_t unix_seconds) override;
    std::uint32_t fleet_version() const override { return fleet_version_; }
    std::vector<proto::Place> fleet() const override;
    std::optional<proto::Place> least_loaded() const override;

    struct Load {
        bool is_open = true;  // takes new games
        std::uint64_t sessions = 0, sessions_max = 0;
    };
    /// Call it at least once a second: otherwise this server shows no sign of life. From any thread.
    void set_load(Load load);

    DirectoryFigures figures() const;

  private:
    struct Held {
        Micros announced_at = -1;  // -1: not yet, or Redis has lost it
        bool conflicts = false;
    };
    struct Server {
        std::string name;
        ServerEntry entry{};
    };
    struct Asked {
        std::string code;
        Host asker;
    };
    struct Known {
        Answer answer;
        Micros until = 0;
    };

    void work(const std::stop_token& stopping);
    void connect();
    void note_loss();
    void forget_announced();
    void beat(Micros now);
    void read_fleet(const std::vector<std::string>& names);
    bool answer_lookups(Micros now);
    bool announce_codes(Micros now);
    bool fill_code_pool(Micros now);
    void say_goodbye();
    std::vector<Redis::Reply> run(const std::vector<Redis::Command>& commands);
    std::string value_of_code() const;
    Redis::Command lookup_of(const Asked& asked) const;
    void know(const std::string& code, Answer answer, Micros until);

    const Options options_;
    const std::string name_;  // of this process
    Redis redis_;             // the thread's
    Micros beat_at_ = 0, up_since_ = 0, retry_ = kRetryFirst;  // the thread's
    bool loss_logged_ = false;  // the thread's: the log has a line about the loss of Redis
    std::atomic<std::uint32_t> fleet_version_{0};

    mutable std::mutex lock_;
    std::condition_variable_any changed_;
    bool is_up_ = false;
    FleetSecret secret_{}, earlier_secret_{};
    Load load_;
    Micros load_at_ = -1;
    std::map<std::string, Held> held_;           // this server's codes, of both kinds
    std::map<std::string, std::string> watch_of_;  // the watch code of a join code
    std::vector<std::map<std::string, Micros>> code_pool_;  // of each shard: when it was claimed
    std::vector<Asked> asked_;
    std::unordered_map<std::string, Known> known_;
    std::unordered_map<Host, Micros> refused_until_;  // by asker
    std::vector<Server> servers_;
    std::vector<proto::Place> fleet_;
    DirectoryFigures figures_;
    std::jthread thread_;
};

/// The owner of the codes in this folder of recordings, from the file `directory.owner` there; made at the first start. Random if
/// `folder` is empty or the file cannot be created; in the latter case `fault` says why.
std::string directory_owner(const std::string& folder, std::string& fault);

/// Makes the directory of a server with these options, which listens on this port. Requires Config::key.
std::shared_ptr<FleetDirectory> make_fleet_directory(const Config& config, std::uint16_t port);

}  // namespace albireo::server
