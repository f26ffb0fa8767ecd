#pragma once
/// UDP sockets, and the addresses that the system knows.
///
/// 1. No call waits but wait_readable() and resolve().
/// 2. An int that a function returns is 0, or the error as errno has it.
/// 3. Nothing here allocates but what returns texts or lists, and the constructors of batches.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace albireo::platform {

using HostBytes = std::array<std::uint8_t, 16>;  // in network byte order; IPv4 as ::ffff:192.0.2.7; zeros: none, or any

struct Endpoint {
    HostBytes host{};
    std::uint32_t scope = 0;  // of a link-local address: the number of the interface
    std::uint16_t port = 0;
};

/// "192.0.2.7" or "2001:db8::1".
std::string host_text(const HostBytes& host);
/// Returns false if the text has another form.
bool read_host(const std::string& text, HostBytes& host);
/// Interfaces by name, such as "eth0"; 0 and "": there is none.
std::uint32_t interface_number(const std::string& name);
std::string interface_name(std::uint32_t number);
/// The addresses of a host, in the order of the system. It may wait for seconds.
std::vector<Endpoint> resolve(const std::string& host);

/// Which of several sockets that share a port receives a datagram. Their number is the order in which they were bound.
struct PortSteering {
    std::uint16_t sockets = 1;
    std::uint32_t first = 0;       // datagrams that begin with these four bytes, in network order: the first socket
    std::uint16_t marked = 0;      // … with these two bytes otherwise: the byte at `marked_byte`, modulo `sockets`
    std::uint32_t marked_byte = 0;
    std::uint16_t others = 0;      // … with any others: those of their first 16 bits that are set here, modulo `sockets`
};

/// A UDP socket that somebody else closes. A copy is the same socket.
class SocketHandle {
  public:
    enum class Family : std::uint8_t { ipv4, ipv6, both };  // both: a socket of IPv6 that takes IPv4 too

    SocketHandle() = default;
    /// Asks the system for the family.
    explicit SocketHandle(int number);
    SocketHandle(int number, bool has_ipv6) : number_(number), has_ipv6_(has_ipv6) {}
    /// A new socket; is_open() is false if there can be none, such as of IPv6 where the system has no IPv6.
    static SocketHandle open(Family family);

    bool is_open() const { return number_ >= 0; }
    int number() const { return number_; }
    bool has_ipv6() const { return has_ipv6_; }

    /// Host zero: all addresses; port 0: any.
    int bind(const Endpoint& own) const;
    /// Before bind(): other sockets of the same user that have done so too may be bound to the same port. ENOPROTOOPT: the system cannot.
    int share_port() const;
    /// After share_port(): decides for all sockets of the port which of them receives what is not sent to many. ENOPROTOOPT: the system cannot.
    int steer(const PortSteering& steering) const;
    /// From now on, datagrams go to that end and come from it. Sends nothing. EHOSTUNREACH and the like: there is no route.
    int connect(const Endpoint& to) const;
    void disconnect() const;
    /// Zeros: unknown.
    Endpoint own() const;

    /// Sends the parts as one datagram. `to` null: to the connected end. `from`: our own address of IPv6; null: the system chooses it.
    int send(const Endpoint* to, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest = {}, const Endpoint* from = nullptr) const;
    struct Received {
        std::size_t size = 0;
        bool is_cut = false;   // it was longer than the room for it
        Endpoint from{};
        Endpoint own{};        // to which it was sent, if tell_own() was called; zeros: unknown
    };
    /// EAGAIN: none waits. Errors that the network has reported, such as ECONNREFUSED, come between datagrams.
    int receive(std::span<std::uint8_t> into, Received& received) const;

    /// For Received::own.
    void tell_own() const;
    void allow_broadcast() const;
    /// IPv4 multicast leaves by the interface that has this address.
    void set_multicast_source(const Endpoint& own) const;
    /// Takes part in a group of IPv6 on one interface.
    void join_group(const HostBytes& group, std::uint32_t interface) const;
    /// After how many routers datagrams of that family are dropped; −1: the system's default.
    void set_hops(bool of_ipv6, int hops) const;
    void set_receive_buffer(int bytes) const;
    int receive_buffer() const;

  private:
    int number_ = -1;
    bool has_ipv6_ = false;
};

/// A UDP socket of its own.
class OwnSocket : public SocketHandle {
  public:
    explicit OwnSocket(Family family) : SocketHandle(open(family)) {}
    explicit OwnSocket(SocketHandle socket) : SocketHandle(socket) {}
    ~OwnSocket() { close(); }
    OwnSocket(const OwnSocket&) = delete;
    OwnSocket& operator=(const OwnSocket&) = delete;

    void close();
};

struct BatchSlots;

/// Datagrams that were read with one call of the system.
class ReceivedBatch {
  public:
    ReceivedBatch(std::size_t datagrams_max, std::size_t bytes_max);
    ~ReceivedBatch();

    /// Replaces the contents by the datagrams that wait, at most datagrams_max. Returns as SocketHandle::receive() does, and is empty if
    /// that is not 0.
    int read(const SocketHandle& socket);
    void clear();
    std::size_t size() const { return size_; }
    /// Whether it holds as many as it can, so that further ones may wait.
    bool is_full() const;
    SocketHandle::Received about(std::size_t i) const;
    std::span<const std::uint8_t> bytes(std::size_t i) const;

  private:
    std::unique_ptr<BatchSlots> slots_;
    std::size_t size_ = 0;
};

/// Datagrams that are to be sent with one call of the system.
class SendBatch {
  public:
    SendBatch(std::size_t datagrams_max, std::size_t bytes_max);
    ~SendBatch();

    bool is_empty() const { return size_ == 0; }
    bool is_full() const;
    /// Takes a copy of a datagram that SocketHandle::send() would send. Requires !is_full(), and that the parts together have at most
    /// bytes_max. Returns 0, or the error if the socket cannot send to that address.
    int add(const SocketHandle& socket, const Endpoint& to, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest, const Endpoint* from);
    /// Sends all datagrams, in order. Returns how many the system has refused. A datagram that finds the buffer full is dropped and not counted.
    std::size_t send(const SocketHandle& socket);

  private:
    std::unique_ptr<BatchSlots> slots_;
    std::size_t size_ = 0;
};

/// Waits until a socket has a datagram, or this long. Returns false in the latter case. A negative number: only waits.
bool wait_readable(int socket, std::int64_t micros_max);
/// Another number of the same socket, which its new owner closes.
int duplicate_socket(int socket);
/// Of a TCP connection: how many bytes wait in the system before it is not ready for more.
void set_unsent_max(int socket, int bytes);

}  // namespace albireo::platform
