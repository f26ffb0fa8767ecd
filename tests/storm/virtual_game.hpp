#pragma once
/// A whole game in one thread and in virtual time: a server, two clients with bots, and a faulty network, all from one
/// seed. albireo-storm runs thousands of them; the session tests run single ones.
///
/// 1. The same options give the same game, bit for bit.
/// 2. Nothing here sleeps or reads a clock: time jumps to the next due event.
/// 3. After the calm begins, all replicas agree. A client that is in the game at that moment confirms the server's tick
///    of that moment within kAgreeWithin. A client that is disconnected, crashed or dropped at that moment has
///    kRejoinWithin. One that crashes about the end of the game, in the calm, has kReturnWithin from its return on.
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/net/game_client.hpp"
#include "proto/rare.hpp"
#include "replays/spectator.hpp"
#include "server/lobby.hpp"
#include "server/presence.hpp"
#include "tests/storm/coverage.hpp"
#include "tests/storm/hostile_partner.hpp"
#include "tests/storm/neighbours.hpp"
#include "tests/storm/network.hpp"
#include "tests/storm/stranger.hpp"

namespace albireo::storm {

using proto::Micros;

/// What happens to a client or to the server, apart from the links' faults.
struct Incident {
    enum class Kind : std::uint8_t {
        freeze,
        crash,
        leave,
        server_freeze,
        rebind,              // the client's connection reaches no peer any more, and the client does not notice
        clock_jump,          // forward by `amount` microseconds; the server's wall clock goes back by as many seconds
        clock_drift,         // from now on the clock runs `amount` millionths fast
        crash_before_start,  // a crash that strikes only before the game has begun
        server_crash,        // the server's process is killed at its `amount`-th write or packet from then on; 0: at once
        disk_full,           // no file of the server grows for `length`
        disk_torn,           // the server's next write stores a part of its bytes and fails
        operator_acts,       // an operator does what `amount` says
        server_restart,      // the server parks its games and ends; `length` later the next process starts
    };
    static constexpr std::size_t kKinds = 13;
    Kind kind = Kind::freeze;
    Slot slot = Slot::gold;
    Micros at = 0;
    /// freeze: how long. crash: time until it rejoins with its token. leave: time until it returns with the code as a new
    /// player, or with its token if the server did not receive the goodbye.
    Micros length = 0;
    std::int32_t amount = 0;
};

/// When a client crashes about the end of the game. It comes back with its token, and must learn how the game ended.
enum class EndCrash : std::uint8_t { never, when_predicted, when_ended };

/// Properties of a client's program and machine.
struct ClientTraits {
    Micros picture = 0;      // it works once per this interval, like a window; 0: when something is due
    Micros late_max = 0;     // each time later by up to this much
    Micros ready_after = 0;  // its player gets ready this long after joining
    bool lacks_level = false;
    EndCrash end_crash = EndCrash::never;
    Micros end_crash_after = 0;  // … this much later
    Micros end_crash_for = 0;
};

/// A change of the faults on one client's link.
struct LinkChange {
    Micros at = 0;
    Slot slot = Slot::gold;
    proto::FaultyLinkOptions link;
    bool is_dark = false;  // it carries nothing in at least one direction; for statistics
};

struct VirtualGameOptions {
    std::uint32_t seed = 1;
    std::string level = "the_cut";
    std::string levels_folder = {};  // searched in addition to the game's own levels
    std::shared_ptr<const Level> compiled = {};  // the level at its difficulty; null: it is compiled for this game
    Difficulty difficulty = Difficulty::standard;
    std::uint8_t players = 2;
    std::vector<std::pair<std::string, std::shared_ptr<const Level>>> stages = {};  // of a campaign, which `level` is then; empty: one level
    std::uint8_t section = 0;  // practice from this section of the level; 0: the whole level
    std::uint8_t phase = 0;    // … or from this phase of the section's boss
    std::uint8_t speed = proto::kSpeedFull;
    std::uint32_t watch_delay_ms = 0;  // spectators are at least this far behind
    std::array<proto::FaultyLinkOptions, kSlotCount> links;
    std::array<Tricks, kSlotCount> tricks;  // seeds are set by the game
    std::array<ClientTraits, kSlotCount> traits;
    bool habits = false;                               // `make_controller` should give them human habits
    std::array<std::int32_t, kSlotCount> clock_ppm{};  // how much faster each client's clock runs than true time
    std::vector<LinkChange> link_changes;              // in order of time
    std::vector<Incident> incidents;
    Micros calm_at = 0;  // from this time the links are perfect; 0: never
    bool eco = false;
    Micros offload_delay = 0;      // of the work that the server has done by another thread
    bool random_order = false;     // the clients and the server run in random order within a millisecond
    std::uint32_t rare_ppm = 0;    // how often each rare point gives its rare answer (proto/rare.hpp)
    Micros spectator_at = proto::kNever;  // from then on somebody watches the game
    bool voice = false;            // the players talk
    bool neighbours = false;       // two others play on the same server
    bool stranger = false;         // somebody else asks the server for what they may not have
    bool hostile_partner = false;  // blue is a HostilePartner; with two players only
    bool expects_heal = false;     // a fault planted in a client is no finding, but must be healed before the end
    std::optional<Fault> fault_after_crash;  // planted in clients that come back by token; its tick counts from then on
    std::array<std::optional<Fault>, kSlotCount> faults;  // planted in the clients' confirmed worlds
    std::optional<Fault> server_fault;
    std::function<std::unique_ptr<Network>(std::uint32_t seed)> make_network = {};  // none: packets in memory
    std::function<std::unique_ptr<client::PlayerController>(Slot slot, std::uint32_t seed)> make_controller;
};

/// A violated guarantee.
struct Finding {
    Micros at = 0;
    std::string what;
};

class VirtualGame {
  public:
    explicit VirtualGame(VirtualGameOptions options);
    ~VirtualGame();

