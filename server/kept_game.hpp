#pragma once
/// The state that a session needs, in addition to its players' frames, to continue in another process.
///
/// 1. It contains secrets (tokens), so it is sealed on the disk (journal.hpp).
/// 2. read_kept_game() accepts any bytes: a KeptGame that it returns can make a session, if its level has its section
///    and phase.
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/seat_tokens.hpp"
#include "sim/carry.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::server {

/// Levels of a campaign: the journal has one byte for their number, and room for their names.
inline constexpr std::size_t kStagesMax = 32;

struct KeptSeat {
    bool taken = false;
    bool ready = false;
    bool stand_in = false;
    proto::Partner presence = proto::Partner::expected;
    std::uint64_t host = 0;
    std::string name{};
    SeatTokens tokens{};

    static void each(auto& self, auto&& visit) {
        visit(self.taken);
        visit(self.ready);
        visit(self.stand_in);
        visit(self.presence);
        visit(self.host);
        visit(self.name);
        visit(self.tokens);
    }
    bool operator==(const KeptSeat&) const = default;
};

struct KeptGame {
    std::uint32_t core_version = 0;
    std::string code;
    std::string level_name;
    std::uint64_t level_digest = 0;
    Difficulty difficulty = Difficulty::standard;
    std::uint32_t seed = 1;
    std::uint8_t players = 2;
    std::uint8_t section = 0, phase = 0;
    std::vector<std::string> stages{};
    std::uint8_t stage = 0;
    std::optional<Carry> carry{};
    std::uint64_t started_ms = 0;
    std::uint64_t host = 0;  // of the peer that created the session
    bool started = false;
    std::array<KeptSeat, kSlotCount> seats{};
    // The last values, which journals of earlier programs lack.
    std::uint32_t watch_delay_ms = 0;
    std::uint8_t speed = proto::kSpeedFull;

    static void each(auto& self, auto&& visit) {
        visit(self.core_version);
        visit(self.code);
        visit(self.level_name);
        visit(self.level_digest);
        visit(self.difficulty);
        visit(self.seed);
        visit(self.players);
        visit(self.section);
        visit(self.phase);
        visit(self.stages);
        visit(self.stage);
        visit(self.carry);
        visit(self.started_ms);
        visit(self.host);
        visit(self.started);
        visit(self.seats);
    }
    bool operator==(const KeptGame&) const = default;
};

/// Of two states of one game, whether the first is the later one: of a later level of its campaign, or of the game that its lobby has become.
inline bool is_later(const KeptGame& first, const KeptGame& second) {
    return std::pair(first.stage, first.started) > std::pair(second.stage, second.started);
}

std::vector<std::uint8_t> bytes_of(const KeptGame& game);
/// Nothing unless every value is within its range and consistent with the others.
std::optional<KeptGame> read_kept_game(std::span<const std::uint8_t> bytes);

}  // namespace albireo::server
