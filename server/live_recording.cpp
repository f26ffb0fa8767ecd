#include "server/live_recording.hpp"

#include <cassert>

namespace albireo::server {

void LiveRecording::begin(replays::ByteSink* onward, bool keeps) {
    assert(bytes_.empty() && !is_over() && "a recording begins once");
    onward_ = onward;
    keeps_ = keeps;
    // It never moves. Memory that is not used yet costs nothing, and to move megabytes takes half a millisecond.
    if (keeps) bytes_.reserve(kBytesMax);
}

std::string LiveRecording::begin_with(replays::ByteSink* onward, std::vector<std::uint8_t> kept, std::vector<std::uint8_t> written) {
    assert(bytes_.empty() && !is_over() && "a recording begins once");
    assert((kept.empty() || kept.capacity() >= kBytesMax) && "it never moves");
    assert((onward != nullptr) == !written.empty() && "there is a copy for each destination");
    onward_ = onward;
    keeps_ = !kept.empty();
    bytes_ = std::move(kept);
    std::string fault = onward_ != nullptr ? onward_->take(std::move(written)) : std::string();
    if (!fault.empty()) cut();
    return fault;
}

void LiveRecording::go_on(replays::ByteSink* onward, bool keeps, std::vector<std::uint8_t> bytes) {
    begin(onward, keeps && bytes.size() <= kBytesMax);
    is_given_up_ = keeps && !keeps_;
    if (!keeps_) return;
    bytes_.assign(bytes.begin(), bytes.end());
    old_ = noted_ = bytes_.size();
    assert(marks_.empty() && noted_ <= kBytesMax && "the bytes of an earlier process are old");
}

std::string LiveRecording::append(std::span<const std::uint8_t> more) {
    assert(!is_over() && "a recording that is over does not grow");
    if (keeps_ && bytes_.size() + more.size() > kBytesMax) {
        keeps_ = false;
        is_given_up_ = true;
        bytes_ = {};
    }
    if (keeps_) bytes_.insert(bytes_.end(), more.begin(), more.end());
    assert(bytes_.size() <= kBytesMax && "the copy of a recording is within its limit");
    std::string fault = onward_ != nullptr ? onward_->append(more) : std::string();
    if (!fault.empty()) cut();
    return fault;
}

void LiveRecording::note_time(Micros now) {
    assert((marks_.empty() || marks_.back().at <= now) && "marks are in order of time");
    if (bytes_.size() > noted_) {
        noted_ = bytes_.size();
        marks_.push_back({now, noted_});
    }
    while (!marks_.empty() && now - marks_.front().at > kWatchDelayMax) {
        old_ = marks_.front().bytes;
        marks_.pop_front();
    }
    assert(old_ <= noted_ && "what spectators may see was there");
}

std::size_t LiveRecording::bytes_at(Micros when) const {
    if (!keeps_) return 0;
    std::size_t bytes = old_;
    for (const Mark& mark : marks_) {
        if (mark.at > when) break;
        bytes = mark.bytes;
    }
    assert(bytes <= bytes_.size() && "only bytes that are there count");
    return bytes;
}

}  // namespace albireo::server
