#include "tests/support/virtual_udp.hpp"

#pragma GCC visibility push(default)
#include <enet/enet.h>
#pragma GCC visibility pop

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "proto/enet_sockets.hpp"

namespace albireo {
namespace {

VirtualUdp* current = nullptr;
/// Above all file descriptors: the link sets options of its socket that ENet does not know, which fails harmlessly.
constexpr ENetSocket kFirst = 1 << 20;

}  // namespace

proto::NetAddress net_address(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint16_t port) {
    return {std::bit_cast<std::uint32_t>(std::array{a, b, c, d}), port};
}

VirtualUdp::VirtualUdp() {
    assert(current == nullptr && "ENet has one network");
    current = this;
}

VirtualUdp::~VirtualUdp() {
    assert(std::ranges::none_of(sockets_, &Socket::is_open) && "links are closed before their network");
    current = nullptr;
}

void VirtualUdp::inject(Datagram datagram) {
    for (Socket& socket : sockets_) {
        if (!socket.is_open || socket.address != datagram.to) continue;
        socket.waiting.push_back(std::move(datagram));
        return;
    }
}

bool VirtualUdp::is_idle(const proto::IpAddress& host) const {
    return std::ranges::all_of(sockets_,
                               [&](const Socket& each) { return each.address.host != host || each.waiting.empty(); });
}

bool VirtualUdp::is_idle(const proto::NetAddress& socket) const {
    return std::ranges::all_of(sockets_, [&](const Socket& each) { return each.address != socket || each.waiting.empty(); });
}

struct VirtualSockets {
    static ENetSocket open() {
        current->sockets_.push_back({.address = current->next_});
        return kFirst + static_cast<ENetSocket>(current->sockets_.size()) - 1;
    }
    static VirtualUdp::Socket& at(ENetSocket socket) {
        return current->sockets_[static_cast<std::size_t>(socket - kFirst)];
    }
    static void send(ENetSocket socket, VirtualUdp::Datagram datagram) {
        datagram.from = at(socket).address;
        current->on_sent(datagram);
        if (current->delivers_at_once) current->inject(std::move(datagram));
    }
};

}  // namespace albireo

namespace albireo::proto {

std::chrono::steady_clock::time_point poll_clock() {
    return {};
}
/// The datagram that was read last.
struct UdpSocket::Batches {
    std::vector<std::uint8_t> bytes;
};
UdpSocket::UdpSocket() = default;
UdpSocket::UdpSocket(int descriptor) : socket_(descriptor, true), batches_(std::make_unique<Batches>()) {}
UdpSocket::UdpSocket(UdpSocket&&) noexcept = default;
UdpSocket& UdpSocket::operator=(UdpSocket&&) noexcept = default;
UdpSocket::~UdpSocket() = default;
bool UdpSocket::is_ours() const {
    return true;
}
int UdpSocket::share(const NetAddress&, const platform::PortSteering&, bool) const {
    return ENOPROTOOPT;  // every socket has an address of its own
}
int UdpSocket::bind(const NetAddress&) const {
    return 0;
}
std::uint16_t UdpSocket::port() const {
    return VirtualSockets::at(socket_.number()).address.port;
}
std::optional<UdpDatagram> UdpSocket::receive(int& error) {
    error = 0;
    auto& waiting = VirtualSockets::at(socket_.number()).waiting;
    if (waiting.empty()) return std::nullopt;
    auto datagram = std::move(waiting.front());
    waiting.erase(waiting.begin());
    const bool is_cut = datagram.bytes.size() > kDatagramBytesMax;
    if (is_cut) datagram.bytes.resize(kDatagramBytesMax);
    batches_->bytes = std::move(datagram.bytes);
    return UdpDatagram{{datagram.from, datagram.to.host}, batches_->bytes, is_cut};
}
bool UdpSocket::has_read_ahead() const {
    return false;
}
void UdpSocket::send(const UdpPath& path, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest) {
    VirtualUdp::Datagram datagram{.from = {}, .to = path.peer, .bytes = {head.begin(), head.end()}};
    datagram.bytes.insert(datagram.bytes.end(), rest.begin(), rest.end());
    VirtualSockets::send(socket_.number(), std::move(datagram));
}
std::size_t UdpSocket::flush() {
    return 0;
}
void UdpSocket::set_hops(const IpAddress&, int) const {}

}  // namespace albireo::proto

using namespace albireo;

enet_uint32 enet_time_get() {
    return 1;  // ENet only needs it for what our links never ask of it: pings, timeouts and repetition
}
ENetSocket enet_socket_create(ENetSocketType) {
    return VirtualSockets::open();
}
int enet_socket_set_option(ENetSocket, ENetSocketOption, int) {
    return 0;
}
void enet_socket_destroy(ENetSocket socket) {
    VirtualSockets::at(socket).is_open = false;
    VirtualSockets::at(socket).waiting.clear();
}