    /// Runs until `until`, or until the game has ended for all.
    void run(Micros until);

    Micros now() const { return now_; }
    bool is_over() const;
    const std::vector<Finding>& findings() const { return findings_; }

    static constexpr Micros kAgreeWithin = kLeadTicksMax * proto::kMicrosPerTick;
    /// A planted fault is detected within a digest exchange or two, and healed a round trip later.
    static constexpr std::int32_t kHealTicks = 300;
    /// A client detects a dead link after 4 s, or 8 s where packets are rare; then it has one second for the world.
    static constexpr Micros kRejoinWithin = 9 * proto::kMicrosPerSecond + kAgreeWithin;
    /// Its partner may have crashed, too. The world then waits for the partner's frames until the server makes them, and
    /// nobody gets the world before it has used their own last frames.
    static constexpr Micros kReturnWithin = server::Presence::kAbsentAfter + proto::kMicrosPerSecond + kAgreeWithin;

    /// Checks the whole game: replicas agree, the recording verifies. Call it after the calm. It first runs on for as long as a
    /// client still has time to agree.
    void check_at_end();

    client::GameClient& client(Slot slot) { return *clients_[index(slot)].game; }
    bool is_server_up() const { return lobby_ != nullptr; }
    bool is_running(Slot slot) const { return clients_[index(slot)].game != nullptr; }
    const server::Lobby& lobby() const { return *lobby_; }
    const server::Metrics& metrics() const { return metrics_; }
    /// Of the game that the clients know, or of the last level of its campaign that began; empty if it has not begun.
    const std::vector<std::uint8_t>& recording() const;
    std::vector<std::string>& log() { return log_; }
    const std::vector<replays::Bundle>& bundles() const { return bundles_; }
    std::uint64_t ticks_checked() const { return ticks_checked_; }
    const VirtualGameOptions& options() const { return options_; }
    /// What the game has exercised. Complete after check_at_end().
    const Coverage& coverage() const { return coverage_; }
    bool has_hostile() const { return options_.hostile_partner && options_.players > 1; }

