#include "replays/recording.hpp"

#include "replays/text.hpp"

namespace albireo::replays {

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
