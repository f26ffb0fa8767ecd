#include "server/web/web_server.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <spdlog/spdlog.h>

#include <bit>
#include <cassert>
#include <charconv>
#include <set>
#include <thread>

#include "platform/process.hpp"
#include "proto/net_address.hpp"
#include "server/web/web_socket.hpp"

namespace albireo::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kBackOff{100};

Host host_of(const asio::ip::address& address) {
    if (address.is_v4()) return proto::IpAddress(std::bit_cast<std::uint32_t>(address.to_v4().to_bytes())).home();
    return proto::IpAddress(address.to_v6().to_bytes()).home();
}

/// The last address of X-Forwarded-For, in the last line of this name: the one that the nearest proxy has seen. What is before it, the
/// client may have written. Nothing if there is none.
std::optional<Host> forwarded_host(const WebSocket::Request& request) {
    const auto lines = request.equal_range("X-Forwarded-For");
    if (lines.first == lines.second) return std::nullopt;
    const beast::string_view header = std::prev(lines.second)->value();
    const auto comma = header.rfind(',');
    std::string text(comma == beast::string_view::npos ? header : header.substr(comma + 1));
    text.erase(0, text.find_first_not_of(' '));
    error_code error;
    const auto address = asio::ip::make_address(text, error);
    if (error || address.is_unspecified()) return std::nullopt;
    return host_of(address);
}

/// Whether the request comes from a page of this server, or from no page at all.
bool is_own_page(const WebSocket::Request& request) {
    const auto origin = request[http::field::origin];
    const auto scheme = origin.find("://");
    return origin.empty() || (scheme != beast::string_view::npos && beast::iequals(origin.substr(scheme + 3), request[http::field::host]));
}

/// "::": all addresses, of IPv4 alone where the kernel has no IPv6.
asio::ip::tcp::acceptor open(asio::io_context& io, const std::string& address, std::uint16_t port) {
    error_code no_ipv6;
    const bool has_ipv6 = !asio::ip::tcp::socket(io).open(asio::ip::tcp::v6(), no_ipv6);
    return {io, asio::ip::tcp::endpoint(asio::ip::make_address(address == "::" && !has_ipv6 ? "0.0.0.0" : address), port)};
}

}  // namespace

struct WebServer::Impl : std::enable_shared_from_this<Impl> {
    Impl(WebOptions options, std::vector<WebLink*> shards, const proto::KeyPair& key, AdmissionControl& admission)
        : acceptor(open(io, options.address, options.port)),
          pause(io),
          hub(std::make_shared<WebHub>(std::move(options))) {
        hub->shards = std::move(shards);
        hub->key = key;
        hub->admission = &admission;
        hub->players.resize(hub->shards.size());
        for (WebLink* const shard : hub->shards) {
            assert(shard != nullptr && "every shard has a link");
            shard->wake_web = [this] { wake(); };
        }
    }

    void accept();
    /// From any thread: a shard wants something done.
    void wake() {
        if (!is_woken.exchange(true)) asio::post(io, [this] { obey(); });
    }
    void obey();

    asio::io_context io;
    asio::ip::tcp::acceptor acceptor;
    asio::steady_timer pause;
    std::shared_ptr<WebHub> hub;
    std::atomic<bool> is_woken{false};
    Micros told_at = -60 * proto::kMicrosPerSecond;  // the last log line about a back-off
    std::vector<WebLink::Order> orders;
    std::thread thread;
};

namespace {

/// A connection until its request is answered, or becomes a WebSocket.
class WebConnection : public std::enable_shared_from_this<WebConnection> {
  public:
    WebConnection(asio::ip::tcp::socket socket, std::shared_ptr<WebHub> hub)
        : hub_(hub), place_(std::make_unique<WebPlace>(hub)), stream_(std::move(socket)), buffer_(hub->options.limits.header_bytes_max) {
        parser_.header_limit(hub->options.limits.header_bytes_max);
        parser_.body_limit(0);
        stream_.rate_policy().read_limit(hub->options.limits.bytes_per_second);
        stream_.rate_policy().write_limit(hub->options.limits.write_bytes_per_second);
    }
    ~WebConnection() {
        if (sends_page_) hub_->end_page(page_host_);
    }

