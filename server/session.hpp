#pragma once
/// One game of one or two players, in lockstep. Sans-I/O: it owns no socket, file, clock or thread. The lobby passes it
/// connections and `now`; it sends through the connections. One file: seats, frames and steps share state.
///
/// 1. The authoritative world is stepped only with both frames of a tick. A frame is relayed when it arrives, before
///    the step.
/// 2. The server steps no faster than real time plus kBurstTicks.
/// 3. A player who sends no frames is reported as slow, then as absent (presence.hpp), whatever else they send; so is a
///    player who does not keep the pace (attendance.hpp). The server makes the frames of an absent player, whose ship
///    leaves the field, and the game continues. The player may rejoin by token, from any address, and gets a new token
///    (seat_tokens.hpp).
/// 4. Every stepped tick is appended to the recording before its digest or the game's end is sent to a player. After
///    the last tick the recording stays open until the players have compared their last digests and said goodbye.
/// 5. A replica that differs is detected by its digests and gets a snapshot. The game continues, and the inquiry into the
///    difference runs meanwhile (desync.hpp). A seat gets one such exchange a minute, and starts with the latest
///    charge of its player's address (exchange_ledger.hpp). A client that differs again sooner must rejoin, as after a
///    lost connection.
/// 6. With a journal the session survives this process (session_keep.cpp): a frame is in the journal before it is acknowledged
///    or relayed, and a token before it is sent. restore(), play() and go_on() continue it in another process. When the game starts, it gets
///    a journal of its own, and is in one of the two at any time.
#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "proto/connection.hpp"
#include "proto/signal_limit.hpp"
#include "replays/bundle.hpp"
#include "replays/recorder.hpp"
#include "replays/recording_fault.hpp"
#include "server/offload.hpp"
#include "server/attendance.hpp"
#include "server/desync.hpp"
#include "server/exchange_ledger.hpp"
#include "server/first_record.hpp"
#include "server/journal.hpp"
#include "server/limits/admission_control.hpp"
#include "server/live_recording.hpp"
#include "server/log_event.hpp"
#include "server/metrics.hpp"
#include "server/pace.hpp"
#include "server/presence.hpp"
#include "server/seat_tokens.hpp"
#include "server/sparse_world.hpp"
#include "server/transfer.hpp"
#include "server/voice_seat.hpp"
#include "sim/step.hpp"
#include "sim/witness/kept_frame.hpp"

namespace albireo::server {

using proto::Micros;

struct SessionSetup {
    std::string code;
    std::string watch_code{};  // admits spectators; empty: the game cannot be watched
    std::string level_name;
    std::string next_level{};  // that a rematch may go on with when this one is cleared; empty: none
    std::shared_ptr<const Level> level;
    Difficulty difficulty = Difficulty::standard;
    std::uint32_t seed = 1;
    std::uint8_t players = 2;
    std::uint8_t section = 0;  // practice from this section of the level; 0: the whole level
    std::uint8_t phase = 0;    // … or from this phase of the section's boss; 0: from its beginning
    std::vector<std::string> stages{};  // of a campaign: the names of all its levels; otherwise empty
    std::uint8_t stage = 0;             // the number of this one, from 1 on; 0: there is no campaign
    std::optional<Carry> carry{};       // the start of a later level of a campaign
    std::uint32_t watch_delay_ms = 0;           // spectators are at least this far behind the game
    std::uint64_t started_ms = 0;               // wall clock, for the recording's header
    /// Makes the recording's sink just before the start, on another thread. The sink removes its file if nothing is written. If this is
    /// empty or returns null, the game is not recorded.
    std::function<std::unique_ptr<replays::ByteSink>()> record;
    /// After the recording has failed: makes the sink of its next part, on another thread. Null while none can be written. Optional.
    std::function<std::unique_ptr<replays::ByteSink>()> record_part{};
    std::shared_ptr<const std::vector<std::uint8_t>> packed_level{};  // for the recording's header; null: the recorder packs it
    std::shared_ptr<Journal> journal{};  // null: the session ends with this process
    /// Makes the journal of the game just before the start, on another thread. The session then lets go of `journal`. Empty: it goes on there.
    std::function<std::shared_ptr<Journal>()> make_journal{};
    std::uint64_t host = 0;              // address of the peer that created the session
    std::string program;  // the hosting program's name, for the recording's header
    std::string build;    // this server's build text, for bundles; empty: no bundles are made
    std::shared_ptr<ExchangeLedger> exchanges = std::make_shared<ExchangeLedger>();
    std::shared_ptr<AdmissionControl> admission{};  // says when levels and snapshots may be sent; null: one of its own
    Offload offload{};           // does work that would delay the other games of the thread; empty: done at once
    std::optional<Fault> fault;  // planted by a test
    Micros pause_max = kPauseMax;  // a game that has been paused for this long ends
    int speed_percent = 100;     // of real time: how fast the caller's time passes
    int speed = proto::kSpeedFull;  // … and the game in that time, in percent. Both are noted in the recording

