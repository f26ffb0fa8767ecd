#include "proto/enet_sockets.hpp"

#pragma GCC visibility push(default)  // whatever the compiler's default, ENet's library must find these
#include <enet/enet.h>
#pragma GCC visibility pop

#include <cassert>
#include <cerrno>

namespace albireo::proto {
namespace {

thread_local UdpPath arrival;
thread_local int opened_last = -1;

/// The address to which the datagram was sent, if an answer may come from it.
IpAddress own_of(const platform::Endpoint& end) {
    const IpAddress own = address_of(end).host;
    return own.is_ipv6() && !own.is_multicast() ? own : IpAddress{};
}

}  // namespace

std::chrono::steady_clock::time_point poll_clock() {
    return std::chrono::steady_clock::now();
}

const UdpPath& last_arrival() {
    return arrival;
}

UdpSocket::UdpSocket(int descriptor) : socket_(descriptor) {}

bool UdpSocket::is_ours() const {
    return socket_.is_open() && socket_.number() == opened_last;
}

int UdpSocket::bind(const NetAddress& own) const {
    return socket_.bind(endpoint_of(own));
}

std::uint16_t UdpSocket::port() const {
    return socket_.own().port;
}

bool UdpSocket::send(const UdpPath& path, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest) const {
    const platform::Endpoint to = endpoint_of(path.peer), own = endpoint_of({path.own, 0});
    const int error = socket_.send(&to, head, rest, path.own.is_none() ? nullptr : &own);
    return error == 0 || error == EAGAIN;
}

void UdpSocket::set_hops(const IpAddress& to, int hops) const {
    socket_.set_hops(to.is_ipv6(), hops);
}

}  // namespace albireo::proto

using namespace albireo;
using namespace albireo::proto;

ENetSocket enet_socket_create(ENetSocketType) {
    // Links have datagrams only.
    using platform::SocketHandle;
    SocketHandle made = SocketHandle::open(SocketHandle::Family::both);
    if (made.is_open()) {
        made.tell_own();
    } else {
        made = SocketHandle::open(SocketHandle::Family::ipv4);
    }
    return opened_last = made.number();
}

/// As ENet's own: the size of the datagram, 0 if none waits, −1 if the socket has an error or the datagram is too long.
int enet_socket_receive(ENetSocket socket, ENetAddress* from, ENetBuffer* buffers, [[maybe_unused]] size_t count) {
    assert(count == 1 && "ENet reads a datagram into one buffer");
    platform::SocketHandle::Received received;
    const platform::SocketHandle handle(socket, true);  // of either family: receiving is the same
    const int error = handle.receive({static_cast<std::uint8_t*>(buffers->data), buffers->dataLength}, received);
    if (error != 0) return error == EAGAIN ? 0 : -1;
    if (received.is_cut) return -1;
    if (from != nullptr) *from = {};
    arrival = {address_of(received.from), own_of(received.own)};
    return static_cast<int>(received.size);
}
