#include "web/module/field_lines.hpp"

#include <cstdint>

#include "replays/field_words.hpp"
#include "sim/snapshot.hpp"

namespace albireo::web {
namespace {

/// Whether `path` is the field `within` or lies in it: "flow.loop" has nothing of flow.loop_cue.
bool is_within(std::string_view path, std::string_view within) {
    if (!path.starts_with(within)) return false;
    return within.empty() || path.size() == within.size() || path[within.size()] == '.' || path[within.size()] == '[';
}

}  // namespace

std::string field_lines(const Level& level, const World& world, const FramePair* frames, std::string_view within, std::size_t lines_max) {
    const replays::FieldWords meaning(level, world);
    std::string lines;
    std::size_t count = 0;
    const auto show = [&](std::string_view path, std::int64_t value) {
        if (count == lines_max || !is_within(path, within)) return;
        ++count;
        lines.append(path).append("\t").append(std::to_string(value));
        lines.append("\t").append(meaning.of(path, value)).append("\n");
    };
    dump_world(world, show);
    if (frames != nullptr) {
        FieldPath path;
        path.push("frames");
        for_each_leaf(*frames, path, show);
    }
    return lines;
}

}  // namespace albireo::web
