#include "scores/submissions.hpp"

#include <spdlog/spdlog.h>

#include <cassert>
#include <chrono>

#include "sim/snapshot.hpp"

namespace albireo::scores {

std::uint64_t now_ms() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

Wanted wanted_in(const Season& season) {
    return {.season = season.number, .started_min_ms = season.from_ms > kSlowClockMs ? season.from_ms - kSlowClockMs : 0};
}

bool mark_older_run(const Catalogue& catalogue, Store& store) {
    const auto id = store.unmarked(kCoreVersion);
    if (!id) return false;
    const Ruling ruling = judge(catalogue, store.recording(*id));
    if (ruling.refusal != Refusal::none) spdlog::warn("run {} does not count any more: {}", *id, ruling.text);
    if (const auto other = store.mark(*id, ruling.run.marks)) spdlog::warn("run {} is a copy of run {}, or the reverse: a game counts once", *id, *other);
    return true;
}

bool judge_older_run(const Catalogue& catalogue, Store& store) {
    const auto id = store.judged_by_other_rules(kCoreVersion);
    if (!id) return false;
    const Ruling ruling = judge(catalogue, store.recording(*id));
    store.judged(*id, ruling.refusal == Refusal::none ? &ruling.run.earned : nullptr);
    return true;
}

Submissions::Submissions(const Catalogue& catalogue, const std::string& database, std::uint32_t threads, const Bounds& bounds)
    : catalogue_(catalogue), database_(database), bounds_(bounds) {
    assert(threads > 0 && "somebody plays the recordings");
    for (std::uint32_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Submissions::~Submissions() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

bool Submissions::offer(Submission submission) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() >= kWaitingMax || bytes_ + submission.recording.size() > kWaitingBytesMax) return false;
    bytes_ += submission.recording.size();
    queue_.push_back(std::move(submission));
    wake_.notify_one();
    return true;
}

std::size_t Submissions::waiting() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

void Submissions::work() {
    Store store(database_);
    for (;;) {
        Submission next;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty() || is_following_up_; });
            if (stopping_) return;
            if (queue_.empty()) {
                is_following_up_ = false;  // this thread does it: the others wait
                lock.unlock();
                follow_up(store);
                continue;
            }
            next = std::move(queue_.front());
            queue_.pop_front();
            bytes_ -= next.recording.size();
        }
        next.done(decide(store, next));
    }
}

void Submissions::follow_up(Store& store) {
    bool is_more = false;
    try {
        // New runs come with marks and by this program's rules, so what has been done once is done.
        is_marked_ = is_marked_ || !mark_older_run(catalogue_, store);
        is_more = !is_marked_ || judge_older_run(catalogue_, store);
    } catch (const std::exception& error) {
        spdlog::error("runs of an earlier program cannot be played again, so copies of them may not be recognized and their achievements are old: {}", error.what());
    }
    const std::lock_guard lock(mutex_);
    is_following_up_ = is_more;
}

/// The same file is not played again.
void Submissions::judge_and_add(Store& store, const Submission& submission, Decision& decision) const {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(submission.recording.data()), submission.recording.size());
    if (const auto known = store.run_of_file(bytes)) {
        decision.added = {.id = *known};
        if (auto stored = store.find(*known)) decision.ruling.run = std::move(stored->run);
        return;
    }
    const Season season = open_season(store.database());
    if (season.core != kCoreVersion) {
        decision.fault = "the open season is of core " + std::to_string(season.core) + "; this program has core " + std::to_string(kCoreVersion);
        return;
    }
    Wanted wanted = wanted_in(season);
    if (submission.is_challenge) {
        const Challenge challenge = challenge_of(week_of(now_ms()), catalogue_, store.secret());
        wanted.level = catalogue_.find(challenge.level, challenge.difficulty);
        wanted.seed = challenge.seed;
    }
    decision.ruling = judge(catalogue_, bytes, bounds_, wanted);
    if (decision.ruling.refusal == Refusal::none) decision.added = store.add(decision.ruling.run, bytes, submission.key, now_ms());
}

Decision Submissions::decide(Store& store, const Submission& submission) const {
    Decision decision;
    const auto begun = processor_time();
    try {
        judge_and_add(store, submission, decision);
        const auto stored = decision.ruling.refusal == Refusal::none ? store.find(decision.added.id) : std::nullopt;
        if (stored) {
            const Run& run = stored->run;
            decision.place = store.place_of(*stored);
            decision.of = store.runs_on({.level = run.level, .difficulty = run.difficulty, .is_pair = run.is_pair(), .season = run.season});
            const Challenge challenge = challenge_of(week_of(now_ms()), catalogue_, store.secret());
            const bool is_of_it = run.level == challenge.level && run.difficulty == challenge.difficulty && run.seed == challenge.seed;
            if (is_of_it) decision.challenge_place = store.place_of(*stored, challenge.seed);
        }
    } catch (const std::exception& error) {
        decision.fault = error.what();
    }
    decision.processor = processor_time() - begun;
    return decision;
}

}  // namespace albireo::scores
