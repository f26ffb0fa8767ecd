#pragma once
/// A client's side of a game over a network: knocks, enters a session, plays it by prediction, and reconnects after a
/// lost connection. Sans-I/O: links are opened by an injected function, and time is passed in as `now`. A bot, a person
/// and a storm test in virtual time use the same class.
///
/// 1. Ticks advance at 60 a second while the lead allows; sending continues whatever the simulation does.
/// 2. If a server is silent for kSilentMax, the client reconnects through a new link, by token.
/// 3. Untrusted input can do no worse than end in State::failed with one clear line.
#include <functional>
#include <memory>
#include <string>

#include "client/net/client_stage.hpp"
#include "client/net/hands.hpp"
#include "client/net/net_figures.hpp"
#include "client/net/tick_clock.hpp"
#include "client/predict/predictor.hpp"
#include "proto/blob.hpp"
#include "proto/desync_inquiry.hpp"

namespace albireo::client {

using proto::Micros;

struct ClientOptions {
    std::string name = "player";
    std::string code{};  // join this session; empty: create one
    std::string level = "the_cut";
    Difficulty difficulty = Difficulty::standard;
    std::uint8_t players = 2;
    std::uint64_t seed = 0;               // 0: the server draws one
    std::optional<proto::Token> token{};  // with a code: rejoin a running game
    bool eco = false;
    bool stand_in = false;         // with a code: keep the seat until a player joins who is not a stand-in
    bool ready_at_once = true;     // otherwise the game waits for be_ready()
    std::uint32_t until_tick = 0;  // play the game up to this tick and no further (0: to its end)
    SampleBoard* samples = nullptr;
    std::string build = "unknown";  // of this program and machine, for the analysis of a desync
    std::optional<Fault> fault{};   // injected by a test
};

/// The client's interface to the outside world.
struct ClientOutside {
    /// A fresh link to the server, or null if none is available now.
    std::function<std::unique_ptr<proto::Link>()> open_link;
    /// Why no link can ever be opened; empty while one may still be. Optional.
    std::function<std::string()> link_error;
    /// Links opened from now on go to this port of the server: another of its shards runs the game. Optional.
    std::function<void(std::uint16_t port)> go_to_port;
    /// The level of that name if this program has it; otherwise null (the server sends its bytes).
    std::function<std::shared_ptr<const Level>(const std::string& name, Difficulty difficulty)> find_level;
};

class GameClient {
  public:
    using State = ClientStage::State;  // ended: see outcome(); failed: see failure()
    static constexpr Micros kComeBackEvery = 10 * proto::kMicrosPerSecond;     // shortest interval, on request
    static constexpr Micros kAnswersEvery = proto::DesyncInquiry::kEvery / 2;  // between runs about which it answers
    static constexpr Micros kLinkRetry = 20 * proto::kMicrosPerMs;             // when no link could be opened
    static constexpr Micros kSilentMax = 4 * proto::kMicrosPerSecond;
    static constexpr int kRareLossPermille = 800;
    static constexpr Micros kFullRetry = 2 * proto::kMicrosPerSecond;        // when the server had no room
    static constexpr Micros kConnectMax = 15 * proto::kMicrosPerSecond;  // after that the server counts as unreachable
    static constexpr Micros kSeatMax = 60 * proto::kMicrosPerSecond;     // … or answers, but assigns no seat
    static constexpr Micros kReturnMax = 180 * proto::kMicrosPerSecond;  // after that the game is lost
    static constexpr Micros kEndWait = 2 * proto::kMicrosPerSecond;      // for analysing a desync at the game's end
    static constexpr int kTicksAtOnceMax = 8;                            // ticks stepped in one call to catch up
    /// A command promises a lead this much above the present one: the partner's prediction is about as far ahead as
    /// this client's, and occasionally a little further.
    static constexpr std::uint32_t kCommandSpareTicks = 10;

    GameClient(ClientOptions options, ClientOutside outside, Hands& hands);
    ~GameClient();

    /// Does everything that is due.
    void advance(Micros now);
    /// When advance() must be called if no packet comes.
    Micros next_due(Micros now) const;
    /// The player is ready to begin.
    void be_ready();
    bool is_ready() const { return is_ready_; }
    /// Whether the game was already running when this client joined: its world is then on the way, whoever else is
    /// present.
    bool comes_late() const { return entered_.running; }
    /// The players waiting for the game to begin, as last sent by the server.
    const proto::LobbyState& lobby() const { return lobby_; }
    /// Says goodbye; a few more advances send it.
    void leave(Micros now);

    State state() const { return stage_.state(); }
    const std::string& failure() const { return failure_; }
    proto::Refusal refusal() const { return refusal_; }
    /// Whether the server could not be reached, as opposed to having refused.
    bool unreachable() const { return unreachable_; }
    const std::string& code() const { return entered_.code; }
    const std::string& name() const { return options_.name; }
    std::uint32_t game_seed() const { return static_cast<std::uint32_t>(entered_.seed); }
    const proto::Token& token() const { return entered_.token; }
    Slot slot() const { return entered_.slot; }
    const std::string& partner_name() const { return partner_name_; }
    proto::Partner partner_state() const { return partner_state_; }
    std::optional<proto::Outcome> outcome() const { return outcome_; }
    /// Whether ClientOptions::until_tick is confirmed: this client plays no further.
    bool has_played_enough() const { return enough_; }
    /// The root digest of the world in which the game ended, or of until_tick; 0 before. Equal on all replicas.
    std::uint64_t final_digest() const { return final_digest_; }
    Tick final_tick() const { return final_tick_; }

