#include "web/module/desync_report.hpp"

#include <optional>
#include <vector>

#include "proto/frame_codec.hpp"
#include "replays/compare.hpp"
#include "replays/text.hpp"
#include "web/module/field_lines.hpp"
#include "web/module/json.hpp"

namespace albireo::web {
namespace {

std::string side_report(std::string_view name, const std::optional<replays::Side>& side, const std::string& fault) {
    JsonObject out;
    out.text("name", name).flag("testifies", side.has_value()).text("fault", replays::printable(fault));
    if (side) out.text("build", replays::printable(side->testimony.build)).flag("reproduced", side->repeated);
    return out.done();
}

}  // namespace

std::string desync_report(const replays::DesyncFile& file) {
    const proto::DesyncFinding& finding = file.bundle.finding;
    const std::string text = replays::printable(finding.text());
    const bool has_both = file.server && file.client;
    JsonObject out;
    out.number("tick", finding.tick.value)
        .text("code", replays::printable(file.bundle.code))
        .text("text", text)
        .text("path", finding.is_named() ? replays::printable(finding.path) : "")
        .text("point", replays::after_text(finding.point))
        .flag("repeated", has_both && replays::printable(replays::find_again(file).text()) == text)
        .raw("sides", json_array({side_report("server", file.server, file.server_fault),
                                  side_report("client", file.client, file.client_fault)}));
    return out.done();
}

std::string desync_fields(const replays::DesyncFile& file, int side, std::string_view within, std::size_t lines_max) {
    const auto& testifies = side == 0 ? file.server : file.client;
    if (!testifies) return {};
    // A testimony's frames are untrusted.
    const FramePair& said = testifies->testimony.frames;
    const FramePair frames = {proto::normal(said[0]), proto::normal(said[1])};
    return field_lines(file.replay.level, *testifies->at_point, &frames, within, lines_max);
}

}  // namespace albireo::web