    bool has_next() const { return stage < stages.size(); }
};

class Session {
  public:
    static constexpr Micros kNextPartEvery = 2 * proto::kMicrosPerSecond;  // between attempts to record again
    /// A client that has not acknowledged its Start or Resume may be silent for this long: at 95 % loss the message takes this
    /// long to arrive.
    static constexpr Micros kStartWithin = 20 * proto::kMicrosPerSecond;
    /// A later level of a campaign begins this long after the one before it was cleared, even if only one player is ready:
    /// players look at the results for 12 s.
    static constexpr Micros kTally = 20 * proto::kMicrosPerSecond;
    static constexpr Micros kFarewell = 5 * proto::kMicrosPerSecond;    // after the end, for the last acknowledgements
    static constexpr Micros kLate = 5 * proto::kMicrosPerMs;            // of a tick, after both frames have arrived
    /// How long the wish to restart a game holds while it is not paused here: the pause may still be on its way.
    static constexpr Micros kWishWithoutPause = 3 * proto::kMicrosPerSecond;
    /// Limits of one advance(). A stall may leave more ticks and frames than that; next_due() is then `now`. A tick takes 8 to 10 µs,
    /// and the write of a frame to the journal 1.5.
    static constexpr std::uint32_t kTicksAtOnce = 9, kFramesAtOnce = 48;

    Session(SessionSetup setup, Metrics& metrics);

    const std::string& code() const { return setup_.code; }
    const SessionSetup& setup() const { return setup_; }

    struct SeatHolder {
        std::string name;
        proto::Token token{};
        bool stand_in = false;   // plays until a player who is not a stand-in joins
        std::uint64_t host = 0;  // the address that took the seat; 0: unknown, treated as one address
    };
    /// A seat for a new player: a free seat, the seat of a player who has left, or a stand-in's (but not for another
    /// stand-in).
    /// Nothing if there is none.
    std::optional<Slot> free_seat(bool for_stand_in) const;
    bool is_taken(Slot slot) const { return seat(slot).taken; }
    /// Spectators are at least this far behind the game. The delay never becomes shorter.
    void lengthen_watch_delay(std::uint32_t delay_ms);
    /// Gives the seat to a new player. A player still connected to it must be disconnected first.
    void take_seat(Slot slot, SeatHolder holder);
    /// Whether take_back() with this proof gives a seat back.
    bool has_token(const proto::Proof& proof, const proto::Binding& binding) const;
    /// The seat whose token is proved, which gets the token `next` instead. Nothing if there is none; then the owners of
    /// the seats are told that somebody tried.
    std::optional<Slot> take_back(const proto::Proof& proof, const proto::Binding& binding, const proto::Token& next,
                                  Micros now);
    const SeatTokens& tokens(Slot slot) const { return seat(slot).tokens; }
    /// The player of a taken seat keeps their tokens from the previous level of the campaign.
    void keep_tokens(Slot slot, const SeatTokens& tokens) { seat(slot).tokens = tokens; }

