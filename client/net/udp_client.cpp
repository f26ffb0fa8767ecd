#include "client/net/udp_client.hpp"

#include <algorithm>
#include <chrono>

#include "client/words/format.hpp"
#include "platform/socket.hpp"
#include "proto/net_address.hpp"

namespace albireo::client {

bool parse_address(const std::string& text, ServerAddress& address) {
    return proto::read_host_port(text, address.host, address.port);
}

namespace {

/// Whether tomorrow another computer may have the address.
bool is_lent(const proto::IpAddress& address) { return !address.is_public() && !address.is_shared(); }

}  // namespace

Micros UdpClient::now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

UdpClient::UdpClient(ServerAddress server, ClientOptions options, decltype(ClientEnvironment::find_level) find_level,
                     PlayerController& controller, KnownServers known, std::optional<proto::PublicKey> invited)
    : server_(std::move(server)),
      lookup_(std::make_shared<proto::NameLookup>(server_.host)),
      known_(std::move(known)),
      key_(invited),
      is_invited_(invited.has_value()) {
    options.route = server_.route;
    ClientEnvironment environment;
    environment.open_link = [this] { return open_link(); };
    environment.link_error = [this] { return link_error_; };
    environment.other_key = [this] { return other_key_text(); };
    environment.go_to_shard = [this](std::uint8_t shard) {
        learn_key();  // the other shard must have it too
        note_links();
        server_.path.shard = shard;
    };
    if (server_.route == Route::direct) {
        environment.go_to_server = [this](const proto::Place& place) {
            learn_key();
            note_links();
            go_to({place.host, place.port, place.key, std::make_shared<proto::NameLookup>(place.host)});
        };
        environment.know_fleet = [this](const std::vector<proto::Place>& places) { unresolved_fleet_ = places; };
        environment.has_fleet = [this] { return !others_.empty(); };
    }
    environment.find_level = std::move(find_level);
    game_ = std::make_unique<GameClient>(std::move(options), std::move(environment), controller);
}

std::unique_ptr<proto::Link> UdpClient::open_link() {
    note_links();
    if (silent_links_ % 2 == 1) {
        if (auto other = open_other()) return other;
    }
    if (!lookup_->is_done()) return nullptr;
    if (lookup_->addresses().empty()) {
        ++silent_links_;  // the next attempt leads elsewhere, if there is another server
        link_error_ = tr_f("no address is known for '{}'", server_.host);
        return nullptr;
    }
    const auto addresses = may_lead_to(lookup_->addresses());
    if (addresses.empty()) {
        ++silent_links_;
        link_error_ = tr_f("the server leads to '{}', which is an address of your own network: this is refused", server_.host);
        return nullptr;
    }
    // A key that is known by this name must be the server's wherever the name leads.
    const bool is_known = known_.find(server_text()).has_value();
    if (server_.route != Route::direct || (!is_known && std::ranges::any_of(addresses, is_lent))) {
        known_ = KnownServers{};
        is_unproved_ = !is_invited_ && !std::ranges::all_of(addresses, &proto::IpAddress::is_loopback);
    }
    if (!key_) key_ = known_.find(server_text());
    if (const auto shard = game_->shard()) server_.path.shard = *shard;
    auto link = proto::make_enet_client(addresses, server_.port, link_error_, key_, server_.path);
    forget_link(link.get());
    ++silent_links_;
    return link;
}

std::vector<proto::IpAddress> UdpClient::may_lead_to(const std::vector<proto::IpAddress>& addresses) const {
    std::vector<proto::IpAddress> kept = addresses;
    if (is_public_.value_or(false)) std::erase_if(kept, [](const proto::IpAddress& each) { return !each.is_public(); });
    return kept;
}

/// A link to the next server whose address is known. Null: there is none.
std::unique_ptr<proto::Link> UdpClient::open_other() {
    for (std::size_t i = 0; i < others_.size(); ++i) {
        const Other& other = others_[next_other_++ % others_.size()];
        if (!other.lookup->is_done() || may_lead_to(other.lookup->addresses()).empty() || (other.host == server_.host && other.port == server_.port)) continue;
        std::string ignored;
        auto link = proto::make_enet_client(may_lead_to(other.lookup->addresses()), other.port, ignored, other.key, {.shard = game_->shard().value_or(0)});
        if (link == nullptr) continue;
        forget_link(link.get());
        other_links_.push_back({link.get(), other});
        ++silent_links_;
        return link;
    }
    return nullptr;
}

/// A link at this address in memory is gone, because there is a new one.
void UdpClient::forget_link(const proto::Link* link) {
    std::erase_if(other_links_, [&](const OtherLink& each) { return each.link == link; });
    if (other_links_.size() > 8) other_links_.erase(other_links_.begin());
    if (answered_ == link) answered_ = nullptr;
}

/// If the game now uses a link to another server, and that has answered, this client stays there.
void UdpClient::note_links() {
    if (link() == nullptr || link() == answered_ || !link()->server_key()) return;
    answered_ = link();
    silent_links_ = 0;
    if (!is_public_) is_public_ = link()->server_address().host.is_public();
    const auto found = std::ranges::find(other_links_, static_cast<const proto::Link*>(link()), &OtherLink::link);
    if (found == other_links_.end()) return;
    Other other = found->to;
    other.key = link()->server_key();
    go_to(std::move(other));
}

void UdpClient::go_to(Other other) {
    Other before{server_.host, server_.port, key_, lookup_};
    server_.host = other.host;
    server_.port = other.port;
    server_.path = {};
    lookup_ = std::move(other.lookup);
    key_ = other.key;
    is_key_proved_ = true;  // it is not to be remembered: the fleet has named it
    silent_links_ = 0;
    if (before.key) add_other(std::move(before));
}

/// Among the earlier ones.
void UdpClient::add_other(Other other) {
    constexpr std::size_t kEarlierMost = 2;
    const auto is_same = [&](const Other& each) { return each.host == other.host && each.port == other.port; };
    for (auto each = others_.begin(); each != others_.end();) {
        if (!is_same(*each)) {
            ++each;
            continue;
        }
        if (each < others_.begin() + static_cast<std::ptrdiff_t>(earlier_)) --earlier_;
        each = others_.erase(each);
    }
    others_.insert(others_.begin(), std::move(other));
    if (++earlier_ <= kEarlierMost) return;
    others_.erase(others_.begin() + kEarlierMost);
    earlier_ = kEarlierMost;
}

void UdpClient::know_fleet(Micros now) {
    if (!unresolved_fleet_ || now < knows_fleet_from_) return;
    knows_fleet_from_ = now + kFleetEvery;
    const std::vector<proto::Place> places = std::move(*unresolved_fleet_);
    unresolved_fleet_.reset();
    others_.resize(earlier_);
    for (const proto::Place& place : places) {
        const auto is_same = [&](const Other& each) { return each.host == place.host && each.port == place.port; };
        const bool is_here = place.host == server_.host && place.port == server_.port;
        if (is_here || std::ranges::any_of(others_, is_same)) continue;
        others_.push_back({place.host, place.port, place.key, std::make_shared<proto::NameLookup>(place.host)});
    }
}

void UdpClient::go_on_from(const UdpClient& before) {
    if (before.others_.empty()) return;
    server_ = before.server_;
    lookup_ = before.lookup_;
    key_ = before.key_;
    is_key_proved_ = before.is_key_proved_;
    is_public_ = before.is_public_;
    others_ = before.others_;
    earlier_ = before.earlier_;
}

/// From the first link on, only the server that was met there will do.
void UdpClient::learn_key() {
    if (link() == nullptr || is_key_proved_) return;
    const auto proved = link()->server_key();
    if (!proved) return;
    is_key_proved_ = true;
    const bool is_first = known_.find(server_text()) != proved;
    key_ = proved;
    if (is_unproved_) key_note_ = tr("A code does not prove whose game this is. An invitation does.");
    if (!is_first || known_.path().empty()) return;
    if (known_.find(server_text())) {
        key_note_ = tr_f("{} has a different key than before (fingerprint {}). The invitation has the new key, so this is fine if you trust "
                         "its sender.", server_text(), proto::fingerprint_of(*key_));
        return;
    }
    key_note_ = known_.remember(server_text(), *key_);
    if (key_note_.empty() && !is_invited_) {
        key_note_ = tr_f("First connection to {}: its key fingerprint is {}. Ask its owner whether it is correct.", server_text(),
                         proto::fingerprint_of(*key_));
    }
}

std::string UdpClient::other_key_text() const {
    const auto claimed = link() != nullptr ? link()->claimed_key() : std::nullopt;
    const std::string fingerprint = claimed ? proto::fingerprint_of(*claimed) : tr("unknown");
    if (is_invited_) {
        return tr_f("the server at {} is not the one that the invitation names: the invitation is outdated, or someone is "
                    "intercepting the connection. Ask for a new invitation", server_text());
    }
    if (known_.path().empty()) {
        return tr_f("{} now has a different key (fingerprint {}): it was reinstalled, or someone is intercepting the connection",
                    server_text(), fingerprint);
    }
    return tr_f("{} is not the server that you played on before: it was reinstalled, or someone is intercepting the "
                "connection. Ask its owner whether its fingerprint is {}. If so, remove its line from {} and try again",
                server_text(), fingerprint, known_.path());
}

void UdpClient::wait(Micros most) {
    const Micros start = now();
    Micros due = std::min(start + most, game_->next_due(start));
    if (link() != nullptr) due = std::min(due, link()->next_due());
    const Micros rest = std::max<Micros>(due - start, 0);
    platform::wait_readable(link() != nullptr ? link()->native_socket() : -1, rest);
}

}  // namespace albireo::client
