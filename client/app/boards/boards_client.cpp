#include "client/app/boards/boards_client.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>
#include <vector>

#include "client/words/format.hpp"
#include "replays/reader.hpp"
#include "replays/sink.hpp"
#include "scores/entry/key.hpp"
#include "scores/entry/outbox.hpp"

namespace albireo::app {
namespace {

using State = Submission::State;

std::string read_address(std::string address, http::Url& url) {
    if (address.find("://") == std::string::npos) address.insert(0, "http://");
    return http::read_url(address, url);
}

std::string path_of(const ScoreBoard& name) {
    return "/api/boards/" + name.level + "/" + std::string(name_of(name.difficulty)) + (name.is_pair ? "/pair" : "/solo");
}

/// `ready`: the answer may be what was asked for.
ShownBoard::State state_of(const std::string& fault, const http::Said& said) {
    using enum ShownBoard::State;
    if (!fault.empty() || said.status == 429 || said.status >= 500) return silent;
    if (said.status == 404) return unknown;
    return said.status == 200 ? ready : unreadable;
}

ShownBoard shown_of(const std::string& fault, const http::Said& said) {
    const ShownBoard::State state = state_of(fault, said);
    if (state != ShownBoard::State::ready) return {.state = state};
    auto found = read_board_rows(said.body);
    if (!found) return {.state = ShownBoard::State::unreadable};
    return {.state = ShownBoard::State::ready, .found = std::move(*found)};
}

Submission submission_of(const scores::Outbox::Sent& sent) {
    if (sent.status == 0) return {.state = State::silent};
    const Verdict verdict = read_verdict(sent.status, sent.body);
    switch (verdict.kind) {
        case Verdict::Kind::counts:
            return {.state = State::counts, .place = verdict.place, .of = verdict.of, .earned = verdict.earned};
        case Verdict::Kind::refused:
            return {.state = State::refused, .refusal = verdict.refusal};
        case Verdict::Kind::later:
            return {.state = verdict.is_too_often ? State::too_often : State::busy};
        case Verdict::Kind::unclear:
            break;
    }
    // A game that has left the queue is not sent later.
    return {.state = sent.is_settled ? State::refused : State::unreadable};
}

/// Whether the recording is still to be put into the queue.
bool is_pending(const std::string& queued, State state) {
    return queued.empty() && (state == State::sending || state == State::unfinished);
}

}  // namespace

std::string boards_fault(const std::string& address) {
    http::Url ignored;
    if (address.empty() || read_address(address, ignored).empty()) return {};
    return tr_f("the boards' address '{}' is not HOST:PORT, e.g. scores.example.org:7790: no boards are used", address);
}

BoardsClient::~BoardsClient() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void BoardsClient::use(const std::string& address, bool submits) {
    const std::lock_guard lock(mutex_);
    if (address == address_ && submits == service_.submits) return;
    address_ = address;
    http::Url url;
    is_wrong_ = !address.empty() && !read_address(address, url).empty();
    const bool is_on = !address.empty() && !is_wrong_;
    service_ = {.url = is_on ? std::optional(url) : std::nullopt, .submits = submits, .version = service_.version + 1};
    boards_.clear();
    wanted_.reset();
    run_.reset();
    send_at_.reset();
    if (!is_on || !submits) {
        std::erase_if(sent_, [](const Sent& each) { return is_pending(each.queued, each.submission.state); });
        return;
    }
    send_at_ = Clock::now();  // what waits from an earlier time
    wake();
}

void BoardsClient::wake() {
    is_woken_ = true;
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    changed_.notify_all();
}

ShownBoard BoardsClient::board(const ScoreBoard& name) {
    const std::lock_guard lock(mutex_);
    if (is_wrong_) return {.state = ShownBoard::State::wrong_address};
    if (!service_.url) return {};
    const auto found = boards_.find(path_of(name));
    const bool is_fresh = found != boards_.end() && Clock::now() - found->second.at < options_.kept;
    if (!is_fresh && wanted_ != name && asking_ != name) {
        wanted_ = name;
        wake();
    }
    ShownBoard shown = found == boards_.end() ? ShownBoard{.state = ShownBoard::State::asking} : found->second.shown;
    shown.is_fresh = is_fresh;
    return shown;
}

ShownRecording BoardsClient::recording(std::int64_t run) {
    const std::lock_guard lock(mutex_);
    if (!service_.url) return {};
    if (!run_ || run_->number != run || run_->again_at < Clock::now()) {
        run_ = Run{.number = run};
        wake();
    }
    return run_->shown;
}

void BoardsClient::submit(const std::string& recording) {
    const std::lock_guard lock(mutex_);
    if (!service_.url || !service_.submits || recording.empty()) return;
    if (std::ranges::find(sent_, recording, &Sent::recording) != sent_.end()) return;
    if (sent_.size() == kSubmissionsMax) sent_.pop_front();
    sent_.push_back({.recording = recording, .submission = {.state = State::sending}});
    wake();
}

Submission BoardsClient::submission(const std::string& recording) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(sent_, recording, &Sent::recording);
    return found == sent_.end() ? Submission{} : found->submission;
}

