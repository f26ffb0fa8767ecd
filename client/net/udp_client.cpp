#include "client/net/udp_client.hpp"

#include <arpa/inet.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "client/words/format.hpp"
#include "proto/address.hpp"

namespace albireo::client {

bool parse_address(const std::string& text, ServerAddress& address) {
    const auto colon = text.rfind(':');
    if (colon != std::string::npos) return proto::split_address(text, address.host, address.port);
    address.host = text;
    return !text.empty();
}

namespace {

/// Whether an IPv4 address is of this machine or of a private network (RFC 1918, RFC 3927).
bool is_private(const std::string& address) {
    in_addr numbers{};
    if (inet_pton(AF_INET, address.c_str(), &numbers) != 1) return false;
    const std::uint32_t host = ntohl(numbers.s_addr);
    return host >> 24 == 127 || host >> 24 == 10 || host >> 20 == 0xac1 || host >> 16 == 0xc0a8 || host >> 16 == 0xa9fe;
}

}  // namespace

Micros UdpClient::now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

UdpClient::UdpClient(ServerAddress server, ClientOptions options, decltype(ClientEnvironment::find_level) find_level,
                     PlayerController& controller, KnownServers known, std::optional<proto::PublicKey> invited)
    : server_(std::move(server)),
      lookup_(server_.host),
      known_(std::move(known)),
      key_(invited),
      is_invited_(invited.has_value()) {
    options.route = server_.route;
    ClientEnvironment environment;
    environment.open_link = [this] { return open_link(); };
    environment.link_error = [this] { return link_error_; };
    environment.other_key = [this] { return other_key_text(); };
    environment.go_to_port = [this](std::uint16_t port) {
        learn_key();  // the other port must have it too
        server_.port = port;
    };
    environment.find_level = std::move(find_level);
    game_ = std::make_unique<GameClient>(std::move(options), std::move(environment), controller);
}

std::unique_ptr<proto::Link> UdpClient::open_link() {
    if (!lookup_.is_done()) return nullptr;
    if (lookup_.address() == 0) {
        link_error_ = tr_f("no address is known for '{}'", server_.host);
        return nullptr;
    }
    const std::string address = lookup_.text();
    // A key that is known by this name must be the server's wherever the name leads.
    const bool is_known = known_.find(server_text()).has_value();
    if (server_.route != Route::direct || (!is_known && is_private(address))) known_ = KnownServers{};
    if (!key_) key_ = known_.find(server_text());
    return proto::make_enet_client(address, server_.port, link_error_, key_, server_.path);
}

/// From the first link on, only the server that was met there will do.
void UdpClient::learn_key() {
    if (link() == nullptr || is_key_proved_) return;
    const auto proved = link()->server_key();
    if (!proved) return;
    is_key_proved_ = true;
    const bool is_first = known_.find(server_text()) != proved;
    key_ = proved;
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
    pollfd socket{link() != nullptr ? link()->native_socket() : -1, POLLIN, 0};
    const timespec timeout{static_cast<time_t>(rest / 1'000'000), static_cast<long>(rest % 1'000'000 * 1000)};
    ppoll(&socket, 1, &timeout, nullptr);
}

}  // namespace albireo::client
