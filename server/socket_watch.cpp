#include "server/socket_watch.hpp"

#include <utility>

#include "platform/socket.hpp"

namespace albireo::server {

namespace {
// Asio only waits and closes, so the socket's own protocol does not matter.
const auto kAnyProtocol = boost::asio::ip::udp::v6();
}  // namespace

struct SocketWatch::Socket : boost::asio::ip::udp::socket {
    explicit Socket(boost::asio::io_context& io) : boost::asio::ip::udp::socket(io) {}
};

SocketWatch::SocketWatch(boost::asio::io_context& io) : watched_(std::make_unique<Socket>(io)) {}
SocketWatch::~SocketWatch() {
    if (socket_ >= 0) watched_->assign(kAnyProtocol, socket_);  // which closes it
}

void SocketWatch::watch(int socket) {
    watched_->assign(kAnyProtocol, platform::duplicate_socket(socket));
}

bool SocketWatch::is_watching() const {
    return watched_->is_open() || socket_ >= 0;
}

void SocketWatch::run(std::function<void()> read) {
    run_once([this, read = std::move(read)] {
        read();
        wait();
    });
}

void SocketWatch::run_once(std::function<void()> read) {
    if (waits_) return;
    if (socket_ >= 0) watched_->assign(kAnyProtocol, std::exchange(socket_, -1));
    read_ = std::move(read);
    wait();
}

void SocketWatch::rest() {
    if (!watched_->is_open()) return;
    waits_ = false;
    socket_ = watched_->release();
}

void SocketWatch::wait() {
    waits_ = true;
    watched_->async_wait(boost::asio::socket_base::wait_read, [this](boost::system::error_code error) {
        if (error) return;
        waits_ = false;
        read_();
    });
}

}  // namespace albireo::server
