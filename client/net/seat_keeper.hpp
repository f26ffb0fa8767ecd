#pragma once
/// Stores the seat of a running game in a small text file, so that a program that crashed can rejoin it. Owned by the
/// owner of the game.
///
///     albireo seat 1
///     server = 127.0.0.1:7777
///     code = K7QF2M
///     token = 00112233445566778899aabbccddeeff
///     rendezvous = play.example.org:7777          only if the host was reached through it: its address may differ next time
///
/// 1. Written on entering; removed when the server has said that the game is over, or that the player is out of it, and when
///    the player leaves. Otherwise it is kept, for kKeptFor.
/// 2. One running program owns the file, by a lock that ends with the process: two players at one machine never take
///    each other's seat. The second player's seat is not stored.
/// 3. A damaged or unwritable file has no effect other than one line for the player. The token admits anyone who has
///    it, so the file has mode 0600. It is not encrypted: proto/WIRE.md says why (Security).
#include <optional>
#include <string>
#include <string_view>

#include "client/net/game_client.hpp"
#include "platform/file.hpp"

namespace albireo::client {

struct KeptSeat {
    static constexpr int kVersion = 1;
    std::string server;  // HOST:PORT
    std::string code;
    proto::Token token{};
    std::string rendezvous{};  // HOST:PORT through which it was reached; empty: directly

    bool operator==(const KeptSeat&) const = default;
};

std::string text_of(const KeptSeat& seat);
/// Returns nothing unless every field is present and valid.
std::optional<KeptSeat> read_kept_seat(std::string_view text);

class SeatKeeper {
  public:
    static constexpr std::int64_t kKeptFor = 24 * 60 * 60;  // seconds; then it is ignored

    /// With an empty path nothing is stored. `rendezvous`: through which the server was met; empty: it was reached directly.
    SeatKeeper(std::string path, std::string server, std::string rendezvous = {});
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
    void write(const KeptSeat& seat);
    void remove();
    void close();

    std::string path_, server_, rendezvous_, fault_;
    std::optional<KeptSeat> found_;
    KeptSeat written_;
    platform::File file_;
    bool done_ = false;  // with this game
};

}  // namespace albireo::client
