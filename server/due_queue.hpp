#pragma once
/// A timer queue: which ids are due, and when. It lets a server with a thousand peers visit only the few that are due.
/// 1. An id has one time; setting it again replaces the old one.
/// 2. pop() returns the due ids in the order of their times, and ids of equal times in ascending order. So the order is
///    reproducible, and an id that is left in the queue comes before all that become due later.
/// 3. It is a binary heap in which each id knows its place. Each call takes a time that grows with the logarithm of the number of ids. No call
///    tidies up what earlier ones have left, so no pass of a server takes long because of earlier passes.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "proto/micros.hpp"

namespace albireo::server {

/// `Table`: std::map or std::unordered_map. A hash table is faster, but not for ids that strangers choose: they could choose those that
/// collide.
template <class Id, template <class...> class Table = std::map>
class DueQueue {
    using Place = std::uint32_t;
    using Places = Table<Id, Place>;  // in the heap, by id; the entries stay where they are
    using Entry = typename Places::value_type;

  public:
    DueQueue() = default;
    DueQueue(const DueQueue&) = delete;  // the heap points into the table
    DueQueue& operator=(const DueQueue&) = delete;
    /// Makes room for so many ids. For a heap that grows later, the allocator would look through everything that was freed: 0.3 ms with
    /// 1 000 games.
    void reserve(std::size_t ids) {
        heap_.reserve(ids);
        if constexpr (requires { places_.reserve(ids); }) places_.reserve(ids);
    }
    /// Sets the time at which the id is due; proto::kNever is allowed.
    void set(const Id& id, proto::Micros at) { set(*places_.try_emplace(id, kNowhere).first, at); }
    /// Like set(), unless the id already has an earlier time.
    void hasten(const Id& id, proto::Micros at) {
        const auto [entry, is_new] = places_.try_emplace(id, kNowhere);
        if (is_new || at < at_of(entry->second)) set(*entry, at);
    }
    void erase(const Id& id) {
        const auto entry = places_.find(id);
        if (entry == places_.end()) return;
        leave(entry->second);
        places_.erase(entry);
    }
    /// The number of ids that have a time.
    std::size_t size() const { return places_.size(); }
    /// When the next id is due; kNever if there is none.
    proto::Micros next() const { return heap_.empty() ? proto::kNever : heap_.front().at; }

    /// The id that has been due the longest, if one is due by `now`. It has no time until it is set again.
    std::optional<Id> pop(proto::Micros now) {
        if (heap_.empty() || next() > now) return std::nullopt;
        std::optional<Id> due(heap_.front().entry->first);
        erase(*due);
        return due;
    }

  private:
    static constexpr Place kNowhere = UINT32_MAX;  // of an id that is never due
    struct Due {
        proto::Micros at;
        Entry* entry;
        bool is_before(const Due& other) const { return at != other.at ? at < other.at : entry->first < other.entry->first; }
    };

    proto::Micros at_of(Place place) const { return place == kNowhere ? proto::kNever : heap_[place].at; }
    void set(Entry& entry, proto::Micros at) {
        if (at_of(entry.second) == at) return;
        if (at == proto::kNever) return leave(std::exchange(entry.second, kNowhere));
        if (entry.second == kNowhere) {
            heap_.push_back({at, &entry});
            rise(static_cast<Place>(heap_.size() - 1));
        } else {
            settle(entry.second, {at, &entry});
        }
    }
    /// The last one takes the place that becomes free.
    void leave(Place place) {
        if (place == kNowhere) return;
        const Due last = heap_.back();
        heap_.pop_back();
        if (place < heap_.size()) settle(place, last);
    }
    void settle(Place place, Due due) {
        heap_[place] = due;
        rise(sink(place));
    }
    Place rise(Place place) {
        const Due due = heap_[place];
        for (Place above = 0; place > 0; place = above) {
            above = (place - 1) / 2;
            if (!due.is_before(heap_[above])) break;
            put(place, heap_[above]);
        }
        put(place, due);
        return place;
    }
    Place sink(Place place) {
        const Due due = heap_[place];
        for (Place below = 2 * place + 1; below < heap_.size(); place = std::exchange(below, 2 * below + 1)) {
            if (below + 1 < heap_.size() && heap_[below + 1].is_before(heap_[below])) ++below;
            if (!heap_[below].is_before(due)) break;
            put(place, heap_[below]);
        }
        put(place, due);
        return place;
    }
    void put(Place place, Due due) {
        heap_[place] = due;
        due.entry->second = place;
    }

    Places places_;
    std::vector<Due> heap_;  // each is before the two at twice its place, plus 1 and 2
};

}  // namespace albireo::server
