// albireo-scores: boards whose scores are played again from their recordings.
#include <spdlog/spdlog.h>

#include <iostream>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "proto/messages.hpp"
#include "scores/commands.hpp"
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
    std::uint32_t storage_mb = kStorageBytesMax / 1'000'000;
    std::string page, cores;
    std::string log_level = "info";
};

std::uint64_t storage_bytes_max(const Options& options) { return std::uint64_t{options.storage_mb} * 1'000'000; }

int serve(const Options& options, ReplayPages pages) {
    const Catalogue catalogue;
    boost::asio::io_context io;
    ServiceOptions settings{.database = options.database,
                            .threads = options.threads,
                            .storage_bytes_max = storage_bytes_max(options),
                            .pages = std::move(pages)};
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

/// The command line: the service has no command, everything else has one.
class Tool {
  public:
    int run(int argc, char** argv) {
        declare();
        if (const int code = app_.parse(argc, argv); code >= 0) return code;
        console::start_log(options_.log_level, "%Y-%m-%d %H:%M:%S.%eZ %l %v");
        const bool is_local = import_->given() || export_->given() || pictures_->given() || season_->given();
        const bool is_remote = submit_->given() || rename_->given() || delete_->given();
        if (is_remote && command_.to.empty()) return app_.wrong("--to: expected the address of the boards, such as http://scores.example:7790");
        if (!is_remote && !command_.to.empty()) return app_.wrong("--to: only submit, rename and delete use it");
        if (!is_remote && !command_.key.empty()) return app_.wrong("--key: only submit, rename and delete use it");
        boost::system::error_code no_address;
        boost::asio::ip::make_address(options_.bind, no_address);
        if (no_address) return app_.wrong("--bind: '" + options_.bind + "' is not an IP address, such as 127.0.0.1 or ::1");
        const bool shows_pages = !is_remote && !import_->given() && !pictures_->given() && !season_->given();
        if (shows_pages || !options_.page.empty() || !options_.cores.empty()) {
            if (const std::string fault = read_pages(options_.page, options_.cores, command_.pages); !fault.empty()) return app_.wrong(fault);
        }
        if (!is_remote && options_.database.empty()) return app_.wrong("--db: expected the database FILE");
        command_.database = options_.database;
        if (has_storage_->given()) command_.storage_bytes_max = storage_bytes_max(options_);
        if (season_->given()) {
            if (!proto::is_name(command_.season)) return app_.wrong("season: expected a name of at most 32 bytes of UTF-8 without control characters");
            return next_season(command_);
        }
        if (pictures_->given()) return draw_pictures(command_);
        if (is_local) return import_->given() ? import_files(command_) : export_files(command_);
        if (submit_->given()) return submit(command_);
        if (delete_->given()) return delete_run(command_);
        if (rename_->given()) {
            for (const auto& [option, name] : {std::pair("--gold", gold_), std::pair("--blue", blue_)}) {
                if (!name.empty() && !proto::is_name(name)) return app_.wrong(std::string(option) + ": expected at most 32 bytes of UTF-8 without control characters");
            }
            if (has_gold_->given()) command_.gold = gold_;
            if (has_blue_->given()) command_.blue = blue_;
            return rename_run(command_);
        }
        return serve(options_, std::move(command_.pages));
    }

  private:
    void declare() {
        app_.set_version("albireo-scores " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
        app_.add_option("--db", options_.database, "the database; created if missing");
        app_.add_option("--bind", options_.bind, "address to listen on")->shows_default();
        app_.add_option("--port", options_.port, "TCP port (0: the system chooses)")->shows_default();
        app_.add_option("--threads", options_.threads, "threads that play recordings")->range(1, 64)->shows_default();
        has_storage_ = app_.add_option("--storage-mb", options_.storage_mb, "most megabytes of recordings and pictures to keep; pictures give way to recordings. The service's bound holds for the command pictures, too")->range(1, 1'000'000)->shows_default();
        app_.add_option("--page", options_.page, "an empty replay page of web/build (default: the one built or installed with this program)");
        app_.add_option("--cores", options_.cores, "a folder of empty replay pages of earlier cores, for the games made on them: page.html of each release");
        app_.add_option("--to", command_.to, "address of the boards, such as http://scores.example:7790 (submit, rename, delete)");
        app_.add_option("--key", command_.key, "file with the player's key (default: scores.key in ~/.local/share/albireo)");
        app_.add_flag("--json", command_.json, "print one JSON object on stdout");
        console::add_log_level(app_, options_.log_level);

        submit_ = app_.add_command("submit", "send recordings to the boards, and those that an earlier submit could not send");
        submit_->add_option("files", command_.files, "replay files")->takes(-1);
        submit_->add_option("--queue", command_.queue, "folder of recordings that wait to be sent (default: scores-queue in ~/.local/share/albireo)");
        submit_->add_flag("--challenge", command_.is_challenge, "only for the week's challenge: a game with another level, difficulty or seed is refused");
        rename_ = app_.add_command("rename", "change the players' names of a run that was submitted with the key");
        rename_->add_option("id", command_.id, "the run")->required();
        has_gold_ = rename_->add_option("--gold", gold_, "name of the gold player");
        has_blue_ = rename_->add_option("--blue", blue_, "name of the blue player");
        delete_ = app_.add_command("delete", "delete a run that was submitted with the key, and its recording");
        delete_->add_option("id", command_.id, "the run")->required();
        import_ = app_.add_command("import", "play recordings and store those that count in the database, without a service");
        import_->add_option("files", command_.files, "replay files")->required()->takes(-1);
        pictures_ = app_.add_command("pictures", "draw a picture of the best moment of each of the first 100 runs of every board that has none");
        pictures_->add_option("--with", command_.painter, "the program that draws: albireo-shot of this version")->shows_default();
        season_ = app_.add_command("season", "close the season that is open, and open the next: the boards begin anew, also those of a service that runs");
        season_->add_option("name", command_.season, "its name, such as \"Winter\"; may be left out");
        export_ = app_.add_command("export", "write the boards as files for a static web host");
        export_->add_option("folder", command_.folder, "where they go")->required();
    }

    console::Arguments app_{
        "Boards of Albireo: takes recordings of games, plays each again, and shows the scores that come out.\n"
        "Without a command it serves the boards of --db on --port.\n"
        "Exit codes: 0 done, 1 refused, 2 bad usage or bad input, 3 unreachable.",
        "albireo-scores"};
    Options options_;
    CommandOptions command_;
    std::string gold_, blue_;
    console::Option *has_gold_ = nullptr, *has_blue_ = nullptr, *has_storage_ = nullptr;
    console::Arguments *submit_ = nullptr, *rename_ = nullptr, *delete_ = nullptr, *import_ = nullptr, *export_ = nullptr, *pictures_ = nullptr, *season_ = nullptr;
};

int run(int argc, char** argv) { return Tool{}.run(argc, argv); }

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-scores", [&] { return run(argc, argv); });
}
