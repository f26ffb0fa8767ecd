#include "sim/snapshot.hpp"

#include "sim/base/hash.hpp"
#include "sim/game/flow.hpp"

namespace albireo {
namespace {

constexpr std::uint64_t kMagic = 0x50414e5342424c41;  // "ALBBSNAP" as little-endian bytes
constexpr std::size_t kHeaderBytes = 8 + 4 + 8;
constexpr std::size_t kChecksumBytes = 8;
static_assert(kSnapshotBytesMax >= sizeof(World) + kHeaderBytes + kChecksumBytes);

template <class T>
void copy_column(T& to, const T& from) {
    if constexpr (kIsPool<T>) {
        to.count = from.count;
        to.refused = from.refused;
        std::memcpy(to.items.data(), from.items.data(), from.count * sizeof(typename T::Item));
    } else if constexpr (kIsArray<T>) {
        for (std::size_t i = 0; i < to.size(); ++i) copy_column(to[i], from[i]);
    } else {
        to = from;
    }
}

bool is_sound(const Machine& machine, std::size_t states) {
    return machine.state < states && (machine.pending == kNoState || machine.pending < states);
}

/// Places are far from where 64-bit products of differences could overflow.
bool is_sound(Vec2 at) {
    constexpr Fixed kFar = 4096_u;
    return at.x > -kFar && at.x < kFar && at.y > -kFar && at.y < kFar;
}

bool is_sound(const Enemy& enemy, const Level& level) {
    if (enemy.kind >= level.kinds.size() || enemy.mover > Mover::leave) return false;
    const KindDef& kind = level.kinds[enemy.kind];
    if (enemy.part_count != kind.parts.count) return false;
    if (enemy.mover == Mover::path && enemy.path >= level.path_samples.size()) return false;
    for (std::size_t i = 0; i < kind.machines.count; ++i) {
        const MachineDef& machine = level.machines[kind.machines.first + i];
        if (!is_sound(enemy.machines[i], machine.states.count)) return false;
    }
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        const PartDef& def = level.parts[std::size_t{kind.parts.first} + i];
        const std::uint8_t flags = enemy.parts[i].flags;
        if ((flags & kGunOn) != 0 && def.gun == kNone) return false;
        if ((flags & kBeamOn) != 0 && def.beam == kNone) return false;
        if ((flags & kHatchOn) != 0 && def.hatch == kNone) return false;
        if (enemy.parts[i].beam_phase > 2) return false;
    }
    return true;
}

bool is_sound(const Scroll& scroll, const Level& level) {
    if (level.tiles.empty()) return scroll.count == 0;
    if (scroll.count == 0 || scroll.count > kTileRowMax || scroll.origin >= scroll.count) return false;
    for (std::size_t i = 0; i < scroll.count; ++i) {
        if (scroll.row[i].tile >= level.tiles.size()) return false;
    }
    return scroll.ticks <= level.tiles[scroll.row[scroll.origin].tile].ticks && is_sound(scroll.camera) &&
           is_sound(scroll.moved);
}

bool is_sound(const Flow& flow, const Level& level) {
    if (flow.machine.state > static_cast<std::uint8_t>(Course::cleared)) return false;
    if (flow.machine.pending != kNoState || flow.cue > level.cues.size()) return false;
    if (flow.loop != Flow::kNoLoop &&
        (flow.loop >= level.loops.size() || flow.loop_cue > level.loops[flow.loop].cues.count)) {
        return false;
    }
    if (flow.loops_done > level.loops.size()) return false;
    return flow.trigger_wait == 0 || flow.trigger_loop < level.loops.size();
}

bool is_sound(const Ship& ship) {
    return ship.life.state < 5 && ship.life.pending == kNoState && ship.arms.state < 2 &&
           ship.arms.pending == kNoState && static_cast<int>(ship.weapon) < kWeaponCount && is_sound(ship.at) &&
           is_sound(ship.aim);
}

}  // namespace

void copy_world(World& to, const World& from) {
    // World has two lists of members in step: walk one and find its twin in the other by its place.
    World::fields(from, [&](std::string_view, const auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        const auto offset = reinterpret_cast<const std::byte*>(&field) - reinterpret_cast<const std::byte*>(&from);
        copy_column(*reinterpret_cast<Field*>(reinterpret_cast<std::byte*>(&to) + offset), field);
    });
}

std::size_t save_world(const World& world, const Level& level, std::span<std::uint8_t> out) {
    ByteWriter writer(out);
    writer.put(kMagic);
    writer.put(kCoreVersion);
    writer.put(level.digest);
    World::fields(world, [&](std::string_view, const auto& field) { put(writer, field); });
    if (writer.full()) return 0;
    writer.put(hash_bytes(writer.written()));
    return writer.full() ? 0 : writer.size();
}

std::string_view text_of(LoadError error) {
    switch (error) {
        case LoadError::none: return "no error";
        case LoadError::not_a_snapshot: return "not a snapshot";
        case LoadError::wrong_version: return "the snapshot was made by another core version";
        case LoadError::wrong_level: return "the snapshot belongs to another level or difficulty";
        case LoadError::damaged: return "the snapshot is damaged: its checksum or length is wrong";
        case LoadError::out_of_range: return "the snapshot holds values that no game could";
    }
    return "unknown error";
}

LoadError load_world(World& world, const Level& level, std::span<const std::uint8_t> bytes) {
    if (bytes.size() < kHeaderBytes + kChecksumBytes) return LoadError::not_a_snapshot;
    const auto body = bytes.first(bytes.size() - kChecksumBytes);
    ByteReader reader(body);
    if (reader.get<std::uint64_t>() != kMagic) return LoadError::not_a_snapshot;
    if (reader.get<std::uint32_t>() != kCoreVersion) return LoadError::wrong_version;
    const auto level_digest = reader.get<std::uint64_t>();
    ByteReader checksum(bytes.last(kChecksumBytes));
    if (checksum.get<std::uint64_t>() != hash_bytes(body)) return LoadError::damaged;
    if (level_digest != level.digest) return LoadError::wrong_level;
    World::fields(world, [&](std::string_view, auto& field) { get(reader, field); });
    if (reader.bad() || !reader.at_end()) return LoadError::damaged;
    return is_sound(world, level) ? LoadError::none : LoadError::out_of_range;
}

bool is_sound(const World& world, const Level& level) {
    if (!is_sound(world.flow, level) || !is_sound(world.scroll, level)) return false;
    for (const Ship& ship : world.ships) {
        if (!is_sound(ship)) return false;
    }
    for (const auto& pool : world.shots) {
        for (const Shot& shot : pool) {
            if (static_cast<int>(shot.weapon) >= kWeaponCount || !is_sound(shot.at)) return false;
        }
    }
    for (const Enemy& enemy : world.enemies) {
        if (!is_sound(enemy, level)) return false;
    }
    for (const EnemyShot& shot : world.enemy_shots) {
        if (shot.gun >= level.guns.size()) return false;
    }
    for (const Beam& beam : world.beams) {
        if (beam.def >= level.beams.size()) return false;
    }
    for (const Missile& missile : world.missiles) {
        if (missile.def >= level.missiles.size()) return false;
    }
    return true;
}

}  // namespace albireo
