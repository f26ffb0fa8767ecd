#include "client/net/udp_client.hpp"

#include <poll.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>

namespace albireo::client {

bool parse_address(const std::string& text, ServerAddress& address) {
    const auto colon = text.rfind(':');
    address.host = text.substr(0, colon);
    if (address.host.empty()) return false;
    if (colon == std::string::npos) return true;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + colon + 1, end, address.port);
    return error == std::errc{} && at == end && address.port != 0;
}

Micros UdpClient::now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

UdpClient::UdpClient(ServerAddress server, ClientOptions options, decltype(ClientOutside::find_level) find_level,
                     Hands& hands)
    : server_(std::move(server)) {
    ClientOutside outside;
    outside.open_link = [this]() -> std::unique_ptr<proto::Link> {
        auto link = proto::make_enet_client(server_.host, server_.port, link_error_);
        link_ = link.get();
        return link;
    };
    outside.go_to_port = [this](std::uint16_t port) { server_.port = port; };
    outside.find_level = std::move(find_level);
    game_ = std::make_unique<GameClient>(std::move(options), std::move(outside), hands);
}

void UdpClient::advance() { game_->advance(now()); }

void UdpClient::wait(Micros most) {
    const Micros start = now();
    Micros due = std::min(start + most, game_->next_due(start));
    if (link_ != nullptr) due = std::min(due, link_->next_due());
    const Micros rest = std::max<Micros>(due - start, 0);
    pollfd socket{link_ != nullptr ? link_->native_socket() : -1, POLLIN, 0};
    const timespec timeout{static_cast<time_t>(rest / 1'000'000), static_cast<long>(rest % 1'000'000 * 1000)};
    ppoll(&socket, 1, &timeout, nullptr);
}

}  // namespace albireo::client
