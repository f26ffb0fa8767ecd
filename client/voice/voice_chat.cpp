#include "client/voice/voice_chat.hpp"

#include <chrono>
#include <utility>

namespace albireo::voice {

VoiceChat::VoiceChat(Setup setup) : setup_(std::move(setup)) {}

VoiceChat::~VoiceChat() {
    thread_.request_stop();
    changed_.notify_all();
}

void VoiceChat::choose(const Choice& choice) {
    const std::lock_guard lock(guard_);
    // What waits would be heard when the partner is no longer muted, and the meter would stand still.
    if (choice.is_partner_muted || choice.mode == Mode::off) receiver_ = {};
    choice_ = choice;
    changed_.notify_all();
}

Choice VoiceChat::choice() const {
    const std::lock_guard lock(guard_);
    return choice_;
}

void VoiceChat::follow(bool has_game, bool is_heard, bool is_key_held) {
    const std::lock_guard lock(guard_);
    if (std::exchange(has_game_, has_game) && !has_game) receiver_ = {};
    is_heard_ = is_heard;
    is_key_held_ = is_key_held;
    if (!wants(choice_.microphone)) return;
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    changed_.notify_all();
}

bool VoiceChat::wants(const std::string& device) const {
    return choice_.mode != Mode::off && has_game_ && is_heard_ && choice_.microphone == device;
}

bool VoiceChat::hears() const {
    const std::lock_guard lock(guard_);
    return choice_.mode != Mode::off && has_game_ && !choice_.is_partner_muted;
}

bool VoiceChat::is_capturing() const {
    const std::lock_guard lock(guard_);
    return wants(choice_.microphone);
}

Status VoiceChat::status() const {
    const std::lock_guard lock(guard_);
    const bool is_on = choice_.mode != Mode::off && has_game_;
    return {.is_on = is_on,
            .is_partner_on = is_heard_,
            .is_partner_muted = choice_.is_partner_muted,
            .is_push_to_talk = choice_.mode == Mode::push_to_talk,
            .has_microphone = has_microphone_,
            .speaks = is_on && is_heard_ && speaks_,
            .partner_speaks = is_on && receiver_.is_heard(),
            .level = level_,
            .partner_level = receiver_.level()};
}

std::optional<proto::VoicePiece> VoiceChat::next_to_send() {
    const std::lock_guard lock(guard_);
    if (out_.empty()) return std::nullopt;
    const proto::VoicePiece piece = out_.front();
    out_.pop_front();
    return piece;
}

void VoiceChat::receive(const proto::VoicePiece& piece) {
    const std::lock_guard lock(guard_);
    // What was on its way when the player muted their partner is not heard any more.
    if (choice_.mode != Mode::off && has_game_ && !choice_.is_partner_muted) receiver_.push(piece);
}

bool VoiceChat::render(Samples& samples) {
    const std::lock_guard lock(guard_);
    return receiver_.render(samples);  // a muted partner's is empty
}

void VoiceChat::run(const std::stop_token& stop) {
    bool is_told = false;
    while (!stop.stop_requested()) {
        std::string device;
        {
            std::unique_lock lock(guard_);
            if (!changed_.wait(lock, stop, [this] { return wants(choice_.microphone); })) return;
            device = choice_.microphone;
        }
        std::string why;
        const std::unique_ptr<audio::Microphone> microphone = setup_.open(device, kRate, why);
        {
            const std::lock_guard lock(guard_);
            has_microphone_ = microphone != nullptr;
        }
        if (microphone != nullptr) {
            is_told = false;
            capture(*microphone, device, stop);
        } else {
            if (!std::exchange(is_told, true)) setup_.log("no voice is sent: " + why);
            std::unique_lock lock(guard_);
            changed_.wait_for(lock, stop, std::chrono::seconds(kOpenAgainSeconds), [&] { return choice_.microphone != device; });
        }
    }
}

/// Until the microphone is not wanted any more, or lost. The device is closed when this returns.
void VoiceChat::capture(audio::Microphone& microphone, const std::string& device, const std::stop_token& stop) {
    Sender sender(next_number_);
    Samples samples{};
    std::size_t filled = 0;
    for (int rounds = 0; !stop.stop_requested(); ++rounds) {
        {
            const std::lock_guard lock(guard_);
            if (!wants(device)) break;
            sender.set_mode(choice_.mode);
            sender.hold_key(is_key_held_);
            sender.note_partner(receiver_.is_heard() && receiver_.level() > 0);
        }
        while (const std::size_t count = microphone.read(std::span{samples}.subspan(filled))) {
            filled += count;
            if (filled < samples.size()) continue;
            filled = 0;
            const auto piece = sender.take(samples);
            const std::lock_guard lock(guard_);
            speaks_ = sender.speaks();
            level_ = sender.level();
            if (!piece) continue;
            out_.push_back(*piece);
            if (out_.size() > kOutMax) out_.pop_front();
        }
        if (rounds % 100 == 99 && microphone.is_lost()) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    // Far enough from the numbers of this capture that none of the next one passes for a repeat.
    next_number_ = static_cast<std::uint16_t>(sender.next_number() + proto::VoiceLane::kSeenSpan);
    const std::lock_guard lock(guard_);
    speaks_ = false;
    level_ = 0;
    out_.clear();
}

}  // namespace albireo::voice
