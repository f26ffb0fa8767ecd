// Goal: after any order of puts, releases and restarts a window's invariants hold, and it contains the first value put.
#include <cstdlib>
#include <map>

#include "proto/frame_window.hpp"
#include "sim/base/bytes.hpp"

using namespace albireo;
using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader reader{{data, size}};
    const Tick first{reader.get<std::uint8_t>() % 200u};
    FrameWindow window{first};
    std::map<std::uint32_t, Frame> model;  // all frames that the window should hold
    while (!reader.at_end() && !reader.bad()) {
        const auto op = reader.get<std::uint8_t>();
        const Tick before = window.confirmed_up_to();
        if (op < 16) {
            window.release(
                Tick{before.value - std::min<std::uint32_t>(op, before.value - window.released_up_to().value)});
            continue;
        }
        const Tick tick{before.value +
                        static_cast<std::uint32_t>(static_cast<std::int8_t>(reader.get<std::uint8_t>()))};
        Frame frame;
        frame.buttons = reader.get<std::uint8_t>();
        const bool in_full = (op & 1) != 0;
        const auto put = window.put(tick, frame, in_full);
        if (put == FrameWindow::PutResult::taken && !model.emplace(tick.value, frame).second) std::abort();
        if (window.confirmed_up_to() < before) std::abort();
        for (Tick t = before; t < window.confirmed_up_to(); ++t) {
            if (!model.contains(t.value)) std::abort();
        }
        const std::uint32_t newest = window.confirmed_up_to().value;
        for (std::uint32_t t = newest - std::min(newest, kWindowTicks); t < newest + kWindowTicks; ++t) {
            const Frame* held = window.find(Tick{t});
            if ((held != nullptr) != model.contains(t) || (held != nullptr && *held != model[t])) std::abort();
        }
    }
    return 0;
}
