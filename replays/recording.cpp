#include "replays/recording.hpp"

#include "replays/text.hpp"

namespace albireo::replays {

std::string_view name_of(NoteKind kind) {
    constexpr std::array<std::string_view, 4> kNames = {"bookmark", "healed", "speed", "desync"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string text_of(const Note& note) {
    const std::string kind{name_of(note.kind)};
    if (note.kind == NoteKind::speed) return kind + " " + std::to_string(note.value) + " %";
    const std::string text = printable(note.text);
    if (text.starts_with(kind)) return text;
    return text.empty() ? kind : kind + ": " + text;
}

std::string Damage::text() const {
    if (kind == Kind::none) return "whole";
    const std::string place = "record " + std::to_string(record) + " at byte " + grouped(offset);
    std::string text;
    switch (kind) {
        case Kind::none:
            break;
        case Kind::unfinished:
            text = "replay unfinished: it ends at byte " + grouped(offset) + " without a trailer";
            break;
        case Kind::cut_off:
            text = "replay truncated: the file ends within " + place;
            break;
        case Kind::bad_size:
            text = "replay damaged: " + place + " has an invalid length";
            break;
        case Kind::bad_seal:
            text = "replay damaged: " + place + " fails its checksum";
            break;
        case Kind::bad_record:
            text = "replay damaged: " + place + ": " + detail;
            break;
    }
    text += "; " + grouped(readable_ticks);
    if (all_ticks) text += " of " + grouped(*all_ticks);
    return text + " ticks are readable (use --partial)";
}

}  // namespace albireo::replays