BoardsClient::Clock::time_point BoardsClient::next_due() const {
    auto due = Clock::now() + std::chrono::hours(1);
    if (wanted_) due = std::min(due, ask_at_);
    if (send_at_) due = std::min(due, *send_at_);
    for (const Sent& each : sent_) {
        if (is_pending(each.queued, each.submission.state)) due = std::min(due, due_of(each));
    }
    return due;
}

void BoardsClient::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        if (ask_board(lock, stop) || ask_recording(lock, stop) || queue_recording(lock, false) || send_queued(lock, stop)) continue;
        changed_.wait_until(lock, stop, next_due(), [this] { return std::exchange(is_woken_, false); });
    }
    while (queue_recording(lock, true)) {}
}

/// Each of these does one piece of work without the lock, and returns false if none is due.
bool BoardsClient::ask_board(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    if (!wanted_ || Clock::now() < ask_at_) return false;
    asking_ = std::exchange(wanted_, std::nullopt);
    const Service service = service_;
    const std::string board = path_of(*asking_);
    lock.unlock();
    std::string path = board, key;
    // The hash names the player's runs, but cannot change them.
    if (service.submits && !options_.folder.empty() && scores::load_key(key_file(), key).empty()) path += "/" + scores::hex_of(*scores::key_hash(key));
    http::Said said;
    const std::string fault = http::ask(*service.url, {.path = path}, said, {.within = options_.within, .body_bytes_max = kBoardBytesMax, .stop = stop});
    ShownBoard shown = shown_of(fault, said);
    lock.lock();
    asking_.reset();
    ask_at_ = Clock::now() + options_.gap;
    if (service.version != service_.version) return true;
    if (boards_.size() >= kBoardsMax) boards_.clear();
    boards_[board] = {.shown = std::move(shown), .at = Clock::now()};
    return true;
}

bool BoardsClient::ask_recording(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    if (!run_ || !run_->is_wanted || !service_.url) return false;
    run_->is_wanted = false;
    const Service service = service_;
    const std::string number = std::to_string(run_->number);
    lock.unlock();
    http::Said said;
    const std::string fault = http::ask(*service.url, {.path = "/runs/" + number + "/" + number + ".replay"}, said,
                                        {.within = options_.recording_within, .body_bytes_max = scores::kRecordingBytesMax, .stop = stop});
    ShownRecording shown{.state = state_of(fault, said)};
    if (shown.state == ShownBoard::State::ready) shown.file = std::make_shared<const std::string>(std::move(said.body));
    lock.lock();
    if (service.version != service_.version || !run_ || std::to_string(run_->number) != number) return true;
    if (shown.state != ShownBoard::State::ready) run_->again_at = Clock::now() + options_.recording_retry;
    run_->shown = std::move(shown);
    return true;
}

