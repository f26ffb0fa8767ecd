#include "server/first_record.hpp"

#include "replays/sink.hpp"
#include "server/live_recording.hpp"

namespace albireo::server {

FirstRecord make_first_record(const Level& level, const replays::RecordingSetup& setup, int speed_percent, RecordCopies copies) {
    FirstRecord first{.names = setup.names};
    replays::MemorySink sink;
    first.recorder = std::make_unique<replays::Recorder>(sink, level, setup);
    note_speed(*first.recorder, speed_percent);
    if (copies != RecordCopies::written) {
        first.kept.reserve(LiveRecording::kBytesMax);
        first.kept.assign(sink.bytes.begin(), sink.bytes.end());
    }
    if (copies != RecordCopies::kept) first.written = std::move(sink.bytes);
    return first;
}

void note_speed(replays::Recorder& recorder, int percent) {
    if (percent == 100) return;
    replays::Note slow;
    slow.kind = replays::NoteKind::speed;
    slow.value = static_cast<std::uint32_t>(percent);
    recorder.note(slow);
}

}  // namespace albireo::server
