#pragma once
/// The command line of albireo-netem.
#include <cstdint>
#include <optional>
#include <string>

#include "proto/impairment.hpp"

namespace albireo::netem {

struct NetemOptions {
    std::uint16_t listen = 0;
    std::string to_host;
    std::uint16_t to_port = 0;
    proto::ImpairmentOptions up;    // from the clients to the server
    proto::ImpairmentOptions down;  // from the server to the clients
    std::uint32_t seed = 1;
    proto::Micros run_for = 0;  // 0: until a signal
    std::size_t clients_max = 1'024;
    std::string log_level = "info";
    bool json = false;
};

/// Parses the command line. Otherwise prints the error or --help, sets `exit_code` and returns nothing.
std::optional<NetemOptions> parse_netem_options(int argc, const char* const* argv, int& exit_code);

/// "AT:FOR" in seconds, "12.5:2".
bool read_blackout(const std::string& text, proto::Blackout& blackout);

}  // namespace albireo::netem
