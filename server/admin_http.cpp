#include "server/admin_http.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cassert>
#include <chrono>
#include <utility>

namespace albireo::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr auto kPatience = std::chrono::seconds(5);  // to receive a request, and to send an answer
constexpr std::size_t kRequestBytesMax = 4096;

/// One connection: one request, one answer.
class Visit : public std::enable_shared_from_this<Visit> {
  public:
    Visit(asio::ip::tcp::socket socket, AdminHttp::Handler handler, std::function<void()> ended)
        : stream_(std::move(socket)),
          handler_(std::move(handler)),
          ended_(std::move(ended)),
          buffer_(kRequestBytesMax) {}
    ~Visit() { ended_(); }

    void run() {
        stream_.expires_after(kPatience);
        http::async_read(stream_, buffer_, request_, [self = shared_from_this()](error_code error, std::size_t) {
            if (!error) self->answer();
        });
    }

  private:
    void answer() {
        std::string body;
        if (request_.method() == http::verb::get) {
            const auto target = request_.target();
            body = handler_({target.data(), target.size()});
        }
        answer_.result(!body.empty() ? http::status::ok
                       : request_.method() == http::verb::get ? http::status::not_found
                                                              : http::status::method_not_allowed);
        answer_.set(http::field::content_type, "application/json");
        answer_.keep_alive(false);
        answer_.body() = body.empty() ? R"({"error":"no such page; try /metrics, /sessions or /health"})" : body;
        answer_.prepare_payload();
        stream_.expires_after(kPatience);
        http::async_write(stream_, answer_, [self = shared_from_this()](error_code, std::size_t) {
            error_code ignored;
            self->stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
        });
    }

    beast::tcp_stream stream_;
    AdminHttp::Handler handler_;
    std::function<void()> ended_;
    beast::flat_buffer buffer_;
    http::request<http::empty_body> request_;
    http::response<http::string_body> answer_;
};

}  // namespace

struct AdminHttp::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& io, const asio::ip::tcp::endpoint& endpoint, Handler answer)
        : acceptor(io, endpoint), pause(io), handler(std::move(answer)) {
        assert(handler && "the admin page has a handler");
    }

    void accept() {
        if (accepting || visits >= kVisitsMax || !acceptor.is_open()) return;
        accepting = true;
        acceptor.async_accept([self = shared_from_this()](error_code error, asio::ip::tcp::socket socket) {
            self->accepting = false;
            if (error == asio::error::operation_aborted) return;
            if (error) return self->wait(error);
            ++self->visits;
            // A visit that ends while the server is being destroyed has nobody to tell.
            std::make_shared<Visit>(std::move(socket), self->handler, [weak = self->weak_from_this()] {
                if (const auto alive = weak.lock()) alive->end_visit();
            })->run();
            self->accept();
        });
    }
    void end_visit() {
        --visits;
        assert(visits >= 0 && "a visit ends once");
        accept();
    }
    /// Without a pause, accept() would fail at once again, and take a whole core.
    void wait(error_code error) {
        ++failures;
        if (on_failure) on_failure(error.message());
        accepting = true;
        pause.expires_after(kAcceptPause);
        pause.async_wait([self = shared_from_this()](error_code aborted) {
            self->accepting = false;
            if (!aborted) self->accept();
        });
    }

    asio::ip::tcp::acceptor acceptor;
    asio::steady_timer pause;
    Handler handler;
    std::function<void(const std::string& reason)> on_failure;
    int visits = 0;
    bool accepting = false;
    std::uint64_t failures = 0;
};

AdminHttp::AdminHttp(asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler)
    : impl_(std::make_shared<Impl>(io, asio::ip::tcp::endpoint(asio::ip::make_address(address), port),
                                   std::move(handler))) {
    impl_->on_failure = [this](const std::string& reason) { note_failure(reason); };
    impl_->accept();
}

std::uint64_t AdminHttp::accept_failures() const { return impl_->failures; }

void AdminHttp::note_failure(const std::string& reason) {
    ++untold_;
    const auto now = std::chrono::steady_clock::now();
    if (now < tell_from_ || !on_accept_failed) return;
    tell_from_ = now + std::chrono::minutes(1);
    on_accept_failed(reason, std::exchange(untold_, 0));
}

AdminHttp::~AdminHttp() { close(); }

std::uint16_t AdminHttp::port() const { return impl_->acceptor.local_endpoint().port(); }

void AdminHttp::close() {
    error_code ignored;
    impl_->on_failure = {};
    impl_->acceptor.close(ignored);
    impl_->pause.cancel();
}

}  // namespace albireo::server
