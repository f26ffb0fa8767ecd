#pragma once
/// One request to an HTTP server, and its answer.
#include <chrono>
#include <cstdint>
#include <string>

namespace albireo::http {

/// An address of the form http://HOST[:PORT][/PATH].
struct Url {
    std::string host;
    std::uint16_t port = 80;
    std::string path;  // without "/" at its end
};
/// Returns an empty string, or the error in the text.
std::string read_url(const std::string& text, Url& url);

struct Question {
    std::string method = "GET";
    std::string path = "/";
    std::string body{};
    std::string authorization{};  // the header's value, or empty
    std::string content_type{};   // as authorization
};
struct Said {
    unsigned status = 0;
    std::string body;
};

/// Connects, asks and reads, within this time. Returns an empty string, or why there is no answer.
std::string ask(const Url& url, const Question& question, Said& said, std::chrono::milliseconds within);

}  // namespace albireo::http
