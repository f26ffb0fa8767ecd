// Goal: the timer queue does what a list that is searched each time would do, whatever the order of calls.
#include "server/due_queue.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <unordered_map>

#include "sim/base/random.hpp"

using namespace albireo;
using server::DueQueue;

namespace {

/// The same, as simple as can be.
struct List {
    std::optional<std::string> pop(proto::Micros now) {
        auto first = times.end();
        for (auto each = times.begin(); each != times.end(); ++each) {
            if (first == times.end() || each->second < first->second) first = each;
        }
        if (first == times.end() || first->second > now) return std::nullopt;
        const std::string id = first->first;
        times.erase(first);
        return id;
    }
    proto::Micros next() const {
        proto::Micros earliest = proto::kNever;
        for (const auto& [id, at] : times) earliest = std::min(earliest, at);
        return earliest;
    }
    std::map<std::string, proto::Micros> times;
};

/// An id that counts how often it is compared.
struct Counted {
    friend bool operator<(Counted a, Counted b) {
        ++compared;
        return a.id < b.id;
    }
    friend bool operator>(Counted a, Counted b) { return b < a; }
    friend bool operator==(Counted a, Counted b) { return !(a < b) && !(b < a); }
    std::uint32_t id;
    static inline int compared = 0;
};

}  // namespace

TEST_CASE_TEMPLATE("any calls have the effect that they have on a list", Queue, DueQueue<std::string>,
                   DueQueue<std::string, std::unordered_map>) {
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random = Random::seed(seed, seed * 7919);
        Queue queue;
        List list;
        proto::Micros now = 0;
        for (int call = 0; call < 500; ++call) {
            const std::string id(1, static_cast<char>('a' + random.below(9)));
            const proto::Micros at = random.below(8) == 0 ? proto::kNever : now + static_cast<proto::Micros>(random.below(20));
            switch (random.below(5)) {
                case 0:
                    queue.set(id, at);
                    list.times[id] = at;
                    break;
                case 1: {
                    queue.hasten(id, at);
                    const auto found = list.times.find(id);
                    if (found == list.times.end() || at < found->second) list.times[id] = at;
                    break;
                }
                case 2:
                    queue.erase(id);
                    list.times.erase(id);
                    break;
                case 3:
                    now += static_cast<proto::Micros>(random.below(10));
                    break;
                default:
                    REQUIRE(queue.pop(now) == list.pop(now));
            }
            REQUIRE(queue.next() == list.next());
            REQUIRE(queue.size() == list.times.size());
        }
    }
}

TEST_CASE("no call does more work for what others have left behind") {
    DueQueue<Counted> queue;
    Random random = Random::seed(5, 6);
    constexpr std::uint32_t kIds = 4'096;
    int most = 0;
    // Equal times, so that the heap compares ids. At first all are set again and again, then they go.
    for (std::uint32_t call = 0; call < 40 * kIds; ++call) {
        Counted::compared = 0;
        const Counted id{call < kIds ? call : random.below(kIds)};
        if (call < 30 * kIds) {
            queue.set(id, 1'000 - call / kIds);
        } else {
            queue.erase(id);
        }
        most = std::max(most, Counted::compared);
    }
    // Twelve levels of a heap, two comparisons each on the way down and one on the way up, and the way through a balanced tree.
    CHECK(most <= 80);
}