bool BoardsClient::queue_recording(std::unique_lock<std::mutex>& lock, bool is_last_call) {
    const auto now = Clock::now();
    const auto due = std::ranges::find_if(sent_, [&](const Sent& each) {
        return is_pending(each.queued, each.submission.state) && (is_last_call || due_of(each) <= now);
    });
    if (due == sent_.end() || !service_.url) return false;
    const Service service = service_;
    const std::string recording = due->recording;
    lock.unlock();
    std::string queued;
    const Submission submission = queue(service, recording, queued);
    lock.lock();
    // Meanwhile the player may have changed the service.
    const auto entry = std::ranges::find(sent_, recording, &Sent::recording);
    if (entry == sent_.end()) return true;
    entry->submission = submission;
    entry->looked = Clock::now();
    ++entry->looks;
    if (submission.state == State::sending) {
        entry->queued = queued;
        if (service.version == service_.version) send_at_ = Clock::now();
    } else if (is_last_call && submission.state == State::unfinished) {
        entry->submission = {};
    }
    return true;
}

Submission BoardsClient::queue(const Service& service, const std::string& recording, std::string& queued) {
    using scores::Refusal;
    if (options_.folder.empty()) return {.state = State::not_kept, .fault = tr("there is no home folder")};
    std::error_code error;
    const auto size = std::filesystem::file_size(recording, error);
    if (!error && size > scores::kRecordingBytesMax) return {.state = State::refused, .refusal = Refusal::too_large};
    std::vector<std::uint8_t> bytes;
    if (const std::string fault = replays::read_file(recording, bytes); !fault.empty()) return {.state = State::not_kept, .fault = fault};
    replays::Recording read;
    const bool is_empty = bytes.empty();
    if (!is_empty && !replays::read_recording(bytes, read).empty()) return {.state = State::refused, .refusal = Refusal::damaged};
    if (!catalogue_) {
        try {
            catalogue_ = std::make_unique<const scores::Catalogue>();
        } catch (const std::exception& fault) {
            return {.state = State::not_kept, .fault = fault.what()};
        }
    }
    const scores::Eligibility eligibility = scores::eligibility_of(*catalogue_, read);
    if (is_empty || eligibility.refusal == Refusal::cut) return {.state = State::unfinished};
    if (eligibility.refusal != Refusal::none) return {.state = State::refused, .refusal = eligibility.refusal};
    scores::Outbox outbox(queue_folder(), *service.url);
    if (outbox.waiting() >= kQueuedMax) return {.state = State::not_kept, .fault = tr_f("{} games wait already", kQueuedMax)};
    if (const std::string fault = outbox.add(bytes, queued); !fault.empty()) return {.state = State::not_kept, .fault = fault};
    return {.state = State::sending};
}

bool BoardsClient::send_queued(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    if (!send_at_ || Clock::now() < *send_at_) return false;
    const Service service = service_;
    lock.unlock();
    std::optional<scores::Outbox::Sent> sent;
    std::string fault, key;
    if (!options_.folder.empty()) {
        scores::Outbox outbox(queue_folder(), *service.url);
        if (outbox.waiting() > 0) {
            fault = scores::load_or_make_key(key_file(), key);
            if (fault.empty()) sent = outbox.send_first(key, {.within = options_.sent_within, .body_bytes_max = kVerdictBytesMax, .stop = stop});
        }
    }
    lock.lock();
    if (!sent && fault.empty()) {
        if (service.version == service_.version) send_at_.reset();
        return true;
    }
    const Submission submission = sent ? submission_of(*sent) : Submission{.state = State::not_kept, .fault = fault};
    if (sent && sent->is_settled) {
        settle(sent->file, submission);
        boards_.clear();  // there may be a new place
        return true;
    }
    if (service.version == service_.version) send_at_ = Clock::now() + options_.retry;
    // The others wait, too.
    for (Sent& each : sent_) {
        if (!each.queued.empty() && each.submission.state == State::sending) each.submission = submission;
    }
    return true;
}

void BoardsClient::settle(const std::string& queued, const Submission& submission) {
    for (Sent& each : sent_) {
        if (each.queued == queued) each.submission = submission;
    }
}

}  // namespace albireo::app
