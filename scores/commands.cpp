#include "scores/commands.hpp"

#include <spdlog/spdlog.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "console/console.hpp"
#include "proto/names.hpp"
#include "replays/page.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "scores/api.hpp"
#include "scores/exporter.hpp"
#include "scores/entry/outbox.hpp"
#include "scores/pictures.hpp"
#include "scores/seasons.hpp"
#include "scores/submissions.hpp"
#include "sim/snapshot.hpp"

namespace albireo::scores {
namespace {

using nlohmann::json;

constexpr int kDone = 0, kRefused = 1, kBadInput = 2, kUnreachable = 3;
constexpr std::chrono::milliseconds kAnswerWithin{60'000};  // the boards may have to play long games of others first

int wrong(int code, const std::string& text) {
    std::cerr << "albireo-scores: " << replays::printable(text) << '\n';
    return code;
}

/// What the boards said, as one line for people.
std::string said_text(unsigned status, const std::string& body) {
    const json said = json::parse(body, nullptr, false);
    if (!said.is_object()) return "an answer that is not from boards (HTTP " + std::to_string(status) + ")";
    if (status == 201) {
        return "place " + std::to_string(said.value("place", 0)) + " of " + said.value("level", "?") + ", " + said.value("difficulty", "?") + ", " +
               said.value("players", "?") + ": " + std::to_string(said.value("score", 0ull)) + " points, run " + std::to_string(said.value("id", 0ll));
    }
    return said.value("error", said.value("done", "?"));
}

int change(const CommandOptions& options, const std::string& path, const json& body) {
    http::Url url;
    if (std::string fault = http::read_url(options.to, url); !fault.empty()) return wrong(kBadInput, "--to: " + fault);
    std::string key;
    const std::string file = options.key.empty() ? player_folder() + "/scores.key" : options.key;
    if (std::string fault = load_key(file, key); !fault.empty()) return wrong(kBadInput, "--key: " + fault);
    http::Said said;
    const http::Question question{.method = "POST",
                                  .path = "/runs/" + std::to_string(options.id) + path,
                                  .body = body.dump(-1, ' ', false, json::error_handler_t::replace),
                                  .authorization = "Bearer " + key};
    if (std::string fault = http::ask(url, question, said, kAnswerWithin); !fault.empty()) return wrong(kUnreachable, "no answer from " + options.to + ": " + fault);
    if (options.json) std::cout << said.body;
    if (said.status != 200) return wrong(said.status >= 500 || said.status == 429 ? kUnreachable : kRefused, said_text(said.status, said.body));
    spdlog::info("run {} is {}", options.id, said_text(said.status, said.body));
    return kDone;
}

/// Returns an empty string, or why this is no empty page.
std::string read_page(const std::string& path, std::string& page) {
    std::vector<std::uint8_t> bytes;
    if (std::string fault = replays::read_file(path, bytes); !fault.empty()) return fault;
    page.assign(bytes.begin(), bytes.end());
    const std::string fault = replays::empty_page_fault(page);
    return fault.empty() ? "" : path + ": " + fault;
}

}  // namespace

std::string read_pages(const std::string& page, const std::string& cores, ReplayPages& pages) {
    const std::string path = page.empty() ? replays::find_page("page.html") : page;
    std::string own, missing = path.empty() ? "this program was built without them (web/build)" : read_page(path, own);
    if (!page.empty() && !missing.empty()) return "--page: " + missing;
    if (missing.empty()) pages.add(std::move(own));
    if (!cores.empty()) {
        if (const std::string fault = pages.add_folder(cores); !fault.empty()) return "--cores: " + fault;
    }
    if (!missing.empty() && !pages.has(kCoreVersion)) spdlog::warn("no replay pages for games of this core: {}", missing);
    return {};
}

int submit(const CommandOptions& options) {
    http::Url url;
    if (std::string fault = http::read_url(options.to, url); !fault.empty()) return wrong(kBadInput, "--to: " + fault);
    const std::string folder = player_folder();
    if (folder.empty() && (options.key.empty() || options.queue.empty())) {
        return wrong(kBadInput, "there is no home folder (HOME is not set): give --key FILE and --queue FOLDER");
    }
    std::string key;
    if (std::string fault = load_or_make_key(options.key.empty() ? folder + "/scores.key" : options.key, key); !fault.empty()) {
        return wrong(kBadInput, "--key: " + fault);
    }
    const std::string queue = options.queue.empty() ? folder + "/scores-queue" : options.queue;
    if (std::string fault = console::make_folder(queue); !fault.empty()) return wrong(kBadInput, "--queue: " + fault);
    Outbox outbox(queue, url, options.is_challenge ? "/challenge/runs" : "/runs");
    for (const std::string& file : options.files) {
        if (std::string fault = outbox.add(file); !fault.empty()) return wrong(kBadInput, fault);
    }
    json all = json::array();
    int code = kDone;
    for (const Outbox::Sent& sent : outbox.send(key, kAnswerWithin)) {
        const std::string text = sent.status == 0 ? "no answer from " + options.to + ": " + sent.body : said_text(sent.status, sent.body);
        json said = json::parse(sent.body, nullptr, false);
        all.push_back({{"status", sent.status}, {"answer", said.is_discarded() ? json(text) : said}});
        const bool is_there = sent.status == 201 || sent.status == 409;
        if (is_there) {
            spdlog::info("{}", replays::printable(text));
        } else {
            code = std::max(code, sent.is_settled ? kRefused : kUnreachable);
            wrong(code, text);
        }
    }
    if (const std::size_t left = outbox.waiting(); left > 0) {
        spdlog::info("{} wait in {}: 'albireo-scores submit --to {}' sends them", left, outbox.folder(), options.to);
    }
    if (options.json) std::cout << json{{"sent", all}, {"waiting", outbox.waiting()}}.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    return code;
}

int rename_run(const CommandOptions& options) {
    json body = json::object();
    if (options.gold) body["gold"] = *options.gold;
    if (options.blue) body["blue"] = *options.blue;
    if (body.empty()) return wrong(kBadInput, "rename: expected --gold NAME, --blue NAME or both (see --help)");
    return change(options, "/name", body);
}

int delete_run(const CommandOptions& options) { return change(options, "/delete", json::object()); }

int import_files(const CommandOptions& options) try {
    const Catalogue catalogue;
    Store store(options.database);
    json all = json::array();
    int code = kDone;
    const Season season = season_for_core(store.database(), kCoreVersion, now_ms());
    while (mark_older_run(catalogue, store) || judge_older_run(catalogue, store)) {}
    for (const std::string& file : options.files) {
        std::vector<std::uint8_t> bytes;
        if (std::string fault = replays::read_file(file, bytes); !fault.empty()) return wrong(kBadInput, fault);
        Decision decision{.ruling = judge(catalogue, bytes, {}, wanted_in(season)), .added = {}, .fault = {}};
        if (decision.ruling.refusal != Refusal::none) {
            code = wrong(kRefused, file + ": " + decision.ruling.text);
        } else {
            decision.added = store.add(decision.ruling.run, bytes, {}, now_ms());
            decision.place = store.place_of(*store.find(decision.added.id));
            spdlog::info("{}: run {}, {} points{}", file, decision.added.id, decision.ruling.run.score, decision.added.is_new ? "" : ", was there already");
        }
        all.push_back(json_of(decision));
    }
    if (options.json) std::cout << all.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    return code;
} catch (const DatabaseError& error) {
    return wrong(kBadInput, std::string("--db: ") + error.what());
}

int next_season(const CommandOptions& options) try {
    Store store(options.database);
    season_for_core(store.database(), kCoreVersion, now_ms());  // so that there is one to close
    const Season season = begin_season(store.database(), proto::tidy_name(options.season), kCoreVersion, now_ms());
    spdlog::info("{} is open", season.title());
    if (options.json) std::cout << json{{"number", season.number}, {"name", season.name}, {"core", season.core}}.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    return kDone;
} catch (const DatabaseError& error) {
    return wrong(kBadInput, std::string("--db: ") + error.what());
}

int draw_pictures(const CommandOptions& options) try {
    if (const std::string fault = painter_fault(options.painter); !fault.empty()) return wrong(kBadInput, "--with: " + fault);
    const Catalogue catalogue;
    Store store(options.database);
    const Painted painted = paint_boards(catalogue, store, painter_by(options.painter), {.bytes_max = options.storage_bytes_max});
    spdlog::info("{} pictures drawn, {} were there, {} dropped", painted.drawn, painted.kept, painted.dropped);
    if (painted.left_out > 0) spdlog::warn("{} are not drawn: --storage-mb, of the service or of this command, leaves no room for them", painted.left_out);
    int code = kDone;
    for (const std::string& fault : painted.faults) code = wrong(kRefused, fault);
    if (options.json) std::cout << json{{"drawn", painted.drawn}, {"kept", painted.kept}, {"dropped", painted.dropped}, {"left_out", painted.left_out}, {"failed", painted.faults.size()}}.dump() << '\n';
    return code;
} catch (const DatabaseError& error) {
    return wrong(kBadInput, std::string("--db: ") + error.what());
}

int export_files(const CommandOptions& options) try {
    const Catalogue catalogue;
    Store store(options.database);
    Exported exported;
    if (std::string fault = export_boards(catalogue, store, options.pages, options.folder, exported); !fault.empty()) {
        return wrong(kBadInput, fault);
    }
    spdlog::info("{}: {} runs, {} files", options.folder, exported.runs, exported.files);
    if (options.json) std::cout << json{{"runs", exported.runs}, {"files", exported.files}}.dump() << '\n';
    return kDone;
} catch (const DatabaseError& error) {
    return wrong(kBadInput, std::string("--db: ") + error.what());
}

}  // namespace albireo::scores
