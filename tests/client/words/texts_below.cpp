#include "tests/client/words/texts_below.hpp"

#include <algorithm>
#include <array>

#include "client/platform/input.hpp"
#include "platform/reasons.hpp"
#include "proto/messages.hpp"
#include "proto/other_version.hpp"
#include "reach/join_meeting.hpp"
#include "replays/field_words.hpp"
#include "replays/spectator_texts.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/level/level.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"

namespace albireo::words {
namespace {

/// Parts of the faults of files and sockets (translated_reason()), beside the system's own reasons. marked_test.cpp finds those that are missing.
constexpr std::array kFaults = {
    "cannot be created", "cannot be written", "cannot be opened", "cannot be read", "not a file", "too large to be a replay",
    "no file can be created there", "the disk takes nothing", "a recording cannot begin so late",
    "the recording ends here: it has reached its limit of one day", "the recording ends here: it has no room for another snapshot",
    "this computer has no IPv6", "is another server running there?", "not a key: expected 64 hexadecimal digits"};

template <class Each>
void for_each_level(Each&& each) {
    for (const std::string& name : script::builtin_levels()) {
        for (int i = 0; i < kDifficultyCount; ++i) {
            const script::Compiled compiled = script::compile_builtin_level(name, static_cast<Difficulty>(i));
            if (compiled.error.empty()) each(compiled.level);
        }
    }
}

bool is_words(const std::string& text) {
    return std::ranges::count_if(text, [](unsigned char c) { return c >= 0x80 || std::isalpha(c) != 0; }) > 1;
}

std::string with_spaces(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '_', ' ');
    return text;
}

std::string in_capitals(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

}  // namespace

std::set<std::string> level_messages() {
    std::set<std::string> all;
    for_each_level([&](const Level& level) {
        for (const auto& cues : {level.cues, level.loop_cues}) {
            for (const CueDef& cue : cues) {
                if (cue.kind == CueKind::message) all.emplace(level.name(static_cast<std::uint16_t>(cue.a)));
            }
        }
        for (const ActionDef& action : level.actions) {
            if (action.op == Op::message) all.emplace(level.name(static_cast<std::uint16_t>(action.x)));
        }
    });
    return all;
}

std::set<std::string> texts_below() {
    std::set<std::string> all = level_messages();
    for_each_level([&](const Level& level) {
        all.emplace(level.title.view());
        for (std::uint32_t section = 1; section <= section_count(level); ++section) all.emplace(section_name(level, section));
        for (const KindDef& kind : level.kinds) {
            if (kind.size < KindSize::large) continue;
            std::string name(level.name(kind.name));
            all.insert(name);  // of the viewer's highlights
            if (kind.size != KindSize::boss) continue;
            all.insert(in_capitals(with_spaces(name)));  // of the HUD
            name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
            all.insert(name);  // of places to practise
        }
    });
    for (const std::string_view name : kDifficultyNames) all.emplace(name);
    for (int weapon = 0; weapon < kWeaponCount; ++weapon) all.emplace(replays::weapon_name(static_cast<Weapon>(weapon)));
    for (std::size_t key = 0; key < platform::kKeyCount; ++key) {
        const std::string name = platform::label_of(static_cast<platform::Key>(key));
        const bool is_function = name[0] == 'F' && std::isdigit(static_cast<unsigned char>(name[1])) != 0;
        if (!is_function) all.insert(name);
    }
    for (std::size_t i = 0; i < platform::kPadButtonCount; ++i) {
        const std::string label(platform::label_of(static_cast<platform::PadButton>(i)));
        if (label.starts_with("D-")) all.insert(label);  // others are printed on pads
    }
    for (int reason = 1; reason < proto::kRefusalCount; ++reason) {
        all.emplace(proto::text_of(static_cast<proto::Refusal>(reason)));
    }
    all.emplace(proto::kServerIsNewer);
    all.emplace(proto::kServerIsOlder);
    for (int reason = 0; reason <= static_cast<int>(proto::ByeReason::restarting); ++reason) {
        all.emplace(proto::text_of(static_cast<proto::ByeReason>(reason)));
    }
    using Failure = reach::JoinMeeting::Failure;
    for (int failure = 1; failure <= static_cast<int>(Failure::no_relay); ++failure) {
        all.emplace(reach::text_of(static_cast<Failure>(failure)));
    }
    for (const char* text : replays::kSpectatorTexts) all.emplace(text);
    for (const char* text : platform::reason_texts()) all.emplace(text);
    for (const char* text : kFaults) all.emplace(text);
    std::erase_if(all, [](const std::string& text) { return !is_words(text); });
    return all;
}

}  // namespace albireo::words
