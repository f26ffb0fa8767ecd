#include "client/predict/remote_shots.hpp"

namespace albireo::client {

RemoteShots::Entry* RemoteShots::find(ShotNumber shot) {
    Entry& entry = entries_[shot.value % kRing];
    return entry.number == shot && shot.value != 0 ? &entry : nullptr;
}

const RemoteShots::Entry* RemoteShots::find(ShotNumber shot) const { return const_cast<RemoteShots*>(this)->find(shot); }

void RemoteShots::update(const World& confirmed, Tick now) {
    for (const Shot& shot : confirmed.shots[index(partner_)]) {
        Entry* entry = find(shot.number);
        if (entry == nullptr) {
            Entry& fresh = entries_[shot.number.value % kRing];
            fresh = {shot.number, now, Trust::known, false};
            entry = &fresh;
        } else if (entry->trust == Trust::guessed) {
            entry->trust = Trust::known;
            entry->known_at = now;
        }
        const bool spent = confirmed.marks[index(partner_)].spent.get(shot.number);
        if (entry->trust == Trust::known && confirmed.tick >= entry->known_at && !entry->hidden && !spent) {
            entry->trust = Trust::promoted;
        }
    }
}

Trust RemoteShots::trust_of(ShotNumber shot) const {
    const Entry* entry = find(shot);
    return entry == nullptr ? Trust::guessed : entry->trust;
}

void RemoteShots::hide(ShotNumber shot) {
    if (Entry* entry = find(shot)) {
        entry->hidden = true;
    } else {
        entries_[shot.value % kRing] = {shot, {}, Trust::guessed, true};
    }
}

bool RemoteShots::is_hidden(ShotNumber shot) const {
    const Entry* entry = find(shot);
    return entry != nullptr && entry->hidden;
}

std::int32_t RemoteShots::known_for(ShotNumber shot, Tick now) const {
    const Entry* entry = find(shot);
    return entry == nullptr || entry->trust == Trust::guessed ? 0 : now - entry->known_at;
}

}  // namespace albireo::client
