#include "platform/socket.hpp"

#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <iterator>

namespace albireo::platform {
namespace {

constexpr HostBytes kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool is_ipv4(const HostBytes& host) {
    return std::equal(host.begin(), host.begin() + 12, kMapped.begin());
}

bool is_zero(const HostBytes& host) {
    return host == HostBytes{};
}

/// An address of either family, as the system has it.
struct SystemAddress {
    SystemAddress() = default;
    SystemAddress(bool is_ipv6, const Endpoint& end) {
        if (is_ipv6) {
            ipv6.sin6_family = AF_INET6;
            ipv6.sin6_port = htons(end.port);
            ipv6.sin6_scope_id = end.scope;
            std::memcpy(&ipv6.sin6_addr, end.host.data(), sizeof ipv6.sin6_addr);
            size = sizeof ipv6;
        } else {
            ipv4.sin_family = AF_INET;
            ipv4.sin_port = htons(end.port);
            if (is_ipv4(end.host)) std::memcpy(&ipv4.sin_addr, end.host.data() + 12, sizeof ipv4.sin_addr);
            size = sizeof ipv4;
        }
    }

    union {
        sockaddr_storage bytes{};
        sockaddr any;
        sockaddr_in ipv4;
        sockaddr_in6 ipv6;
    };
    socklen_t size = sizeof bytes;
};

Endpoint endpoint_of(const sockaddr& address) {
    Endpoint end;
    if (address.sa_family == AF_INET) {
        const auto& ipv4 = reinterpret_cast<const sockaddr_in&>(address);
        // 0.0.0.0 is no host, as :: is none.
        if (ipv4.sin_addr.s_addr != 0) end.host = kMapped;
        std::memcpy(end.host.data() + 12, &ipv4.sin_addr, sizeof ipv4.sin_addr);
        end.port = ntohs(ipv4.sin_port);
    } else if (address.sa_family == AF_INET6) {
        const auto& ipv6 = reinterpret_cast<const sockaddr_in6&>(address);
        std::memcpy(end.host.data(), &ipv6.sin6_addr, end.host.size());
        end.scope = ipv6.sin6_scope_id;
        end.port = ntohs(ipv6.sin6_port);
    }
    return end;
}

using Control = std::array<std::uint8_t, CMSG_SPACE(sizeof(in6_pktinfo))>;

/// The address to which the datagram was sent; zeros: it is not told.
Endpoint own_of(msghdr& message) {
    for (const cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, const_cast<cmsghdr*>(each))) {
        if (each->cmsg_level != IPPROTO_IPV6 || each->cmsg_type != IPV6_PKTINFO) continue;
        in6_pktinfo info;
        std::memcpy(&info, CMSG_DATA(each), sizeof info);
        Endpoint own;
        std::memcpy(own.host.data(), &info.ipi6_addr, own.host.size());
        own.scope = info.ipi6_ifindex;
        return own;
    }
    return {};
}

void send_from(const Endpoint& own, msghdr& message, Control& control) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = IPPROTO_IPV6;
    head->cmsg_type = IPV6_PKTINFO;
    head->cmsg_len = CMSG_LEN(sizeof(in6_pktinfo));
    in6_pktinfo info{};
    std::memcpy(&info.ipi6_addr, own.host.data(), sizeof info.ipi6_addr);
    info.ipi6_ifindex = own.scope;
    std::memcpy(CMSG_DATA(head), &info, sizeof info);
}

template <class Value>
int set_option(int socket, int level, int name, const Value& value) {
    return ::setsockopt(socket, level, name, &value, sizeof value) == 0 ? 0 : errno;
}

}  // namespace

std::string host_text(const HostBytes& host) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (is_ipv4(host)) return ::inet_ntop(AF_INET, host.data() + 12, text.data(), text.size());
    return ::inet_ntop(AF_INET6, host.data(), text.data(), text.size());
}

