#pragma once
/// Keeps the seat of a running game in a small file (seat_file.hpp), so that a program that crashed can rejoin it. Owned by the
/// owner of the game.
///
/// 1. Written on entering; removed when the server has said that the game is over, or that the player is out of it, and when
///    the player leaves. Otherwise it is kept, for kKeptFor.
/// 2. One running program owns the file, by a lock that ends with the process: two players at one machine never take
///    each other's seat. The second player's seat is not stored.
/// 3. A damaged or unwritable file has no effect other than one line for the player. The token admits anyone who has
///    it, so it is sealed with a key in another file, made at the first use, and both files have mode 0600. An unsealed file of an older version is read, and
///    sealed at once.
#include <optional>
#include <string>
#include <string_view>

#include "client/net/game_client.hpp"
#include "client/net/seat_file.hpp"
#include "platform/file.hpp"

namespace albireo::client {

/// Where they are. With an empty `seat` nothing is stored.
struct SeatPaths {
    std::string seat;
    std::string key;
};

class SeatKeeper {
  public:
    static constexpr std::int64_t kKeptFor = 24 * 60 * 60;  // seconds; then it is ignored

    /// `rendezvous`: through which the server was met; empty: it was reached directly.
    SeatKeeper(SeatPaths paths, std::string server, std::string rendezvous = {});
    ~SeatKeeper();
    SeatKeeper(const SeatKeeper&) = delete;
    SeatKeeper& operator=(const SeatKeeper&) = delete;

    /// The seat left behind by a program that has ended, if any.
    const std::optional<KeptSeat>& found() const { return found_; }
    /// The token for rejoining, if the found seat was in this game on this server, or met through the same rendezvous.
    std::optional<proto::Token> token_for(std::string_view code) const;

    /// Writes or removes the file according to the game's state. Cheap when nothing has changed.
    void follow(const GameClient& game);
    /// The file's error; empty if there is none.
    const std::string& fault() const { return fault_; }

  private:
    bool open(bool create);
    void find();
    void write(const KeptSeat& seat);
    void write_sealed(const KeptSeat& seat);
    void remove();
    void close();

    const SeatPaths paths_;
    std::string server_, rendezvous_, fault_;
    std::optional<proto::TokenKey> key_;  // read, or made, under the file's lock
    std::optional<KeptSeat> found_;
    KeptSeat written_;
    platform::File file_;
    bool done_ = false;  // with this game
};

}  // namespace albireo::client
