#pragma once
/// A client's side of a game over a network: connects, enters a session, plays it by prediction, and reconnects after a
/// lost connection. Sans-I/O: links are opened by an injected function, and time is passed in as `now`. A bot, a person
/// and a storm test in virtual time use the same class.
///
/// 1. Ticks advance at 60 a second while the lead allows; sending continues whatever the simulation does.
/// 2. If a server is silent for ServerLine::kSilentMax, the client reconnects through a new link, by token.
/// 3. Untrusted input can do no worse than end in State::failed with one clear line.
///
/// It is the facade of its parts, each of which keeps its own invariants: ServerLine (the links), Handshake (the seat),
/// Transfer (level and snapshots), TickLoop (the game), DigestExchange (desyncs) and Ending. GameClient itself has the
/// stage, and passes messages and time to the parts.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/net/client_options.hpp"
#include "client/net/client_stage.hpp"
#include "client/net/digest_exchange.hpp"
#include "client/net/ending.hpp"
#include "client/net/handshake.hpp"
#include "client/net/server_line.hpp"
#include "client/net/tick_loop.hpp"
#include "client/net/transfer.hpp"
#include "proto/signal_limit.hpp"

namespace albireo::client {

class GameClient {
  public:
    using State = ClientStage::State;  // ended: see outcome(); failed: see failure()
    static constexpr Micros kConnectMax = ServerLine::kConnectMax;
    static constexpr Micros kAnswersEvery = DigestExchange::kAnswersEvery;

    GameClient(ClientOptions options, ClientEnvironment environment, PlayerController& controller);
    ~GameClient();

    /// Does everything that is due.
    void advance(Micros now);
    /// When advance() must be called if no packet comes.
    Micros next_due(Micros now) const;
    /// Tells the server that the player is ready to begin.
    void be_ready();
    bool is_ready() const { return is_ready_; }
    /// Whether the game was already running when this client joined. The server then sends its world, even if no other
    /// player is present.
    bool comes_late() const { return handshake_.seat().running; }
    /// The players waiting for the game to begin, as last sent by the server.
    const proto::LobbyState& lobby() const { return lobby_; }
    /// Says goodbye. The goodbye is sent by the next few calls of advance().
    void leave(Micros now);

