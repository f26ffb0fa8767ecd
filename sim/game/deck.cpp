#include "sim/game/deck.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "sim/game/flow.hpp"

namespace albireo {
namespace {

using Cards = std::uint64_t;  // bit n: card n
static_assert(kCardsMax <= 64);

Cards used_cards(const Deck& deck) { return deck.used[0] | Cards{deck.used[1]} << 32; }

void set_used(Deck& deck, Cards used) { deck.used = {static_cast<std::uint32_t>(used), static_cast<std::uint32_t>(used >> 32)}; }

/// The cards of the level that are a boss's, or those that are not.
Cards cards_of(const Level& level, bool boss) {
    Cards cards = 0;
    for (std::size_t i = 0; i < level.loops.size(); ++i) {
        if (level.loops[i].has_trigger() == boss) cards |= Cards{1} << i;
    }
    return cards;
}

Cards up_to_tier(const Level& level, Cards cards, std::uint32_t tier) {
    Cards found = 0;
    for (Cards left = cards; left != 0; left &= left - 1) {
        const int card = std::countr_zero(left);
        if (level.loops[static_cast<std::size_t>(card)].tier <= tier) found |= Cards{1} << card;
    }
    return found;
}

/// The cards that may come next: those of the lowest tier in the bag and, from its round on, of every tier.
Cards choice(const Level& level, Cards bag, std::uint32_t round) {
    for (std::uint32_t tier = std::min<std::uint32_t>(round, kTiersMax); tier <= kTiersMax; ++tier) {
        const Cards found = up_to_tier(level, bag, tier);
        if (found != 0) return found;
    }
    assert(false && "check_level(): every card has a tier");
    return bag;
}

std::uint8_t draw(Random& random, Cards cards) {
    assert(cards != 0 && "there is always a card to deal");
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(cards))); skip > 0; --skip) cards &= cards - 1;
    return static_cast<std::uint8_t>(std::countr_zero(cards));
}

}  // namespace

void shuffle_deck(World& world, const Level& level, std::uint32_t seed) {
    if (level.is_endless()) world.deck.random = Random::seed(seed ^ 0x6a09e667u, seed * 2246822519u + 3);
}

PlacedTile deal_card(World& world, const Level& level, PlacedTile last) {
    assert(level.is_endless() && "only an endless level has cards");
    Deck& deck = world.deck;
    const bool is_first = deck.dealt == 0;
    const bool boss = deck.dealt % kRoundCards == kRoundCards - 1;
    const Cards all = cards_of(level, boss);
    Cards used = used_cards(deck);
    if ((all & ~used) == 0) used &= ~all;
    Cards bag = all & ~used;
    const Cards latest = is_first ? 0 : Cards{1} << deck.card;
    if ((bag & ~latest) != 0) bag &= ~latest;
    const std::uint8_t card = draw(deck.random, choice(level, bag, deck.dealt / kRoundCards + 1));
    set_used(deck, used | Cards{1} << card);
    ++deck.dealt;
    deck.card = card;
    deck.done = 0;
    lower_flags(world, level.loop_flags[card]);
    return {level.loops[card].tiles.first, 0, next_turn(last.turn), 0};
}

void enter_card(StepContext& step) {
    Deck& deck = step.world.deck;
    ++deck.entered;
    if (deck.entered % kRoundCards == 1) begin_round(step, round_of(step.world));
}

std::uint32_t round_of(const World& world) {
    return (world.deck.entered + kRoundCards - 1) / kRoundCards;
}

std::uint16_t heat_of(const World& world) {
    const std::uint32_t round = round_of(world);
    return static_cast<std::uint16_t>(round == 0 ? 0 : std::min<std::uint32_t>(round - 1, kHeatMax));
}

}  // namespace albireo
