#pragma once
/// Two replicas differ: which tick, which system, which field. The server asks (DesyncInquiry), the client answers
/// (DesyncAnswers); each has a Witness of its own past. Sans-I/O: questions and answers are messages that somebody else
/// carries.
///
/// The way down: digests of the last 4 096 ticks and of each of the last 128 → the first tick that differs; both run it
/// again with digests between systems → the system; digests of the numbers in the first column that differs there → the
/// numbers (a column of more than 4 096 needs two such steps) → the field and both its values. A question comes with
/// the asker's own answer, so the other side sees what will be asked next and answers that, too: mostly two round trips
/// lead all the way.
///
/// 1. An inquiry asks at most kQuestionsMax questions and ends by itself after kTimeMax.
/// 2. Whatever the other side answers costs no more than that and is never more than a number in a line of text.
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "proto/messages.hpp"
#include "proto/micros.hpp"
#include "sim/witness/testimony.hpp"

namespace albireo::proto {

struct DesyncFinding {
    enum class Kind : std::uint8_t {
        named,
        no_answer,      // the client did not answer in time
        too_long_ago,   // one side no longer has the tick
        no_difference,  // the client's answers do not bear out that it differs
        contradiction,  // … or not one another
        too_soon,       // nothing was asked: there was another just before
        game_over,      // there was nobody to ask any more
    };
    static constexpr std::uint8_t kKinds = 7;
    Kind kind = Kind::no_answer;
    Tick tick;                            // the first that differs, or the one at which a difference was noticed
    bool first = false;                   // both agreed on the tick before
    std::uint32_t point = 0, column = 0;  // TickTrace
    std::string path;
    std::int64_t server = 0, client = 0;
    bool server_repeats = true, client_repeats = true;  // whether running the tick again gave what it gave at first

    bool is_named() const { return kind == Kind::named; }
    /// "desync at tick 4 512 after move_enemies: enemies[17].parts[2].armour server 12 client 11"
    std::string text() const;
};

/// The server's side.
class DesyncInquiry {
  public:
    static constexpr Micros kEvery = 60 * kMicrosPerSecond;  // between two about one client
    static constexpr Micros kTimeMax = 20 * kMicrosPerSecond;
    static constexpr int kQuestionsMax = 24;

    /// `tick`: where a difference was noticed; the witness still has it. Witness and level must outlive the inquiry.
    DesyncInquiry(const Witness& witness, const Level& level, const Fault* fault, Tick tick, Micros now);

    /// The next question to send, until there is none for now.
    std::optional<EvidenceWanted> next_question();
    /// An answer to a question, or to one that is yet to come.
    void receive(const Evidence& evidence);
    void advance(Micros now);

    /// The other side is gone.
    void give_up() {
        if (!done_) end(DesyncFinding::Kind::game_over);
    }

    bool is_done() const { return done_; }
    const DesyncFinding& finding() const { return finding_; }
    /// The tick in question, if it was still held.
    const TickTrace* trace() const { return trace_ ? &*trace_ : nullptr; }

  private:
    void ask(const EvidenceWanted& question);
    void end(DesyncFinding::Kind kind);
    void take(const Evidence& evidence);
    void look_at_roots();
    void look_at_marks();
    void look_at_leaves(const Evidence& evidence);
    std::vector<std::uint64_t> own_roots(const EvidenceWanted& question) const;
    static constexpr std::size_t kEarlyMax = 8;  // one step down is at most three answers

    const Witness* witness_;
    const Level* level_;
    const Fault* fault_;
    Micros began_;
    DesyncFinding finding_;
    bool done_ = false;
    enum class Stage : std::uint8_t { roots, marks, leaves } stage_ = Stage::roots;
    std::deque<EvidenceWanted> unasked_;
    std::vector<EvidenceWanted> open_;  // asked and not answered
    std::vector<Evidence> early_;       // answers to what was not asked yet
    std::vector<Evidence> roots_;       // the longest stretch first
    int questions_ = 0;
    std::optional<TickTrace> trace_;
    TickTrace::Marks theirs_{};
    LeafRow row_;
};

/// The client's side.
class DesyncAnswers {
  public:
    /// More than any honest inquiry asks, so that a server cannot keep a client busy either.
    static constexpr int kAnswersMax = 2 * DesyncInquiry::kQuestionsMax;

    DesyncAnswers(std::shared_ptr<const Witness> witness, const Level& level, const Fault* fault)
        : witness_(std::move(witness)), level_(level), fault_(fault) {}

    /// What will be asked next as far as the asker's own numbers tell, then what is asked. Nothing if enough was
    /// answered already, or a testimony is wanted (testimony()).
    std::vector<Evidence> answer(const EvidenceWanted& question);
    /// Empty if the tick is no longer held.
    std::vector<std::uint8_t> testimony(const EvidenceWanted& question, const std::string& build);

  private:
    const TickTrace* trace_of(Tick tick);
    Evidence answer_alone(EvidenceWanted question);

    std::shared_ptr<const Witness> witness_;
    const Level& level_;
    const Fault* fault_;
    std::optional<TickTrace> trace_;
    int answers_ = 0;
    bool foresaw_ = false;  // told marks before they were asked for: of the first tick that differs, so once
};

}  // namespace albireo::proto