    void run() {
        error_code error;
        const auto peer = stream_.socket().remote_endpoint(error);
        // Behind a proxy all connections have its address, and the player's is in the header.
        if (error || (!hub_->options.is_behind_proxy && !place_->enter(host_of(peer.address())))) {
            ++hub_->figures.refused;
            return;
        }
        // Set once for the whole request: a client that sends a byte now and then must not extend it.
        stream_.expires_after(hub_->options.limits.request_within);
        http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](error_code fault, std::size_t) { self->received(fault); });
    }

  private:
    void received(error_code error) {
        if (error == http::error::header_limit || error == http::error::buffer_overflow) return refuse(http::status::request_header_fields_too_large, "The request is too large.");
        if (error && error.category() == make_error_code(http::error::bad_method).category() && error != http::error::end_of_stream) {
            return refuse(http::status::bad_request, "This is not an HTTP request.");
        }
        if (error) {
            ++hub_->figures.refused;
            return;
        }
        const WebSocket::Request& request = parser_.get();
        if (hub_->options.is_behind_proxy) {
            const auto host = forwarded_host(request);
            if (!host) return refuse(http::status::bad_request, "The proxy names no address in X-Forwarded-For.");
            if (!place_->enter(*host)) return refuse(http::status::too_many_requests, "Too many connections from this address.");
        }
        const std::string_view target{request.target().data(), request.target().size()};
        const std::string_view path = target.substr(0, target.find('?'));
        if (path == "/link") return open_link(request, target.substr(path.size()));
        const bool is_head = request.method() == http::verb::head;
        if (request.method() != http::verb::get && !is_head) return refuse(http::status::method_not_allowed, "Only GET and HEAD are answered.");
        if (path != "/" && path != "/play.html") return refuse(http::status::not_found, "There is nothing here. The game is at /.");
        if (!is_head) {
            page_host_ = place_->host();
            sends_page_ = hub_->begin_page(page_host_);
            if (!sends_page_) return refuse(http::status::too_many_requests, "The page has been sent too often. Reload it in a minute.");
        }
        ++hub_->figures.pages;
        send(http::status::ok, hub_->options.page, "text/html; charset=utf-8", is_head);
    }

    void open_link(const WebSocket::Request& request, std::string_view query) {
        if (!beast::websocket::is_upgrade(request)) return refuse(http::status::upgrade_required, "This is for the game's page.");
        if (!is_own_page(request)) return refuse(http::status::forbidden, "A page of another site opens no link here.");
        std::size_t shard = 0;
        if (constexpr std::string_view kShard = "?shard="; query.starts_with(kShard)) {
            std::from_chars(query.data() + kShard.size(), query.data() + query.size(), shard);
        }
        shard %= hub_->shards.size();
        std::make_shared<WebSocket>(std::move(stream_), std::move(place_), shard)->accept(request);
    }

    void refuse(http::status status, const char* why) {
        ++hub_->figures.refused;
        text_ = std::string(why) + "\n";
        send(status, text_, "text/plain; charset=utf-8", false);
    }

    /// `body` outlives the connection.
    void send(http::status status, std::string& body, const char* type, bool is_head) {
        answer_.result(status);
        answer_.set(http::field::content_type, type);
        answer_.set(http::field::cache_control, "no-cache");
        answer_.set(http::field::x_frame_options, "DENY");
        answer_.set("X-Content-Type-Options", "nosniff");
        answer_.set("Referrer-Policy", "no-referrer");
        answer_.keep_alive(false);
        answer_.content_length(body.size());
        if (!is_head) answer_.body() = {body.data(), body.size()};
        stream_.expires_after(hub_->options.limits.page_within);
        const auto done = [self = shared_from_this()](error_code, std::size_t) {
            error_code ignored;
            self->stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
        };
        http::async_write(stream_, answer_, done);
    }

    std::shared_ptr<WebHub> hub_;
    std::unique_ptr<WebPlace> place_;
    WebStream stream_;
    beast::flat_buffer buffer_;
    http::request_parser<http::empty_body> parser_;
    http::response<http::span_body<char>> answer_;
    std::string text_;
    bool sends_page_ = false;
    Host page_host_ = 0;
};

}  // namespace

void WebServer::Impl::accept() {
    acceptor.async_accept([this](error_code error, asio::ip::tcp::socket socket) {
        if (error == asio::error::operation_aborted) return;
        if (!error) {
            if (hub->figures.connections < hub->options.limits.connections_max + hub->options.limits.returning_max) {
                std::make_shared<WebConnection>(std::move(socket), hub)->run();
            } else {
                ++hub->figures.refused;
            }
            return accept();
        }
        // Out of descriptors: the connection stays in the backlog, so the next accept would fail at once.
        ++hub->figures.back_offs;
        if (const Micros now = steady_now(); now - told_at >= 60 * proto::kMicrosPerSecond) {
            told_at = now;
            spdlog::warn("the players' page accepts no connections for now: {} (logged once a minute)", error.message());
        }
        pause.expires_after(kBackOff);
        pause.async_wait([this](error_code stopped) {
            if (!stopped) accept();
        });
    });
}

void WebServer::Impl::obey() {
    is_woken = false;
    for (std::size_t i = 0; i < hub->shards.size(); ++i) {
        hub->shards[i]->take(orders);
        for (WebLink::Order& order : orders) {
            const auto found = hub->players[i].find(order.peer.value);
            if (found == hub->players[i].end()) continue;
            if (order.closes) {
                found->second->close();
            } else {
                found->second->send(order.channel, std::move(order.bytes));
            }
        }
    }
}

WebServer::WebServer(WebOptions options, std::vector<WebLink*> shards, const proto::KeyPair& key, AdmissionControl& admission)
    : impl_(std::make_shared<Impl>(std::move(options), std::move(shards), key, admission)) {}

WebServer::~WebServer() {
    for (WebLink* const shard : impl_->hub->shards) shard->wake_web = {};
    if (impl_->thread.joinable()) {
        // What the shards have said last is sent first.
        asio::post(impl_->io, [impl = impl_.get()] {
            impl->obey();
            impl->pause.expires_after(kBackOff);
            impl->pause.async_wait([impl](error_code) { impl->io.stop(); });
        });
        impl_->thread.join();
    }
}

void WebServer::start() {
    assert(!impl_->thread.joinable() && "a web server has one thread");
    impl_->accept();
    impl_->thread = std::thread([impl = impl_.get()] {
        platform::yield_to_other_threads();
        impl->io.run();
    });
}

std::uint16_t WebServer::port() const { return impl_->acceptor.local_endpoint().port(); }

const WebServer::Figures& WebServer::figures() const { return impl_->hub->figures; }

}  // namespace albireo::server
