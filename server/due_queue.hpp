#pragma once
/// A timer queue: which ids are due, and when. It lets a server with a thousand peers visit only the few that are due.
/// 1. An id has one time; setting it again replaces the old one.
/// 2. pop() returns the due ids in the order of their times, and ids of equal times in ascending order. So the order is
///    reproducible, and an id that is left in the queue comes before all that become due later.
#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "proto/micros.hpp"

namespace albireo::server {

template <class Id>
class DueQueue {
  public:
    /// Sets the time at which the id is due; proto::kNever is allowed.
    void set(const Id& id, proto::Micros at) {
        const auto [entry, is_new] = times_.try_emplace(id, at);
        if (!is_new) {
            if (entry->second == at) return;
            queue_.erase({entry->second, id});
            entry->second = at;
        }
        queue_.insert({at, id});
        assert(queue_.size() == times_.size() && "an id is queued once, at its time");
    }
    /// Like set(), unless the id already has an earlier time.
    void hasten(const Id& id, proto::Micros at) {
        const auto entry = times_.find(id);
        if (entry == times_.end() || at < entry->second) set(id, at);
    }
    void erase(const Id& id) {
        const auto entry = times_.find(id);
        if (entry == times_.end()) return;
        queue_.erase({entry->second, id});
        times_.erase(entry);
        assert(queue_.size() == times_.size() && "an id that is erased leaves no entry in the queue");
    }
    /// The number of ids that have a time.
    std::size_t size() const { return times_.size(); }
    /// When the next id is due; kNever if there is none.
    proto::Micros next() const { return queue_.empty() ? proto::kNever : queue_.begin()->first; }

    /// The id that has been due the longest, if one is due by `now`. It has no time until it is set again.
    std::optional<Id> pop(proto::Micros now) {
        if (next() > now) return std::nullopt;
        std::optional<Id> due(queue_.begin()->second);
        erase(*due);
        return due;
    }

  private:
    std::map<Id, proto::Micros> times_;
    std::set<std::pair<proto::Micros, Id>> queue_;
};

}  // namespace albireo::server
