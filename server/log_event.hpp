#pragma once
/// An event for the server's log: a line of text for people, and where it happened for machines.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/limits/origin.hpp"
#include "sim/base/types.hpp"

namespace albireo::server {

struct LogEvent {
    // Implicit: most events are only a text.
    LogEvent(std::string line) : text(std::move(line)) {}
    LogEvent(const char* line) : text(line) {}
    LogEvent(std::string line, Slot where) : text(std::move(line)), slot(where) {}

    /// "K7QF2M: the text"
    std::string line() const { return session.empty() ? text : session + ": " + text; }
    operator std::string() const { return line(); }

    std::string text;
    std::string session{};       // its join code; empty: of no session
    std::optional<Slot> slot{};
    Host host = 0;               // of the player or peer; 0: unknown
};

/// A name chosen by a stranger, for a log: in quotes, with control characters replaced by '?', quotes and backslashes
/// escaped, and without the marks that change the direction of text, which could disguise a line as another one.
std::string quoted_name(std::string_view name);

}  // namespace albireo::server
