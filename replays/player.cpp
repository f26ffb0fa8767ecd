#include "replays/player.hpp"

#include <algorithm>
#include <cassert>

#include "replays/packed.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

void load_snapshot(const Replay& replay, PackedRange snapshot, World& world) {
    // prepare() has loaded every snapshot of the replay, so this cannot fail.
    std::vector<std::uint8_t> bytes;
    [[maybe_unused]] const bool unpacked = unpack(replay.recording.bytes_of(snapshot), kSnapshotBytesMax, bytes);
    [[maybe_unused]] const LoadError error = load_world(world, replay.level, bytes);
    assert(unpacked && error == LoadError::none);
}

void begin_world(const Replay& replay, World& world) {
    if (replay.recording.begin().value == 0) {
        init(world, replay.level, replay.recording.header.setup);
    } else {
        load_snapshot(replay, replay.recording.snapshots.front().world, world);
    }
}

Player::Player(const Replay& replay, Keep keep)
    : replay_(replay),
      keep_(keep),
      world_(std::make_unique<World>()),
      events_(std::make_unique<Events>()),
      cursor_(replay.recording) {
    begin_world(replay, *world_);
    if (begin().value != 0) next_snapshot_ = 1;
    take_place();
}

bool Player::step() {
    const FramePair* frames = cursor_.next();
    if (frames == nullptr) return false;
    frames_ = *frames;
    events_->clear();
    heal();
    albireo::step(*world_, replay_.level, frames_, *events_);
    if (keep_ == Keep::places && world_->tick - place_before(world_->tick + 1).tick >= static_cast<std::int32_t>(spacing_))
        take_place();
    return true;
}

void Player::heal() {
    const auto& snapshots = replay_.recording.snapshots;
    while (next_snapshot_ < snapshots.size() && snapshots[next_snapshot_].tick == world_->tick) {
        load_snapshot(replay_, snapshots[next_snapshot_++].world, *world_);
    }
}

bool Player::step_back() {
    if (tick() == begin()) return false;
    seek(tick() - 1);
    return true;
}

const Player::Place& Player::place_before(Tick target) const {
    if (target == begin()) return places_.front();
    return *std::prev(std::ranges::lower_bound(places_, target, {}, &Place::tick));
}

const Checkpoint* Player::checkpoint_before(Tick target) const {
    const auto& all = replay_.recording.checkpoints;
    const auto next = std::ranges::lower_bound(all, target, {}, &Checkpoint::tick);
    return next == all.begin() ? nullptr : &*std::prev(next);
}

void Player::seek(Tick target, const Player& guide) {
    assert(&guide.replay_ == &replay_);
    target = std::clamp(target, begin(), end());
    const Place* place = &place_before(target);
    if (guide.place_before(target).tick > place->tick) place = &guide.place_before(target);
    const Checkpoint* checkpoint = checkpoint_before(target);
    if (checkpoint != nullptr && checkpoint->tick <= place->tick) checkpoint = nullptr;
    const Tick nearest = checkpoint != nullptr ? checkpoint->tick : place->tick;
    if (target < tick() || nearest > tick()) checkpoint != nullptr ? go_to(*checkpoint) : go_to(*place);
    while (tick() < target && step()) {
    }
}

void Player::take_place() {
    if (places_.size() == kSnapshotsKept) {
        for (std::size_t i = 1; 2 * i < places_.size(); ++i) places_[i] = std::move(places_[2 * i]);
        places_.resize((places_.size() + 1) / 2);
        spacing_ *= 2;
        if (world_->tick - place_before(world_->tick + 1).tick < static_cast<std::int32_t>(spacing_)) return;
    }
    Place place{world_->tick, std::vector<std::uint8_t>(kSnapshotBytesMax), cursor_.position(), next_snapshot_};
    place.world.resize(save_world(*world_, replay_.level, place.world));
    place.world.shrink_to_fit();
    places_.insert(std::ranges::upper_bound(places_, place.tick, {}, &Place::tick), std::move(place));
}

void Player::go_to(const Place& place) {
    [[maybe_unused]] const LoadError error = load_world(*world_, replay_.level, place.world);
    assert(error == LoadError::none);
    cursor_.go_to(place.position);
    next_snapshot_ = place.next_snapshot;
    frames_ = {};
    events_->clear();
}

void Player::go_to(const Checkpoint& checkpoint) {
    load_snapshot(replay_, checkpoint.world, *world_);
    cursor_.go_to({checkpoint.coder, checkpoint.stretch, 0});
    const auto& snapshots = replay_.recording.snapshots;
    next_snapshot_ = static_cast<std::size_t>(std::ranges::lower_bound(snapshots, checkpoint.tick, {}, &StoredSnapshot::tick) - snapshots.begin());
    frames_ = {};
    events_->clear();
}

}  // namespace albireo::replays
