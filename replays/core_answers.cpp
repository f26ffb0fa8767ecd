#include "replays/core_answers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "replays/bisect.hpp"
#include "replays/field_words.hpp"
#include "replays/text.hpp"
#include "replays/trace.hpp"
#include "sim/base/bytes.hpp"
#include "sim/base/hash.hpp"
#include "sim/digest.hpp"
#include "sim/fields.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"

namespace albireo::replays {
namespace {

/// The approximate length of a part of an answer. The reader of the parts sees by them that the core is at work.
constexpr std::uint32_t kTicksInPart = 5000;

std::string fault(std::string text) {
    return "!" + std::move(text);
}

/// Takes a number from the front of the text, and the blank after it. False if there is none.
bool take(std::string_view& text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end == text.data()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(' ')) text.remove_prefix(1);
    return true;
}

bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word) || (text.size() > word.size() && text[word.size()] != ' ')) return false;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return true;
}

std::string number_text(std::int64_t number) {
    return std::to_string(number);
}

void add_line(std::string& text, std::string_view name, const std::string& value) {
    text.append(name).append(" ").append(value).append("\n");
}

std::string ticks_text(const Player& player) {
    return std::to_string(player.begin().value) + " to " + std::to_string(player.end().value);
}

std::uint64_t hash_of(const FramePair& frames) {
    std::array<std::uint8_t, sizeof(FramePair)> bytes{};
    ByteWriter out(bytes);
    put(out, frames);
    return hash_bytes(out.written());
}

// Cores before 10 have no campaigns, those before 12 no checkpoints.
template <class OfVerdict>
void add_carry(std::string& text, const OfVerdict& verdict) {
    if constexpr (requires { verdict.carry; }) {
        if (!verdict.carry) return;
        const auto& carry = *verdict.carry;
        std::string all;
        for (const auto& each : carry.players) {
            for (const std::int64_t number : {std::int64_t{each.score}, std::int64_t{each.charge}, std::int64_t{each.gold}, std::int64_t{each.multiplier},
                                              std::int64_t{each.lives}, static_cast<std::int64_t>(each.weapon)}) {
                all += number_text(number) + " ";
            }
        }
        add_line(text, "carry", all + number_text(carry.extends) + " " + number_text(carry.continues) + " " + hex_text(carry.ended_with));
    }
}
template <class OfRecording>
void drop_checkpoints(OfRecording& recording) {
    if constexpr (requires { recording.checkpoints; }) recording.checkpoints.clear();
}

}  // namespace

std::string CoreAnswers::open(std::span<const std::uint8_t> file, std::uint32_t flags) {
    Recording recording;
    if (std::string why = read_recording(file, recording); !why.empty()) return why;
    if ((flags & kAnyCore) != 0 && recording.header.core_version != kCoreVersion) {
        recording.header.core_version = kCoreVersion;
        drop_checkpoints(recording);  // they are the other core's worlds, which this game may not reach
    }
    running_ = Running::nothing;
    return prepare(std::move(recording), replay_, (flags & kPartial) != 0 ? Partial::accept : Partial::refuse);
}

std::string CoreAnswers::ask(std::string_view question) {
    running_ = Running::nothing;
    if (take_word(question, "verify")) {
        running_ = Running::verify;
        verifier_ = std::make_unique<Verifier>(replay_);
        return verify_on();
    }
    if (take_word(question, "digests")) {
        if (!take(question, every_) || every_ == 0) return fault("digests: the number of ticks between two must be at least 1");
        running_ = Running::digests;
        player_ = std::make_unique<Player>(replay_, Player::Keep::nothing);
        return digests_on();
    }
    if (take_word(question, "trace")) return trace(question);
    if (take_word(question, "dump")) return dump(question);
    if (take_word(question, "bisect")) return bisect(question);
    return fault("core " + std::to_string(kCoreVersion) + " has no answer to '" + printable(question) + "'");
}

std::string CoreAnswers::more() {
    switch (running_) {
        case Running::nothing:
            break;
        case Running::verify:
            return verify_on();
        case Running::digests:
            return digests_on();
    }
    return {};
}

