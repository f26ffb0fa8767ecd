#include "reach/datagram_socket.hpp"

#include <cerrno>

namespace albireo::reach {
namespace {

using Family = platform::SocketHandle::Family;

platform::SocketHandle open_for(const proto::IpAddress& own) {
    platform::SocketHandle made;
    if (!own.is_ipv4()) made = platform::SocketHandle::open(Family::both);
    if (!made.is_open() && !own.is_ipv6()) made = platform::SocketHandle::open(Family::ipv4);
    return made;
}

}  // namespace

DatagramSocket::DatagramSocket(const proto::IpAddress& own, std::uint16_t port) : socket_(open_for(own)) {
    if (socket_.is_open() && socket_.bind(proto::endpoint_of({own, port})) != 0) socket_.close();
}

std::uint16_t DatagramSocket::port() const {
    return socket_.own().port;
}

bool DatagramSocket::send(const proto::NetAddress& to, std::span<const std::uint8_t> bytes) const {
    const platform::Endpoint end = proto::endpoint_of(to);
    return socket_.send(&end, bytes) == 0;
}

std::optional<DatagramSocket::Received> DatagramSocket::receive(std::span<std::uint8_t> into) const {
    for (;;) {
        platform::SocketHandle::Received got;
        const int error = socket_.receive(into, got);
        if (error == 0) return Received{proto::address_of(got.from), into.first(got.size)};
        // A refused datagram is reported as an error of the socket; there may be others behind it.
        if (error != ECONNREFUSED && error != EHOSTUNREACH && error != ENETUNREACH) return {};
    }
}

}  // namespace albireo::reach
