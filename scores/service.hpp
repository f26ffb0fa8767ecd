#pragma once
/// The service behind the HTTP server: which page answers which path, and what a submission may cost.
///
/// 1. Everything here runs on the server's thread, except playing recordings (Submissions).
/// 2. Pages read through a connection of their own, so they do not wait for a recording that is being stored.
#include <memory>
#include <string>

#include "http/server.hpp"
#include "scores/pages.hpp"
#include "scores/replay_pages.hpp"
#include "scores/submissions.hpp"
#include "server/limits/budget.hpp"

namespace albireo::scores {

struct ServiceOptions {
    std::string database{};
    std::uint32_t threads = 2;
    Bounds bounds{};
    std::uint64_t storage_bytes_max = kStorageBytesMax;  // of recordings and pictures
    server::Rates submissions{{20, 30}, {80, 120}, {200, 1'200}};  // 20 at once: a player who was offline for a week
    server::Rates changes{{20, 30}, {80, 120}, {200, 1'200}};      // of names, and deletions
    /// Milliseconds of processor time for playing; an ordinary game takes 10 to 100. Two threads have 120 000 a minute.
    server::Rates playing{{20'000, 20'000}, {40'000, 40'000}, {100'000, 100'000}};
    server::Counts in_flight{1, 8, 64};  // recordings that wait or are played
    server::Rates pages_read{{300, 600}, {1'200, 2'400}, {3'000, 12'000}};  // GET; a page of the boards takes two
    std::size_t connections_per_address = 8;  // at one time: a browser opens six
    ReplayPages pages{};  // of this program's core and of earlier ones; may be empty
};

class Service {
  public:
    /// Opens the database. Throws DatabaseError.
    Service(boost::asio::io_context& io, const Catalogue& catalogue, ServiceOptions options);

    void answer(const http::Request& request, http::Server::Reply reply);

    /// Bounds for the HTTP server.
    http::Server::Limits http_limits() const;

  private:
    http::Answer get(const std::string& path);
    http::Answer get_board(const std::vector<std::string>& words, const Season& season);
    http::Answer get_json(const std::vector<std::string>& words);
    http::Answer get_run(const std::vector<std::string>& words);
    http::Answer get_core(const std::vector<std::string>& words);
    void submit(const http::Request& request, bool is_challenge, http::Server::Reply reply);
    http::Answer change(const http::Request& request, const std::vector<std::string>& words);

    boost::asio::io_context& io_;
    const Catalogue& catalogue_;
    const ServiceOptions options_;
    Store store_;
    Pages pages_;
    server::ConcurrentLimit in_flight_;
    server::Budget playing_budget_, submissions_budget_, changes_budget_, reads_budget_;
    Submissions submissions_;  // last: its threads end first
};

/// An address as the limits count it: IPv4, or the first 64 bits of IPv6.
server::Host host_of(const boost::asio::ip::address& address);

}  // namespace albireo::scores
