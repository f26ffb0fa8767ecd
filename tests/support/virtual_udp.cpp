#include "tests/support/virtual_udp.hpp"

#pragma GCC visibility push(default)
#include <enet/enet.h>
#pragma GCC visibility pop

#include <algorithm>
#include <cassert>
#include <cstring>

namespace albireo {
namespace {

VirtualUdp* current = nullptr;
/// Above all file descriptors: the link sets options of its socket that ENet does not know, which fails harmlessly.
constexpr ENetSocket kFirst = 1 << 20;

}  // namespace

proto::NetAddress net_address(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint16_t port) {
    const std::uint8_t bytes[]{a, b, c, d};
    proto::NetAddress address{.port = port};
    std::memcpy(&address.host, bytes, sizeof bytes);
    return address;
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

bool VirtualUdp::is_idle(std::uint32_t host) const {
    return std::ranges::all_of(sockets_,
                               [&](const Socket& each) { return each.address.host != host || each.waiting.empty(); });
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
        current->inject(std::move(datagram));
    }
};

}  // namespace albireo

using albireo::VirtualSockets;

enet_uint32 enet_time_get() {
    return 1;  // ENet only needs it for what our links never ask of it: pings, timeouts and repetition
}
ENetSocket enet_socket_create(ENetSocketType) {
    return VirtualSockets::open();
}
int enet_socket_bind(ENetSocket, const ENetAddress*) {
    return 0;
}
int enet_socket_get_address(ENetSocket socket, ENetAddress* address) {
    *address = {VirtualSockets::at(socket).address.host, VirtualSockets::at(socket).address.port};
    return 0;
}
int enet_socket_set_option(ENetSocket, ENetSocketOption, int) {
    return 0;
}
int enet_socket_send(ENetSocket socket, const ENetAddress* to, const ENetBuffer* buffers, size_t count) {
    albireo::VirtualUdp::Datagram datagram{.from = {}, .to = {to->host, to->port}, .bytes = {}};
    for (const ENetBuffer& each : std::span{buffers, count}) {
        const auto* const bytes = static_cast<const std::uint8_t*>(each.data);
        datagram.bytes.insert(datagram.bytes.end(), bytes, bytes + each.dataLength);
    }
    const auto size = static_cast<int>(datagram.bytes.size());
    VirtualSockets::send(socket, std::move(datagram));
    return size;
}
int enet_socket_receive(ENetSocket socket, ENetAddress* from, ENetBuffer* buffers, size_t) {
    auto& waiting = VirtualSockets::at(socket).waiting;
    if (waiting.empty()) return 0;
    const auto datagram = std::move(waiting.front());
    waiting.erase(waiting.begin());
    if (datagram.bytes.size() > buffers->dataLength) return -1;  // too long, as a real socket says
    *from = {datagram.from.host, datagram.from.port};
    std::copy(datagram.bytes.begin(), datagram.bytes.end(), static_cast<std::uint8_t*>(buffers->data));
    return static_cast<int>(datagram.bytes.size());
}
int enet_socket_wait(ENetSocket socket, enet_uint32* condition, enet_uint32) {
    const bool is_ready = !VirtualSockets::at(socket).waiting.empty();
    *condition =
        is_ready ? static_cast<enet_uint32>(ENET_SOCKET_WAIT_RECEIVE) : static_cast<enet_uint32>(ENET_SOCKET_WAIT_NONE);
    return 0;
}
void enet_socket_destroy(ENetSocket socket) {
    VirtualSockets::at(socket).is_open = false;
    VirtualSockets::at(socket).waiting.clear();
}
