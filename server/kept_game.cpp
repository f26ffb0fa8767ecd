#include "server/kept_game.hpp"

#include <algorithm>
#include <cassert>

#include "proto/join_code.hpp"
#include "proto/messages.hpp"
#include "proto/names.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::server {
namespace {

constexpr std::size_t kTextMax = 255;

/// Both archives walk the same lists of fields.
struct Out {
    std::vector<std::uint8_t>& bytes;

    template <class T>
    void operator()(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            bytes.push_back(value ? 1 : 0);
        } else if constexpr (std::is_enum_v<T>) {
            (*this)(static_cast<std::underlying_type_t<T>>(value));
        } else if constexpr (std::is_integral_v<T>) {
            std::array<std::uint8_t, sizeof(T)> put;
            ByteWriter{put}.put(value);
            bytes.insert(bytes.end(), put.begin(), put.end());
        } else if constexpr (std::is_same_v<T, std::string>) {
            (*this)(static_cast<std::uint8_t>(std::min(value.size(), kTextMax)));
            bytes.insert(bytes.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(std::min(value.size(), kTextMax)));
        } else {
            T::each(value, *this);
        }
    }
    template <class T, std::size_t N>
    void operator()(const std::array<T, N>& values) {
        for (const T& value : values) (*this)(value);
    }
    template <class T>
    void operator()(const std::vector<T>& values) {
        assert(values.size() <= kStagesMax && "a longer list could not be read back");
        (*this)(static_cast<std::uint8_t>(values.size()));
        for (const T& value : values) (*this)(value);
    }
    template <class T>
    void operator()(const std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) (*this)(*value);
    }
    void operator()(const PlayerCarry& carry) { walk(*this, carry); }
    void operator()(const Carry& carry) { walk(*this, carry); }

    static void walk(auto& self, auto& carry)
        requires requires { carry.charge; }
    {
        self(carry.score);
        self(carry.charge);
        self(carry.gold);
        self(carry.multiplier);
        self(carry.lives);
        self(carry.weapon);
    }
    static void walk(auto& self, auto& carry)
        requires requires { carry.extends; }
    {
        self(carry.players);
        self(carry.extends);
        self(carry.continues);
        self(carry.ended_with);
    }
};

struct In {
    ByteReader bytes;

    template <class T>
    void operator()(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            const auto byte = bytes.get<std::uint8_t>();
            if (byte > 1) bytes.go_bad();
            value = byte == 1;
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(bytes.get<std::underlying_type_t<T>>());
        } else if constexpr (std::is_integral_v<T>) {
            value = bytes.get<T>();
        } else if constexpr (std::is_same_v<T, std::string>) {
            const std::size_t size = bytes.get<std::uint8_t>();
            value.assign(std::min(size, bytes.left()), '\0');
            if (size > value.size()) bytes.go_bad();
            bytes.get_bytes(value.data(), value.size());
        } else {
            T::each(value, *this);
        }
    }
    template <class T, std::size_t N>
    void operator()(std::array<T, N>& values) {
        for (T& value : values) (*this)(value);
    }
    template <class T>
    void operator()(std::vector<T>& values) {
        const std::size_t count = bytes.get<std::uint8_t>();
        if (count > kStagesMax) return bytes.go_bad();
        values.resize(count);
        for (T& value : values) (*this)(value);
    }
    template <class T>
    void operator()(std::optional<T>& value) {
        bool has = false;
        (*this)(has);
        value.reset();
        if (has) (*this)(value.emplace());
    }
    void operator()(PlayerCarry& carry) { Out::walk(*this, carry); }
    void operator()(Carry& carry) { Out::walk(*this, carry); }
};

bool is_sound(const KeptSeat& seat) {
    return static_cast<int>(seat.presence) < proto::kPartnerCount && (!seat.taken || (proto::is_name(seat.name) && !seat.name.empty()));
}

/// A message tells clients the name.
bool is_level_name(const std::string& name) {
    return name.size() <= proto::kLevelNameBytesMax;
}

/// Whether a lobby could have made this game, as far as its level does not matter (Recovery checks that).
bool is_sound(const KeptGame& game) {
    if (game.players < 1 || game.players > kSlotCount) return false;
    if (game.speed < proto::kSpeedMin || game.speed > proto::kSpeedFull) return false;
    const bool is_practice = game.section != 0;
    const bool is_campaign = !game.stages.empty();
    if ((game.phase != 0 && !is_practice) || (is_practice && is_campaign)) return false;
    if (is_campaign ? game.stage < 1 || game.stage > game.stages.size() : game.stage != 0) return false;
    if (game.carry && (game.stage < 2 || !is_valid(*game.carry))) return false;
    for (std::size_t slot = 0; slot < game.seats.size(); ++slot) {
        if (!is_sound(game.seats[slot]) || (game.seats[slot].taken && slot >= game.players)) return false;
    }
    return static_cast<int>(game.difficulty) < kDifficultyCount && proto::read_join_code(game.code) == game.code &&
           is_level_name(game.level_name) && std::ranges::all_of(game.stages, is_level_name);
}

}  // namespace

std::vector<std::uint8_t> bytes_of(const KeptGame& game) {
    std::vector<std::uint8_t> bytes;
    Out out{bytes};
    out(game);
    out(game.watch_delay_ms);
    out(game.speed);
    return bytes;
}

std::optional<KeptGame> read_kept_game(std::span<const std::uint8_t> bytes) {
    KeptGame game;
    In in{ByteReader{bytes}};
    in(game);
    if (!in.bytes.bad() && !in.bytes.at_end()) in(game.watch_delay_ms);
    if (!in.bytes.bad() && !in.bytes.at_end()) in(game.speed);
    const bool is_whole = !in.bytes.bad() && in.bytes.at_end();
    return is_whole && is_sound(game) ? std::optional(std::move(game)) : std::nullopt;
}

}  // namespace albireo::server
