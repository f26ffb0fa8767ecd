#pragma once
/// A whole game in one thread and in virtual time: a server, two clients with bots, and a network that goes wrong, all
/// from one seed. storm hunts through thousands of them; the session tests play single ones.
///
/// 1. The same options give the same game, bit for bit.
/// 2. Nothing here sleeps or reads a clock: time jumps to whatever is due next.
/// 3. After the calm all agree: a client that is in the game when it comes must have confirmed the server's tick of
///    that moment within kAgreeWithin; one that was cut off, crashed or given up by then has kRejoinWithin to come
///    back.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/net/game_client.hpp"
#include "proto/faulty_link.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"

namespace albireo::storm {

using proto::Micros;

/// What may befall a client, besides its links.
struct Mishap {
    enum class Kind : std::uint8_t { freeze, crash, leave };
    Kind kind = Kind::freeze;
    Slot slot = Slot::gold;
    Micros at = 0;
    /// freeze: for so long. crash: until it comes back by its token. leave: until it comes back by the code, as a
    /// newcomer, or by its token if the server has not heard the goodbye.
    Micros length = 0;
};

/// What a client's program and its machine are like.
struct ClientTraits {
    Micros picture = 0;      // it does its work once in so long, as a window does; 0: when something is due
    Micros late_max = 0;     // … and each time up to so much later
    Micros ready_after = 0;  // its player is ready so long after coming in
    bool lacks_level = false;
};

/// A change of the weather on one client's link.
struct Weather {
    Micros at = 0;
    Slot slot = Slot::gold;
    proto::FaultyLinkOptions link;
};

struct VirtualGameOptions {
    std::uint32_t seed = 1;
    std::string level = "the_cut";
    std::string levels_folder = {};  // offered besides the game's own levels
    Difficulty difficulty = Difficulty::standard;
    std::uint8_t players = 2;
    std::array<proto::FaultyLinkOptions, kSlotCount> links;
    std::array<ClientTraits, kSlotCount> traits;
    bool habits = false;  // for who makes the hands: like people
    std::array<std::int32_t, kSlotCount> clock_ppm{};  // how much faster than true time each client's clock runs
    std::vector<Weather> weather;                      // in order of time
    std::vector<Mishap> mishaps;
    Micros calm_at = 0;  // from then on the links are perfect; 0: never
    bool eco = false;
    std::array<std::optional<Fault>, kSlotCount> faults;  // planted in the clients' confirmed worlds
    std::optional<Fault> server_fault;
    std::function<std::unique_ptr<client::Hands>(Slot slot, std::uint32_t seed)> hands;
};

/// What must hold, and did not.
struct Finding {
    Micros at = 0;
    std::string what;
};

class VirtualGame {
  public:
    explicit VirtualGame(VirtualGameOptions options);
    ~VirtualGame();

    /// Goes on until `until`, or until the game has ended for everybody.
    void run(Micros until);

    Micros now() const { return now_; }
    bool is_over() const;
    const std::vector<Finding>& findings() const { return findings_; }

    static constexpr Micros kAgreeWithin = kLeadTicksMax * proto::kMicrosPerTick;
    /// A client notices a dead link after 4 s, and after 8 where packets are rare; then a second for the world.
    static constexpr Micros kRejoinWithin = 9 * proto::kMicrosPerSecond + kAgreeWithin;

    /// Looks at the whole game: replicas agree, the recording verifies. Call it when everything has calmed down.
    void check_at_end();

    client::GameClient& client(Slot slot) { return *clients_[index(slot)].game; }
    bool is_running(Slot slot) const { return clients_[index(slot)].game != nullptr; }
    const server::Lobby& lobby() const { return *lobby_; }
    const server::Metrics& metrics() const { return metrics_; }
    const std::vector<std::uint8_t>& recording() const { return record_; }
    std::vector<std::string>& log() { return log_; }
    const std::vector<replays::Bundle>& bundles() const { return bundles_; }
    std::uint64_t ticks_checked() const { return ticks_checked_; }
    /// Own-ship and own-shot corrections, over all lives of a client's process.
    std::uint64_t own_corrections(Slot slot) const;
    /// The most bytes a client sent in any second, with all headers.
    std::uint64_t bytes_per_second_max(Slot slot) const;

  private:
    class Tap;
    class Board;
    class Meter;
    struct Client {
        std::unique_ptr<client::Hands> hands;
        std::unique_ptr<client::GameClient> game;
        Tap* tap = nullptr;  // the link of the game's present connection
        std::int32_t ppm = 0;
        Micros frozen_until = 0;
        Micros next_picture = 0;
        Micros waiting_since = -1;  // in the lobby
        Micros leaves_by = -1;      // it has said goodbye, and stays up to then for that to be heard
        Micros away_for = 0;        // … and comes back so much later
        std::uint64_t own_corrections = 0;  // of earlier lives
        std::uint64_t conflicts = 0;        // … too
        std::uint64_t bytes_max = 0;
        Micros agrees_by = proto::kNever;
        Tick compared;  // confirmed ticks below have been compared with the server's
        proto::FaultyLinkOptions weather;
    };

    void start_client(Slot slot, bool by_token);
    Micros own_time(const Client& client, Micros now) const;
    Micros true_time(const Client& client, Micros own) const;
    void befall(const Mishap& mishap);
    void end_client(Client& client);
    void advance_client(Slot slot);
    void advance_all();
    void compare(Slot slot);
    void note_server();
    void note_calm();
    void check_agreement(Slot slot);
    Micros next_due() const;
    void find(std::string what);
    const server::Session* session() const;
    std::shared_ptr<const Level> level(const std::string& name, Difficulty difficulty);

    VirtualGameOptions options_;
    Micros now_ = 0;
    Random random_;
    server::Levels levels_;
    server::Metrics metrics_;
    proto::MemoryNet net_;
    std::unique_ptr<Meter> meter_;  // what the server sends goes through it
    std::unique_ptr<server::Lobby> lobby_;
    std::array<Client, kSlotCount> clients_;
    std::unique_ptr<Board> board_;
    std::vector<std::uint64_t> server_roots_;  // by tick
    std::vector<std::uint8_t> record_;
    std::vector<Finding> findings_;
    std::vector<std::string> log_;
    std::vector<replays::Bundle> bundles_;
    std::size_t next_weather_ = 0, next_mishap_ = 0;
    struct Return {
        Micros at = 0;
        Slot slot = Slot::gold;
        bool by_token = true;
    };
    std::vector<Return> returns_;
    bool calm_ = false;
    Tick calm_tick_;  // the server's world when the calm came
    std::string code_;
    proto::Token tokens_[kSlotCount]{};
    std::uint64_t ticks_checked_ = 0;
    std::uint32_t link_seed_ = 0;
};

}  // namespace albireo::storm