    State state() const { return stage_.state(); }
    const std::string& failure() const { return failure_; }
    proto::Refusal refusal() const { return refusal_; }
    /// Whether the server could not be reached, as opposed to having refused.
    bool unreachable() const { return unreachable_; }
    /// While it connects: the server has answered that it speaks another version of the protocol. The answer is not proved, so the client goes on.
    proto::VersionGap version_gap() const { return line_.version_gap(); }
    /// Why the server has ended this client's part in the game; nothing if it has not.
    std::optional<proto::ByeReason> farewell() const { return farewell_; }
    const std::string& code() const { return handshake_.seat().code; }
    /// The shard of the server that has the game, as ClientPath::shard; nothing as long as its code is not known.
    std::optional<std::uint8_t> shard() const;
    const std::string& name() const { return options_.name; }
    /// Admits spectators to this game (proto/join_code.hpp), without a dash; empty: the game cannot be watched.
    const std::string& watch_code() const { return handshake_.seat().watch_code; }
    const proto::Spectators& spectators() const { return spectators_; }
    Route route() const { return options_.route; }
    GameSetup game_setup() const;
    /// The name of the level as the server has it.
    const std::string& level_name() const { return handshake_.seat().level; }
    /// The number of the level in its campaign, from 1 on; 0: it is not played in a campaign.
    std::uint8_t stage() const { return handshake_.seat().stage; }
    /// Whether this level has ended and the session continues with the next level of its campaign. Another GameClient plays
    /// that level, with next_options(). Do not call leave() on this one: it would give up the seat.
    bool goes_on() const { return state() == State::ended && ending_.goes_on(); }
    /// Whether the game has ended and its players may play another one on the same server. Another GameClient plays that, with
    /// next_options().
    bool may_rematch() const { return state() == State::ended && ending_.may_rematch(); }
    /// The level that the rematch may go on with; empty: there is none.
    std::string next_level() const { return ending_.next_level(); }
    /// Options that rejoin this session, or ask for the rematch. Requires goes_on() or may_rematch(). `level`: the rematch goes on with it;
    /// empty: it is the same game again.
    ClientOptions next_options(const std::string& level = {}) const;
    // Agreements with the partner (game_client_wishes.cpp).
    /// Whether this player can ask their partner to start the game again: it is paused, and the partner is there.
    bool may_wish_restart() const;
    void wish_restart(bool wants);
    bool wishes_restart() const { return wishes_restart_; }
    /// What the partner wants: to restart the paused game or, after its end, a rematch, which they have opened already.
    const proto::RematchWish& partner_wish() const { return partner_wish_; }
    const proto::Token& token() const { return handshake_.seat().token; }
    Slot slot() const { return handshake_.seat().slot; }
    const std::string& partner_name() const { return partner_name_; }
    proto::Partner partner_state() const { return partner_state_; }
    /// The server's last notice about this player's pace; all 0: there is none, or they keep up again.
    const proto::PaceNotice& pace_notice() const { return pace_notice_; }
    /// The lines of the server's operator since the last call, at most kOperatorNoticesMax.
    std::vector<std::string> take_operator_notices();
    static constexpr std::size_t kOperatorNoticesMax = 8;
    /// Sends the partner a signal. Returns false if it may not be sent: the game does not run, the server does not know signals, or
    /// the player has just sent several.
    bool send_signal(proto::SignalKind kind, Micros now);
    /// The partner's signals since the last call, at most kSignalsMax.
    std::vector<proto::SignalKind> take_signals();
    static constexpr std::size_t kSignalsMax = 8;
    // Voice (game_client_voice.cpp). Both directions are silent unless the game runs and the server knows voice.
    /// Whether this player hears their partner: their voice chat is on, and the partner is not muted. At first they do not.
    void set_hears_partner(bool hears) { hears_partner_ = hears; }
    /// Whether the partner hears this player. Otherwise voice is not even sent.
    bool is_heard() const;
    void send_voice(const proto::VoicePiece& piece, Micros now);
    /// The partner's next piece, if there is one. Pieces that nobody takes are forgotten.
    std::optional<proto::VoicePiece> take_voice() { return line_.connection().next_voice(); }
    std::optional<proto::Outcome> outcome() const { return ending_.outcome(); }
    /// Whether ClientOptions::until_tick is confirmed: this client plays no further.
    bool has_played_enough() const { return ending_.has_played_enough(); }
    /// The root digest of the world in which the game ended, or of until_tick; 0 before. Equal on all replicas.
    std::uint64_t final_digest() const { return ending_.final_digest(); }
    Tick final_tick() const { return ending_.final_tick(); }

    bool has_game() const { return loop_.has_begun(); }
    const Level& level() const { return *level_; }
    /// The same, to keep; null while there is none.
    const std::shared_ptr<const Level>& shared_level() const { return level_; }
    Predictor& predictor() { return loop_.predictor(); }
    const Predictor& predictor() const { return loop_.predictor(); }
    RemoteShots& remote_shots() { return loop_.remote_shots(); }
    const NetFigures& figures() const { return figures_; }
    const proto::PathEstimate& path() const { return connection().path(); }
    /// Whether the server released this client because it only kept the seat for another player.
    bool was_relieved() const { return was_relieved_; }
    const proto::Connection& connection() const { return line_.connection(); }
    /// Whether the last tick was held at the lead limit ("waiting for partner").
    bool is_held() const { return loop_.is_held(); }
    /// When the next tick is due: a drawn frame lies between the last tick and this one.
    Micros tick_due() const { return loop_.tick_due(); }
    /// The time from one tick to the next at the game's speed.
    Micros tick_period() const { return loop_.tick_period(); }
    /// The speed of the game for both players, in percent of real time. The player who created the game has chosen it.
    int speed() const { return handshake_.seat().speed; }
    /// Called after each predicted step, so that a renderer misses no tick.
    std::function<void()> on_tick;
    /// The confirmed game, for a recording. on_restart: the confirmed world is about to begin (again) with `world`;
    /// until it returns, the predictor, if there is one, still holds the previous world. on_confirmed: these frames
    /// stepped it to `world`, whose root digest is `root`.
    std::function<void(const World& world)> on_restart;
    std::function<void(const World& world, const FramePair& frames, std::uint64_t root)> on_confirmed;

