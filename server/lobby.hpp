#pragma once
/// Manages all peers of one shard, before and during their sessions, and the join codes and tokens. Sans-I/O: takes
/// events from a link and sends packets through it. One thread owns it.
///
/// 1. Before its valid Hello a peer gets nothing beyond the link's handshake. A peer without a seat within `seat_within`
///    is dropped.
/// 2. A peer's misbehaviour affects only that peer. Each has its own limits (LobbyLimits), and each address has the
///    limits of admission control (limits/limits.hpp).
/// 3. Every refusal is sent once and gives its reason in words for the player.
/// 4. A spectator (lobby_watch.cpp) has no seat and can get none over its connection. Its packets leave after the players',
///    and together all spectators of a shard stay within a budget.
/// 5. advance() visits only the games and peers that are due or for which a packet has arrived. It stops when the pass is over;
///    what it leaves is visited first in the next pass. Games come before peers without a seat, and those before spectators. Each
///    pass visits at least one of each.
/// 6. A visit does a bounded part of the work: at most kMessagesAtOnce messages, Session::kTicksAtOnce ticks.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "proto/byte_bucket.hpp"
#include "proto/join_code.hpp"
#include "proto/link.hpp"
#include "server/directory.hpp"
#include "server/due_queue.hpp"
#include "server/ended_games.hpp"
#include "server/forwarded_game.hpp"
#include "server/levels.hpp"
#include "server/limits/admission_control.hpp"
#include "server/recovery.hpp"
#include "server/session.hpp"
#include "server/shard_loads.hpp"
#include "server/watch_codes.hpp"

namespace albireo::server {

/// The environment of a lobby, passed in so that a whole server can run in virtual time.
struct LobbyEnvironment {
    std::function<std::uint64_t()> random;   // 64 random bits for codes, tokens, seeds; a real server needs secure ones
    std::function<std::uint64_t()> wall_ms;  // since 1970, UTC; for recordings and bundles
    /// Makes the file of a recording, or returns null if it cannot. Called on another thread.
    std::function<std::unique_ptr<replays::ByteSink>(const std::string& code, std::uint64_t wall_ms)> record;
    /// Makes the file in which the recording of a game goes on after it has failed, or returns null while none can be written.
    std::function<std::unique_ptr<replays::ByteSink>(const std::string& code, std::uint64_t wall_ms)> record_part{};
    std::function<void(const LogEvent& event)> log;
    /// Makes the journal of a game that starts. If empty, or if it returns null, the game ends with this process. Called on another thread.
    std::function<std::shared_ptr<Journal>(const std::string& code, std::uint64_t wall_ms)> journal{};
    /// The journal of a session that has not started (lobby_store.hpp): makes no file, and waits for none. Null: all places are in use. If empty,
    /// the session ends with this process.
    std::function<std::shared_ptr<Journal>(const std::string& code)> lobby_journal{};
    /// Called when a game's recording fails, once for each part; optional. The game continues.
    std::function<void(const std::string& code, const replays::RecordingFault& fault)> recording_failed{};
    /// Called when a game's journal fails; optional. The game continues.
    std::function<void(const std::string& fault)> journal_failed{};
    std::string program{};  // the hosting program's name, for recordings
    std::string build{};    // this program's build text, for bundles; empty: no bundles are made
    /// Stores the bundle of a desync; optional. `host`: the address of the client whose world differed.
    std::function<void(replays::Bundle bundle, Host host)> keep_bundle{};
    std::optional<Fault> fault{};  // planted in every game, by a test
    std::shared_ptr<ExchangeLedger> exchanges = std::make_shared<ExchangeLedger>();  // shared by all shards
    std::shared_ptr<AdmissionControl> admission = std::make_shared<AdmissionControl>();  // shared by all shards
    WatchCodes::Key watch_key{};  // the same for all shards
    int speed_percent = 100;  // of real time, for recordings: the caller of advance() may slow time down
    /// Does work for which the thread has no time. The other thread ends before the lobby does. Empty: it is done at once.
    Offload offload{};
    /// Asked after each visit of a game or peer; empty: a pass visits all that are due. In virtual time no time passes during a
    /// pass.
    std::function<bool()> is_pass_over{};
};

class Lobby {
  public:
    static constexpr int kMessagesAtOnce = 32;  // of a peer in one visit, of up to 4 µs each; up to kMessagesWaitingMax can wait

