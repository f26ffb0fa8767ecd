// albireo-scores: boards whose scores are played again from their recordings.
#include <spdlog/spdlog.h>

#include <iostream>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "replays/page.hpp"
#include "replays/sink.hpp"
#include "scores/service.hpp"
#include "sim/snapshot.hpp"

namespace {

using namespace albireo;
using namespace albireo::scores;

struct Options {
    std::string database;
    std::string bind = "127.0.0.1";
    std::uint16_t port = 7790;
    std::uint32_t threads = 2;
    std::uint32_t storage_mb = 4'000;
    std::string page;
    std::string log_level = "info";
};

/// The text of the empty replay page, or nothing if there is none that this program can fill.
std::string empty_page(const std::string& asked) {
    const std::string path = asked.empty() ? replays::find_empty_page("/proc/self/exe") : asked;
    if (path.empty()) {
        spdlog::info("no replay pages: this program was built without them (web/build)");
        return {};
    }
    std::vector<std::uint8_t> bytes;
    std::string fault = replays::read_file(path, bytes);
    const std::string text(bytes.begin(), bytes.end());
    if (fault.empty()) fault = replays::empty_page_fault(text);
    if (fault.empty()) return text;
    spdlog::warn("no replay pages: {}: {}", path, fault);
    return {};
}

int serve(const Options& options) {
    const Catalogue catalogue;
    boost::asio::io_context io;
    ServiceOptions settings{.database = options.database,
                            .threads = options.threads,
                            .storage_bytes_max = std::uint64_t{options.storage_mb} * 1'000'000,
                            .empty_page = empty_page(options.page)};
    std::unique_ptr<Service> service;
    std::unique_ptr<http::Server> server;
    try {
        service = std::make_unique<Service>(io, catalogue, std::move(settings));
    } catch (const DatabaseError& error) {
        std::cerr << "albireo-scores: --db: " << error.what() << '\n';
        return 2;
    }
    try {
        server = std::make_unique<http::Server>(
            io, options.bind, options.port, [&](const http::Request& request, http::Server::Reply reply) { service->answer(request, std::move(reply)); },
            service->http_limits());
    } catch (const boost::system::system_error& error) {
        std::cerr << "albireo-scores: cannot listen on " << options.bind << " port " << options.port << ": " << error.code().message() << '\n';
        return 3;
    }
    boost::asio::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code, int) {
        server.reset();
        io.stop();
    });
    spdlog::info("listening on {} port {}", options.bind, server->port());
    io.run();
    return 0;
}

int run(int argc, char** argv) {
    Options options;
    console::Arguments app{
        "Boards of Albireo: takes recordings of games, plays each again, and shows the scores that come out.", "albireo-scores"};
    app.set_version("albireo-scores " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    app.add_option("--db", options.database, "the database; created if missing");
    app.add_option("--bind", options.bind, "address to listen on")->shows_default();
    app.add_option("--port", options.port, "TCP port (0: the system chooses)")->shows_default();
    app.add_option("--threads", options.threads, "threads that play recordings")->range(1, 64)->shows_default();
    app.add_option("--storage-mb", options.storage_mb, "most megabytes of recordings to keep")->range(1, 1'000'000)->shows_default();
    app.add_option("--page", options.page, "an empty replay page of web/build (default: the one built or installed with this program)");
    console::add_log_level(app, options.log_level);
    if (const int code = app.parse(argc, argv); code >= 0) return code;
    console::start_log(options.log_level, "%Y-%m-%d %H:%M:%S.%eZ %l %v");
    if (options.database.empty()) return app.wrong("--db: expected the database FILE");
    return serve(options);
}

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-scores", [&] { return run(argc, argv); });
}