    /// The number of the partner's frames that arrived twice with different contents, over all connections.
    std::uint64_t conflicts() const { return line_.conflicts(); }

    const DigestHistory& history() const { return digests_.history(); }
    proto::Link* link() { return line_.link(); }
    /// The server's finding about the last desync, in one line; empty if there was none.
    const std::string& desync_text() const { return digests_.finding(); }
    /// Whether the confirmed world is known to differ from the server's and is not healed yet.
    bool differs() const { return digests_.differs(); }
    /// A line for the player if somebody else tried to take the seat; empty if nobody did.
    const std::string& seat_warning() const { return seat_warning_; }

  private:
    using Event = ClientStage::Event;

    void open_link(Micros now);
    void watch_link(Micros now);
    void reconnect(Micros now);
    void poll_link(Micros now);
    void receive_all(Micros now);
    void receive(const proto::Message& message, Micros now);
    void take_refusal(const proto::Refused& refused, Micros now);
    void take_seat(const proto::Entered& entered);
    void take_chunk(const proto::Chunk& chunk, Micros now);
    void take_level(std::shared_ptr<const Level> level);
    void take_snapshot(Micros now);
    void take_end(const proto::Ended& ended);
    void say_ready();
    void start(const proto::Start& start, Micros now);
    void restart_record(const World& world);
    void begin_game(const World& world, Tick own_from, Micros now);
    void heal(const World& snapshot, Micros now);
    void play(Micros now);
    void note_confirmed(const World& world, const FramePair& frames);
    void finish(Micros now);
    void send_due(Micros now);
    void tell_hearing();
    void follow_wish();
    void hear_wish(Micros now);
    void fail(std::string why);
    void give_up(std::string why);
    void give_up_unheard(const char* why);
    std::shared_ptr<const Level> find_level(const std::string& name, Difficulty difficulty) const;
    bool has_fleet() const { return environment_.has_fleet && environment_.has_fleet(); }
    bool is_new() const { return state() == State::connecting || state() == State::entering; }
    bool is_finished() const { return state() == State::ended || state() == State::failed; }
    const Fault* fault() const { return options_.fault ? &*options_.fault : nullptr; }

    ClientOptions options_;
    ClientEnvironment environment_;
    NetFigures figures_;

    ClientStage stage_;
    std::string failure_, seat_warning_;
    proto::Refusal refusal_ = proto::Refusal::none;
    bool unreachable_ = false;
    std::optional<proto::ByeReason> farewell_;
    Micros cut_off_at_ = 0;  // when it was cut off from the running game, or last got its seat
    bool is_ready_ = false;
    bool was_relieved_ = false;
    proto::LobbyState lobby_;
    std::string partner_name_;
    proto::Partner partner_state_ = proto::Partner::expected;
    proto::PaceNotice pace_notice_;
    std::vector<std::string> operator_notices_;
    proto::Spectators spectators_{};
    std::vector<proto::SignalKind> signals_;
    proto::SignalLimit signal_limit_;
    proto::RematchWish partner_wish_{};
    bool wishes_restart_ = false;
    bool is_deaf_ = false;   // after the game: the server has dropped this client
    Micros greeted_at_ = 0;  // … when it was last told that this client still listens
    bool hears_partner_ = false, told_hearing_ = false, is_heard_ = false;
    std::shared_ptr<const Level> level_;

    ServerLine line_;
    Handshake handshake_;
    Transfer transfer_;
    TickLoop loop_;
    DigestExchange digests_;
    Ending ending_;
    std::unique_ptr<World> scratch_;  // where worlds are built before the loop takes them
};

}  // namespace albireo::client