bool read_host(const std::string& text, HostBytes& host) {
    if (in_addr numbers{}; ::inet_pton(AF_INET, text.c_str(), &numbers) == 1) {
        host = kMapped;
        std::memcpy(host.data() + 12, &numbers, sizeof numbers);
        return true;
    }
    return ::inet_pton(AF_INET6, text.c_str(), host.data()) == 1;
}

std::uint32_t interface_number(const std::string& name) {
    return ::if_nametoindex(name.c_str());
}

std::string interface_name(std::uint32_t number) {
    std::array<char, IF_NAMESIZE> name{};
    const char* const found = ::if_indextoname(number, name.data());
    return found != nullptr ? found : "";
}

std::vector<Endpoint> resolve(const std::string& host) {
    std::vector<Endpoint> found;
    addrinfo wanted{}, *list = nullptr;
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_DGRAM;
    if (::getaddrinfo(host.c_str(), nullptr, &wanted, &list) != 0) return found;
    for (const addrinfo* each = list; each != nullptr; each = each->ai_next) found.push_back(endpoint_of(*each->ai_addr));
    if (list != nullptr) ::freeaddrinfo(list);
    return found;
}

SocketHandle::SocketHandle(int number) : number_(number) {
    int domain = 0;
    socklen_t size = sizeof domain;
    has_ipv6_ = number >= 0 && ::getsockopt(number, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_INET6;
}

SocketHandle SocketHandle::open(Family family) {
    const SocketHandle made(::socket(family == Family::ipv4 ? AF_INET : AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (made.has_ipv6_) set_option(made.number_, IPPROTO_IPV6, IPV6_V6ONLY, int{family == Family::ipv6});
    return made;
}

int SocketHandle::bind(const Endpoint& own) const {
    if (!has_ipv6_ && !is_ipv4(own.host) && !is_zero(own.host)) return EAFNOSUPPORT;
    const SystemAddress address(has_ipv6_, own);
    return ::bind(number_, &address.any, address.size) == 0 ? 0 : errno;
}

int SocketHandle::connect(const Endpoint& to) const {
    const SystemAddress address(has_ipv6_, to);
    return ::connect(number_, &address.any, address.size) == 0 ? 0 : errno;
}

void SocketHandle::disconnect() const {
    const sockaddr none{.sa_family = AF_UNSPEC, .sa_data = {}};
    ::connect(number_, &none, sizeof none);
}

Endpoint SocketHandle::own() const {
    SystemAddress address;
    return ::getsockname(number_, &address.any, &address.size) == 0 ? endpoint_of(address.any) : Endpoint{};
}

int SocketHandle::send(const Endpoint* to, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest, const Endpoint* from) const {
    if (to != nullptr && !has_ipv6_ && !is_ipv4(to->host)) return EAFNOSUPPORT;
    SystemAddress address;
    iovec parts[] = {{const_cast<std::uint8_t*>(head.data()), head.size()}, {const_cast<std::uint8_t*>(rest.data()), rest.size()}};
    msghdr message{};
    if (to != nullptr) {
        address = SystemAddress(has_ipv6_, *to);
        message.msg_name = &address.any;
        message.msg_namelen = address.size;
    }
    message.msg_iov = parts;
    message.msg_iovlen = std::size(parts);
    alignas(cmsghdr) Control control{};
    if (from != nullptr) send_from(*from, message, control);
    if (::sendmsg(number_, &message, MSG_NOSIGNAL) >= 0) return 0;
    return errno == EWOULDBLOCK ? EAGAIN : errno;
}

int SocketHandle::receive(std::span<std::uint8_t> into, Received& received) const {
    SystemAddress sender;
    alignas(cmsghdr) Control control{};
    iovec part{into.data(), into.size()};
    msghdr message{};
    message.msg_name = &sender.any;
    message.msg_namelen = sender.size;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t size = ::recvmsg(number_, &message, MSG_NOSIGNAL);
    if (size < 0) return errno == EWOULDBLOCK ? EAGAIN : errno;
    received = {.size = static_cast<std::size_t>(size),
                .is_cut = (message.msg_flags & MSG_TRUNC) != 0,
                .from = endpoint_of(sender.any),
                .own = own_of(message)};
    return 0;
}

void SocketHandle::tell_own() const {
    set_option(number_, IPPROTO_IPV6, IPV6_RECVPKTINFO, int{1});
}

void SocketHandle::allow_broadcast() const {
    set_option(number_, SOL_SOCKET, SO_BROADCAST, int{1});
}

void SocketHandle::set_multicast_source(const Endpoint& own) const {
    in_addr address{};
    std::memcpy(&address, own.host.data() + 12, sizeof address);
    set_option(number_, IPPROTO_IP, IP_MULTICAST_IF, address);
}

void SocketHandle::join_group(const HostBytes& group, std::uint32_t interface) const {
    ipv6_mreq member{};
    member.ipv6mr_interface = interface;
    std::memcpy(&member.ipv6mr_multiaddr, group.data(), sizeof member.ipv6mr_multiaddr);
    set_option(number_, IPPROTO_IPV6, IPV6_JOIN_GROUP, member);
}

void SocketHandle::set_hops(bool of_ipv6, int hops) const {
    of_ipv6 ? set_option(number_, IPPROTO_IPV6, IPV6_UNICAST_HOPS, hops) : set_option(number_, IPPROTO_IP, IP_TTL, hops);
}

void SocketHandle::set_receive_buffer(int bytes) const {
    // Beyond the system's limit only with a privilege.
    if (set_option(number_, SOL_SOCKET, SO_RCVBUFFORCE, bytes) != 0) set_option(number_, SOL_SOCKET, SO_RCVBUF, bytes);
}

int SocketHandle::receive_buffer() const {
    int granted = 0;
    socklen_t size = sizeof granted;
    ::getsockopt(number_, SOL_SOCKET, SO_RCVBUF, &granted, &size);
    return granted / 2;  // Linux reports twice the size that was set, to allow for its own bookkeeping
}

/// The memory of a batch, for all its datagrams.
struct BatchSlots {
    BatchSlots(std::size_t datagrams, std::size_t bytes)
        : bytes_max(bytes), heads(datagrams), parts(datagrams), addresses(datagrams), controls(datagrams), bytes_of_all(new std::uint8_t[datagrams * bytes]) {
        for (std::size_t i = 0; i < datagrams; ++i) {
            parts[i] = {bytes_of_all.get() + i * bytes, bytes};
            heads[i].msg_hdr.msg_name = &addresses[i];
            heads[i].msg_hdr.msg_iov = &parts[i];
            heads[i].msg_hdr.msg_iovlen = 1;
        }
    }
    /// Before the system reads a datagram into slot i: it overwrites these.
    void reset(std::size_t i) {
        heads[i].msg_hdr.msg_namelen = sizeof addresses[i];
        heads[i].msg_hdr.msg_control = controls[i].bytes.data();
        heads[i].msg_hdr.msg_controllen = controls[i].bytes.size();
    }

    struct alignas(cmsghdr) AlignedControl {
        Control bytes{};
    };
    const std::size_t bytes_max;
    std::vector<mmsghdr> heads;
    std::vector<iovec> parts;
    std::vector<sockaddr_storage> addresses;
    std::vector<AlignedControl> controls;
    // Not set to zero: a page of it that no datagram has needed takes no memory.
    const std::unique_ptr<std::uint8_t[]> bytes_of_all;
};

ReceivedBatch::ReceivedBatch(std::size_t datagrams_max, std::size_t bytes_max) : slots_(std::make_unique<BatchSlots>(datagrams_max, bytes_max)) {
    for (std::size_t i = 0; i < datagrams_max; ++i) slots_->reset(i);
}

ReceivedBatch::~ReceivedBatch() = default;

bool ReceivedBatch::is_full() const {
    return size_ == slots_->heads.size();
}

void ReceivedBatch::clear() {
    for (; size_ != 0; --size_) slots_->reset(size_ - 1);
}

int ReceivedBatch::read(const SocketHandle& socket) {
    clear();
    const int count = ::recvmmsg(socket.number(), slots_->heads.data(), static_cast<unsigned>(slots_->heads.size()), MSG_NOSIGNAL, nullptr);
    if (count < 0) return errno == EWOULDBLOCK ? EAGAIN : errno;
    size_ = static_cast<std::size_t>(count);
    return 0;
}

SocketHandle::Received ReceivedBatch::about(std::size_t i) const {
    assert(i < size_);
    mmsghdr& head = slots_->heads[i];
    return {.size = head.msg_len,
            .is_cut = (head.msg_hdr.msg_flags & MSG_TRUNC) != 0,
            .from = endpoint_of(reinterpret_cast<const sockaddr&>(slots_->addresses[i])),
            .own = own_of(head.msg_hdr)};
}

std::span<const std::uint8_t> ReceivedBatch::bytes(std::size_t i) const {
    assert(i < size_);
    return {static_cast<const std::uint8_t*>(slots_->parts[i].iov_base), slots_->heads[i].msg_len};
}

SendBatch::SendBatch(std::size_t datagrams_max, std::size_t bytes_max) : slots_(std::make_unique<BatchSlots>(datagrams_max, bytes_max)) {}

SendBatch::~SendBatch() = default;

bool SendBatch::is_full() const {
    return size_ == slots_->heads.size();
}

int SendBatch::add(const SocketHandle& socket, const Endpoint& to, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest, const Endpoint* from) {
    assert(!is_full() && head.size() + rest.size() <= slots_->bytes_max);
    if (!socket.has_ipv6() && !is_ipv4(to.host)) return EAFNOSUPPORT;
    const std::size_t i = size_++;
    const SystemAddress address(socket.has_ipv6(), to);
    std::memcpy(&slots_->addresses[i], &address.any, address.size);
    const auto bytes = static_cast<std::uint8_t*>(slots_->parts[i].iov_base);
    std::copy(rest.begin(), rest.end(), std::copy(head.begin(), head.end(), bytes));
    slots_->parts[i].iov_len = head.size() + rest.size();
    msghdr& message = slots_->heads[i].msg_hdr;
    message.msg_namelen = address.size;
    message.msg_control = nullptr;
    message.msg_controllen = 0;
    if (from != nullptr) send_from(*from, message, slots_->controls[i].bytes);
    return 0;
}

std::size_t SendBatch::send(const SocketHandle& socket) {
    std::size_t refused = 0;
    for (std::size_t done = 0; done < size_;) {
        const int count = ::sendmmsg(socket.number(), slots_->heads.data() + done, static_cast<unsigned>(size_ - done), MSG_NOSIGNAL);
        if (count > 0) {
            done += static_cast<std::size_t>(count);
            continue;
        }
        // The error is of the first of them; those after it may have another address.
        if (errno != EAGAIN && errno != EWOULDBLOCK) ++refused;
        ++done;
    }
    size_ = 0;
    return refused;
}

void OwnSocket::close() {
    if (is_open()) ::close(number());
    static_cast<SocketHandle&>(*this) = {};
}

bool wait_readable(int socket, std::int64_t micros_max) {
    pollfd waiting{.fd = socket, .events = POLLIN, .revents = 0};
    const timespec timeout{.tv_sec = micros_max / 1'000'000, .tv_nsec = micros_max % 1'000'000 * 1000};
    return ::ppoll(&waiting, 1, &timeout, nullptr) > 0;
}

int duplicate_socket(int socket) {
    return ::dup(socket);
}

void set_unsent_max(int socket, int bytes) {
    set_option(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, bytes);
}

}  // namespace albireo::platform
