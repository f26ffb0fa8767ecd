#pragma once
/// One request to an HTTP server, and its answer.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
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

struct AskLimits {
    std::chrono::milliseconds within{5'000};    // from the name's lookup to the answer's last byte
    std::size_t body_bytes_max = 64 << 20;      // of the answer
    std::stop_token stop{};                     // ends the question at once, from any thread
};
/// Looks the host up, connects, asks and reads. Returns an empty string, or why there is no answer.
std::string ask(const Url& url, const Question& question, Said& said, const AskLimits& limits);
inline std::string ask(const Url& url, const Question& question, Said& said, std::chrono::milliseconds within) {
    return ask(url, question, said, AskLimits{.within = within});
}

}  // namespace albireo::http
