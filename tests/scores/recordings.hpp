#pragma once
/// Recordings for the tests of the boards: the goldens, and changed copies of them whose seals are right.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/sink.hpp"

namespace albireo::scores {

using Bytes = std::vector<std::uint8_t>;

inline Bytes golden(const std::string& name) {
    Bytes bytes;
    REQUIRE(replays::read_file("replays/golden/" + name + ".replay", bytes) == "");
    return bytes;
}

/// The recording with every record passed through `change`, and sealed again: what somebody who knows the format can make.
inline Bytes forged(const Bytes& file, const std::function<void(replays::AnyRecord&)>& change) {
    replays::RecordReader reader{file};
    replays::RecordWriter writer;
    Bytes out;
    while (reader.next() == replays::RecordReader::Found::record) {
        replays::AnyRecord record;
        REQUIRE(replays::parse_record(reader.payload(), record) == "");
        change(record);
        const Bytes sealed = writer.seal(replays::record_bytes(record));
        out.insert(out.end(), sealed.begin(), sealed.end());
    }
    return out;
}
inline Bytes with_header(const Bytes& file, const std::function<void(replays::RecordingHeader&)>& change) {
    return forged(file, [&](replays::AnyRecord& record) {
        if (auto* header = std::get_if<replays::RecordingHeader>(&record)) change(*header);
    });
}

}  // namespace albireo::scores
