#include "server/forwarder.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <span>
#include <utility>

#include "proto/address.hpp"
#include "proto/join_code.hpp"
#include "replays/udp_spectator.hpp"
#include "server/watch_codes.hpp"

namespace albireo::server {

using replays::Spectator;

std::optional<ForwardOrder> read_forward_order(const std::string& text) {
    ForwardOrder order;
    if (const auto at = text.find('@'); at != std::string::npos && !text.starts_with(reach::kInvitationScheme)) {
        const auto code = proto::read_watch_code(text.substr(0, at));
        reach::Address address{.host = {}, .port = 7777};
        if (!code || !proto::read_host_port(text.substr(at + 1), address.host, address.port)) return std::nullopt;
        order.code = *code;
        order.addresses.push_back(address);
        return order;
    }
    const reach::ReadInvitation read = reach::read_invitation(text);
    if (!read.error.empty() || !read.invitation.watches || read.invitation.addresses.empty()) return std::nullopt;
    order.code = read.invitation.code;
    order.addresses = read.invitation.addresses;
    if (!read.invitation.key.empty() && !(order.key = proto::read_link_text(read.invitation.key))) return std::nullopt;
    return order;
}

Forwarder::Forwarder(ForwardOrder order, Shard& shard) : order_(std::move(order)), shard_(shard) {
    assert(!order_.addresses.empty() && "a game is on some server");
    heard_at_ = steady_now();
    thread_ = std::thread([this] { run(); });
}

Forwarder::~Forwarder() {
    stopping_ = true;
    thread_.join();
}

void Forwarder::run() {
    for (std::size_t i = 0; !stopping_; ++i) {
        if (watch(order_.addresses[i % order_.addresses.size()]) == After::never) return;
        for (const Micros until = steady_now() + kAgainEvery; !stopping_ && steady_now() < until;) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

/// Adds to `news` what the file has beyond the bytes that were forwarded, and gives it to the shard. Returns false if it is another recording.
/// `compared`: bytes of the file that were passed before.
bool Forwarder::pass_on(const std::vector<std::uint8_t>& file, std::size_t compared, ForwardedNews news) {
    const std::size_t common = std::min(file.size(), forwarded_.size());
    assert(compared <= common && "what was passed before is a part of what was forwarded");
    if (!std::ranges::equal(std::span{file}.first(common).subspan(compared), std::span{forwarded_}.first(common).subspan(compared))) return false;
    news.bytes.assign(file.begin() + static_cast<std::ptrdiff_t>(common), file.end());
    forwarded_.insert(forwarded_.end(), news.bytes.begin(), news.bytes.end());
    news.watchers = watchers_;
    shard_.ask([code = order_.code, news = std::move(news)](Lobby& lobby, Micros now) { lobby.forward(code, news, now); });
    return true;
}

/// Watches the game until its end, or until the connection is lost.
Forwarder::After Forwarder::watch(const reach::Address& address) {
    const std::string code = proto::watch_code_text(order_.code), server = reach::text_of(address);
    replays::UdpSpectator game({address.host, address.port, {}}, {.code = order_.code, .delay_ms = 0, .name = "forwards"}, order_.key);
    std::size_t seen = 0;     // bytes of this connection's recording
    std::uint32_t told = 0;
    Micros told_at = steady_now();
    bool is_other = false;
    ForwardedNews news;
    proto::Watching said;
    while (!game.is_over() && !stopping_ && !is_other) {
        const Micros now = steady_now();
        game.advance(now);
        Spectator* const spectator = game.spectator();
        if (spectator != nullptr && spectator->watching().delay_ms != 0 && spectator->is_verified()) {
            const proto::Watching& watching = spectator->watching();
            if (seen == 0 && spectator->replay().bytes() > 0) spdlog::info("{}: forwarded from {}", code, server);
            if (spectator->replay().bytes() > seen || watching != said) {
                said = watching;
                news = {.delay_ms = watching.delay_ms, .spectators = watching.spectators, .has_started = watching.running};
                is_other = !pass_on(spectator->replay().file(), std::exchange(seen, spectator->replay().bytes()), news);
                heard_at_ = now;
            }
            // Repeated, because a server takes one count in half a second, and drops others.
            const std::uint32_t count = *watchers_;
            if (now - told_at >= (count != told ? kTellEvery : 5 * kTellEvery)) {
                told_at = now;
                told = count;
                spectator->tell_forwarded(count);
            }
        }
        game.wait(100 * proto::kMicrosPerMs);
    }
    if (stopping_) {
        game.leave(steady_now());
        return After::never;
    }
    const auto end = [&](ForwardedNews::End how) {
        news.end = how;
        news.bytes.clear();
        news.watchers = watchers_;
        shard_.ask([watch_code = order_.code, last = std::move(news)](Lobby& lobby, Micros now) { lobby.forward(watch_code, last, now); });
        return After::never;
    };
    const Spectator* const spectator = game.spectator();
    if (!is_other && game.failure().empty() && spectator != nullptr && spectator->verdict().same) {
        spdlog::info("{}: the game is over, and was verified", code);
        return end(ForwardedNews::End::complete);
    }
    const std::string why = is_other ? "it is another recording now" : !game.failure().empty() ? game.failure() : "the digests differ";
    const bool may_return = !is_other && (game.cause() == Spectator::Cause::unreachable || game.cause() == Spectator::Cause::cut_short);
    if (may_return && steady_now() - heard_at_ < kAgainWithin) {
        spdlog::warn("{}: {}: {}; trying again", code, server, why);
        return After::again;
    }
    spdlog::error("{}: {}: {}; no longer forwarded", code, server, why);
    return end(ForwardedNews::End::cut);
}

std::vector<std::unique_ptr<Forwarder>> begin_forwarding(const Config& config, Shards& shards) {
    assert(config.key && config.watch.size() <= Forwarder::kGamesMax && "the options are checked");
    const WatchCodes codes(WatchCodes::key_of(config.key->secret));
    std::vector<std::unique_ptr<Forwarder>> all;
    for (const std::string& text : config.watch) {
        auto order = read_forward_order(text);
        assert(order && "the options are checked");
        Shard& shard = *shards[codes.shard_of(order->code, shards.size())];
        all.push_back(std::make_unique<Forwarder>(std::move(*order), shard));
    }
    return all;
}

}  // namespace albireo::server
