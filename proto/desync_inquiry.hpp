#pragma once
/// Finds where two replicas differ: tick, system, field. The server asks (DesyncInquiry), the client answers
/// (DesyncAnswers); each has a Witness of its own past. Sans-I/O: questions and answers are messages that the caller
/// transports.
///
/// The search narrows the difference down in three stages:
///   roots    digests of each of the last 128 ticks, and of spans of the last 4 096, give the first tick that differs
///   marks    both sides run that tick again; digests of every column after every system give the system and the column
///   leaves   digests of parts of that column, then its numbers, give the field and both values (a column of more than
///            4 096 numbers needs two steps of digests)
/// A question includes the server's own digests if the client can work out the next question from them. The client then
/// answers that one too, so two round trips usually suffice.
///
/// Some steps of an inquiry take too long for a thread that runs many games. take_work() hands such a step to the caller, which may
/// run it on another thread. Until go_on() the inquiry only collects answers.
///
/// 1. An inquiry asks at most kQuestionsMax questions and ends after kTimeMax.
/// 2. Answers are untrusted. They cannot exceed these limits, and a value in them is only ever compared, or printed as
///    a number.
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "proto/messages.hpp"
#include "proto/micros.hpp"
#include "sim/witness/testimony.hpp"

namespace albireo::proto {

struct DesyncFinding {
    enum class Kind : std::uint8_t {
        named,
        no_answer,      // the client did not answer in time
        too_long_ago,   // one side no longer has the tick
        no_difference,  // the client's answers show no difference
        contradiction,  // the client's answers contradict each other
        too_soon,       // nothing was asked: the previous inquiry is too recent
        game_over,      // no client was left to ask
    };
    static constexpr std::uint8_t kKinds = 7;
    Kind kind = Kind::no_answer;
    Tick tick;                            // the first that differs if known, else where it was detected
    bool first = false;                   // both sides agreed on the tick before
    std::uint32_t point = 0, column = 0;  // TickTrace
    std::string path;
    std::int64_t server = 0, client = 0;
    bool server_repeats = true, client_repeats = true;  // whether running the tick again gave the same result

    bool is_named() const { return kind == Kind::named; }
    /// "desync at tick 4512 after move_enemies: enemies[17].parts[2].armour server 12 client 11"
    std::string text() const;
};

/// The server's side.
class DesyncInquiry {
  public:
    static constexpr Micros kEvery = 60 * kMicrosPerSecond;  // between two inquiries about one client
    static constexpr Micros kTimeMax = 20 * kMicrosPerSecond;
    static constexpr int kQuestionsMax = 24;

    /// `tick`: where the difference was detected; the witness must still have it. Witness and level must outlive the
    /// inquiry.
    DesyncInquiry(const Witness& witness, const Level& level, const Fault* fault, Tick tick, Micros now);

    /// The next question to send; nothing if none is waiting.
    std::optional<EvidenceWanted> next_question();
    /// An answer to a question that was asked, or that the client foresaw.
    void receive(const Evidence& evidence);
    /// Work that must be done, on any thread, before the inquiry can continue; empty: none. Witness, level and fault must outlive it,
    /// but it does not touch the witness, and it may outlive the inquiry.
    std::function<void()> take_work() { return std::exchange(work_, {}); }
    /// The work is done.
    void go_on();
    /// Ends the inquiry without an answer once it has lasted longer than kTimeMax.
    void advance(Micros now);

    /// The other side has disconnected.
    void give_up() {
        if (!done_) end(DesyncFinding::Kind::game_over);
    }

    bool is_done() const { return done_; }
    /// Complete once is_done().
    const DesyncFinding& finding() const { return finding_; }
    /// The tick in question, if it is still stored; otherwise null.
    std::shared_ptr<const TickTrace> trace() const { return study_->trace; }

  private:
    /// What the work reads and writes. The inquiry looks at it only when the work is done.
    struct Study {
        std::unique_ptr<World> before, after;
        std::shared_ptr<const TickTrace> trace;
        LeafRow row;
        std::string path;
    };
    void ask(const EvidenceWanted& question);
    void end(DesyncFinding::Kind kind);
    void take(const Evidence& evidence);
    void take_early();
    void study(std::function<void(Study& study)> work, void (DesyncInquiry::*then)());
    void look_at_roots();
    void trace_tick();
    void ask_for_marks();
    void look_at_marks();
    void ask_for_leaves();
    void look_at_leaves(const Evidence& evidence);
    void name_field();
    std::vector<std::uint64_t> own_roots(const EvidenceWanted& question) const;
    static constexpr std::size_t kEarlyMax = 8;  // a client answers at most three questions in advance

    const Witness* witness_;
    const Level* level_;
    const Fault* fault_;
    Micros began_;
    DesyncFinding finding_;
    bool done_ = false;
    enum class Stage : std::uint8_t { roots, marks, leaves } stage_ = Stage::roots;
    std::deque<EvidenceWanted> unasked_;
    std::vector<EvidenceWanted> open_;  // asked, unanswered
    std::vector<Evidence> early_;       // answers to questions not asked yet
    std::vector<Evidence> roots_;       // the longest span first
    int questions_ = 0;
    TickTrace::Marks theirs_{};
    std::shared_ptr<Study> study_ = std::make_shared<Study>();
    std::function<void()> work_;               // not taken yet
    void (DesyncInquiry::*then_)() = nullptr;  // the step after the work; null: no work is in progress
};

/// The client's side.
class DesyncAnswers {
  public:
    /// More than any honest inquiry needs. The limit protects the client from a malicious server.
    static constexpr int kAnswersMax = 2 * DesyncInquiry::kQuestionsMax;

    DesyncAnswers(std::shared_ptr<const Witness> witness, const Level& level, const Fault* fault)
        : witness_(std::move(witness)), level_(level), fault_(fault) {}

    /// The answers to send: to the next question, if the digests in `question` reveal it, then to `question` itself.
    /// Empty after kAnswersMax questions, and for a question that wants a testimony (testimony()).
    std::vector<Evidence> answer(const EvidenceWanted& question);
    /// The testimony that `question` wants, with `build` as its build text. Empty if the tick is no longer stored, or
    /// after kAnswersMax questions.
    std::vector<std::uint8_t> testimony(const EvidenceWanted& question, const std::string& build);

  private:
    const TickTrace* trace_of(Tick tick);
    Evidence answer_alone(EvidenceWanted question);

    std::shared_ptr<const Witness> witness_;
    const Level& level_;
    const Fault* fault_;
    std::optional<TickTrace> trace_;
    int answers_ = 0;
    bool foresaw_ = false;  // has already sent, unasked, the marks of the first tick that differs; it does so only once
};

}  // namespace albireo::proto
