#pragma once
/// Lets a shard's loop wait for a socket that others read: the link's, or the second port of a rendezvous server. Owned by
/// the loop; the context must outlive it.
#include <functional>
#include <memory>

#include "server/asio.hpp"

namespace albireo::server {

class SocketWatch {
  public:
    explicit SocketWatch(boost::asio::io_context& io);
    ~SocketWatch();
    SocketWatch(const SocketWatch&) = delete;
    SocketWatch& operator=(const SocketWatch&) = delete;

    /// Watches a copy of this socket, which stays its owner's.
    void watch(int socket);
    bool is_watching() const;
    /// Calls `read` in the loop whenever the socket has something to read, until the loop ends.
    void run(std::function<void()> read);
    /// Calls `read` once, when the socket has something to read. Does nothing while an earlier call of this waits.
    void run_once(std::function<void()> read);
    /// Until the next run_once() nothing that the socket gets wakes the loop. Otherwise Asio's would be woken by all of it, even if
    /// nobody waits for it.
    void rest();

  private:
    void wait();

    int socket_ = -1;  // while it rests
    bool waits_ = false;

    struct Socket;
    std::unique_ptr<Socket> watched_;
    std::function<void()> read_;
};

}  // namespace albireo::server