    Lobby(Levels& levels, LobbyEnvironment environment, Metrics& metrics, LobbyLimits limits = {});
    ~Lobby();

    /// Takes the events of the link, advances the sessions that are due, sends the packets that are due.
    void advance(proto::Link& link, Micros now);
    /// When advance() must be called if no packet arrives.
    Micros next_due(Micros now) const {
        if (!sweeps_.empty()) return now;
        const Micros recovers = recovering_.empty() ? proto::kNever : now + kRecoverEvery;
        return std::max(now, std::min({peers_due_.next(), games_due_.next(), recovers}));
    }

    /// Accepts no new sessions and no new players; running games may finish. close_all() ends them now.
    void drain() { draining_ = true; }
    void close_all(Micros now);
    /// Ends all games, but leaves those that have a journal to the next process. In parts: some in each pass.
    void park_all();
    /// At the end of a process: does at once what is left of park_all() and the like.
    void finish_sweeps(Micros now);
    /// Whether there is no game, and no peer that is still being sent the end of one.
    bool is_empty() const;
    /// Takes the games of an earlier process. advance() turns them into sessions, one after the other.
    /// A player who asks for such a game is told that it is being recovered. Only one of them is in memory at a time.
    void recover(std::vector<ParkedFile> parked);
    std::size_t recovering() const { return recovering_.size(); }
    /// For the operator: ends the game or, with a slot, removes the player of that seat. Their token becomes void, and the seat
    /// free. Returns false if there is no such game or player.
    bool remove(const std::string& code, std::optional<Slot> slot, Micros now);
    /// Sends a line of an operator to the players of one game. Returns how many are connected to get it.
    std::size_t tell(const std::string& code, const std::string& text, Micros now);
    // What concerns all peers and games is done in parts, some in each pass; then `done` is called with the number of players that it has reached.
    using Done = std::function<void(std::size_t reached)>;
    /// … to the players of all games.
    void tell_all(const std::string& text, Done done);
    /// Removes every player and drops every peer whose address is banned.
    void remove_banned(Done done);

    /// This shard's number, and how many the server has. The first letter of a code determines its shard (proto::shard_letter()),
    /// so a client that connects to the wrong shard is redirected to the right one. A client that wants a new game is redirected to the
    /// least loaded shard.
    struct Shards {
        std::uint32_t own = 0;
        std::uint32_t count = 1;
        std::shared_ptr<ShardLoads> loads{};  // of all shards of the server; null: new games stay on the shard that is asked
    };
    void set_shards(Shards shards);
    /// The fleet's directory of codes (lobby_directory.cpp); none by default. Call it before recover().
    void set_directory(std::shared_ptr<Directory> directory) { directory_ = std::move(directory); }

    struct SessionLine {
        std::string code, level;
        std::array<std::string, kSlotCount> names;
        std::array<std::string, kSlotCount> addresses;  // in full; empty: not known
        std::array<std::string_view, kSlotCount> states;
        std::uint32_t tick = 0;
        std::array<std::uint32_t, kSlotCount> scores{};
    };
    /// A list of all of them takes long: its caller asks for a part in each pass, of those whose codes come after the last one.
    std::vector<SessionLine> sessions(const std::string& after = {}, std::size_t most = SIZE_MAX) const;
    // What others want to know of the games many times a second: no call visits all of them.
    /// The codes of games that have not ended, in order, at most so many.
    std::vector<std::string> codes(std::size_t most) const;
    /// Games that a player can join, in the order of their codes, at most so many.
    std::vector<const Session*> open_games(std::size_t most) const;
    /// The players of all games.
    std::size_t players() const { return players_; }
    /// Whether the code belongs to this shard.
    bool is_own(const std::string& code) const { return shard_of(code) == shards_.own; }
    /// The session with this code, or null.
    const Session* find(const std::string& code) const;
    /// The session with this watch code, or null.
    const Session* find_by_watch_code(const std::string& watch_code) const;
    std::uint64_t sessions_ended() const { return sessions_ended_; }
    /// Serves a game of another server to spectators (lobby_forward.cpp): takes what is new of it. Begins it, if it is not known.
    void forward(const std::string& watch_code, ForwardedNews news, Micros now);

