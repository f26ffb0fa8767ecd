// The thread of the fleet's directory: the only one that waits for Redis.
#include <fmt/format.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <chrono>

#include "platform/process.hpp"
#include "proto/join_code.hpp"
#include "proto/sodium_start.hpp"
#include "server/fleet/fleet_directory.hpp"
#include "server/shard.hpp"

namespace albireo::server {
namespace {

using Kind = Redis::Reply::Kind;
using Command = Redis::Command;

constexpr const char* kPrefix = "albireo:1:";
constexpr Micros kLoadTooOld = 5 * proto::kMicrosPerSecond;  // the thread that sets it may hang
constexpr std::uint64_t kServersFor = 3'600;                 // seconds, in the set of servers

// Takes a code that is free, or that this owner has already.
constexpr const char* kClaim =
    "local had = redis.call('GET', KEYS[1]) "
    "if had and string.sub(had, 1, #ARGV[1]) ~= ARGV[1] then return 0 end "
    "redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1";

// Looks a code up. A code that nobody has is charged to buckets (limits/bucket.hpp), each of which holds BURST tokens and gets one in INTERVAL
// microseconds: those of the address, of its prefix and of all together, and the rare ones of the address and its prefix, which count
// when that of all is empty (AdmissionControl::may_try_code()). What is stored is when a bucket will be full again. If a token is missing,
// nothing is looked up: 0.
constexpr const char* kLookUp =
    "local clock = redis.call('TIME') "
    "local now, full = clock[1] * 1000000 + clock[2], {} "
    "local function holds(i) return full[i] - now <= (ARGV[2 * i - 3] - 1) * ARGV[2 * i - 2] end "
    "local function charge(i) "
    "  full[i] = math.min(full[i] + ARGV[2 * i - 2], now + 2 * ARGV[2 * i - 3] * ARGV[2 * i - 2]) "
    "  redis.call('SET', KEYS[i], string.format('%.0f', full[i]), 'PX', math.ceil((full[i] - now) / 1000)) "
    "end "
    "for i = 2, #KEYS do full[i] = math.max(tonumber(redis.call('GET', KEYS[i]) or 0), now) end "
    "local is_limited = #KEYS > 1 "
    "if is_limited and not (holds(2) and holds(3) and (holds(4) or (holds(5) and holds(6)))) then return 0 end "
    "local had = redis.call('GET', KEYS[1]) "
    "if had or not is_limited then return had end "
    "for i = 2, #KEYS do charge(i) end "
    "return false";

std::uint64_t unix_now() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(duration_cast<seconds>(system_clock::now().time_since_epoch()).count());
}

std::string key_of_code(const std::string& code) { return kPrefix + ("code:" + code); }
std::string key_of_wrong(const char* kind, Host host) { return fmt::format("{}wrong:{}{:x}", kPrefix, kind, host); }
std::string key_of_server(const std::string& name) { return kPrefix + ("server:" + name); }
std::string ms_text(Micros time) { return std::to_string(time / proto::kMicrosPerMs); }

/// Redis does not answer, or refuses a command: it is read-only, out of memory or still loading.
struct Lost {
    std::string why;
};

}  // namespace

void FleetDirectory::work(const std::stop_token& stopping) {
    platform::survive_closed_sockets();  // hiredis writes to them

    while (!stopping.stop_requested()) {
        bool has_more = false;
        Micros pause = kBeatEvery / 10;
        try {
            if (!redis_.is_open()) connect();
            const Micros now = steady_now();
            beat(now);
            has_more = answer_lookups(now);
            has_more |= announce_codes(now);
            has_more |= fill_code_pool(now);
        } catch (const Lost& lost) {
            redis_.close();
            note_loss();
            if (!std::exchange(loss_logged_, true)) {
                spdlog::warn("the directory at {} does not answer ({}): games go on, and this server knows its own codes only until it answers",
                             options_.redis.text(), lost.why);
            }
            pause = std::exchange(retry_, std::min(2 * retry_, kRetryMost));
        }
        if (has_more) continue;
        std::unique_lock hold(lock_);
        const auto is_wanted = [&] { return is_up_ && !asked_.empty(); };
        changed_.wait_for(hold, stopping, std::chrono::microseconds(pause), is_wanted);
    }
    try {
        say_goodbye();
    } catch (const Lost&) {
        // The others find out when this server's sign of life expires.
    }
}

