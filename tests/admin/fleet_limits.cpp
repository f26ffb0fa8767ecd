// Two servers' directories on a real Redis, for directory_test.sh: an attacker who asks both in turn gets no more wrong codes than one server
// allows, codes that exist are not refused before that, and after a new secret in Redis earlier passes are valid until the next one.
// Usage: fleet_limits redis://HOST:PORT/DATABASE
#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "proto/join_code.hpp"
#include "server/fleet/fleet_directory.hpp"
#include "server/shard.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;
using namespace albireo::server;
using Where = Directory::Where;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "FAILED: %s\n", what);
    std::exit(1);
}

template <class Condition>
void await(const char* what, Condition&& holds) {
    for (const Micros until = steady_now() + 20 * proto::kMicrosPerSecond; steady_now() < until; std::this_thread::sleep_for(std::chrono::milliseconds(2))) {
        if (holds()) return;
    }
    require(false, what);
}

Where look_up(FleetDirectory& directory, const std::string& code, Host asker) {
    Where where = Where::asked;
    await("a lookup is answered", [&] { return (where = directory.find(code, asker, steady_now()).where) != Where::asked; });
    return where;
}

/// How many codes that nobody has two servers look up for these askers, one after the other, until both refuse.
int wrong_codes(FleetDirectory& one, FleetDirectory& other, const std::vector<Host>& askers) {
    static std::uint64_t drawn = 0;
    int looked_up = 0;
    for (int refused = 0, tries = 0; refused < 4 && tries < 300; ++tries) {
        const Host asker = askers[static_cast<std::size_t>(tries) % askers.size()];
        const Where where = look_up(tries / 2 % 2 == 0 ? one : other, proto::join_code(++drawn), asker);
        if (where == Where::too_many) {
            ++refused;
        } else {
            refused = 0;
            ++looked_up;
        }
    }
    return looked_up;
}

}  // namespace

int main(int count, char** arguments) {
    support::answer_help(count, arguments, "fleet_limits", "Usage: fleet_limits redis://HOST:PORT/DATABASE\nTests the limits of a fleet on a Redis, whose database should be empty.");
    spdlog::set_level(spdlog::level::off);
    const auto redis = read_redis_address(count == 2 ? arguments[1] : "");
    require(redis.has_value(), "an address of Redis is given");
    // Few tokens, which come back slowly, so that the test's own speed does not matter.
    const Rates rates{{12, 1}, {48, 1}, {100, 1}};
    const auto options = [&](char owner, std::uint16_t port) {
        return FleetDirectory::Options{.redis = *redis, .host = "127.0.0.1", .port = port, .owner = std::string(32, owner), .wrong_codes = rates};
    };
    FleetDirectory one(options('a', 7001)), other(options('b', 7002)), third(options('c', 7003));
    for (FleetDirectory* each : {&one, &other, &third}) await("Redis answers", [&] { return each->figures().is_up; });
    // Two codes, because a server remembers for a second what it has looked up.
    for (const char* code : {"K7QF2M", "ACDEFG"}) third.keep(code, "", 0);
    await("the codes are in the directory", [&] { return third.figures().codes == 2; });

    const Host attacker = 0x010200c0, neighbour = 0x020200c0, stranger = 0x076433c6;  // 192.0.2.1, 192.0.2.2, 198.51.100.7
    require(look_up(one, "K7QF2M", attacker) == Where::found, "a code that exists is found");
    const int of_one = wrong_codes(one, other, {attacker});
    std::printf("an address that asks two servers in turn: %d wrong codes, %d allowed\n", of_one, 12);
    require(of_one == 12, "an address gets one server's share of wrong codes from all servers together");
    require(look_up(third, "K7QF2M", attacker) == Where::too_many, "after that no code is looked up for it");
    require(look_up(other, "K7QF2M", neighbour) == Where::found && look_up(one, "K7QF2M", stranger) == Where::found, "others find their games");
    std::vector<Host> prefix;
    for (Host last = 2; last < 12; ++last) prefix.push_back(0x000200c0 | last << 24);
    const int of_prefix = of_one + wrong_codes(one, other, prefix);
    std::printf("a network that does: %d wrong codes, %d allowed\n", of_prefix, 48);
    require(of_prefix == 48, "a network gets one server's share, too");
    require(look_up(other, "ACDEFG", neighbour) == Where::too_many && look_up(other, "ACDEFG", stranger) == Where::found, "only its own addresses are refused");
    // Ten other networks use up what is left for all together. After that each address has one try, and each prefix four.
    std::vector<Host> crowd;
    for (Host i = 0; i < 50; ++i) crowd.push_back(0x000000cb | (i % 10) << 16 | (i + 1) << 24);
    const int of_crowd = of_prefix + wrong_codes(one, other, crowd);
    std::printf("a crowd that does: %d wrong codes, %d allowed\n", of_crowd, 100);
    require(of_crowd == 100, "all together get one server's share");
    require(look_up(one, "ACDEFG", stranger) == Where::found, "an address without wrong codes finds its game");
    int rare = 0;
    for (Host last = 10; last < 20; ++last) rare += look_up(other, proto::join_code(900 + last), 0x006433c6 | last << 24) != Where::too_many;
    require(rare == 4, "four addresses of a new network get one try each");
    require(wrong_codes(one, other, {0}) == 300, "an address without limits has none here");

    // Two new secrets, as an operator sets them after a theft: the stolen one is worthless.
    const std::uint64_t seconds = static_cast<std::uint64_t>(std::time(nullptr));
    const proto::Pass stolen = one.ticket("K7QF2M", {"127.0.0.1", 7003, {}}, seconds).pass;
    require(third.admits(stolen, "K7QF2M", seconds), "a ticket of one server is valid on another");
    Redis operators;
    require(operators.open(*redis, std::chrono::seconds(2)).empty(), "the operator reaches Redis");
    for (const char* fill : {"x", "y"}) {
        std::string secret;
        while (secret.size() < sizeof(FleetSecret)) secret += fill;
        const std::vector<Redis::Command> set{{"SET", "albireo:1:secret", secret}};
        require(operators.run(set).has_value(), "the operator sets a secret");
        await("all servers have the new secret", [&] {
            const proto::Pass pass = one.ticket("K7QF2M", {"127.0.0.1", 7003, {}}, seconds).pass;
            return pass != stolen && third.admits(pass, "K7QF2M", seconds) && third.ticket("K7QF2M", {"127.0.0.1", 7003, {}}, seconds).pass == pass;
        });
        if (*fill == 'x') require(third.admits(stolen, "K7QF2M", seconds), "a ticket that is under way is still valid after one change");
    }
    await("two changes end the old secret", [&] { return !third.admits(stolen, "K7QF2M", seconds); });
    std::puts("a stolen secret is worthless after two changes");
    return 0;
}