    /// The seat's player has connected or returned, from any address. The connection must live until disconnect().
    void connect(Slot slot, proto::Connection& connection, Micros now);
    /// `left`: the player said goodbye; otherwise the connection may just be lost.
    void disconnect(Slot slot, bool left, Micros now);
    /// Removes the seat's player permanently: `token`, which is not sent to anybody, replaces theirs. Requires that the
    /// seat is disconnected.
    void expel(Slot slot, const proto::Token& token, Micros now) {
        seat(slot).tokens = SeatTokens{token};
        disconnect(slot, true, now);
    }
    bool is_connected(Slot slot) const { return seat(slot).connection != nullptr; }
    /// Whether the seat's player is connected, and has to wait before they may play again (attendance.hpp).
    bool is_held_back(Slot slot) const { return seat(slot).held_back; }

    /// The Entered message for a player who has taken a seat or returned to it.
    proto::Entered entered(Slot slot) const;

    /// Handles a message of the seat's player. Untrusted.
    void receive(Slot slot, const proto::Message& message, Micros now);

    /// Takes received frames, relays them, steps the world, updates presence. Cheap when there is nothing to do.
    void advance(Micros now);
    /// When advance() must be called if no packet arrives.
    Micros next_due(Micros now) const;

    /// Ends the game early for `reason`: notifies the players and closes the recording.
    void end(proto::ByeReason reason, Micros now);
    bool is_finished(Micros now) const;

    // In another process, before anything else: restore(). If the game had started: begin_at() if a later world is known; play()
    // for each tick whose frames are known, in order, and before the first that is not recorded either begin_recording() or
    // continue_recording(). Then go_on().
    void restore(const KeptGame& kept);
    /// Begins with this world of the game, which must be of this core and level.
    void begin_at(const World& world);
    /// Plays a tick of the earlier process. Returns false, and does nothing, if the game has ended.
    bool play(const FramePair& frames);
    /// `names`: those of the players with whom the game began.
    void begin_recording(const std::array<std::string, kSlotCount>& names);
    /// `so_far`: a recording with a tail that ends at this tick. `bytes`: its file, up to the tail.
    void continue_recording(const replays::Recording& so_far, std::vector<std::uint8_t> bytes);
    /// Players may come back from now on. `image`: has the frames that were received and not played.
    void go_on(const JournalImage& image, Micros now);
    /// Writes the session's state to its journal, if it has changed. Call it after everything that changes the session, and
    /// before anything is sent.
    void keep();
    /// Leaves the game to another process. Tells the players. Returns false, and does nothing, if it cannot be resumed.
    bool park();
    /// The session goes on where another one has ended, whose journal this is: keeps it, and then drops that journal.
    void replace_journal(std::shared_ptr<Journal> before);
    std::shared_ptr<Journal> take_journal() { return std::exchange(setup_.journal, nullptr); }
    /// The game is finally over. Its journal is removed, or returned if a player may come back to learn how it ended.
    std::shared_ptr<Journal> give_up_journal();
    /// Why the game cannot be resumed in another process, once.
    std::string take_journal_fault();
    bool has_journal() const { return setup_.journal != nullptr && setup_.journal->fault().empty(); }

    /// Whether the players of a game of two may ask for another one: it was played to its end and no level of a campaign follows, or both
    /// wanted to start again.
    bool may_rematch() const {
        return has_ended() && (outcome_ != proto::Outcome::left || restarts_) && !goes_on() && setup_.players == kSlotCount;
    }
    /// Whether the game has ended and its campaign continues, in a session with the same code and the same seats.
    bool goes_on() const { return has_ended() && outcome_ == proto::Outcome::cleared && setup_.has_next(); }
    /// The player of this seat, if they had not left when the game ended. Requires goes_on().
    std::optional<SeatHolder> staying(Slot slot) const;
    bool has_started() const { return started_; }
    bool has_ended() const { return ended_at_ >= 0; }
    /// The Ended message for this seat. Requires has_ended().
    proto::Ended ending(Slot slot) const;

