#include "http/client.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <charconv>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "http/asio.hpp"

namespace albireo::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = beast::http;

namespace {

using Places = std::vector<asio::ip::tcp::endpoint>;

/// The addresses of a host. A separate thread looks a name up, and may outlive the caller: getaddrinfo() cannot be interrupted, and a
/// name server may take longer than the caller may wait.
beast::error_code look_up(const Url& url, const AskLimits& limits, Places& places) {
    beast::error_code fault;
    if (const auto address = asio::ip::make_address(url.host, fault); !fault) {
        places.emplace_back(address, url.port);
        return {};
    }
    struct Found {
        std::mutex mutex;
        std::condition_variable_any changed;
        bool is_done = false;
        beast::error_code fault;
        Places places;
    };
    const auto found = std::make_shared<Found>();
    const auto look = [found, url] {
        asio::io_context io;
        beast::error_code error;
        const auto results = asio::ip::tcp::resolver(io).resolve(url.host, std::to_string(url.port), error);
        const std::lock_guard lock(found->mutex);
        found->fault = error;
        for (const auto& each : results) found->places.push_back(each.endpoint());
        found->is_done = true;
        found->changed.notify_all();
    };
    try {
        std::thread(look).detach();
    } catch (const std::system_error&) {  // too many threads
        return asio::error::no_memory;
    }
    std::unique_lock lock(found->mutex);
    if (!found->changed.wait_for(lock, limits.stop, limits.within, [&] { return found->is_done; })) {
        return limits.stop.stop_requested() ? asio::error::operation_aborted : asio::error::timed_out;
    }
    places = found->places;
    return found->fault;
}

}  // namespace

std::string read_url(const std::string& text, Url& url) {
    constexpr std::string_view kBegin = "http://";
    const std::string wanted = "expected an address such as http://scores.example:7790, not '" + text + "'";
    if (!text.starts_with(kBegin)) return wanted;
    std::string_view rest = std::string_view(text).substr(kBegin.size());
    const std::size_t end = std::min(rest.find('/'), rest.size());
    url.path = rest.substr(end);
    while (url.path.ends_with('/')) url.path.pop_back();
    rest = rest.substr(0, end);
    url.port = 80;
    // An IPv6 address is in brackets.
    const std::size_t colon = rest.rfind(':');
    const bool has_port = colon != std::string_view::npos && (rest.find(']') == std::string_view::npos || rest.find(']') < colon);
    if (has_port) {
        const std::string_view digits = rest.substr(colon + 1);
        const auto [after, error] = std::from_chars(digits.data(), digits.data() + digits.size(), url.port);
        if (error != std::errc{} || after != digits.data() + digits.size() || url.port == 0) return wanted;
        rest = rest.substr(0, colon);
    }
    url.host = rest.starts_with('[') && rest.ends_with(']') ? rest.substr(1, rest.size() - 2) : rest;
    return url.host.empty() ? wanted : "";
}

std::string ask(const Url& url, const Question& question, Said& said, const AskLimits& limits) {
    bhttp::request<bhttp::string_body> request{bhttp::string_to_verb(question.method), url.path + question.path, 11};
    request.set(bhttp::field::host, url.host);
    if (!question.authorization.empty()) request.set(bhttp::field::authorization, question.authorization);
    if (!question.content_type.empty()) request.set(bhttp::field::content_type, question.content_type);
    request.body() = question.body;
    request.prepare_payload();

    const auto begun = std::chrono::steady_clock::now();
    Places places;
    if (const beast::error_code fault = look_up(url, limits, places)) return fault.message();
    asio::io_context io;
    beast::tcp_stream stream(io);
    beast::flat_buffer buffer;
    bhttp::response_parser<bhttp::string_body> parser;
    parser.body_limit(limits.body_bytes_max);
    beast::error_code fault = asio::error::timed_out;
    stream.expires_at(begun + limits.within);
    stream.async_connect(places, [&](beast::error_code error, const asio::ip::tcp::endpoint&) {
        if ((fault = error)) return;
        fault = asio::error::timed_out;
        // A server may answer and close before it has read a body that is too large: the answer counts.
        bhttp::async_write(stream, request, [&](beast::error_code, std::size_t) {
            // The header by itself: Boost 1.74 forgets that a declared body is above the limit if it may go on to the body at once.
            bhttp::async_read_header(stream, buffer, parser, [&](beast::error_code unread, std::size_t) {
                if ((fault = unread)) return;
                fault = asio::error::timed_out;
                bhttp::async_read(stream, buffer, parser, [&](beast::error_code cut, std::size_t) { fault = cut; });
            });
        });
    });
    const std::stop_callback on_stop(limits.stop, [&] { io.stop(); });
    io.run();
    if (limits.stop.stop_requested()) return beast::error_code(asio::error::operation_aborted).message();
    if (fault) return fault.message();
    said = {parser.get().result_int(), std::move(parser.get().body())};
    return {};
}

}  // namespace albireo::http
