#include "proto/enet_sockets.hpp"

#pragma GCC visibility push(default)  // whatever the compiler's default, ENet's library must find these
#include <enet/enet.h>
#pragma GCC visibility pop

#include <cassert>
#include <cerrno>
#include <utility>

namespace albireo::proto {
namespace {

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

struct UdpSocket::Batches {
    platform::ReceivedBatch in{kBatchMax, kDatagramBytesMax};
    std::size_t next = 0;  // of `in`
    platform::SendBatch out{kBatchMax, kDatagramBytesMax};
    std::size_t refused = 0;
};

UdpSocket::UdpSocket() = default;
UdpSocket::UdpSocket(int descriptor) : socket_(descriptor), batches_(std::make_unique<Batches>()) {}
UdpSocket::UdpSocket(UdpSocket&&) noexcept = default;
UdpSocket& UdpSocket::operator=(UdpSocket&&) noexcept = default;
UdpSocket::~UdpSocket() = default;

bool UdpSocket::is_ours() const {
    return socket_.is_open() && socket_.number() == opened_last;
}

int UdpSocket::share(const NetAddress& own, const platform::PortSteering& steering, bool is_first) const {
    if (is_first && own.port != 0) {
        // A socket that shares would be bound even beside those of another server. One that does not share tells whether there are any.
        using Family = platform::SocketHandle::Family;
        const platform::OwnSocket alone(has_ipv6() ? Family::both : Family::ipv4);
        if (const int reason = alone.is_open() ? alone.bind(endpoint_of(own)) : 0; reason != 0) return reason;
    }
    if (const int reason = socket_.share_port(); reason != 0) return reason;
    return is_first ? socket_.steer(steering) : 0;
}

int UdpSocket::bind(const NetAddress& own) const {
    return socket_.bind(endpoint_of(own));
}

std::uint16_t UdpSocket::port() const {
    return socket_.own().port;
}

std::optional<UdpDatagram> UdpSocket::receive(int& error) {
    error = 0;
    platform::ReceivedBatch& in = batches_->in;
    if (batches_->next == in.size()) {
        // A batch with room left has emptied the socket, so this call has nothing to ask the system.
        const bool was_all = in.size() != 0 && !in.is_full();
        batches_->next = 0;
        in.clear();
        if (!was_all) error = in.read(socket_);
        if (error == EAGAIN) error = 0;
        if (in.size() == 0) return std::nullopt;
    }
    const std::size_t i = batches_->next++;
    const platform::SocketHandle::Received about = in.about(i);
    return UdpDatagram{{address_of(about.from), own_of(about.own)}, in.bytes(i), about.is_cut};
}

bool UdpSocket::has_read_ahead() const {
    return batches_->next != batches_->in.size();
}

void UdpSocket::send(const UdpPath& path, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest) {
    const platform::Endpoint to = endpoint_of(path.peer), own = endpoint_of({path.own, 0});
    if (head.size() + rest.size() > kDatagramBytesMax || batches_->out.add(socket_, to, head, rest, path.own.is_none() ? nullptr : &own) != 0) {
        ++batches_->refused;
    }
    if (batches_->out.is_full()) batches_->refused += batches_->out.send(socket_);
}

std::size_t UdpSocket::flush() {
    if (batches_ == nullptr) return 0;  // of a link that could not be opened
    if (!batches_->out.is_empty()) batches_->refused += batches_->out.send(socket_);
    return std::exchange(batches_->refused, 0);
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
