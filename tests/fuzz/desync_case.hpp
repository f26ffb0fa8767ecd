#pragma once
/// A real desync for tests and seeds of bundles: a game of a few ticks, a client with a fault planted in one of them, the
/// inquiry's finding, and the testimonies of both sides.
#include "replays/bundle.hpp"
#include "replays/recorder.hpp"
#include "replays/sink.hpp"
#include "sim/snapshot.hpp"
#include "tests/support/small_level.hpp"
#include "tests/support/two_replicas.hpp"

namespace albireo {

struct DesyncCase {
    explicit DesyncCase(const std::string& plant = "12:earnings[1].score", std::uint32_t ticks = 20)
        : level(support::small_level()) {
        support::Replica server(level), client(level);
        parse_fault(plant, client.fault.emplace());
        replays::MemorySink sink;
        replays::Recorder recorder(sink, level, replays::RecordingSetup{});
        for (std::uint32_t i = 0; i < ticks; ++i) {
            server.step();
            client.step();
            recorder.append({}, root_of(*server.world));
        }
        recorder.flush();
        proto::DesyncInquiry inquiry = server.inquiry(Tick{ticks});
        proto::DesyncAnswers answers = client.answers();
        support::talk(inquiry, [&](const proto::EvidenceWanted& question) { return answers.answer(question); });
        bundle.code = "K7QF2M";
        bundle.core_version = kCoreVersion;
        bundle.finding = inquiry.finding();
        bundle.replay = sink.bytes;
        if (const auto trace = inquiry.trace()) {
            bundle.server = testimony_bytes(testimony_of(*trace, bundle.finding.point, level, "here"));
        }
        bundle.client = answers.testimony(
            {.of = proto::EvidenceOf::testimony, .tick = bundle.finding.tick, .point = bundle.finding.point}, "there");
    }

    Level level;
    replays::Bundle bundle;
};

}  // namespace albireo
