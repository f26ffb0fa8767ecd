#pragma once
/// A directory of a fleet in memory, whose answers a test chooses.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/directory.hpp"
#include "server/ticket.hpp"

namespace albireo {

using server::Directory;
using server::Host;
using proto::Micros;

struct MemoryDirectory final : Directory {
    Answer find(const std::string& code, Host, Micros) override {
        ++lookups;
        asked.insert(code);
        if (is_slow) return {Where::asked};
        const auto found = answers.find(code);
        return found == answers.end() ? Answer{otherwise.value_or(is_up ? Where::nowhere : Where::unknown)} : found->second;
    }
    std::optional<std::string> take_code(std::uint32_t) override {
        if (pool.empty()) return std::nullopt;
        std::string code = pool.back();
        pool.pop_back();
        return code;
    }
    bool must_wait(std::uint32_t) const override { return is_up && pool.empty(); }
    void keep(const std::string& code, const std::string& watch_code, std::uint32_t) override { kept[code] = watch_code; }
    void drop(const std::string& code) override { kept.erase(code); }
    proto::Ticket ticket(const std::string& code, const proto::Place& place, std::uint64_t seconds) override {
        return {place, server::make_pass(secret, place.key, place.port, code, seconds)};
    }
    bool admits(const proto::Pass& pass, const std::string& code, std::uint64_t seconds) override {
        return server::is_valid(pass, secret, own_key, 7777, code, seconds);
    }
    std::uint32_t fleet_version() const override { return version; }
    std::vector<proto::Place> fleet() const override { return {there}; }
    std::optional<proto::Place> least_loaded() const override { return has_room ? std::optional(there) : std::nullopt; }

    proto::Place there{"other.example.org", 7001, {3}};
    std::map<std::string, Answer> answers;
    std::map<std::string, std::string> kept;
    std::vector<std::string> pool;
    std::uint32_t version = 1;
    int lookups = 0;
    std::set<std::string> asked;
    bool is_up = true, is_slow = false, has_room = false;
    std::optional<Where> otherwise;  // the answer about codes that are not in `answers`; none: nowhere, or unknown
    server::FleetSecret secret{5};
    proto::PublicKey own_key{9};
};

}  // namespace albireo