    /// Requires has_started().
    const World& world() const { return *world_; }
    Tick tick() const { return world_ != nullptr ? world_->tick : Tick{}; }
    std::uint32_t score_of(Slot slot) const { return world_ != nullptr ? world_->earnings[index(slot)].score : 0; }
    /// Requires has_started().
    const DigestHistory& history() const { return witness_->history(); }
    std::uint64_t desyncs() const { return desyncs_; }
    /// The recording that spectators receive. It may outlive the session.
    std::shared_ptr<const LiveRecording> recording() const { return recording_; }
    /// Sends the players the names of the spectators here, and how many watch in all, if that has changed.
    void tell_spectators(std::vector<std::string> names, std::uint32_t in_all);
    const std::string& name_of(Slot slot) const { return seat(slot).holder.name; }
    std::uint64_t host_of(Slot slot) const { return seat(slot).holder.host; }
    proto::Partner state_of(Slot slot) const { return seat(slot).presence.state(); }
    /// Adds the player's lead and loss to the metrics. Called about once a second.
    void note_path(Slot slot) const;
    /// The log lines since the last call.
    std::vector<LogEvent> take_log() { return std::exchange(log_, {}); }
    /// Whether advance() has reached one of its limits, and goes on at its next call.
    bool has_more() const { return has_more_ && !has_ended(); }
    /// The bundles of desyncs that are complete since the last call. Each call does a bounded part of the work.
    struct MadeBundle {
        replays::Bundle bundle;
        Host host = 0;  // of the player whose world differed
    };
    std::vector<MadeBundle> take_bundles();
    /// Why the recording stopped, once. The game continues without it.
    std::optional<replays::RecordingFault> take_recording_fault();

  private:
    static constexpr std::uint32_t kRing = 512;  // frames stored per seat: a window, a lead and a snapshot's transfer
    static_assert(kRing >= 2 * proto::kWindowTicks + kLeadTicksMax);

    struct ArrivedFrame {
        KeptFrame frame;
        Micros came_at = 0;
        void take(const Frame& from, Micros now) {
            frame.keep(from);
            came_at = now;
        }
    };
    struct Seat {
        bool taken = false;
        bool ready = false;
        SeatHolder holder;  // its token is the first
        SeatTokens tokens;
        std::optional<proto::SeatTried> tried;  // not sent yet
        Micros tried_sent_at = -kTriedEvery;
        proto::Connection* connection = nullptr;
        Presence presence;
        std::uint64_t conflicts = 0;  // of the current connection, already counted in the metrics
        Tick known;                   // frames before this tick are known
        Tick noted;                   // frames before this tick are in the journal
        bool restored = false;        // its player has not received the world in this process yet
        Tick relayed;                 // the partner's frames before this tick have been pushed to this seat
        Tick own_from;                // while returning: the first tick with the player's own frame
        bool returning = false;
        bool stays = false;        // the game has ended, and the seat's player had not left
        bool wants_world = false;  // waits for a snapshot, until the world has used all frames the player has sent
        Micros silent_since = 0;
        Micros start_by = -1;  // until then the client may not have received its Start or Resume; -1: it has
        bool held_back = false;    // the player waits until they may have the world; meanwhile the server makes their frames
        bool by_token = false;     // the connection's player has returned to their seat, and has not received the world yet
        Micros wait_sent_at = 0;   // when the time that they must wait was last sent to them
        struct ReturnMemory {
            proto::FrameMemory frames;
            std::vector<std::uint8_t> snapshot;  // has room for it
        };
        std::future<ReturnMemory> return_memory{};  // for the return to a running game, being made
        Transfers transfers;
        bool wants_level = false;  // waits until admission control lets a level through
        Attendance attendance;
        proto::SignalLimit signal_limit{proto::kMicrosPerSecond}, wish_limit{proto::kMicrosPerSecond};
        bool wants_restart = false;  // of the game, which is paused
        Micros wished_at = 0;        // when that last changed
        VoiceSeat voice;
        DesyncHandler desync;
        Tick since;            // the client's world began, or was replaced, at this tick: digests reach back to it
        bool healing = false;  // the snapshot is in transit: the client's digests are of the world that differs
        Tick healed_by;        // digests of ticks up to this one may still be of that world
        bool differs = false;  // differed again too soon; must rejoin
        Micros rejoin_requested_at = -proto::DesyncInquiry::kEvery;  // when a request to rejoin was last logged
        std::optional<proto::DigestNote> digest;              // the client's latest, until this world reaches its tick
        std::int32_t arrival_margin_x16 = 0;                       // quarter ticks before the partner's, times 16, smoothed
    };

