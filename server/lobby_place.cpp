#include "server/lobby_place.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace albireo::server {

LobbyPlace::LobbyPlace(Write write, LetGo let_go, std::uint64_t number, WhenSynced when_synced)
    : write_(std::move(write)), let_go_(std::move(let_go)), when_synced_(std::move(when_synced)) {
    assert(write_ && let_go_ && "a place is in a file");
    if (number != 0) newest_ = number % 2;
}

LobbyPlace::~LobbyPlace() {
    if (!newest_) remove();
}

std::string LobbyPlace::write_at(std::size_t offset, std::span<const std::uint8_t> bytes) {
    assert(!is_let_go_ && offset >= Journal::kHeadsAt && offset + bytes.size() <= Journal::kCellsAt && "a lobby writes its heads");
    const std::size_t at = offset - Journal::kHeadsAt;
    newest_ = at / Journal::kHeadBytes;
    return write_(at, bytes);
}

std::string LobbyPlace::reserve(std::size_t) {
    return "no file could be made for the game that has started";
}

void LobbyPlace::remove() {
    if (is_let_go_) return;
    is_let_go_ = true;
    bool is_free = true;
    if (newest_) {
        constexpr std::array<std::uint8_t, kMarkBytes> kZeros{};
        for (const std::size_t head : {1 - *newest_, *newest_}) {
            const std::string error = write_(head * Journal::kHeadBytes, kZeros);
            is_free = is_free && error.empty();
        }
    }
    let_go_(is_free);
}

bool LobbyPlace::is_free(std::span<const std::uint8_t> place) {
    assert(place.size() == kBytes && "a place is read as a whole");
    const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
    return std::ranges::all_of(place.first(kMarkBytes), is_zero) && std::ranges::all_of(place.subspan(Journal::kHeadBytes, kMarkBytes), is_zero);
}

}  // namespace albireo::server
