// albireo-replay: inspects recordings of games, plays them and compares them.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "console/version.hpp"
#include "replays/replay_commands.hpp"
#include "sim/snapshot.hpp"

namespace {

using albireo::console::Arguments;
using albireo::replays::CommandOptions;
using Command = int (*)(const CommandOptions&, nlohmann::json&);

constexpr const char* kProgram = "albireo-replay " ALBIREO_VERSION;

class Tool {
  public:
    int run(int argc, char** argv) {
        declare();
        if (const int code = app_.parse(argc, argv); code >= 0) return code;
        if (verify_->given() && !files_to_verify_->given() && !live_->given()) {
            return app_.wrong("verify: give replay files, or --live CODE");
        }
        albireo::console::start_log(log_level_, "%v");

        options_.program = albireo::console::program_text("albireo-replay");
        options_.partial = partial_ ? albireo::replays::Partial::accept : albireo::replays::Partial::refuse;
        nlohmann::json out;
        int code = albireo::replays::kBadInput;
        for (const auto& [arguments, command] : commands_) {
            if (arguments->given()) code = command(options_, out);
        }
        if (options_.json) {
            std::cout << out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
        }
        return code;
    }

  private:
    Arguments* add(const char* name, const char* what, Command command, int files) {
        Arguments* added = app_.add_command(name, what);
        const char* const kind = command == albireo::replays::page ? "replay file, two replay files, or desync bundle" : std::string_view(name) == "desync" ? "desync bundle" : files == 1 ? "replay file" : "replay files";
        auto* given = added->add_option("files", options_.files, kind)->takes(files);
        if (command == albireo::replays::verify_files) {
            files_to_verify_ = given;
        } else {
            given->required();
        }
        commands_.emplace_back(added, command);
        return added;
    }

    void declare() {
        using namespace albireo::replays;
        app_.set_version(std::string(kProgram) + " (core " + std::to_string(albireo::kCoreVersion) +
                                               ", replay format " + std::to_string(kFormatVersion) + ")");
        app_.add_flag("--json", options_.json, "print one JSON object on stdout");
        albireo::console::add_log_level(app_, log_level_);
        app_.add_flag("--partial", partial_, "use the readable part of a damaged or unfinished replay");

        add("info", "print the header, notes and outcome of a replay", info, 1);
        verify_ = add("verify", "play replays, or a running game, and compare every digest", verify_files, -1);
        live_ = verify_->add_option("--live", options_.live, "the watch code of a running game, such as K7QF-2MXA, or a link to it (albireo://watch?code=...), whose server key is required: watch it to its end")
            ->excludes(files_to_verify_);
        verify_->add_option("--connect", options_.connect, "with --live: HOST:PORT of the server; without it the game is searched for on this network, at the addresses of the link and through the rendezvous server, and last at 127.0.0.1:7777")
            ->needs(live_);
        verify_->add_option("--rendezvous", options_.rendezvous, "with --live: HOST[:PORT] of a rendezvous server (default: the link's)")
            ->needs(live_);
        verify_->add_option("--delay", options_.delay, "with --live: seconds behind the game; the server has a least delay")
            ->range(0, 120)
            ->shows_default()
            ->needs(live_);
        add("digest", "list the digests of a replay's worlds: tick and root", list_digests, 1)
            ->add_option("--every", options_.every, "ticks between two digests (default: 60)");
        Arguments* digest_app = commands_.back().first;
        Arguments* diff_app =
            add("diff", "find the first tick, system and field in which two replays differ, or in which one replay differs under two programs or cores",
                diff, -1);
        diff_app->add_option("--with", options_.with, "another albireo-replay; both programs play the same replay");

        Arguments* bisect_app = add("bisect", "find the first tick at which a condition holds", bisect, 1);
        bisect_app->add_option("--when", options_.when, "the condition, such as 'ships[0].lives < 3 and enemies.count > 0'; [*] is any element")
            ->required();
        bisect_app->add_option("--from", options_.from, "the tick to begin with (default: the replay's first)");

        Arguments* desync_app =
            add("desync", "inspect the bundle of a desync and repeat the search for the difference", desync, 1);
        desync_app->add_option("-o,--output", options_.output, "write the smallest replay that shows the difference");
        desync_app->add_option("--replay", options_.replay_output, "write the recording of the game up to the desync");
        desync_app->add_flag("--replace", options_.replace, "overwrite an existing file");

        Arguments* trace_app = add("trace", "list the digests of one tick: those of each column after each system", trace, 1);
        trace_app->add_option("--tick", options_.tick, "the tick")->required();

        Arguments* dump_app = add("dump", "print the fields of one world and of the frames that led to it", dump, 1);
        dump_app->add_option("--tick", options_.tick, "the tick of the world")->required();
        dump_app->add_option("--field", options_.field, "only this field and all within it, such as 'enemies[3].parts'");
        dump_app->add_option("--after", options_.after, "the world within the step, after this system, such as move_enemies");

        Arguments* trim_app = add("trim", "write part of a replay as a separate replay", trim, 1);
        trim_app->add_option("--from", options_.from, "the tick of the first world (default: the replay's first)");
        trim_app->add_option("--to", options_.to, "the tick of the last world (default: the replay's last)");
        Arguments* upgrade_app =
            add("upgrade", "write the readable part of a damaged or unfinished replay (with --partial) as a complete one; a replay of another core is not changed", upgrade, 1);
        Arguments* page_app = add("page", "write one HTML file that verifies and plays a replay, two replays side by side or a desync bundle in any browser", page, -1);
        page_app->add_option("--range", options_.range, "only these ticks of a replay: A..B, such as 600..1200");
        page_app->add_option("--from", options_.empty_page, "an empty page made by web/build (default: the one built or installed with this program)");
        for (Arguments* sub : {trim_app, upgrade_app, page_app}) {
            sub->add_option("-o,--output", options_.output, "file to write")->required();
            sub->add_flag("--replace", options_.replace, "overwrite an existing file");
        }
        for (Arguments* sub : {verify_, digest_app, bisect_app, trace_app, dump_app, diff_app}) {
            const char* const what = sub == diff_app ? "given twice, with one replay: play its inputs on both cores; each a version number or the file of a module"
                                                     : "play on this core, not the one that recorded it: a version number or the file of a module";
            auto* const core = sub->add_option("--core", options_.cores, what)->one_each_time();
            if (sub == verify_) core->excludes(live_);
            sub->add_option("--cores", options_.cores_folder, "the folder with the modules of other cores (default: the one of this program)");
        }
        app_.require_command();
    }

    Arguments app_{
        "Inspects, plays and compares recordings of Albireo games.\n"
        "Exit codes: 0 done, 1 the check failed, 2 bad usage or bad input, 3 the server could not be reached or refused.",
        "albireo-replay"};
    CommandOptions options_;
    std::string log_level_ = "info";
    bool partial_ = false;
    std::vector<std::pair<Arguments*, Command>> commands_;
    Arguments* verify_ = nullptr;
    albireo::console::Option* files_to_verify_ = nullptr;
    albireo::console::Option* live_ = nullptr;
};

int run(int argc, char** argv) {
    return Tool{}.run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-replay", [&] { return run(argc, argv); });
}
