#include "replays/udp_spectator.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "platform/socket.hpp"
#include "replays/spectator_texts.hpp"
#include "replays/text.hpp"

namespace albireo::replays {

Micros steady_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

UdpSpectator::UdpSpectator(Address server, Spectator::Options options, std::optional<proto::PublicKey> key)
    : server_(std::move(server)), options_(std::move(options)), key_(key), lookup_(std::make_unique<proto::NameLookup>(server_.host)) {}

void UdpSpectator::fail(Spectator::Cause cause, std::string why) {
    cause_ = cause;
    failure_ = std::move(why);
    is_over_ = true;
}

void UdpSpectator::open(Micros now) {
    if (!lookup_->is_done()) return;
    if (lookup_->addresses().empty()) return fail(Spectator::Cause::unreachable, kNoAddress + (" (" + printable(server_.host) + ")"));
    std::string error;
    auto link = proto::make_enet_client(lookup_->addresses(), server_.port, error, key_, server_.path);
    if (link == nullptr) return fail(Spectator::Cause::unreachable, error);
    socket_ = link.get();
    spectator_ = std::make_unique<Spectator>(std::move(link), options_);
    open_at_ = now;
}

void UdpSpectator::advance(Micros now) {
    if (is_over_) return;
    if (began_ < 0) began_ = now;
    if (spectator_ == nullptr && now >= open_at_) open(now);
    if (spectator_ == nullptr) return;
    spectator_->advance(now);
    if (!spectator_->is_over()) return;
    if (spectator_->elsewhere() && !std::exchange(was_redirected_, true)) {
        server_.path.shard = *spectator_->elsewhere();
        key_ = socket_->server_key();
        spectator_.reset();
        return open(now);
    }
    if (spectator_->ticket() && tickets_ < kTicketsMax) {
        ++tickets_;
        was_redirected_ = false;
        const proto::Ticket ticket = *spectator_->ticket();
        server_ = {ticket.place.host, ticket.place.port};
        key_ = ticket.place.key;
        options_.pass = ticket.pass;
        lookup_ = std::make_unique<proto::NameLookup>(server_.host);
        spectator_.reset();
        return open(now);
    }
    if (spectator_->refusal() == proto::Refusal::recovering && now - began_ < kRecoverWithin) {
        key_ = socket_->server_key();
        spectator_.reset();
        open_at_ = now + kRecoverEvery;
        return;
    }
    // The goodbye is sent until it is acknowledged.
    if (over_since_ < 0) over_since_ = now;
    if (spectator_->connection().messages_unacknowledged() != 0 && now - over_since_ < kGoodbye) return;
    is_over_ = true;
    if (spectator_->state() == Spectator::State::failed) fail(spectator_->cause(), spectator_->failure());
}

void UdpSpectator::wait(Micros most) {
    const Micros now = steady_now();
    Micros due = now + most;
    if (spectator_ != nullptr) {
        due = std::min({due, spectator_->next_due(now), socket_->next_due()});
    } else {
        due = std::min(due, now + 2 * proto::kMicrosPerMs);
    }
    const Micros rest = std::max<Micros>(due - now, 0);
    platform::wait_readable(spectator_ != nullptr ? socket_->native_socket() : -1, rest);
}

void UdpSpectator::leave(Micros now) {
    if (is_over_ || spectator_ == nullptr) return;
    spectator_->leave();
    for (const Micros until = now + kGoodbye / 5; spectator_->connection().messages_unacknowledged() != 0 && now < until; now = steady_now()) {
        spectator_->advance(now);
        wait(10 * proto::kMicrosPerMs);
    }
    is_over_ = true;
}

}  // namespace albireo::replays