  private:
    static constexpr std::size_t kSweptAtOnce = 64;  // peers and games looked at in a pass, of up to 1 µs each

    struct Peer;
    struct Watching;
    struct Game;
    /// Something that an operator does to all peers, and then to all games (lobby_sweep.cpp). Both functions return whether they have done it.
    struct Sweep {
        std::size_t reached_at_once = 0;  // in a pass
        std::function<bool(proto::PeerId id, Peer& peer, Micros now)> of_peer{};
        std::function<bool(proto::CodeKey code, Game& game, Micros now)> of_game{};  // may end the game
        Done done{};
        std::optional<proto::PeerId> peer{};  // the last one looked at
        proto::CodeKey game{};                // …
        std::size_t reached = 0;
    };
    /// What of a game is in live_, open_ and players_.
    struct Listing {
        bool is_live = false, is_open = false;
        std::uint8_t players = 0;
    };
    struct Game {
        std::shared_ptr<Session> session;
        Host host = 0;  // of the peer that created it
        std::array<std::optional<proto::PeerId>, kSlotCount> peers;  // the peer connected to each seat, if any
        bool is_end_kept = false;
        std::shared_ptr<Rematch> rematch{};      // for its players, once it has ended; null: there is none
        std::shared_ptr<Rematch> opened_for{};   // the rematch that this game is; null: it is none
        /// Peers that asked for a seat between two levels of a campaign. They enter the next level.
        std::vector<std::pair<proto::PeerId, proto::Message>> waiting;
        Listing listing{};
    };
    Peer* take(const proto::LinkEvent& event, proto::Link& link, Micros now);
    void admit(proto::PeerId id, proto::Link& link, Micros now);
    void out_of_tries(Peer& peer, bool returns);
    void charge_unanswered(Peer& peer, Micros now);
    void forget(proto::PeerId id, proto::Link& link);
    void note_seated(Peer& peer);
    void wrong_code(Peer& peer, proto::Refusal reason, const std::string& text, Micros now);
    void say(LogCause cause, Host host, LogEvent event, Micros now);
    void wake(proto::PeerId id, const Peer& peer, Micros now);
    void visit_due(proto::Link& link, Micros now);
    void visit_game(proto::CodeKey code, proto::Link& link, Micros now);
    void visit_seatless(proto::PeerId id, proto::Link& link, Micros now);
    bool hear(proto::PeerId id, Peer& peer, proto::Link& link, Micros now);
    bool receive_messages(proto::PeerId id, Peer& peer, Micros now);
    void note_counters(Peer& peer);
    void receive(proto::PeerId id, Peer& peer, const proto::Message& message, Micros now);
    void create(Peer& peer, const proto::Create& request, const proto::Message& asked, const EndedSeat* seat, proto::PeerId id, Micros now);
    void open_session(Peer& peer, SessionSetup setup, const EndedSeat* seat, proto::PeerId id, Micros now);
    bool is_free(const std::string& code) const;
    void join(Peer& peer, const proto::Join& request, proto::PeerId id, Micros now);
    void rejoin(Peer& peer, const proto::Rejoin& request, proto::PeerId id, Micros now);
    void rematch(Peer& peer, const proto::Rejoin& request, const EndedSeat& ended, proto::PeerId id, Micros now);
    bool stays_for_rematch(proto::PeerId id, Peer& peer, Micros now);
    void tell_wish(const Rematch& rematch, Slot to, Micros now);
    void withdraw_wish(Game& game, Micros now);
    Micros seatless_until(const Peer& peer) const;
    void seat(Peer& peer, proto::PeerId id, Game& game, Slot slot, bool is_stand_in, Micros now);
    SessionSetup surroundings(const std::string& code, const std::string& level_name, std::shared_ptr<const Level> level, Host host) const;
    SessionSetup setup_of(const KeptGame& kept, std::shared_ptr<const Level> level, const std::string& watch_code) const;
    SessionSetup setup_of(const std::string& code, const std::string& level_name, std::shared_ptr<const Level> level, Host host) const;
    std::shared_ptr<Session> next_level(const std::string& code, const Session& before);
    void wait_for_next_level(Game& game, proto::PeerId id, proto::Message request);
    void open_next_level(Game& game, Micros now);
    void release(proto::PeerId id, Micros now);
    void watch(Peer& peer, const proto::Watch& request, proto::PeerId id, Micros now);
    void stop_watching(Peer& peer, Micros now);
    void tell_players(const std::string& code, Micros now);
    void judge_spectator(Peer& peer, Micros now);
    void feed(Peer& peer, Micros now);
    void send_to_spectator(proto::PeerId id, Peer& peer, proto::Link& link, Micros now);
    void begin_watching(Peer& peer, const std::string& code, std::shared_ptr<const LiveRecording> recording, Micros delay, proto::PeerId id, Micros now);
    void watch_forwarded(Peer& peer, const std::string& watch_code, std::uint32_t delay_ms, proto::PeerId id, Micros now);
    void take_forwarders_count(Peer& peer, std::uint32_t count, Micros now);
    struct Source;
    Source source_of(const Watching& watching) const;
    bool has_stalled(const Peer& peer, Micros now) const;
    void charge_repeats(Peer& peer, Micros now);
    Micros spectator_due(Peer& peer, Micros due, Micros now);
    std::map<proto::CodeKey, Game>::const_iterator find_watched(const std::string& watch_code) const;
    bool is_recovering_watched(const std::string& watch_code);
    void visit_spectators(std::vector<proto::PeerId> round, proto::Link& link, Micros now);
    std::optional<Micros> serve(proto::PeerId id, Peer& peer, proto::Link& link, Micros now);
    std::vector<std::string> spectators_of(const std::string& code) const;  // their names, in alphabetical order
    std::uint32_t watchers_of(const std::string& code) const;  // … and those to whom they forward the game
    void clear_seat(Game& game, Slot slot, std::optional<proto::ByeReason> told, Micros now);
    void recover_some(Micros now);
    bool begin_recovery();
    void forget_recovered();
    void open_recovered(Recovery& recovery, Micros now);
    bool is_recovering(const std::optional<std::string>& code);
    void end_game(std::map<proto::CodeKey, Game>::iterator game, Micros now);
    static Listing listing_of(const Session& session);
    void list(proto::CodeKey code, Game& game, const Listing& as);
    void let_go(std::shared_ptr<Session> session) const;
    void enter(Peer& peer, proto::PeerId id, Game& game, Slot slot, Micros now);
    void refuse(Peer& peer, proto::Refusal reason, std::string text = {}, std::optional<proto::Ticket> ticket = {});
    void leave(proto::PeerId id, Peer& peer, bool left, Micros now);
    void unseat(proto::PeerId id, Peer& peer, Micros now);
    void keep_ended_game(Game& game, Micros now);
    void report_changes(Game& game, Micros now);
    bool advance_game(std::map<proto::CodeKey, Game>::iterator game, Micros now);
    void begin_sweep(Sweep sweep);
    void sweep_some(Micros now, std::size_t most);
    bool sweep_part(Sweep& sweep, std::size_t most, Micros now);
    void close(bool parks);
    bool park(Game& game, Micros now);
    std::size_t seated() const;
    void send_due(proto::PeerId id, Peer& peer, proto::Link& link, Micros now);
    bool is_done(const Peer& peer, Micros now) const;
    Micros due_of(Peer& peer, Micros now);
    std::uint32_t shard_of(const std::string& code) const;
    bool is_elsewhere(std::uint32_t shard, Peer& peer);
    bool moves_to_other_shard(const proto::Create& request, bool is_full, Peer& peer, Micros now);
    std::size_t load() const;
    bool is_in_its_seat(proto::PeerId id, const Peer& peer) const;
    std::string new_code();
    // What a request names. `code`: nothing if the typed text is not a code.
    struct Named {
        std::optional<std::string> code;
        const std::string& typed;
        const std::optional<proto::Pass>& pass;
    };
    // A request whose code may be looked up among this server's own. `elsewhere`: what the fleet's directory knows of the code.
    struct Attempt {
        Named named;
        bool was_sent_here;
        Directory::Answer elsewhere{Directory::Where::nowhere};
    };
    std::optional<Attempt> begin_attempt(const Named& named, Peer& peer, const proto::Message& request, Micros now);
    bool was_sent_here(const std::optional<std::string>& code, const std::optional<proto::Pass>& pass) const;
    void miss(Peer& peer, const Attempt& attempt, bool returns, Micros now);
    void send_on(Peer& peer, const std::string& code, const proto::Place& place);
    bool creates_elsewhere(Peer& peer);
    void tell_fleet(Peer& peer, Micros now);
    std::uint64_t unix_seconds() const { return environment_.wall_ms() / 1000; }
    std::string watch_code_of(const std::string& code) const;
    proto::Token new_token();