std::vector<Redis::Reply> FleetDirectory::run(const std::vector<Command>& commands) {
    auto replies = redis_.run(commands);
    if (!replies) throw Lost{redis_.fault()};
    assert(replies->size() == commands.size() && "each command has its reply");
    for (const Redis::Reply& reply : *replies) {
        if (reply.kind == Kind::error) throw Lost{reply.text};
    }
    return std::move(*replies);
}

void FleetDirectory::connect() {
    if (const std::string why = redis_.open(options_.redis, kTimeout); !why.empty()) throw Lost{why};
    forget_announced();
    beat_at_ = 0;
    beat(steady_now());  // now everything works that is needed
    retry_ = kRetryFirst;
    {
        const std::lock_guard hold(lock_);
        is_up_ = true;
        known_.clear();
    }
    spdlog::info("{} the directory at {} as {}", std::exchange(loss_logged_, false) ? "again in" : "in", options_.redis.text(),
                 fmt::format("{}:{}", options_.host, options_.port));
}

/// Redis is new to this server, or has lost its data.
void FleetDirectory::forget_announced() {
    up_since_ = steady_now();
    const std::lock_guard hold(lock_);
    for (auto& [code, held] : held_) held.announced_at = -1;
    for (auto& each : code_pool_) each.clear();
}

/// Lookups that wait are answered at once. The pool is emptied, because its claims may expire.
void FleetDirectory::note_loss() {
    const std::lock_guard hold(lock_);
    if (is_up_ || !loss_logged_) ++figures_.faults;
    is_up_ = false;
    asked_.clear();
    for (auto& each : code_pool_) each.clear();
}

