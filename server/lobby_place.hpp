#pragma once
/// The place of one lobby in the file of all of them (lobby_store.hpp): the two heads of a journal (journal.hpp), without frames.
///
/// 1. A place whose heads begin with zeros is free.
/// 2. It is freed head by head, the older one first, so a process that ends in between leaves the lobby as it was last.
/// 3. A place into which nothing was written is free again when its journal is let go.
#include <functional>
#include <optional>

#include "server/journal.hpp"

namespace albireo::server {

class LobbyPlace final : public JournalFile {
  public:
    static constexpr std::size_t kBytes = 2 * Journal::kHeadBytes;
    static constexpr std::size_t kMarkBytes = 8 + 24 + 4;  // number, nonce and size of a head: without them it is none

    /// Writes into the place. Returns an empty string, or the error.
    using Write = std::function<std::string(std::size_t offset, std::span<const std::uint8_t> bytes)>;
    /// The lobby has let go of its place. `is_free`: false if the heads could not be overwritten.
    using LetGo = std::function<void(bool is_free)>;
    /// JournalFile::when_synced(); empty: at once.
    using WhenSynced = std::function<void(std::function<void()> work)>;

    /// `number`: of the newest head that is there; 0: the place is free.
    LobbyPlace(Write write, LetGo let_go, std::uint64_t number, WhenSynced when_synced = {});
    ~LobbyPlace() override;
    LobbyPlace(const LobbyPlace&) = delete;
    LobbyPlace& operator=(const LobbyPlace&) = delete;

    std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes) override;
    /// A game that has started has a file of its own.
    std::string reserve(std::size_t size) override;
    void remove() override;
    void when_synced(std::function<void()> work) override { when_synced_ ? when_synced_(std::move(work)) : work(); }

    /// Whether no lobby is kept in these bytes.
    static bool is_free(std::span<const std::uint8_t> place);

  private:
    Write write_;
    LetGo let_go_;
    WhenSynced when_synced_;
    std::optional<std::size_t> newest_;  // the head that was written last; nothing: none
    bool is_let_go_ = false;
};

}  // namespace albireo::server