    Seat& seat(Slot slot) { return seats_[index(slot)]; }
    const Seat& seat(Slot slot) const { return seats_[index(slot)]; }
    bool takes_part(Slot slot) const { return index(slot) < setup_.players; }
    /// The place of a seat's frame of that tick. Only after occupy().
    ArrivedFrame& arrived(Slot slot, Tick tick) {
        assert(frames_ != nullptr && "frames have a place from the start on");
        return (*frames_)[index(slot)][tick.value % kRing];
    }

    void note_tried(Slot slot, proto::SeatTried tried, Micros now);
    proto::Spectators spectators_message() const;
    bool is_start_due(Micros now) const;
    void start_if_ready(Micros now);
    using Frames = std::array<std::array<ArrivedFrame, kRing>, kSlotCount>;
    /// What a game writes to; null: no file can be made, or it is not wanted.
    struct GameFiles {
        std::unique_ptr<replays::ByteSink> record_to{};
        std::shared_ptr<Journal> journal{};
    };
    /// The state of a started game.
    struct Arena {
        OwnedWorld world = sparse_world();
        std::unique_ptr<Witness> witness = std::make_unique<Witness>(sparse_world());
        std::unique_ptr<Frames> frames = std::make_unique<Frames>();
        GameFiles files{};
        std::unique_ptr<FirstRecord> first_record{};  // null: there is no recording
        std::vector<proto::FrameMemory> frame_memory{};  // of each player
    };
    std::function<Arena()> arena_maker() const;
    void prepare(std::function<GameFiles()> make_files);
    void occupy(Arena arena);
    void pass_on(Slot from, const proto::Signal& signal, Micros now);
    void receive_wish(Slot from, const proto::RematchWish& wish, Micros now);
    void pass_on_wish(Slot from);
    void drop_wishes(Micros now);
    void relay_voice(Slot from, Micros now);
    void send_level_if_due(Slot slot, Micros now);
    bool frames_flow(Slot slot, Micros now);
    void note_silence(Slot slot, Micros now);
    void judge_pace(Micros now);
    void end_second(Slot slot, std::uint32_t ticks, Micros now);
    std::optional<Slot> awaited() const;
    void readmit(Slot slot, Micros now);
    bool may_transfer(Slot slot, std::size_t bytes, Micros now);
    bool is_here(Slot slot) const;
    void start(Arena arena, Micros now);
    void begin_with(FirstRecord& first);
    void send_lobby(Micros now);
    void take_frames(Slot slot, Micros now);
    void keep_frames(Slot slot);
    KeptGame kept() const;
    void step_tick(const FramePair& frames);
    void make_absent_frames(Slot slot, Micros now);
    void relay(Slot slot, Micros now);
    void step_world(Micros now);
    void send_digests();
    void receive_digest(Slot slot, const proto::DigestNote& note);
    void receive_ready(Slot slot, const proto::Ready& ready);
    void check_digest(Slot slot, Micros now);
    void request_rejoin(Slot slot, const proto::DesyncNotice& notice, Micros now);
    void record_desync(Slot slot, const std::string& text);
    void look_into_desync(Slot slot, Micros now);
    const Fault* fault() const { return setup_.fault ? &*setup_.fault : nullptr; }
    void watch(Slot slot, Micros now);
    void note(Slot slot, Presence::Event event, Micros now);
    void notify_partner(Slot slot, Micros now);
    void resume_if_due(Slot slot, Micros now);
    void resume(Slot slot, proto::ResumeReason reason, Micros now);
    void note_meeting(Tick tick);
    /// The time that a tick takes at the game's speed.
    Micros tick_micros() const { return proto::kMicrosPerTick * 100 / setup_.speed; }
    /// A tick is stepped. `wait`: how long the pace delayed it after both frames had arrived.
    void note_wait(Micros wait) {
        const Micros quarters_x16 = std::min<Micros>(wait * 64 / tick_micros(), 120 * 16);
        wait_x16_ += (static_cast<std::int32_t>(quarters_x16) - wait_x16_) / 16;
    }
    void finish_game(proto::Outcome outcome, Micros now);
    bool are_all_gone(Micros now) const;
    void settle(Micros now);
    void record(const std::array<std::string, kSlotCount>& names);
    replays::RecordingSetup recording_setup(std::uint8_t players) const;
    std::array<std::string, kSlotCount> names() const { return {name_of(Slot::gold), name_of(Slot::blue)}; }
    std::uint8_t players_mask() const { return setup_.players >= 2 ? 3 : 1; }
    int recorded_percent() const { return setup_.speed_percent * setup_.speed / 100; }
    void record_next_part_if_due(Micros now);
    void close_recording(Micros now);
    void check_invariants() const;
    void check_invariants(Slot slot) const;

