#include "server/socket_watch.hpp"

#include <utility>

#include "platform/socket.hpp"

namespace albireo::server {

struct SocketWatch::Descriptor : boost::asio::posix::stream_descriptor {
    using boost::asio::posix::stream_descriptor::stream_descriptor;
};

SocketWatch::SocketWatch(boost::asio::io_context& io) : descriptor_(std::make_unique<Descriptor>(io)) {}
SocketWatch::~SocketWatch() = default;

void SocketWatch::watch(int socket) {
    descriptor_->assign(platform::duplicate_socket(socket));
}

bool SocketWatch::is_watching() const {
    return descriptor_->is_open();
}

void SocketWatch::run(std::function<void()> read) {
    read_ = std::move(read);
    wait();
}

void SocketWatch::wait() {
    descriptor_->async_wait(boost::asio::posix::stream_descriptor::wait_read, [this](boost::system::error_code error) {
        if (error) return;
        read_();
        wait();
    });
}

}  // namespace albireo::server