    Levels& levels_;
    LobbyEnvironment environment_;
    const WatchCodes watch_codes_;
    Metrics& metrics_;
    LobbyLimits limits_;
    std::map<proto::PeerId, std::unique_ptr<Peer>> peers_;  // in order, so that virtual time repeats exactly
    std::map<proto::CodeKey, Game> games_;  // by join code
    std::map<proto::CodeKey, proto::CodeKey> watched_;  // the join code of each watch code
    std::set<proto::CodeKey> live_, open_;  // games that have not ended, games that can be joined: as they were at their last visit
    std::size_t players_ = 0;
    static constexpr std::uint32_t kRecoverTicks = 2'000;  // at once: about 20 ms, for which the start of a game may have to wait
    static constexpr Micros kRecoverEvery = proto::kMicrosPerMs;  // how often to check whether a part is done
    std::map<std::string, ParkedFile> recovering_;     // by code
    std::map<proto::CodeKey, std::string> recovering_watched_;  // their codes, by the watch codes that they are about to have
    std::string recover_first_;                        // the code of a game that a player has asked for
    std::string recovers_now_;                         // the one in memory
    std::future<ParkedFile::Loaded> recovery_loads_;   // … is being read
    struct Played {
        std::unique_ptr<Recovery> recovery;
        bool is_done = false;
    };
    std::future<Played> recovery_plays_;               // … is being played
    proto::ByteBucket spectators_bucket_;
    std::set<proto::PeerId> spectators_;  // peers with Peer::is_spectator
    std::map<std::string, ForwardedGame> forwarded_;  // by watch code
    proto::PeerId served_last_{};  // of them: the next one begins the next round
    EndedGames ended_games_;
    template <class Id>
    using Due = DueQueue<Id, std::unordered_map>;
    Due<proto::PeerId> peers_due_;  // those without a seat: a player is due with their game
    Due<proto::CodeKey> games_due_;
    Shards shards_;
    ShardChooser shard_chooser_{0, 1};
    std::shared_ptr<Directory> directory_;  // null: this server is not in a fleet
    bool draining_ = false;
    bool closed_ = false;  // by close_all() or park_all(): no further level of a campaign begins
    bool is_parking_ = false;  // park_all() is not done yet
    bool has_parked_ = false;  // park_all() has been called
    std::deque<Sweep> sweeps_;  // the first one is under way
    std::uint64_t sessions_ended_ = 0;
};

}  // namespace albireo::server
