#pragma once
/// Attackers with a proper connection to a server, over any link: one connection, and a partner who keeps a seat by token.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "proto/connection.hpp"
#include "proto/link.hpp"
#include "proto/token.hpp"
#include "sim/snapshot.hpp"

namespace albireo::attacks {

using proto::Micros;

/// One connection. It sends Hello at once, and acknowledges everything.
class Guest {
  public:
    explicit Guest(std::unique_ptr<proto::Link> link, std::string name = "guest") : link_(std::move(link)) {
        connection.send(proto::Hello{.protocol_version = proto::kProtocolVersion, .core_version = kCoreVersion, .name = std::move(name), .wishes = true});
    }
    void turn(Micros now) {
        proto::LinkEvent event;
        while (link_->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (auto message = connection.next_message()) take(*message);
        proto::FrameWindow& window = connection.incoming();
        window.release(window.confirmed_up_to());
        send_due(now);
    }
    void send_due(Micros now) {
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) link_->send(proto::kServer, packet.channel, packet.bytes(), now);
        link_->flush(now);
    }

    proto::Connection connection;
    bool welcome = false;
    std::optional<proto::Entered> entered;
    std::optional<proto::Start> started;
    std::optional<proto::Resume> resumed;
    bool said_bye = false;
    std::optional<proto::PaceNotice> pace_notice;  // the last one
    proto::Binding binding() const { return link_->binding_of(proto::kServer); }
    std::map<proto::Refusal, int> refusals;
    int refused() const {
        int sum = 0;
        for (const auto& [reason, count] : refusals) sum += count;
        return sum;
    }

  protected:
    virtual void take(const proto::Message& message) {
        if (std::holds_alternative<proto::Welcome>(message)) welcome = true;
        if (const auto* seat = std::get_if<proto::Entered>(&message)) entered = *seat;
        if (const auto* begins = std::get_if<proto::Start>(&message)) started = *begins;
        if (const auto* again = std::get_if<proto::Resume>(&message)) resumed = *again;
        if (const auto* refused = std::get_if<proto::Refused>(&message)) ++refusals[refused->reason];
        if (std::holds_alternative<proto::Bye>(message)) said_bye = true;
        if (const auto* pace = std::get_if<proto::PaceNotice>(&message)) pace_notice = *pace;
    }

  public:
    virtual ~Guest() = default;

  private:
    std::unique_ptr<proto::Link> link_;
};

/// A partner who holds the seat by token, acknowledges everything, and sends frames when it pleases.
class Holder {
  public:
    using Connect = std::function<std::unique_ptr<proto::Link>()>;

    Holder(Connect connect, std::string code, Micros now) : connect_(std::move(connect)), code_(std::move(code)) {
        open(now);
        guest_->connection.send(proto::Join{code_});
    }
    /// `frames`: how many frames it may have sent by now, since it began to play.
    void turn(Micros now, std::int64_t frames) {
        guest_->turn(now);
        if (guest_->entered && !is_ready_) {
            token_ = guest_->entered->token;
            guest_->connection.send(proto::Ready{guest_->entered->level_digest});
            is_ready_ = true;
        }
        if (guest_->started && !plays_) begin({}, {}, now);
        if (guest_->resumed && !plays_) {
            begin(guest_->resumed->snapshot_tick, guest_->resumed->own_first_tick, now);
            ++returns;
        }
        // Like a client, it stays within its lead.
        while (plays_ && sent_ < frames && guest_->connection.has_room() && may_lead()) {
            guest_->connection.push_frame(frame, now);
            ++sent_;
        }
        guest_->send_due(now);
        // Dropped: it comes back by token, as a client does.
        const Micros heard = std::max(opened_at_, guest_->connection.last_heard());
        if (now - heard > 4 * proto::kMicrosPerSecond) {
            open(now);
            guest_->connection.send(token_
                                        ? proto::Message{proto::Rejoin{code_, proto::prove(*token_, guest_->binding())}}
                                        : proto::Message{proto::Join{code_}});
        }
    }
    bool plays() const { return plays_; }
    Micros plays_since() const { return plays_since_; }
    std::int64_t sent() const { return sent_; }
    int attempts = 0;  // connections opened
    int returns = 0;
    Frame frame;  // what it sends for every tick
    Guest& guest() { return *guest_; }

  private:
    void open(Micros now) {
        guest_ = std::make_unique<Guest>(connect_(), "holder");
        ++attempts;
        opened_at_ = now;
        plays_ = is_ready_ = false;
        sent_ = 0;
    }
    void begin(Tick in, Tick out, Micros now) {
        guest_->connection.start_frames(in, out);
        plays_ = true;
        plays_since_ = now;
    }
    bool may_lead() {
        return guest_->connection.outgoing().end() - guest_->connection.incoming().confirmed_up_to() <
               static_cast<std::int32_t>(kLeadTicksMax);
    }
    Connect connect_;
    std::string code_;
    std::unique_ptr<Guest> guest_;
    std::optional<proto::Token> token_;
    Micros opened_at_ = 0;
    bool is_ready_ = false, plays_ = false;
    Micros plays_since_ = 0;
    std::int64_t sent_ = 0;
};

}  // namespace albireo::attacks