    // How often faults took effect.
    const Network& network() const { return *network_; }
    std::uint64_t incidents_of(Incident::Kind kind) const { return incidents_[static_cast<std::size_t>(kind)]; }
    std::uint64_t swaps() const { return swaps_; }
    std::uint64_t server_crashes() const { return server_ends_ - incidents_of(Incident::Kind::server_restart); }
    /// Ticks that spectators have verified, and pieces of voice that players have heard.
    std::uint64_t ticks_watched() const { return ticks_watched_; }
    std::uint64_t pieces_heard() const { return pieces_heard_; }
    std::uint64_t rematches() const { return neighbours_ != nullptr ? neighbours_->rematches() : 0; }
    std::uint64_t refusals() const { return stranger_ != nullptr ? stranger_->refusals() : 0; }
    const std::array<std::uint64_t, proto::kRareCount>& rare_points() const { return rare_points_; }
    std::uint64_t refused_writes() const;
    std::uint64_t torn_writes() const;
    /// When the server started again, or will, after its latest crash.
    Micros restarted_at() const { return crash_.starts_at; }
    std::uint64_t partitions() const { return partitions_; }
    std::uint64_t end_crashes() const { return end_crashes_; }
    std::uint64_t hostile_packets() const { return hostile_ != nullptr ? hostile_->packets() : 0; }
    /// Ticks in which a planted fault made a client differ.
    std::uint64_t planted_seen() const { return planted_seen_; }
    /// Corrections of the player's own ship and shots, over all processes of this client.
    std::uint64_t own_corrections(Slot slot) const;
    /// The most bytes that a client sent in any second, with all headers.
    std::uint64_t bytes_per_second_max(Slot slot) const;

  private:
    class Board;
    class Disk;
    class Meter;
    class Rarities;
    struct Client {
        std::unique_ptr<client::PlayerController> controller;
        std::unique_ptr<client::GameClient> game;
        /// Its clock: from the true time `from` on it shows `own`, and runs `ppm` millionths fast.
        struct Clock {
            Micros from = 0, own = 0;
            std::int32_t ppm = 0;
        };
        std::vector<Clock> clock;  // in order of time; the first is from 0
        Micros frozen_until = 0;
        Micros next_picture = 0;
        Micros waiting_since = -1;  // time at which it entered the lobby; -1: not there
        Micros quits_by = -1;       // until then it waits for its goodbye to arrive; -1: not quitting
        Micros away_for = 0;        // it returns this much later
        std::uint64_t own_corrections = 0;  // of earlier processes
        std::uint64_t conflicts = 0;        // of earlier processes
        std::uint64_t digests = 0, heals = 0;  // of earlier processes
        Micros disturbed_at = -kDisturbedFor;  // time of the last incident that it has not noticed yet
        Micros end_crash_at = proto::kNever;
        bool has_end_crashed = false;
        bool is_by_token = false;
        bool knows_end = false;  // its earlier process knew how the game ended
        bool is_playing = false;  // after its last turn
        bool differs = false;  // in the tick last compared
        std::uint64_t bytes_max = 0;
        Micros agrees_by = proto::kNever;
        Tick compared;  // confirmed ticks below this have been compared with the server's
        proto::FaultyLinkOptions link;
        Micros next_piece = 0;  // of voice
        std::uint16_t pieces = 0;
    };

    static constexpr Micros kDisturbedFor = 10 * proto::kMicrosPerSecond;
    static constexpr std::uint32_t kOrders = 6;  // in which the two clients and the server may run

    bool is_client(Slot slot) const {
        return index(slot) < options_.players && !(slot == Slot::blue && has_hostile());
    }
    std::unique_ptr<proto::Link> open_link(Slot slot);
    void advance_server();
    void start_server();
    void note_server_end();
    void kill_server();
    void stop_server(const Incident& incident);
    void stop_if_done();
    void act_as_operator(std::uint32_t act);
    void advance_spectator();
    void advance_stranger();
    void advance_neighbours();
    void talk(Slot slot);
    void check_resumed();
    void advance_in_order();
    void note_end();
    std::optional<proto::Ended> ended() const;
    void follow_campaign(Slot slot);
    void check_outcome(Slot slot);
    bool ends_before_heal(Slot slot) const;
    void crash_at_end(Slot slot);
    void check_end_of(Slot slot);
    void note_return(Slot slot);
    std::uint64_t Coverage::* ending_of(const World& recorded) const;
    void check_parts();
    void cover_recording(const replays::Replay& replay, bool is_last);
    void start_client(Slot slot, bool by_token);
    void open_client(Slot slot, client::ClientOptions options);
    Micros own_time(const Client& client, Micros now) const;
    Micros true_time(const Client& client, Micros own) const;
    void apply_incident(const Incident& incident);
    void end_client(Client& client);
    void advance_client(Slot slot);
    void advance_all();
    void compare(Slot slot);
    void check_setup();
    void store_server_roots();
    void begin_calm();
    void let_agree();
    Micros returns_at(Slot slot) const;
    void check_agreement(Slot slot);
    Micros next_due() const;
    void add_finding(std::string what);
    const server::Session* session() const;
    /// The stage, from 0 on, of a session or of a client's game.
    template <class Game>
    static std::size_t stage_of(const Game& game) {
        if constexpr (requires { game.stage(); }) return std::max<std::size_t>(game.stage(), 1) - 1;
        else return std::max<std::size_t>(game.stage, 1) - 1;
    }
    std::shared_ptr<const Level> level(const std::string& name, Difficulty difficulty);

