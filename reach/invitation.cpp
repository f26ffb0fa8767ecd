#include "reach/invitation.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "proto/join_code.hpp"

namespace albireo::reach {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
int digit_of(char c) {
    const char small = lower(c);
    return is_digit(c) ? c - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// For an error message: what can be shown of it, in quotes.
std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 40;
    std::string shown(text.substr(0, kMost));
    for (char& c : shown) c = c >= ' ' && c < 0x7f ? c : '?';
    return "'" + shown + (text.size() > kMost ? "...'" : "'");
}

bool is_host(std::string_view host, bool is_ipv6) {
    if (host.empty() || host.size() > kHostBytesMax) return false;
    if (is_ipv6) {
        return host.find(':') != std::string_view::npos &&
               std::all_of(host.begin(), host.end(), [](char c) { return digit_of(c) >= 0 || c == ':' || c == '.'; });
    }
    // Not a dash first: a host must not look like an option.
    return host.front() != '-' && host.front() != '.' && std::all_of(host.begin(), host.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '.' || c == '-';
           });
}

/// Replaces %41 by A. Returns false if a % is not followed by two digits, or stands for a control character.
bool unescape(std::string_view text, std::string& out) {
    out.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (text.size() - i < 3) return false;
        const int high = digit_of(text[i + 1]), low = digit_of(text[i + 2]);
        if (high < 0 || low < 0 || high * 16 + low < ' ' || high * 16 + low == 0x7f) return false;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return true;
}

/// Takes one parameter. Returns an empty text, or what is wrong with it.
std::string take(const std::string& name, const std::string& value, Invitation& into) {
    if (name == "code") {
        if (!into.code.empty()) return "the invitation has two codes";
        const auto code = into.watches ? proto::read_watch_code(value) : proto::read_join_code(value);
        if (!code && into.watches) return "the invitation's watch code " + quoted(value) + " is not eight letters or digits, such as K7QF-2MXA";
        if (!code) return "the invitation's code " + quoted(value) + " is not six letters or digits, such as K7QF2M";
        into.code = *code;
    } else if (name == "at") {
        const auto address = read_address(value);
        if (!address) return "the invitation's address " + quoted(value) + " is not HOST:PORT";
        if (into.addresses.size() == kAddressesMax)
            return "the invitation has more than " + std::to_string(kAddressesMax) + " addresses";
        into.addresses.push_back(*address);
    } else if (name == "key") {
        if (!into.key.empty()) return "the invitation has two keys";
        const bool fits = value.size() == kKeyLetters && std::all_of(value.begin(), value.end(), [](char c) {
                              return is_letter(c) || is_digit(c) || c == '-' || c == '_';
                          });
        if (!fits) return "the invitation's key is damaged: ask for the invitation again";
        into.key = value;
    } else if (name == "via") {
        if (into.rendezvous) return "the invitation has two rendezvous servers";
        into.rendezvous = read_address(value);
        if (!into.rendezvous) return "the invitation's rendezvous " + quoted(value) + " is not HOST:PORT";
    }
    return {};
}

std::string take_parameters(std::string_view text, Invitation& into) {
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == kParametersMax) return "the invitation has too many parts: it is damaged, or not one of Albireo";
        const std::string_view part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        if (part.empty()) continue;
        const auto equals = part.find('=');
        if (equals == std::string_view::npos) return "the invitation is damaged at " + quoted(part) + ": NAME=VALUE is missing";
        std::string value;
        if (!unescape(part.substr(equals + 1), value)) return "the invitation is damaged at " + quoted(part) + ": an invalid %";
        if (const std::string error = take(std::string(part.substr(0, equals)), value, into); !error.empty()) return error;
    }
    return into.code.empty() ? "the invitation has no code: it was not copied completely" : "";
}

/// Where the scheme begins, in upper or lower case.
std::size_t find_scheme(std::string_view text, std::size_t from = 0) {
    const auto at = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), kInvitationScheme.begin(),
                                kInvitationScheme.end(), [](char a, char b) { return lower(a) == b; });
    return at == text.end() ? std::string_view::npos : static_cast<std::size_t>(at - text.begin());
}

std::string read(std::string_view text, Invitation& into) {
    if (text.size() > kInvitationBytesMax) return "that is too long for an invitation";
    if (text.find_first_not_of(kBlank) == std::string_view::npos) return "the invitation is empty";
    const std::size_t begin = find_scheme(text);
    if (begin == std::string_view::npos) {
        const auto first = text.find_first_not_of(kBlank);
        const auto word = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
        auto code = proto::read_join_code(word);
        if (!code) {
            code = proto::read_watch_code(word);
            into.watches = code.has_value();
        }
        if (!code) {
            return quoted(word) + " is neither a code (six letters or digits, such as K7QF2M) nor an invitation "
                                  "(albireo://play?code=K7QF2M...)";
        }
        into.code = *code;
        return {};
    }
    std::string_view link = text.substr(begin + kInvitationScheme.size());
    if (find_scheme(text, begin + 1) != std::string_view::npos) return "the text has two invitations: paste only one";
    link = link.substr(0, link.find_first_of(" \t\r\n<>\"'"));
    if (!std::all_of(link.begin(), link.end(), [](char c) { return c > ' ' && c < 0x7f; }))
        return "the invitation is damaged: it contains invalid characters";
    link = link.substr(0, link.find('#'));
    const auto question = link.find('?');
    std::string_view verb = link.substr(0, question);
    if (verb.ends_with('/')) verb.remove_suffix(1);  // some desktops add it
    const auto is_verb = [&](std::string_view known) {
        return std::equal(verb.begin(), verb.end(), known.begin(), known.end(), [](char a, char b) { return lower(a) == b; });
    };
    into.watches = is_verb("watch");
    if (!into.watches && !is_verb("play")) {
        return "this version of Albireo cannot " + quoted(verb) + ": it knows only albireo://play and albireo://watch";
    }
    return take_parameters(question == std::string_view::npos ? "" : link.substr(question + 1), into);
}

}  // namespace

std::string text_of(const Address& address) {
    const bool is_ipv6 = address.host.find(':') != std::string::npos;
    return (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

std::optional<Address> read_address(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view host = text.substr(0, colon);
    const std::string_view digits = text.substr(colon + 1);
    const bool is_ipv6 = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (is_ipv6) host = host.substr(1, host.size() - 2);
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size() || port == 0 || !is_host(host, is_ipv6))
        return std::nullopt;
    return Address{std::string(host), port};
}

std::string link_of(const Invitation& invitation) {
    assert((invitation.watches ? proto::read_watch_code(invitation.code) : proto::read_join_code(invitation.code)) == invitation.code &&
           "an invitation has a valid code");
    std::string link = std::string(kInvitationScheme) + (invitation.watches ? "watch" : "play") + "?code=" + invitation.code;
    for (std::size_t i = 0; i < std::min(invitation.addresses.size(), kAddressesMax); ++i) {
        link += "&at=" + text_of(invitation.addresses[i]);
    }
    if (!invitation.key.empty()) link += "&key=" + invitation.key;
    if (invitation.rendezvous) link += "&via=" + text_of(*invitation.rendezvous);
    return link;
}

ReadInvitation read_invitation(std::string_view text) {
    ReadInvitation result;
    result.error = read(text, result.invitation);
    if (!result.error.empty()) result.invitation = {};
    return result;
}

}  // namespace albireo::reach