/// Shows a sign of life, and reads those of the others.
void FleetDirectory::beat(Micros now) {
    if (now < beat_at_) return;
    beat_at_ = now + kBeatEvery;
    Load load;
    bool is_alive = false;
    std::string secret;
    {
        const std::lock_guard hold(lock_);
        load = load_;
        is_alive = load_at_ < 0 || now - load_at_ < kLoadTooOld;
        secret.assign(secret_.begin(), secret_.end());
    }
    const std::string servers = std::string(kPrefix) + "servers", secret_key = std::string(kPrefix) + "secret";
    const std::uint64_t seconds = unix_now();
    std::vector<Command> commands = {
        {"SET", secret_key, secret, "NX"},
        {"GET", secret_key},
        {"ZREVRANGE", servers, "0", std::to_string(kFleetMost - 1)},
    };
    if (is_alive) {
        commands.push_back({"SET", key_of_server(name_),
                            text_of(ServerEntry{.place = {options_.host, options_.port, options_.key},
                                                .is_open = load.is_open,
                                                .sessions = load.sessions,
                                                .sessions_max = load.sessions_max}),
                            "PX", ms_text(kBeatFor)});
        commands.push_back({"ZADD", servers, std::to_string(seconds), name_});
        commands.push_back({"ZREMRANGEBYSCORE", servers, "-inf", std::to_string(seconds - kServersFor)});
    }
    const auto replies = run(commands);
    const std::string& told = replies[1].text;
    if (told.size() != secret_.size()) throw Lost{"the fleet's secret in it is damaged: delete albireo:1:secret"};
    if (told != secret || replies[0].kind != Kind::nothing) {
        // Another server's secret, or Redis was empty.
        forget_announced();
        const std::lock_guard hold(lock_);
        if (told != secret) earlier_secret_ = secret_;
        std::ranges::transform(told, secret_.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    }
    std::vector<std::string> names;
    for (const Redis::Reply& each : replies[2].list) {
        if (each.text != name_) names.push_back(each.text);
    }
    read_fleet(names);
}

void FleetDirectory::read_fleet(const std::vector<std::string>& names) {
    std::vector<Server> alive;
    if (!names.empty()) {
        Command command{"MGET"};
        for (const std::string& name : names) command.push_back(key_of_server(name));
        const auto replies = run({command});
        for (std::size_t i = 0; i < names.size() && i < replies[0].list.size(); ++i) {
            if (auto entry = read_server_entry(replies[0].list[i].text)) alive.push_back({names[i], std::move(*entry)});
        }
    }
    // Each server names those that follow it in a circle, so no server gets all the players of one that has died.
    std::ranges::sort(alive, {}, &Server::name);
    std::vector<proto::Place> fleet;
    const auto next = std::ranges::upper_bound(alive, name_, {}, &Server::name) - alive.begin();
    for (std::size_t i = 0; i < std::min(alive.size(), proto::kFleetPlacesMax); ++i) {
        fleet.push_back(alive[(static_cast<std::size_t>(next) + i) % alive.size()].entry.place);
    }
    const std::lock_guard hold(lock_);
    servers_ = std::move(alive);
    // Servers that die are still named: their players may find them again, and a fault of Redis must not change what players know.
    if (fleet.empty() || fleet == fleet_) return;
    fleet_ = std::move(fleet);
    ++fleet_version_;
}

Redis::Command FleetDirectory::lookup_of(const Asked& asked) const {
    Command command{"EVAL", kLookUp};
    if (asked.asker == 0) {
        command.insert(command.end(), {"1", key_of_code(asked.code)});
        return command;
    }
    const Host prefix = prefix_of(asked.asker);
    command.insert(command.end(), {"6", key_of_code(asked.code), key_of_wrong("", asked.asker), key_of_wrong("prefix:", prefix),
                                   std::string(kPrefix) + "wrong:all", key_of_wrong("rare:", asked.asker), key_of_wrong("rare:prefix:", prefix)});
    for (const Rate& rate : {options_.wrong_codes.address, options_.wrong_codes.prefix, options_.wrong_codes.server, kRareWrongCodes.address, kRareWrongCodes.prefix}) {
        assert(rate.per_minute > 0 && "tokens come back");
        command.insert(command.end(), {std::to_string(rate.burst), std::to_string(60 * proto::kMicrosPerSecond / rate.per_minute)});
    }
    return command;
}

void FleetDirectory::know(const std::string& code, Answer answer, Micros until) {
    if (known_.size() >= kLookupsKnown) known_.clear();
    known_[code] = {std::move(answer), until};
    assert(known_.size() <= kLookupsKnown && "what is remembered is bounded");
}

/// Returns whether more wait.
bool FleetDirectory::answer_lookups(Micros now) {
    std::vector<Asked> asked;
    {
        const std::lock_guard hold(lock_);
        asked.assign(asked_.begin(), asked_.begin() + static_cast<std::ptrdiff_t>(std::min(asked_.size(), kBatch)));
    }
    if (asked.empty()) return false;
    std::vector<Command> commands;
    for (const Asked& each : asked) commands.push_back(lookup_of(each));
    const auto found = run(commands);
    std::vector<CodeEntry> entries(asked.size());
    commands.clear();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        entries[i] = read_code_entry(found[i].text).value_or(CodeEntry{});
        commands.push_back({"GET", key_of_server(entries[i].server)});
    }
    const auto servers = run(commands);
    const bool is_settled = now - up_since_ >= kSettle;
    const std::lock_guard hold(lock_);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Micros until = steady_now() + kKnownFor;
        if (found[i].kind == Kind::number) {
            if (refused_until_.size() >= kLookupsKnown) refused_until_.clear();
            refused_until_[asked[i].asker] = until;
            continue;
        }
        const CodeEntry& entry = entries[i];
        Answer answer{is_settled ? Where::nowhere : Where::unknown};
        // A code of this very process is that of a game that has ended here.
        if (!entry.server.empty() && entry.server != name_) {
            answer.where = Where::down;
            if (const auto server = read_server_entry(servers[i].text)) {
                answer.where = Where::found;
                answer.place = server->place;
                answer.place.port = entry.port;
            }
        }
        know(asked[i].code, answer, until);
    }
    figures_.lookups += asked.size();
    std::erase_if(asked_, [&](const Asked& each) { return std::ranges::any_of(asked, [&](const Asked& done) { return done.code == each.code; }); });
    return !asked_.empty();
}

