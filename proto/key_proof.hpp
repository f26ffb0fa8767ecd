#pragma once
/// Asks a server to prove that it holds a key, by a handshake of the game's link. Nothing else is sent; the server forgets the link because it
/// stays silent. Owned by the search for a game.
#include <memory>
#include <optional>

#include "proto/enet_link.hpp"

namespace albireo::proto {

class KeyProof {
  public:
    KeyProof(const NetAddress& server, const PublicKey& key);

    /// Call it every few milliseconds. Whether the server holds the key; nothing while it has not answered. A server without a free slot has
    /// proved its key too.
    std::optional<bool> advance(Micros now);

  private:
    std::unique_ptr<EnetLink> link_;  // null: no socket could be opened
    bool has_answered_ = false;
};

/// For a search (reach/game_finder.hpp): begins to ask a server, and returns what asks on.
inline auto prover_of(const PublicKey& key) {
    return [key](const NetAddress& server) {
        return [proof = std::make_shared<KeyProof>(server, key)](Micros now) { return proof->advance(now); };
    };
}

}  // namespace albireo::proto
