#pragma once
/// The file in which all lobbies of a server outlive its process: a fixed number of places, each for one session that has not started. It is
/// made when the server starts, so a Create makes no file and waits for none. All shards share it.
///
///     20261120-170501.lobbies = signature (8), version (4), check of the key (16), zeros to 4 096; places (8 192 each)
///     place = the two heads of a journal (journal.hpp); free if they begin with zeros (lobby_place.hpp)
///
/// 1. The file is locked by its process. A server takes over the files that it can lock and read, so lobbies stay in their places, and the
///    next server to start finds a file that a second one has left. A server makes a file only if it has taken over none.
/// 2. New lobbies go into the first file; others are removed at the next start in which they have no lobby.
/// 3. A place that cannot be read is told once, and is free. A file that cannot be read stays for a day, because it may be another server's, and
///    is then set aside (parked_games.hpp).
/// 4. Places are written as memory, without a call to the system. Space is reserved some places ahead. If a write fails, the file gets no
///    further lobby, and the disk's thread tries to make another file.
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "server/disk_sync.hpp"
#include "server/journal.hpp"

namespace albireo::server {

/// A lobby that an earlier process has left in its place.
struct LeftLobby {
    JournalImage image;
    std::shared_ptr<Journal> journal;  // the same place, for writing

    const std::string& code() const { return image.game().code; }
};

class LobbyStore : public std::enable_shared_from_this<LobbyStore> {
  public:
    static constexpr std::uint32_t kReservedAhead = 256;  // places: 2 MB
    static constexpr proto::Micros kMadeEvery = 2 * proto::kMicrosPerSecond;  // between attempts to make a file after one has failed

    /// Takes over what is in the folder. Waits for the disk. `faults`: a line for each file and place that cannot be used.
    static std::shared_ptr<LobbyStore> open(const std::string& folder, const JournalKey& key, std::uint32_t places, std::vector<std::string>& faults);
    ~LobbyStore();
    LobbyStore(const LobbyStore&) = delete;
    LobbyStore& operator=(const LobbyStore&) = delete;

    /// The lobbies of an earlier process; only once.
    std::vector<LeftLobby> take_left();
    /// The journal of a new lobby, from any thread. Null: all places are in use. If there is no file, the journal has a fault.
    std::shared_ptr<Journal> new_lobby();
    /// From any thread: DiskSync::unsynced_for().
    proto::Micros unsynced_for(proto::Micros now) const { return disk_.unsynced_for(now); }

  private:
    struct Book;
    LobbyStore(std::string folder, const JournalKey& key, std::uint32_t places);
    void take_over(const std::string& path, std::vector<std::string>& faults);
    std::string read_places(const platform::File& file, const std::shared_ptr<Book>& book, std::vector<std::string>& faults);
    void read_place(std::span<const std::uint8_t> bytes, std::uint32_t place, const std::shared_ptr<Book>& book, std::vector<std::string>& faults);
    std::string make_book();
    std::string begin_book(platform::File made, const std::string& path);
    void make_book_later();
    std::shared_ptr<Journal> journal_at(std::shared_ptr<Book> book, std::uint32_t place, std::uint64_t counts_from, std::uint64_t number);

    const std::string folder_;
    const JournalKey key_;
    const std::uint32_t places_;
    struct Left;
    std::vector<Left> left_;
    mutable std::mutex mutex_;
    // Guarded by the mutex.
    std::vector<std::shared_ptr<Book>> books_;  // new lobbies go into the first book that can be written
    std::string fault_;                         // why there is none
    proto::Micros made_at_ = 0;                 // when one was last tried
    DiskSync disk_;  // last: it ends before what its work uses
};

}  // namespace albireo::server