std::string FleetDirectory::value_of_code() const {
    return text_of(CodeEntry{options_.owner, name_, options_.port});
}

/// Tells the codes that are due. Returns whether more are.
bool FleetDirectory::announce_codes(Micros now) {
    std::vector<Command> commands;
    std::vector<std::string> codes;
    {
        const std::lock_guard hold(lock_);
        for (const auto& [code, held] : held_) {
            if (held.announced_at >= 0 && now - held.announced_at < options_.keep_for / 4) continue;
            codes.push_back(code);
            commands.push_back({"EVAL", kClaim, "1", key_of_code(code), options_.owner, value_of_code(), ms_text(options_.keep_for)});
            if (codes.size() == kBatch) break;
        }
    }
    if (codes.empty()) return false;
    const auto replies = run(commands);
    std::vector<std::string> lost;
    {
        const std::lock_guard hold(lock_);
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const auto held = held_.find(codes[i]);
            if (held == held_.end()) continue;
            held->second.announced_at = now;
            const bool conflicts = replies[i].number != 1;
            if (conflicts && !held->second.conflicts) lost.push_back(codes[i]);
            held->second.conflicts = conflicts;
        }
        figures_.conflicts += lost.size();
    }
    for (const std::string& code : lost) {
        spdlog::warn("{}: another server of the fleet has this code: players who ask other servers for it do not find the game here", code);
    }
    return codes.size() == kBatch;
}

/// Claims codes for new games. Returns whether more are missing.
bool FleetDirectory::fill_code_pool(Micros now) {
    std::vector<Command> commands;
    std::vector<std::pair<std::uint32_t, std::string>> drawn;
    {
        const std::lock_guard hold(lock_);
        for (std::uint32_t shard = 0; shard < code_pool_.size(); ++shard) {
            std::erase_if(code_pool_[shard], [&](const auto& each) { return now - each.second > options_.keep_for / 2; });
            for (std::size_t size = code_pool_[shard].size(); size < kCodePool && drawn.size() < kBatch;) {
                std::uint64_t random = 0;
                randombytes_buf(&random, sizeof random);
                std::string code = proto::join_code(random);
                if (proto::shard_letter(code) % code_pool_.size() != shard) continue;
                commands.push_back({"SET", key_of_code(code), value_of_code(), "NX", "PX", ms_text(options_.keep_for)});
                drawn.emplace_back(shard, std::move(code));
                ++size;
            }
        }
    }
    if (drawn.empty()) return false;
    const auto replies = run(commands);
    const std::lock_guard hold(lock_);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (replies[i].kind == Kind::text) code_pool_[drawn[i].first].emplace(drawn[i].second, now);
        assert(code_pool_[drawn[i].first].size() <= kCodePool && "only this thread fills the pool");
    }
    return drawn.size() == kBatch;
}

/// Its codes remain: the next process may have them.
void FleetDirectory::say_goodbye() {
    if (!redis_.is_open()) return;
    run({{"DEL", key_of_server(name_)}, {"ZREM", std::string(kPrefix) + "servers", name_}});
}

}  // namespace albireo::server
