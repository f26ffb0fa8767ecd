#include "tests/cross/flat_replay.hpp"

#include <cstdio>
#include <memory>

#include "sim/fields.hpp"

namespace albireo::cross {

namespace {

constexpr std::string_view kMagic = "ALBFLAT2";

template <class T>
void append(std::vector<std::uint8_t>& out, const T& value) {
    std::array<std::uint8_t, sizeof(T)> bytes{};
    ByteWriter writer{bytes};
    put(writer, value);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void append_block(std::vector<std::uint8_t>& out, std::span<const std::uint8_t> bytes) {
    append(out, static_cast<std::uint32_t>(bytes.size()));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

std::vector<std::uint8_t> get_block(ByteReader& in) {
    const auto size = in.get<std::uint32_t>();
    if (size > in.left()) in.go_bad();
    std::vector<std::uint8_t> bytes(in.bad() ? 0 : size);
    in.get_bytes(bytes.data(), bytes.size());
    return bytes;
}

void append_carry(std::vector<std::uint8_t>& out, const Carry& carry) {
    append(out, carry.ended_with);
    append(out, carry.extends);
    append(out, carry.continues);
    for (const PlayerCarry& player : carry.players) {
        append(out, player.score);
        append(out, player.charge);
        append(out, player.gold);
        append(out, player.multiplier);
        append(out, player.lives);
        append(out, player.weapon);
    }
}

Carry get_carry(ByteReader& in) {
    Carry carry;
    carry.ended_with = in.get<std::uint64_t>();
    carry.extends = in.get<std::uint32_t>();
    carry.continues = in.get<std::uint8_t>();
    for (PlayerCarry& player : carry.players) {
        player.score = in.get<std::uint32_t>();
        player.charge = in.get<std::int32_t>();
        player.gold = in.get<std::int32_t>();
        player.multiplier = in.get<std::uint16_t>();
        player.lives = in.get<std::uint8_t>();
        player.weapon = static_cast<Weapon>(in.get<std::uint8_t>());
    }
    return carry;
}

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

}  // namespace

std::vector<std::uint8_t> flat_bytes(const FlatReplay& replay) {
    std::vector<std::uint8_t> out(kMagic.begin(), kMagic.end());
    append_block(out, replay.level);
    append(out, replay.setup.seed);
    append(out, replay.setup.players);
    append(out, replay.setup.section);
    append(out, replay.setup.phase);
    append(out, static_cast<std::uint8_t>(replay.setup.carry ? 1 : 0));
    if (replay.setup.carry) append_carry(out, *replay.setup.carry);
    append(out, replay.first_tick.value);
    append(out, static_cast<std::uint32_t>(replay.snapshots.size()));
    for (const FlatSnapshot& snapshot : replay.snapshots) {
        append(out, snapshot.tick.value);
        append_block(out, snapshot.world);
    }
    append(out, static_cast<std::uint32_t>(replay.frames.size()));
    FramePair before{};
    for (const FramePair& frames : replay.frames) {
        std::uint8_t changed = 0;
        for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
            if (!(frames[slot] == before[slot])) changed = static_cast<std::uint8_t>(changed | (1u << slot));
        }
        append(out, changed);
        for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
            if ((changed >> slot & 1) != 0) append(out, frames[slot]);
        }
        before = frames;
    }
    return out;
}

std::string read_flat(std::span<const std::uint8_t> bytes, FlatReplay& replay) {
    replay = {};
    ByteReader in{bytes};
    for (const char letter : kMagic) {
        if (in.get<std::uint8_t>() != static_cast<std::uint8_t>(letter)) return "not a flat replay";
    }
    replay.level = get_block(in);
    replay.setup.seed = in.get<std::uint32_t>();
    replay.setup.players = in.get<std::uint8_t>();
    replay.setup.section = in.get<std::uint8_t>();
    replay.setup.phase = in.get<std::uint8_t>();
    if (in.get<std::uint8_t>() != 0) {
        replay.setup.carry = get_carry(in);
        if (!is_valid(*replay.setup.carry)) in.go_bad();
    }
    replay.first_tick.value = in.get<std::uint32_t>();
    const auto snapshots = in.get<std::uint32_t>();
    for (std::uint32_t i = 0; i < snapshots && !in.bad(); ++i) {
        const Tick tick{in.get<std::uint32_t>()};
        replay.snapshots.push_back({tick, get_block(in)});
    }
    const auto ticks = in.get<std::uint32_t>();
    if (ticks > in.left()) in.go_bad();
    FramePair frames{};
    for (std::uint32_t i = 0; i < ticks && !in.bad(); ++i) {
        const auto changed = in.get<std::uint8_t>();
        for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
            if ((changed >> slot & 1) != 0) get(in, frames[slot]);
        }
        replay.frames.push_back(frames);
    }
    if (in.bad() || !in.at_end()) return "flat replay cut off or damaged";
    return {};
}

std::vector<std::uint8_t> read_file(const std::string& path) {
    std::vector<std::uint8_t> bytes;
    const File file{std::fopen(path.c_str(), "rb")};
    if (!file) return bytes;
    std::array<std::uint8_t, 65536> piece{};
    std::size_t size = 0;
    while ((size = std::fread(piece.data(), 1, piece.size(), file.get())) != 0) {
        bytes.insert(bytes.end(), piece.data(), piece.data() + size);
    }
    return bytes;
}

bool write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
    const File file{std::fopen(path.c_str(), "wb")};
    return file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
}

}  // namespace albireo::cross
