#include "client/predict/remote_shots.hpp"

#include <cassert>

namespace albireo::client {

namespace {

Tick fired_at(const World& world, const Shot& shot) {
    return world.clock - shot.age;
}

}  // namespace

RemoteShots::Entry* RemoteShots::find(const World& world, const Shot& shot) {
    Entry& entry = entries_[shot.number.value % kRing];
    return entry.number == shot.number && entry.fired_at == fired_at(world, shot) ? &entry : nullptr;
}

const RemoteShots::Entry* RemoteShots::find(const World& world, const Shot& shot) const {
    return const_cast<RemoteShots*>(this)->find(world, shot);
}

void RemoteShots::update(const World& confirmed, Tick now) {
    assert(confirmed.tick <= now && "confirmed is never ahead of predicted");
    for (const Shot& shot : confirmed.shots[index(partner_)]) {
        Entry* entry = find(confirmed, shot);
        if (entry == nullptr) {
            Entry& fresh = entries_[shot.number.value % kRing];
            fresh = {shot.number, fired_at(confirmed, shot), now, Trust::known, false};
            entry = &fresh;
        } else if (entry->trust == Trust::guessed) {
            entry->trust = Trust::known;
            entry->known_at = now;
        }
        assert(entry->trust != Trust::guessed && "a shot in the confirmed world is no guess");
        assert(entry->known_at <= now && "a shot becomes known now or earlier");
        assert((!entry->hidden || entry->trust == Trust::known) && "a hidden shot is never promoted");
        const bool spent = confirmed.marks[index(partner_)].spent.get(shot.number);
        if (entry->trust == Trust::known && confirmed.tick >= entry->known_at && !entry->hidden && !spent) {
            entry->trust = Trust::promoted;
        }
    }
}

Trust RemoteShots::trust_of(const World& world, const Shot& shot) const {
    const Entry* entry = find(world, shot);
    return entry == nullptr ? Trust::guessed : entry->trust;
}

void RemoteShots::hide(const World& world, const Shot& shot) {
    if (Entry* entry = find(world, shot)) {
        assert(entry->trust != Trust::promoted && "the hit of a promoted shot is reported, not hidden");
        entry->hidden = true;
    } else {
        entries_[shot.number.value % kRing] = {shot.number, fired_at(world, shot), {}, Trust::guessed, true};
    }
}

bool RemoteShots::is_hidden(const World& world, const Shot& shot) const {
    const Entry* entry = find(world, shot);
    return entry != nullptr && entry->hidden;
}

std::int32_t RemoteShots::known_for(const World& world, const Shot& shot, Tick now) const {
    const Entry* entry = find(world, shot);
    return entry == nullptr || entry->trust == Trust::guessed ? 0 : now - entry->known_at;
}

}  // namespace albireo::client
