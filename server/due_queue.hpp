#pragma once
/// A timer queue: which ids are due, and when. It lets a server with a thousand peers visit only the few that are due.
/// 1. An id has one time; setting it again replaces the old one.
/// 2. take() returns the due ids in a sorted set, so the order in which they are handled is reproducible.
#include <cassert>
#include <map>
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

    /// Moves all ids that are due by `now` into `awake`; they have no time until they are set again.
    void take(proto::Micros now, std::set<Id>& awake) {
        while (!queue_.empty() && queue_.begin()->first <= now) {
            awake.insert(queue_.begin()->second);
            times_.erase(queue_.begin()->second);
            queue_.erase(queue_.begin());
        }
        assert(queue_.size() == times_.size() && "a due id leaves both the queue and its times");
        assert(next() > now && "every due id has been taken");
    }

  private:
    std::map<Id, proto::Micros> times_;
    std::set<std::pair<proto::Micros, Id>> queue_;
};

}  // namespace albireo::server
