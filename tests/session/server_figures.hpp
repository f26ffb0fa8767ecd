#pragma once
/// What a server's admin pages tell, as differences between two readings.
#include <optional>
#include <string>
#include <vector>

#include "client/net/udp_client.hpp"

namespace albireo::session_tests {

struct ServerFigures {
    /// A histogram: how many values are at most `micros`.
    struct Bucket {
        double micros;
        std::uint64_t count;
    };
    std::uint64_t ticks = 0, late_ticks = 0;
    std::uint64_t timer_over_5_ms = 0, passes_over_5_ms = 0, passes = 0;
    double processor_seconds = 0;  // of the whole process
    std::vector<Bucket> timer, pass;
};

/// Nothing: the pages do not answer.
std::optional<ServerFigures> ask_server(const client::ServerAddress& admin);

ServerFigures difference(const ServerFigures& before, const ServerFigures& after);

/// The end of the bucket that the quantile is in, so at most twice the quantile, in microseconds.
std::uint64_t at_permille(const std::vector<ServerFigures::Bucket>& buckets, std::uint64_t permille);

}  // namespace albireo::session_tests
