#pragma once
/// A carry as the Protocol Buffers message of that name, which wire.proto and replay.proto declare identically.
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "sim/carry.hpp"

namespace albireo::proto {

/// `Message`: a generated message with the fields of wire.proto's Carry.
template <typename Message>
void write_carry(Message& to, const Carry& carry) {
    for (const PlayerCarry& player : carry.players) {
        auto& each = *to.add_players();
        each.set_score(player.score);
        each.set_charge(static_cast<std::uint32_t>(player.charge));
        each.set_gold(static_cast<std::uint32_t>(player.gold));
        each.set_multiplier(player.multiplier);
        each.set_lives(player.lives);
        each.set_weapon(static_cast<std::uint32_t>(player.weapon));
    }
    to.set_extends(carry.extends);
    to.set_continues(carry.continues);
    to.set_ended_with(carry.ended_with);
}

/// Nothing unless every number fits its member and the carry is valid.
template <typename Message>
std::optional<Carry> read_carry(const Message& from) {
    bool fits = from.players_size() == static_cast<int>(kSlotCount);
    const auto take = [&fits](auto& member, std::uint32_t value) {
        using Member = std::remove_reference_t<decltype(member)>;
        fits = fits && value <= static_cast<std::uint32_t>(std::numeric_limits<Member>::max());
        member = static_cast<Member>(value);
    };
    Carry carry;
    for (std::size_t slot = 0; fits && slot < kSlotCount; ++slot) {
        const auto& each = from.players(static_cast<int>(slot));
        PlayerCarry& player = carry.players[slot];
        std::uint8_t weapon = 0;
        take(player.score, each.score());
        take(player.charge, each.charge());
        take(player.gold, each.gold());
        take(player.multiplier, each.multiplier());
        take(player.lives, each.lives());
        take(weapon, each.weapon());
        player.weapon = static_cast<Weapon>(weapon);
    }
    take(carry.extends, from.extends());
    take(carry.continues, from.continues());
    carry.ended_with = from.ended_with();
    if (!fits || !is_valid(carry)) return std::nullopt;
    return carry;
}

}  // namespace albireo::proto