    bool has_game() const { return predictor_ != nullptr; }
    const Level& level() const { return *level_; }
    Predictor& predictor() { return *predictor_; }
    const Predictor& predictor() const { return *predictor_; }
    RemoteShots& remote_shots() { return remote_; }
    const NetFigures& figures() const { return figures_; }
    const proto::PathEstimate& path() const { return connection_->path(); }
    /// Whether the server released this client because it only kept the seat for another player.
    bool was_relieved() const { return was_relieved_; }
    const proto::Connection& connection() const { return *connection_; }
    /// Whether the last tick was held at the lead limit ("waiting for partner").
    bool is_held() const { return held_; }
    /// When the next tick is due: a drawn frame lies between the last tick and this one.
    Micros tick_due() const { return clock_.due(); }
    /// Called after each predicted step, so that a renderer misses no tick.
    std::function<void()> on_tick;
    /// The confirmed game, for a recording. on_restart: the confirmed world is about to begin (again) with `world`;
    /// until it returns, the predictor, if there is one, still holds the previous world. on_confirmed: these frames
    /// stepped it to `world`, whose root digest is `root`.
    std::function<void(const World& world)> on_restart;
    std::function<void(const World& world, const FramePair& frames, std::uint64_t root)> on_confirmed;

    /// The number of the partner's frames that arrived twice with different contents, over all connections.
    std::uint64_t conflicts() const { return earlier_conflicts_ + connection_->incoming().counters().conflict; }

    const DigestHistory& history() const { return witness_->history(); }
    proto::Link* link() { return link_.get(); }
    /// The server's finding about the last desync, in one line; empty if there was none.
    const std::string& desync_text() const { return desync_text_; }
    /// Whether the confirmed world is known to differ from the server's and is not healed yet.
    bool differs() const { return differs_; }

  private:
    using Event = ClientStage::Event;

    void open_link(Micros now);
    void knock();
    void watch_link(Micros now);
    void come_back(Micros now);
    void poll_link(Micros now);
    void receive(const proto::Message& message, Micros now);
    void receive(const proto::Chunk& chunk, Micros now);
    void take_level(std::shared_ptr<const Level> level);
    void say_ready();
    void restart_record(const World& world);
    void begin_game(const World& world, Tick own_from, Micros now);
    void take_snapshot(Micros now);
    void heal(const World& snapshot, Micros now);
    Tick settled() const;
    void learn_frames(Micros now);
    void tick(Micros now);
    void step_once(const Frame& frame, Micros now);
    void check_digests();
    void note_confirmed(const World& world, const FramePair& frames);
    void conclude(const World& world);
    void hear(const proto::DesyncNotice& notice, Micros now);
    void answer(const proto::EvidenceWanted& question);
    void finish_if_done(Micros now);
    void finish(Micros now);
    bool agrees_with_end(Micros now);
    void send_due(Micros now);
    void fail(std::string why);
    void give_up(std::string why);
    bool is_new() const { return state() == State::connecting || state() == State::entering; }
    bool is_solo() const { return entered_.players < 2; }

    ClientOptions options_;
    ClientOutside outside_;
    Hands& hands_;

    ClientStage stage_;
    std::string failure_;
    proto::Refusal refusal_ = proto::Refusal::none;
    bool unreachable_ = false;
    std::unique_ptr<proto::Link> link_;
    proto::LinkTraffic earlier_;  // of the links before this one
    std::uint64_t earlier_conflicts_ = 0;
    std::unique_ptr<proto::Connection> connection_;
    Micros link_opened_ = -1;
    Micros first_opened_ = -1;
    Micros heard_again_ = -1;  // time of the first packet through the present link
    Micros last_alive_ = -1;   // time of the last packet through any link
    bool was_seated_ = false;
    bool was_sent_elsewhere_ = false;
    bool was_full_ = false;  // the server had no room for the present link
    bool leaving_ = false;
    bool is_ready_ = false;
    bool was_relieved_ = false;
    proto::LobbyState lobby_;

    proto::Entered entered_;
    std::string partner_name_;
    proto::Partner partner_state_ = proto::Partner::expected;
    std::shared_ptr<const Level> level_;
    proto::BlobIntake blob_;
    std::optional<proto::Resume> resume_;

    std::unique_ptr<Predictor> predictor_;
    RemoteShots remote_{Slot::blue};
    FrameMaker maker_{Slot::gold};
    TickClock clock_;
    Tick own_from_;  // own frames below are the server's: absent
    std::vector<Report> reports_;
    std::shared_ptr<Witness> witness_ = std::make_shared<Witness>();  // of the run since the last snapshot
    std::optional<proto::DesyncAnswers> answers_;                     // about the run that differed
    Micros answers_since_ = 0;
    std::string desync_text_;
    bool differs_ = false;         // from the server, since the last snapshot
    bool in_question_ = false;     // … and where it differs is not known yet
    bool must_come_back_ = false;  // … and no snapshot is being sent
    std::vector<proto::DigestNote> unchecked_;
    std::optional<proto::Ended> ended_;
    std::optional<proto::Outcome> outcome_;
    Micros end_until_ = -1;  // the last digests differ: they are analysed until this time
    bool enough_ = false;
    std::uint64_t final_digest_ = 0;
    Tick final_tick_;
    bool held_ = false;
    NetFigures figures_;
    std::unique_ptr<World> scratch_;  // where worlds are built before the predictor takes them
};

}  // namespace albireo::client
