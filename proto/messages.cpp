#include "proto/messages.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "proto/codec.hpp"
#include "proto/other_version.hpp"

namespace albireo::proto {

bool is_host(std::string_view text) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-'; };
    return !text.empty() && text.size() <= kHostBytesMax && std::all_of(text.begin(), text.end(), fits);
}

std::string_view text_of(Refusal reason) {
    switch (reason) {
        case Refusal::none:
            return "not refused";
        case Refusal::protocol_version:
            return "the server and this program have different protocol versions; update the older of the two";
        case Refusal::core_version:
            return "the server and this program have different versions of the game; update the older of the two";
        case Refusal::unknown_code:
            return "no game has this code";
        case Refusal::session_full:
            return "this game already has all its players";
        case Refusal::server_full:
            return "the server is full";
        case Refusal::server_closing:
            return "the server is shutting down and accepts no new games";
        case Refusal::unknown_level:
            return "the server does not have this level";
        case Refusal::level_mismatch:
            return "this level differs from the server's";
        case Refusal::wrong_token:
            return "you can no longer rejoin this seat from here: its token was replaced when someone rejoined, or belongs to "
                   "another game";
        case Refusal::too_many_tries:
            return "too many attempts; wait a minute";
        case Refusal::bad_request:
            return "the server refused an invalid request";
        case Refusal::elsewhere:
            return "this game is on another part of the server";
        case Refusal::recovering:
            return "the server has just been restarted and is recovering this game; try again in a moment";
        case Refusal::spectators_full:
            return "this game has no room for more spectators";
        case Refusal::other_server:
            return "this game is on another server";
    }
    return "refused for an unknown reason";
}

namespace {

/// The first number in the text from `at` on. Moves `at` behind it.
std::optional<std::uint32_t> next_number(std::string_view text, std::size_t& at) {
    at = std::min(text.find_first_of("0123456789", at), text.size());
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    at = static_cast<std::size_t>(end - text.data());
    return error == std::errc{} ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string_view text_of(const Refused& refused) {
    if (refused.reason != Refusal::protocol_version && refused.reason != Refusal::core_version) return text_of(refused.reason);
    // "core 14 on the server, 13 here"
    std::size_t at = 0;
    const auto server = next_number(refused.text, at), here = next_number(refused.text, at);
    const VersionGap gap = server && here ? version_gap(*server, *here) : VersionGap::none;
    return gap == VersionGap::none ? text_of(refused.reason) : text_of(gap);
}

std::string_view text_of(ByeReason reason) {
    switch (reason) {
        case ByeReason::done:
            return "the game is over";
        case ByeReason::left:
            return "left the game";
        case ByeReason::server_closing:
            return "the server is shutting down";
        case ByeReason::lost:
            return "the connection was lost";
        case ByeReason::misbehaved:
            return "sent invalid data";
        case ByeReason::relieved:
            return "the player for whom the seat was kept has joined";
        case ByeReason::expired:
            return "the game did not begin within ten minutes, or was paused for an hour";
        case ByeReason::restarting:
            return "the server is being restarted";
    }
    return "disconnected for an unknown reason";
}

std::string_view text_of(Partner state) {
    switch (state) {
        case Partner::expected:
            return "not connected yet";
        case Partner::here:
            return "connected";
        case Partner::slow:
            return "not responding";
        case Partner::absent:
            return "absent";
        case Partner::left:
            return "left";
    }
    return "?";
}

namespace {

struct Names {
    std::string_view operator()(const Hello&) const { return "Hello"; }
    std::string_view operator()(const Welcome&) const { return "Welcome"; }
    std::string_view operator()(const Create&) const { return "Create"; }
    std::string_view operator()(const Join&) const { return "Join"; }
    std::string_view operator()(const Rejoin&) const { return "Rejoin"; }
    std::string_view operator()(const Entered&) const { return "Entered"; }
    std::string_view operator()(const LevelWanted&) const { return "LevelWanted"; }
    std::string_view operator()(const Ready&) const { return "Ready"; }
    std::string_view operator()(const Start&) const { return "Start"; }
    std::string_view operator()(const Resume&) const { return "Resume"; }
    std::string_view operator()(const Chunk&) const { return "Chunk"; }
    std::string_view operator()(const PartnerState&) const { return "PartnerState"; }
    std::string_view operator()(const LobbyState&) const { return "LobbyState"; }
    std::string_view operator()(const PaceNotice&) const { return "PaceNotice"; }
    std::string_view operator()(const DesyncNotice&) const { return "DesyncNotice"; }
    std::string_view operator()(const EvidenceWanted&) const { return "EvidenceWanted"; }
    std::string_view operator()(const Evidence&) const { return "Evidence"; }
    std::string_view operator()(const Ended&) const { return "Ended"; }
    std::string_view operator()(const Refused&) const { return "Refused"; }
    std::string_view operator()(const Bye&) const { return "Bye"; }
    std::string_view operator()(const Signal&) const { return "Signal"; }
    std::string_view operator()(const SeatTried&) const { return "SeatTried"; }
    std::string_view operator()(const OperatorNotice&) const { return "OperatorNotice"; }
    std::string_view operator()(const Watch&) const { return "Watch"; }
    std::string_view operator()(const Watching&) const { return "Watching"; }
    std::string_view operator()(const Spectators&) const { return "Spectators"; }
    std::string_view operator()(const VoiceState&) const { return "VoiceState"; }
    std::string_view operator()(const RematchWish&) const { return "RematchWish"; }
    std::string_view operator()(const Fleet&) const { return "Fleet"; }
};

}  // namespace

std::string_view name_of(const Message& message) {
    return std::visit(Names{}, message);
}

std::string_view text_of(CodecError error) {
    switch (error) {
        case CodecError::none:
            return "no error";
        case CodecError::too_long:
            return "longer than a message may be";
        case CodecError::not_protobuf:
            return "not the bytes of a message";
        case CodecError::unknown_message:
            return "a message unknown to this version";
        case CodecError::bad_text:
            return "a text that is too long, is not UTF-8 or has control characters";
        case CodecError::bad_value:
            return "a value out of range";
    }
    return "?";
}

}  // namespace albireo::proto
