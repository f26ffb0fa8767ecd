#include "http/server.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <list>
#include <map>
#include <optional>

namespace albireo::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = beast::http;
using boost::system::error_code;

namespace {
constexpr std::chrono::minutes kTellEvery{1};

/// What limits count as one address: an IPv4 address, also in its IPv6 form, or an IPv6 /64.
asio::ip::address home_of(const asio::ip::address& address) {
    if (address.is_v4()) return address;
    const asio::ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6);
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return asio::ip::address_v6(bytes);
}
}  // namespace

struct Server::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& io, const asio::ip::tcp::endpoint& endpoint, Handler answer, Limits bounds)
        : acceptor(io, endpoint), pause(io), handler(std::move(answer)), limits(bounds) {
        assert(handler && "the pages have a handler");
        assert(limits.connections_max > 0 && "at least one connection may be open");
    }

    void accept();
    void tell_back_off(const error_code& error);
    void make_room(const asio::ip::address& from);
    void admit(asio::ip::tcp::socket socket);
    void close();

    asio::ip::tcp::acceptor acceptor;
    asio::steady_timer pause;
    Handler handler;
    const Limits limits;
    Figures figures;
    std::list<Connection*> connections;  // oldest first
    std::optional<std::chrono::steady_clock::time_point> logged_at;  // the last log line about a back-off
    bool closed = false;
};

/// One connection. It lives as long as an operation on it is pending, and ends on the server's thread.
class Server::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(asio::ip::tcp::socket socket, std::shared_ptr<Impl> server)
        : server_(std::move(server)), stream_(std::move(socket)), buffer_(server_->limits.header_bytes_max + server_->limits.body_bytes_max) {
        parser_.header_limit(static_cast<std::uint32_t>(server_->limits.header_bytes_max));
        parser_.body_limit(server_->limits.body_bytes_max);
        error_code gone;
        from_ = stream_.socket().remote_endpoint(gone).address();
        place_ = server_->connections.insert(server_->connections.end(), this);
        server_->figures.open = server_->connections.size();
    }
    ~Connection() { leave(); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void run() {
        // Set once for the whole request: a client that sends a byte now and then must not extend it.
        stream_.expires_after(server_->limits.timeout);
        bhttp::async_read(stream_, buffer_, parser_, [self = shared_from_this()](error_code error, std::size_t) { self->received(error); });
    }
    asio::ip::address home() const { return home_of(from_); }
    void evict() {
        ++server_->figures.evicted;
        leave();
        stream_.close();
    }

  private:
    void leave() {
        if (!place_) return;
        assert(**place_ == this && "a visit leaves its own place");
        server_->connections.erase(*place_);
        place_.reset();
        server_->figures.open = server_->connections.size();
    }

    void received(error_code error) {
        if (!place_) return;  // evicted
        if (error == bhttp::error::header_limit || error == bhttp::error::buffer_overflow) return refuse(431, "the header is too large");
        if (error == bhttp::error::body_limit) return refuse(413, "the body is too large");
        if (error && error != bhttp::error::end_of_stream && error.category() == make_error_code(bhttp::error::bad_method).category()) {
            return refuse(400, "this is not an HTTP request");
        }
        if (error) {
            ++server_->figures.expired;
            return;
        }
        const auto& request = parser_.get();
        const bool is_known = request.method() == bhttp::verb::get || request.method() == bhttp::verb::post ||
                              (request.method() == bhttp::verb::patch && server_->limits.takes_patch);
        if (!is_known) return refuse(405, "expected GET or POST");
        const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
        Request asked{text(request.method_string()), text(request.target()), request.body(), text(request[bhttp::field::authorization]), from_};
        asked.path.resize(std::min(asked.path.find('?'), asked.path.size()));
        server_->handler(asked, [self = shared_from_this()](Answer answer) {
            ++self->server_->figures.answered;
            self->send(std::move(answer));
        });
    }
    void refuse(unsigned status, const char* why) {
        ++server_->figures.refused;
        send({status, std::string(R"({"error":")") + why + "\"}\n"});
    }

    void send(Answer answer) {
        if (!place_) return;  // evicted meanwhile
        answer_.result(answer.status);
        answer_.set(bhttp::field::content_type, answer.type);
        answer_.set(bhttp::field::cache_control, "no-store");
        for (const auto& [name, value] : answer.headers) answer_.set(name, value);
        if (answer.status == 401) answer_.set(bhttp::field::www_authenticate, "Bearer");
        if (answer.status == 405) answer_.set(bhttp::field::allow, "GET, POST");
        answer_.keep_alive(false);
        answer_.body() = std::move(answer.body);
        answer_.prepare_payload();
        stream_.expires_after(server_->limits.timeout);
        bhttp::async_write(stream_, answer_, [self = shared_from_this()](error_code, std::size_t) {
            error_code ignored;
            self->stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
        });
    }

    std::shared_ptr<Impl> server_;
    beast::tcp_stream stream_;
    asio::ip::address from_;
    beast::flat_buffer buffer_;
    bhttp::request_parser<bhttp::string_body> parser_;
    bhttp::response<bhttp::string_body> answer_;
    std::optional<std::list<Connection*>::iterator> place_;  // none: evicted
};