    SessionSetup setup_;
    Metrics& metrics_;
    std::array<Seat, kSlotCount> seats_;
    std::future<Arena> arena_;  // being made for the start
    // Null before the start.
    OwnedWorld world_;
    std::unique_ptr<Witness> witness_;
    std::unique_ptr<Frames> frames_;
    bool keeps_recording() const { return !setup_.build.empty() || !setup_.watch_code.empty(); }
    std::unique_ptr<replays::ByteSink> record_to_;
    std::shared_ptr<LiveRecording> recording_ = std::make_shared<LiveRecording>();
    std::unique_ptr<replays::Recorder> recorder_;
    Pace pace_;
    Micros judged_at_ = 0;             // when judge_pace() last ran
    Micros second_ends_ = 0;           // end of the current second of attendance
    Tick second_began_;                // the world's tick when it began
    std::optional<Slot> waits_for_{};  // the seat that the world has waited for since judged_at_
    bool started_ = false;
    bool has_more_ = false;  // advance() has reached one of its limits
    bool pace_held_ = false;
    std::int32_t wait_x16_ = 0;  // quarter ticks that a complete tick waits for the pace, times 16, smoothed
    Micros opened_at_ = -1;  // the first advance()
    SharedBytes level_bytes_;  // while a client waits for them
    std::future<SharedBytes> level_bytes_made_;
    Micros ended_at_ = -1;
    proto::Outcome outcome_ = proto::Outcome::left;
    bool restarts_ = false;  // it has ended because both players want to start again
    bool recording_closed_ = false;
    bool recording_fault_taken_ = false;
    Micros part_tried_at_ = 0;  // when a next part of the recording was last tried
    std::future<std::unique_ptr<replays::ByteSink>> next_part_{};  // its sink, while it is being made
    bool is_journal_given_up_ = false;  // it has failed, and is removed
    bool journal_fault_taken_ = false;  // … or the lobby's had
    bool is_kept_ = false;  // the journal has the current state
    Micros empty_since_ = -1, paused_since_ = -1;
    std::vector<std::string> spectators_{};  // their names
    std::uint32_t spectators_in_all_ = 0;    // with those to whom other servers forward the game
    Micros lobby_sent_at_ = -1;  // when LobbyState was last sent; -1: it has changed since
    std::uint64_t desyncs_ = 0;
    std::vector<LogEvent> log_;
    /// A bundle that waits for the server's testimony, and for its copy of the recording.
    struct OpenBundle {
        replays::Bundle bundle;
        Host host = 0;
        std::future<std::vector<std::uint8_t>> server;
        std::shared_ptr<const LiveRecording> recording;
        std::size_t replay_bytes = 0;
    };
    static constexpr std::size_t kCopiedAtOnce = 16 << 10;  // bytes of the recording; 64 KB took 3 µs, and 490 in memory not touched before
    std::deque<OpenBundle> open_bundles_;
    int bundles_named_ = 0, bundles_unnamed_ = 0;
};

/// The event with its session, and the address of its player.
inline LogEvent placed(LogEvent event, const Session& session) {
    event.session = session.code();
    if (event.slot) event.host = session.host_of(*event.slot);
    return event;
}

}  // namespace albireo::server