std::string CoreAnswers::verify_on() {
    const Verdict& verdict = verifier_->verdict();
    bool playing = true;
    for (std::uint32_t i = 0; i < kTicksInPart && playing; ++i) playing = verdict.same && verifier_->step();
    if (playing) return "\n";
    running_ = Running::nothing;
    std::string text;
    add_line(text, "same", verdict.same ? "1" : "0");
    add_line(text, "whole", replay_.recording.damage ? "0" : "1");
    add_line(text, "ticks", number_text(verdict.ticks));
    add_line(text, "digests", number_text(verdict.seconds));
    add_line(text, "root", hex_text(verdict.root));
    add_line(text, "all_roots", hex_text(verdict.all_roots));
    add_line(text, "wrong_after", number_text(verdict.wrong_after.value));
    add_line(text, "wrong_until", number_text(verdict.wrong_until.value));
    add_line(text, "text", verdict.text);
    add_carry(text, verdict);
    return text;
}

std::string CoreAnswers::digests_on() {
    std::string text;
    for (std::uint32_t i = 0; i < kTicksInPart; ++i) {
        const std::uint32_t tick = player_->tick().value;
        if (tick % every_ == 0 || player_->tick() == player_->end()) {
            text += std::to_string(tick) + " " + hex_text(root_of(player_->world())) + " " + (player_->has_frames() ? hex_text(hash_of(player_->frames())) : "-") + "\n";
        }
        if (player_->step()) continue;
        running_ = Running::nothing;
        break;
    }
    return text.empty() ? "\n" : text;
}

std::string CoreAnswers::trace(std::string_view rest) {
    std::uint32_t tick = 0;
    if (!take(rest, tick)) return fault("trace: a tick is missing");
    const auto found = trace_of(replay_, Tick{tick});
    if (!found) return fault("no step leads to tick " + std::to_string(tick) + ": the replay has " + ticks_text(Player{replay_, Player::Keep::nothing}));
    std::string text;
    for (std::uint32_t point = 0; point < TickTrace::kPoints; ++point) {
        const std::string_view system = point < kSystems.size() ? kSystems[point] : "end";
        for (std::uint32_t column = 0; column < kColumns; ++column) {
            text.append(system).append(" ");
            add_line(text, column_name(column), hex_text(found->marks()[TickTrace::kColumnsFrom + point * kColumns + column]));
        }
    }
    return text;
}

std::string CoreAnswers::dump(std::string_view rest) {
    std::uint32_t tick = 0;
    if (!take(rest, tick)) return fault("dump: a tick is missing");
    Player player{replay_, Player::Keep::nothing};
    if (Tick{tick} < player.begin() || Tick{tick} > player.end()) {
        return fault("there is no tick " + std::to_string(tick) + ": the replay has ticks " + ticks_text(player));
    }
    player.seek(Tick{tick});
    const auto world = std::make_unique<World>();
    copy_world(*world, player.world());
    const FieldWords meaning(replay_.level, *world);
    if (!rest.empty()) {
        const auto system = std::find(kSystems.begin(), kSystems.end(), rest);
        if (system == kSystems.end()) return fault("--after: there is no system '" + std::string(rest) + "' (trace lists all)");
        const auto trace = trace_of(replay_, Tick{tick});
        if (!trace) return fault("no step leads to tick " + std::to_string(tick));
        trace->world_at(static_cast<std::uint32_t>(system - kSystems.begin()), *world);
    }
    std::string text;
    const auto show = [&](std::string_view path, std::int64_t value) {
        const std::string words = meaning.of(path, value);
        text.append(path).append(" = ").append(number_text(value));
        if (!words.empty()) text.append(" (").append(words).append(")");
        text += '\n';
    };
    dump_world(*world, show);
    if (player.has_frames()) {
        FieldPath path;
        path.push("frames");
        for_each_leaf(player.frames(), path, show);
    }
    return text;
}

std::string CoreAnswers::bisect(std::string_view rest) {
    std::uint32_t from = 0;
    if (!take(rest, from)) return fault("bisect: a tick is missing");
    Predicate predicate;
    if (const std::string why = predicate.parse(rest); !why.empty()) return fault("--when: " + why);
    Player player{replay_, Player::Keep::nothing};
    if (Tick{from} > player.end()) {
        return fault("--from " + std::to_string(from) + " is past the end: the last tick is " + std::to_string(player.end().value));
    }
    player.seek(Tick{from});
    std::string text;
    add_line(text, "from", number_text(player.tick().value));
    add_line(text, "to", number_text(player.end().value));
    if (!find_first(player, predicate)) return text;
    add_line(text, "found", number_text(player.tick().value));
    for (const FieldRef& field : predicate.fields()) {
        if (field.name().find('*') != std::string::npos) continue;
        field.any(player.world(), player.has_frames() ? &player.frames() : nullptr, [&](std::int64_t value) {
            add_line(text, "value", number_text(value) + " " + field.name());
            return true;
        });
    }
    return text;
}

}  // namespace albireo::replays