    VirtualGameOptions options_;
    Micros now_ = 0;
    Random random_;
    server::Levels levels_;
    server::Metrics metrics_;
    std::unique_ptr<Network> network_;  // before the server and the clients, which own links of it
    std::unique_ptr<Meter> meter_;  // counts what the server sends
    std::unique_ptr<Disk> disk_;
    std::unique_ptr<server::Lobby> lobby_;  // null: its process was killed
    struct Crash {
        bool is_armed = false;
        Micros stops_by = proto::kNever;  // the process has parked its games, and ends by then
        std::int32_t left = 0;  // writes and packets until it strikes
        Micros length = 0;      // until the next process starts
        Micros starts_at = proto::kNever;
        Micros started_at = -1;   // the last one
        bool is_open = false;     // the resumed game has not been compared yet
        bool had_game = false, in_game = false;
        std::uint64_t games_ended = 0;  // before it struck
        std::size_t stage = 0;                   // that was played when it struck
        Tick server_tick;                        // of the game, when it struck
        std::array<Tick, kSlotCount> confirmed;  // of that stage, by the clients, at least up to the next start
    } crash_;
    void maybe_strike();
    std::array<Client, kSlotCount> clients_;
    std::unique_ptr<Board> board_;
    /// One level of a campaign, or the only one.
    struct Stage {
        std::vector<std::uint64_t> roots;    // the server's, by tick
        std::optional<proto::Ended> ended;   // what the server says about the end
        Micros began_at = proto::kNever, ended_at = proto::kNever;
    };
    std::vector<Stage> stages_ = std::vector<Stage>(1);  // that the server has opened
    // By code: a server that is killed before any client has heard of a game resumes it beside the next one. Of each stage.
    std::map<std::string, std::deque<std::vector<std::uint8_t>>> records_;
    std::vector<Finding> findings_;
    std::vector<std::string> log_;
    std::vector<replays::Bundle> bundles_;
    std::size_t next_link_change_ = 0, next_incident_ = 0;
    struct Return {
        Micros at = 0;
        Slot slot = Slot::gold;
        bool by_token = true;
    };
    std::vector<Return> returns_;
    bool calm_ = false;
    Tick calm_tick_;  // the server's tick when the calm began
    std::size_t calm_stage_ = 0;
    std::string code_;  // of the game, once gold knows it
    std::map<std::string, std::string> watch_codes_;  // by the game's code: what spectators were told first
    bool is_setup_wrong_ = false;
    bool has_partner_ = false;  // blue knows the code
    proto::Token tokens_[kSlotCount]{};
    std::uint64_t ticks_checked_ = 0;
    std::uint32_t link_seed_ = 0;
    Random order_random_;
    std::deque<std::pair<Micros, std::function<void()>>> offloaded_;  // work of the server, and when it is done
    std::unique_ptr<HostilePartner> hostile_;
    Micros server_frozen_until_ = 0;
    std::uint64_t wall_back_ms_ = 0;  // how much the server's wall clock has been set back
    Coverage coverage_;
    std::array<std::uint64_t, Incident::kKinds> incidents_{};
    Random rare_random_;
    std::array<std::uint64_t, proto::kRareCount> rare_points_{};  // how often the rare answer came
    std::uint64_t server_ends_ = 0;
    std::shared_ptr<server::AdmissionControl> admission_;  // of the server's process
    std::unique_ptr<replays::Spectator> spectator_;
    Micros spectator_comes_ = proto::kNever, spectator_due_ = proto::kNever;
    std::unique_ptr<Stranger> stranger_;
    std::unique_ptr<Neighbours> neighbours_;
    std::uint64_t ticks_watched_ = 0, pieces_heard_ = 0;
    std::uint64_t swaps_ = 0, partitions_ = 0, end_crashes_ = 0, planted_seen_ = 0, planted_strikes_ = 0;
};

}  // namespace albireo::storm
