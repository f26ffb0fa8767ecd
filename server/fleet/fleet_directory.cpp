// What other threads call, and how a directory is made. The thread is in fleet_directory_thread.cpp.
#include "server/fleet/fleet_directory.hpp"

#include <fmt/format.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "platform/whole_file.hpp"
#include "proto/sodium_start.hpp"
#include "server/shard.hpp"

namespace albireo::server {
namespace {

std::string random_name() {
    std::array<std::uint8_t, 16> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

}  // namespace

FleetDirectory::FleetDirectory(Options options)
    : options_(std::move(options)), name_(random_name()), code_pool_(options_.shards) {
    assert(proto::is_host(options_.host) && options_.port != 0 && "clients are told a host and its port");
    randombytes_buf(secret_.data(), secret_.size());  // becomes the fleet's if there is none
    earlier_secret_ = secret_;
    thread_ = std::jthread([this](const std::stop_token& stopping) { work(stopping); });
}

FleetDirectory::~FleetDirectory() {
    thread_.request_stop();
    changed_.notify_all();
    thread_.join();
}

// ------------------------------------------------------------------------------------------------- called by any thread

Directory::Answer FleetDirectory::find(const std::string& code, Host asker, Micros now) {
    const std::lock_guard hold(lock_);
    if (const auto refused = refused_until_.find(asker); refused != refused_until_.end() && now < refused->second) return {Where::too_many};
    if (const auto found = known_.find(code); found != known_.end() && now < found->second.until) return found->second.answer;
    if (!is_up_) return {Where::unknown};
    const auto of_asker = std::ranges::count_if(asked_, [&](const Asked& each) { return asker != 0 && each.asker == asker; });
    const bool is_asked = std::ranges::any_of(asked_, [&](const Asked& each) { return each.code == code; });
    if (is_asked || asked_.size() >= kLookupsMax || static_cast<std::size_t>(of_asker) >= kLookupsOfAddress) return {Where::asked};
    asked_.push_back({code, asker});
    assert(asked_.size() <= kLookupsMax && "a bounded number of lookups waits");
    changed_.notify_all();
    return {Where::asked};
}

std::optional<std::string> FleetDirectory::take_code(std::uint32_t shard) {
    const std::lock_guard hold(lock_);
    if (code_pool_.at(shard).empty()) return std::nullopt;
    const auto node = code_pool_[shard].extract(code_pool_[shard].begin());
    changed_.notify_all();
    return node.key();
}

bool FleetDirectory::must_wait(std::uint32_t shard) const {
    const std::lock_guard hold(lock_);
    return is_up_ && code_pool_.at(shard).empty();
}

void FleetDirectory::keep(const std::string& code, const std::string& watch_code, [[maybe_unused]] std::uint32_t shard) {
    assert(shard < options_.shards && "a code is kept by one of the shards");
    const std::lock_guard hold(lock_);
    held_.try_emplace(code, Held{});
    known_.erase(code);
    if (!watch_code.empty()) {
        held_.try_emplace(watch_code, Held{});
        watch_of_[code] = watch_code;
    }
    changed_.notify_all();
}

void FleetDirectory::drop(const std::string& code) {
    const std::lock_guard hold(lock_);
    held_.erase(code);
    if (const auto watch = watch_of_.find(code); watch != watch_of_.end()) {
        held_.erase(watch->second);
        watch_of_.erase(watch);
    }
    assert(held_.size() >= 2 * watch_of_.size() && "a game with a watch code has two codes");
}

proto::Ticket FleetDirectory::ticket(const std::string& code, const proto::Place& place, std::uint64_t unix_seconds) {
    const std::lock_guard hold(lock_);
    assert(place.port != 0 && proto::is_host(place.host) && "a ticket leads to a place that find() has returned");
    return {place, make_pass(secret_, place.key, place.port, code, unix_seconds)};
}

bool FleetDirectory::admits(const proto::Pass& pass, const std::string& code, std::uint64_t unix_seconds) {
    const std::lock_guard hold(lock_);
    return is_valid(pass, secret_, options_.key, options_.port, code, unix_seconds) || is_valid(pass, earlier_secret_, options_.key, options_.port, code, unix_seconds);
}

std::vector<proto::Place> FleetDirectory::fleet() const {
    const std::lock_guard hold(lock_);
    return fleet_;
}

std::optional<proto::Place> FleetDirectory::least_loaded() const {
    const std::lock_guard hold(lock_);
    const auto room = [](const Server& server) { return server.entry.is_open ? server.entry.sessions_max - std::min(server.entry.sessions, server.entry.sessions_max) : 0; };
    const auto most = std::ranges::max_element(servers_, {}, room);
    if (!is_up_ || most == servers_.end() || room(*most) == 0) return std::nullopt;
    return most->entry.place;
}

void FleetDirectory::set_load(Load load) {
    const std::lock_guard hold(lock_);
    load_ = load;
    load_at_ = steady_now();
}

DirectoryFigures FleetDirectory::figures() const {
    const std::lock_guard hold(lock_);
    DirectoryFigures figures = figures_;
    figures.is_up = is_up_;
    figures.codes = static_cast<std::uint64_t>(std::ranges::count_if(held_, [](const auto& each) { return each.second.announced_at >= 0; }));
    figures.servers = servers_.size();
    return figures;
}

std::string directory_owner(const std::string& folder, std::string& fault) {
    const std::string fresh = random_name();
    if (folder.empty()) return fresh;
    const std::string path = folder + "/directory.owner";
    // Two servers of one folder may start at once: one of them makes the file.
    const platform::NewFile made = platform::write_new(path, fresh + "\n", 0644);
    if (made.not_made != EEXIST) {
        if (!made.is_made()) fault = path + ": " + std::strerror(made.not_made != 0 ? made.not_made : made.not_written);
        return fresh;
    }
    std::string owner;
    std::ifstream(path) >> owner;
    const bool is_owner = owner.size() == fresh.size() && owner.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!is_owner) fault = path + " is damaged: delete it";
    return is_owner ? owner : fresh;
}

std::shared_ptr<FleetDirectory> make_fleet_directory(const Config& config, std::uint16_t port) {
    const auto redis = read_redis_address(config.directory);
    assert(redis && config.key && "the options are checked, and the key is made");
    std::string fault;
    FleetDirectory::Options options{.redis = *redis,
                                    .host = config.public_host,
                                    .port = config.public_port != 0 ? config.public_port : port,
                                    .shards = config.shards,
                                    .key = config.key->public_key,
                                    .owner = directory_owner(config.keeps_games ? config.record_dir : "", fault),
                                    .keep_for = Micros{config.directory_keep} * proto::kMicrosPerSecond};
    if (!fault.empty()) spdlog::error("{}: after a restart the codes of this server's games are found again only when they have expired", fault);
    return std::make_shared<FleetDirectory>(std::move(options));
}

}  // namespace albireo::server
