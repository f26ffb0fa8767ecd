#pragma once
/// Handles one player whose replica differs: runs the inquiry and keeps both sides' testimony. Sans-I/O, like the
/// session that owns it. The session itself sends the snapshot that heals.
///
/// 1. Whatever the client claims, at most one exchange begins per DesyncInquiry::kEvery, and its questions, bytes and
///    time are limited. The next player in the seat starts with the charge of their own address (exchange_ledger.hpp).
/// 2. Tracing a tick and writing a testimony is work for another thread (offload.hpp).
#include <cassert>
#include <optional>

#include "proto/blob.hpp"
#include "proto/desync_inquiry.hpp"
#include "server/offload.hpp"

namespace albireo::server {

using proto::Micros;

/// Everything known about a desync when the exchange is over.
struct DesyncCase {
    proto::DesyncFinding finding;
    std::future<std::vector<std::uint8_t>> server;  // its testimony, which is still being made; not valid: there is none
    std::vector<std::uint8_t> client;               // the client's; empty if there is none
};

class DesyncHandler {
  public:
    /// How long to wait for the client's testimony. After that the case is closed without it.
    static constexpr Micros kTestimonyWithin = 10 * proto::kMicrosPerSecond;

    bool may_begin(Micros now) const { return !inquiry_ && now - began_ >= proto::DesyncInquiry::kEvery; }

    /// The seat has a new player. `at`: when the last exchange charged to their address began.
    void charge(Micros at) {
        assert(!inquiry_ && "the exchange with the seat's last player is over");
        began_ = at;
    }

    /// What the offloaded work needs of the session. It may outlive the session.
    struct Scene {
        std::shared_ptr<const Level> level;
        std::optional<Fault> fault;
        std::string build;  // this program's build text; empty: testimonies are not collected
        Offload offload;
    };
    /// Begins an exchange. Requires may_begin(). `tick`: where the difference was detected.
    void begin(const Witness& witness, Scene scene, Tick tick, Micros now);

    void receive(const proto::Evidence& evidence);
    void receive(const proto::Chunk& chunk);
    /// The next question to send, if one is due.
    std::optional<proto::EvidenceWanted> next_question(Micros now);

    /// The finding, once, as soon as it is known.
    std::optional<proto::DesyncFinding> take_finding();
    /// The case, once, when the exchange is over. Requires that take_finding() has returned the finding.
    std::optional<DesyncCase> take_case(Micros now);
    /// The client has disconnected, so the exchange ends with what is known by now.
    void hurry();
    bool is_open() const { return inquiry_.has_value(); }
    /// Work is being done on another thread: next_question() is to be called soon.
    bool is_working() const { return work_.valid(); }

  private:
    void do_work();
    std::shared_ptr<const Scene> scene_;
    std::optional<proto::DesyncInquiry> inquiry_;
    std::future<void> work_;  // the inquiry's
    proto::BlobAssembler blob_;
    DesyncCase case_;
    bool finding_taken_ = false;  // take_finding() has returned it
    bool complete_ = false;  // nothing more will arrive
    bool hurried_ = false;
    Micros asked_at_ = -1;  // when the client's testimony was requested
    Micros began_ = -proto::DesyncInquiry::kEvery;
};

}  // namespace albireo::server
