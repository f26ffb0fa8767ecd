#include "http/client.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <charconv>

#include "http/asio.hpp"

namespace albireo::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = beast::http;

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

std::string ask(const Url& url, const Question& question, Said& said, std::chrono::milliseconds within) {
    bhttp::request<bhttp::string_body> request{bhttp::string_to_verb(question.method), url.path + question.path, 11};
    request.set(bhttp::field::host, url.host);
    if (!question.authorization.empty()) request.set(bhttp::field::authorization, question.authorization);
    if (!question.content_type.empty()) request.set(bhttp::field::content_type, question.content_type);
    request.body() = question.body;
    request.prepare_payload();

    asio::io_context io;
    beast::tcp_stream stream(io);
    beast::flat_buffer buffer;
    bhttp::response_parser<bhttp::string_body> parser;
    parser.body_limit(64 << 20);
    beast::error_code fault = asio::error::timed_out;
    asio::ip::tcp::resolver resolver(io);
    const auto places = resolver.resolve(url.host, std::to_string(url.port), fault);
    if (fault) return fault.message();
    fault = asio::error::timed_out;
    stream.expires_after(within);
    stream.async_connect(places, [&](beast::error_code error, const asio::ip::tcp::endpoint&) {
        if ((fault = error)) return;
        // A server may answer and close before it has read a body that is too large: the answer counts.
        bhttp::async_write(stream, request, [&](beast::error_code, std::size_t) {
            bhttp::async_read(stream, buffer, parser, [&](beast::error_code unread, std::size_t) { fault = unread; });
        });
    });
    io.run();
    if (fault) return fault.message();
    said = {parser.get().result_int(), std::move(parser.get().body())};
    return {};
}

}  // namespace albireo::http