void Server::Impl::accept() {
    acceptor.async_accept([self = shared_from_this()](error_code error, asio::ip::tcp::socket socket) {
        if (self->closed || error == asio::error::operation_aborted) return;
        const bool is_out = error == asio::error::no_descriptors || error == asio::error::no_memory || error == asio::error::no_buffer_space ||
                            error == boost::system::errc::too_many_files_open_in_system;
        if (!is_out) {
            if (!error) self->admit(std::move(socket));
            return self->accept();
        }
        // The connection stays in the backlog, so the next accept would fail at once: without a pause this thread would spin.
        ++self->figures.back_offs;
        self->tell_back_off(error);
        self->pause.expires_after(self->limits.back_off);
        self->pause.async_wait([self](error_code stopped) {
            if (!stopped && !self->closed) self->accept();
        });
    });
}

void Server::Impl::tell_back_off(const error_code& error) {
    const auto now = std::chrono::steady_clock::now();
    if (logged_at && now - *logged_at < kTellEvery) return;
    logged_at = now;
    spdlog::warn("{} accept no connections for now: {} (logged once a minute; games that are recorded have their descriptors reserved)",
                 limits.name, error.message());
}

/// For one more connection of this address.
void Server::Impl::make_room(const asio::ip::address& from) {
    std::map<asio::ip::address, std::size_t> held;
    for (const Connection* each : connections) ++held[each->home()];
    const bool is_full = connections.size() >= limits.connections_max;
    asio::ip::address loser = from;
    if (held[from] < limits.per_address_max) {
        if (!is_full) return;
        // The new one counts too: with as many as any other address, it replaces one of its own.
        ++held[from];
        for (const auto& [address, number] : held) {
            if (number > held[loser]) loser = address;
        }
    }
    const auto oldest = std::ranges::find_if(connections, [&](const Connection* each) { return each->home() == loser; });
    // Every address has one connection, this one none: the oldest gives way.
    (oldest == connections.end() ? connections.front() : *oldest)->evict();
}

void Server::Impl::admit(asio::ip::tcp::socket socket) {
    error_code gone;
    make_room(home_of(socket.remote_endpoint(gone).address()));
    assert(connections.size() < limits.connections_max && "connections are bounded");
    // A thread that has worked on an answer may be the last to let go of the reply, and with it of the connection.
    const auto end_here = [here = acceptor.get_executor()](Connection* connection) {
        asio::dispatch(here, [owned = std::unique_ptr<Connection>(connection)] {});
    };
    std::shared_ptr<Connection>(new Connection(std::move(socket), shared_from_this()), end_here)->run();
}

void Server::Impl::close() {
    closed = true;
    error_code ignored;
    acceptor.close(ignored);
    pause.cancel();
    while (!connections.empty()) connections.front()->evict();
}

Server::Server(asio::io_context& io, const std::string& address, std::uint16_t port, Handler handler, Limits limits)
    : impl_(std::make_shared<Impl>(io, asio::ip::tcp::endpoint(asio::ip::make_address(address), port), std::move(handler), limits)) {
    impl_->accept();
}

Server::~Server() { impl_->close(); }

std::uint16_t Server::port() const { return impl_->acceptor.local_endpoint().port(); }

const Server::Figures& Server::figures() const { return impl_->figures; }

}  // namespace albireo::http
