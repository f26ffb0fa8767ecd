#include "server/socket_watch.hpp"

#include <utility>

#include "platform/socket.hpp"

namespace albireo::server {

struct SocketWatch::Descriptor : boost::asio::posix::stream_descriptor {
    using boost::asio::posix::stream_descriptor::stream_descriptor;
};

SocketWatch::SocketWatch(boost::asio::io_context& io) : descriptor_(std::make_unique<Descriptor>(io)) {}
SocketWatch::~SocketWatch() {
    if (socket_ >= 0) descriptor_->assign(socket_);  // which closes it
}

void SocketWatch::watch(int socket) {
    descriptor_->assign(platform::duplicate_socket(socket));
}

bool SocketWatch::is_watching() const {
    return descriptor_->is_open() || socket_ >= 0;
}

void SocketWatch::run(std::function<void()> read) {
    run_once([this, read = std::move(read)] {
        read();
        wait();
    });
}

void SocketWatch::run_once(std::function<void()> read) {
    if (waits_) return;
    if (socket_ >= 0) descriptor_->assign(std::exchange(socket_, -1));
    read_ = std::move(read);
    wait();
}

void SocketWatch::rest() {
    if (!descriptor_->is_open()) return;
    waits_ = false;
    socket_ = descriptor_->release();
}

void SocketWatch::wait() {
    waits_ = true;
    descriptor_->async_wait(boost::asio::posix::stream_descriptor::wait_read, [this](boost::system::error_code error) {
        if (error) return;
        waits_ = false;
        read_();
    });
}

}  // namespace albireo::server
