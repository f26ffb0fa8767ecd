// Writes bundles of a small desync into a folder, as a server stores them: attributed to a system, to memory and to
// frames, with one testimony or none, and a testimony by itself. A bundle that cannot be analysed is an error, because
// the fuzzer would get nowhere with it.
#include <cstdio>
#include <string>

#include "tests/fuzz/desync_case.hpp"

using namespace albireo;

namespace {

bool write(const std::string& path, std::span<const std::uint8_t> bytes) {
    replays::FileSink sink{path, replays::FileSink::Existing::replace};
    const std::string fault = sink.append(bytes);
    if (!fault.empty()) std::fprintf(stderr, "desync_bundle_seeds: %s\n", fault.c_str());
    return fault.empty();
}

/// Writes the bundle if analysing it gives its own finding.
bool write_bundle(const std::string& path, const replays::Bundle& bundle) {
    const auto bytes = replays::bundle_bytes(bundle);
    replays::Bundle read;
    replays::DesyncFile file;
    std::string fault = replays::read_bundle(bytes, read);
    if (fault.empty()) fault = replays::prepare(std::move(read), file);
    if (fault.empty()) fault = file.server_fault + file.client_fault;
    if (fault.empty() && file.server && file.client && replays::find_again(file).text() != bundle.finding.text()) {
        fault = "finds " + replays::find_again(file).text() + " and not " + bundle.finding.text();
    }
    if (!fault.empty()) std::fprintf(stderr, "desync_bundle_seeds: %s: %s\n", path.c_str(), fault.c_str());
    return fault.empty() && write(path, bytes);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("desync_bundle_seeds FOLDER\n", stderr), 2;
    const std::string folder = std::string(arguments[1]) + "/";
    constexpr std::uint32_t kTicks = 90;  // ships can be steered by then
    for (const auto& [name, plant] : {std::pair<std::string, std::string>{"step", "75:ships[0].at.x@move_ships"},
                                      {"memory", "75:earnings[1].score@memory"},
                                      {"frames", "75:frames[0].buttons"}}) {
        const DesyncCase real(plant, kTicks);
        if (!real.bundle.finding.is_named() || !write_bundle(folder + name, real.bundle)) return 1;
    }
    replays::Bundle bundle = DesyncCase().bundle;
    if (!bundle.finding.is_named() || !write(folder + "testimony", bundle.client)) return 1;
    bundle.client.clear();
    bundle.finding.kind = proto::DesyncFinding::Kind::no_answer;
    if (!write_bundle(folder + "one_side", bundle)) return 1;
    bundle.server.clear();
    bundle.finding.kind = proto::DesyncFinding::Kind::game_over;
    return write_bundle(folder + "no_side", bundle) ? 0 : 1;
}
