#include "web/module/pairing.hpp"

#include <algorithm>
#include <utility>

#include "replays/text.hpp"
#include "sim/witness/words.hpp"
#include "web/module/json.hpp"

namespace albireo::web {
namespace {

std::string values_text(const replays::FieldDifference& field) {
    return field.path + " " + std::to_string(field.a) + " | " + std::to_string(field.b);
}

}  // namespace

std::string Pairing::open(std::span<const std::uint8_t> file, replays::Partial partial) {
    replays::Recording recording;
    std::string fault = replays::read_recording(file, recording);
    if (fault.empty()) fault = replays::prepare(std::move(recording), second_, partial);
    if (fault.empty()) comparer_ = std::make_unique<replays::Comparer>(first_, second_);
    return replays::printable(fault);
}

bool Pairing::compare(std::uint32_t ticks) {
    for (; ticks > 0 && !done_; --ticks) {
        if (!comparer_->step()) conclude();
    }
    return !done_;
}

void Pairing::conclude() {
    const replays::Comparison& result = comparer_->result();
    done_ = true;
    if (result.same()) {
        text_ = "the same game: " + grouped(result.ticks_compared) + " ticks";
        return;
    }
    if (result.worlds) {
        tick_ = result.worlds->tick;
        text_ = replays::text_of(replays::look_within(first_, second_, *result.worlds));
    } else {
        text_ = "the worlds of the " + grouped(result.ticks_compared) + " ticks that both contain are the same";
    }
    if (result.inputs) {
        if (!tick_ || result.inputs->tick < *tick_) tick_ = result.inputs->tick;
        text_ += "; inputs differ first at tick " + std::to_string(result.inputs->tick.value) + ": " + values_text(result.inputs->fields.front());
    }
    if (result.other_level) text_ += "; other levels";
    for (const replays::FieldDifference& field : result.setup) text_ += "; " + values_text(field);
}

std::string Pairing::finding() const {
    JsonObject out;
    out.flag("done", done_).number("ticks", comparer_->result().ticks_compared).flag("same", done_ && comparer_->result().same());
    out.flag("hasTick", tick_.has_value()).number("tick", tick_ ? tick_->value : 0).text("text", replays::printable(text_));
    return out.done();
}

}  // namespace albireo::web
