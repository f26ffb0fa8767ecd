#pragma once
/// The file beside an unfinished recording that lets its game continue in another process: a sealed KeptGame, and the newest
/// frames of both seats. Its session owns it, and drops it when the game is over. A session that has not started has no file: its
/// journal is two heads in the file of all lobbies (lobby_store.hpp).
///
///     file = signature (8), version (4), zeros to 64; head A, head B (4 096 each); cells of gold (512), of blue (512)
///     head = number (8), nonce (24), size (4), KeptGame sealed with XChaCha20-Poly1305
///     cell = tick (4), size (2), frame (16 to 272: only the reports that it has), low half of XXH3-64 of all that and the slot (4)
///
/// 1. Frames that are not in the recording yet are here: the recorder writes once a second, and 512 ticks are 8.5 s. The
///    frame of tick t is in cell t modulo 512. note() has written a frame when it returns, so the frame survives the end of
///    this process. A session calls it before the frame is acknowledged, and before it is relayed.
/// 2. The two heads are written in turn. If a write was cut off, the other head, with the lower number, is still intact.
/// 3. A cell that was cut off fails its checksum and counts as missing; others are not affected.
/// 4. After the first error nothing more is written; what was written before stays intact.
/// 5. Tokens and names are sealed with a key derived from the server's (journal_key()). Frames are not secret.
/// 6. A journal in which no game was ever kept removes its file when it is let go: its game did not start.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proto/keys.hpp"
#include "server/kept_game.hpp"
#include "sim/input.hpp"

namespace albireo::server {

/// What is written in place: a file on the disk (parked_games.hpp), a lobby's part of one (lobby_place.hpp), or memory in tests.
class JournalFile {
  public:
    virtual ~JournalFile() = default;
    /// Once it has returned, the bytes survive the end of this process. Returns an empty string, or the error.
    virtual std::string write_at(std::size_t offset, std::span<const std::uint8_t> bytes) = 0;
    /// Sets space aside, so that a full disk does not stop later writes. Returns an empty string, or the error. On a disk
    /// this happens later, and the next write returns the error.
    virtual std::string reserve(std::size_t size) = 0;
    virtual void remove() = 0;
    /// Calls `work` once what was written is on the disk, perhaps on another thread, or when it is known that it will not be.
    virtual void when_synced(std::function<void()> work) { work(); }
};

using JournalKey = std::array<std::uint8_t, 32>;
JournalKey journal_key(const proto::SecretKey& server);

class Journal {
  public:
    static constexpr std::size_t kHeadBytes = 4096;
    static constexpr std::uint32_t kRing = 512;  // ticks
    static constexpr std::size_t kCellBytes = 4 + 2 + sizeof(Frame) + 4;
    static constexpr std::size_t kHeadsAt = 64, kCellsAt = kHeadsAt + 2 * kHeadBytes;
    static constexpr std::size_t kFileBytes = kCellsAt + kSlotCount * kRing * kCellBytes;

    /// `number`: of the last head, or one above all that were ever there; 0: the file is new.
    Journal(std::unique_ptr<JournalFile> file, const JournalKey& key, std::uint64_t number = 0);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// The game as it is now. Does nothing if it has not changed.
    void keep(const KeptGame& game);
    /// Writes the seat's frame of a tick (1 above). `frame` must be normal (proto::is_normal).
    void note(Slot slot, Tick tick, const Frame& frame);
    /// The game begins: its frames need space.
    void reserve();
    /// The game is over, or no longer in this journal: removes the file.
    void drop();
    /// The game is in this journal now: drops the one before, once this one is on the disk. So it survives the end of the machine in one of them.
    void replace(std::shared_ptr<Journal> before);

    /// Why nothing more is written; empty: all is well.
    const std::string& fault() const { return fault_; }

  private:
    void write_at(std::size_t offset, std::span<const std::uint8_t> bytes);

    std::unique_ptr<JournalFile> file_;
    JournalKey key_;
    std::uint64_t number_;
    bool is_dropped_ = false;
    std::vector<std::uint8_t> kept_;  // the last head, plain; wiped, because it holds tokens
    std::string fault_;
};

/// The contents of a journal, read after its process has ended. Untrusted.
class JournalImage {
  public:
    /// Whether no game was ever kept in this file: the process ended between making the journal and creating the session.
    static bool is_unused(std::span<const std::uint8_t> file);

    /// A whole journal with these two heads, and without frames.
    static std::vector<std::uint8_t> file_of(std::span<const std::uint8_t> heads);

    /// Returns an empty string, or why no game can be resumed from these bytes.
    std::string read(std::vector<std::uint8_t> file, const JournalKey& key);

    const KeptGame& game() const { return game_; }
    std::uint64_t number() const { return number_; }
    const std::vector<std::uint8_t>& file() const { return file_; }
    /// The frame of a tick; nothing if it is not there.
    std::optional<Frame> frame(Slot slot, Tick tick) const;
    /// The last tick of which there is a frame of this seat; nothing if there is none.
    std::optional<Tick> newest(Slot slot) const;

  private:
    std::vector<std::uint8_t> file_;
    KeptGame game_;
    std::uint64_t number_ = 0;
};

}  // namespace albireo::server
