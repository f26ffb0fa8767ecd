#pragma once
/// A timer queue: which ids are due, and when. It lets a server with a thousand peers visit only the few that are due.
/// 1. An id has one time; setting it again replaces the old one.
/// 2. pop() returns the due ids in the order of their times, and ids of equal times in ascending order. So the order is
///    reproducible, and an id that is left in the queue comes before all that become due later.
/// 3. A time that was replaced stays in the heap until it comes to the top, or until there are too many of these.
#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "proto/micros.hpp"

namespace albireo::server {

/// `Times`: the table of times by id. A hash table is faster, but not for ids that strangers choose: they could choose those that collide.
template <class Id, class Times = std::map<Id, proto::Micros>>
class DueQueue {
  public:
    /// Sets the time at which the id is due; proto::kNever is allowed.
    void set(const Id& id, proto::Micros at) {
        const auto [entry, is_new] = times_.try_emplace(id, at);
        if (!is_new && std::exchange(entry->second, at) == at) return;
        if (at != proto::kNever) {
            heap_.emplace_back(at, id);
            std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
        }
        drop_outdated();
    }
    /// Like set(), unless the id already has an earlier time.
    void hasten(const Id& id, proto::Micros at) {
        const auto entry = times_.find(id);
        if (entry == times_.end() || at < entry->second) set(id, at);
    }
    void erase(const Id& id) {
        if (times_.erase(id) != 0) drop_outdated();
    }
    /// The number of ids that have a time.
    std::size_t size() const { return times_.size(); }
    /// When the next id is due; kNever if there is none.
    proto::Micros next() const { return heap_.empty() ? proto::kNever : heap_.front().first; }

    /// The id that has been due the longest, if one is due by `now`. It has no time until it is set again.
    std::optional<Id> pop(proto::Micros now) {
        if (heap_.empty() || next() > now) return std::nullopt;
        std::optional<Id> due(heap_.front().second);
        erase(*due);
        return due;
    }

  private:
    bool is_outdated(const std::pair<proto::Micros, Id>& due) const {
        const auto entry = times_.find(due.second);
        return entry == times_.end() || entry->second != due.first;
    }
    /// Keeps a valid time at the top.
    void drop_outdated() {
        while (!heap_.empty() && is_outdated(heap_.front())) {
            std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
            heap_.pop_back();
        }
        if (heap_.size() <= 4 * times_.size() + 64) return;
        heap_.clear();
        for (const auto& [id, at] : times_) {
            if (at != proto::kNever) heap_.emplace_back(at, id);
        }
        std::make_heap(heap_.begin(), heap_.end(), std::greater<>{});
    }

    Times times_;
    std::vector<std::pair<proto::Micros, Id>> heap_;  // the earliest on top, which is never outdated
};

}  // namespace albireo::server
