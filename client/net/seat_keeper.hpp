#pragma once
/// Keeps the seat of a running game in a small text file, so that a program that died comes back into it. Owned by
/// whoever owns the game.
///
///     albireo seat 1
///     server = 127.0.0.1:7777
///     code = K7QF2M
///     token = 00112233445566778899aabbccddeeff
///
/// 1. Written on entering, gone when the game is over, was left, or is known to be lost. Whoever only cannot reach the
///    server keeps it.
/// 2. One living program has the file, by a lock that dies with it: two players of one machine never take each other's
///    seat. The second keeps none.
/// 3. A damaged file, or one that cannot be written, is a line for the player and no more. The token lets in whoever
///    has it: the file is its owner's alone to read.
#include <optional>
#include <string>
#include <string_view>

#include "client/net/game_client.hpp"

namespace albireo::client {

struct KeptSeat {
    static constexpr int kVersion = 1;
    std::string server;  // HOST:PORT
    std::string code;
    proto::Token token{};

    bool operator==(const KeptSeat&) const = default;
};

std::string text_of(const KeptSeat& seat);
/// Nothing unless all of it is there and makes sense.
std::optional<KeptSeat> read_kept_seat(std::string_view text);

class SeatKeeper {
  public:
    /// An empty path keeps nothing.
    SeatKeeper(std::string path, std::string server);
    ~SeatKeeper();
    SeatKeeper(const SeatKeeper&) = delete;
    SeatKeeper& operator=(const SeatKeeper&) = delete;

    /// The seat that a program now dead had, if it did.
    const std::optional<KeptSeat>& found() const { return found_; }
    /// The token to come back with, if that was in this game on this server.
    std::optional<proto::Token> token_for(std::string_view code) const;

    /// Writes down, or removes, what follows from how the game stands. Cheap when nothing has changed.
    void follow(const GameClient& game);
    /// What is wrong with the file; empty if nothing is.
    const std::string& fault() const { return fault_; }

  private:
    bool open(bool create);
    void write(const KeptSeat& seat);
    void remove();
    void close();

    std::string path_, server_, fault_;
    std::optional<KeptSeat> found_;
    KeptSeat written_;
    int file_ = -1;
    bool done_ = false;  // with this game
};

}  // namespace albireo::client
