// The calls of SocketHandle for sockets that share a port.
#include <linux/filter.h>
#include <sys/socket.h>

#include <array>
#include <cassert>
#include <cerrno>

#include "platform/socket.hpp"

namespace albireo::platform {
namespace {

template <class Value>
int set_option(int socket, int name, const Value& value) {
    return ::setsockopt(socket, SOL_SOCKET, name, &value, sizeof value) == 0 ? 0 : errno;
}

}  // namespace

int SocketHandle::share_port() const {
    return set_option(number_, SO_REUSEPORT, int{1});
}

int SocketHandle::steer(const PortSteering& steering) const {
    // A program for the kernel's classic packet filter, which needs no privilege. Offsets count from the datagram's first byte. A datagram that
    // is too short for a load goes to socket 0.
    const auto load = [](int size, std::uint32_t at) { return sock_filter BPF_STMT(static_cast<std::uint16_t>(BPF_LD | size | BPF_ABS), at); };
    const std::array<sock_filter, 10> program{
        load(BPF_H, 0),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, steering.marked, 0, 5),
        load(BPF_W, 0),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, steering.first, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K, 0),
        load(BPF_B, steering.marked_byte),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
        sock_filter BPF_STMT(BPF_ALU | BPF_AND | BPF_K, steering.others),
        sock_filter BPF_STMT(BPF_ALU | BPF_MOD | BPF_K, steering.sockets),
        sock_filter BPF_STMT(BPF_RET | BPF_A, 0),
    };
    assert(steering.sockets > 0 && "a port has a socket");
    const sock_fprog code{static_cast<std::uint16_t>(program.size()), const_cast<sock_filter*>(program.data())};
    return set_option(number_, SO_ATTACH_REUSEPORT_CBPF, code);
}

}  // namespace albireo::platform
