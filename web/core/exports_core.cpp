// The functions of a core's module. replays/cores/README.md is their contract: it must outlive this core.
#include <cstdint>
#include <string>
#include <vector>

#include "replays/core_answers.hpp"
#include "replays/recording.hpp"
#include "sim/snapshot.hpp"

#define ALBIREO_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace {

using albireo::replays::CoreAnswers;

std::vector<std::uint8_t> room;
std::string text;
CoreAnswers answers;

const char* keep(std::string&& given) {
    text = std::move(given);
    return text.c_str();
}

}  // namespace

ALBIREO_EXPORT(core_about) const char* core_about() {
    return keep("interface " + std::to_string(CoreAnswers::kInterface) + "\ncore " + std::to_string(albireo::kCoreVersion) +
                "\ndigest " ALBIREO_CORE_DIGEST "\nformat " + std::to_string(albireo::replays::kFormatVersion) + "\ncommit " ALBIREO_COMMIT "\n\n");
}
ALBIREO_EXPORT(core_room) std::uint8_t* core_room(std::uint32_t size) {
    room.assign(std::size_t{size} + 1, 0);
    return room.data();
}
ALBIREO_EXPORT(core_open) const char* core_open(std::uint32_t flags) {
    const std::string fault = answers.open(std::span{room}.first(room.size() - 1), flags);
    return keep(fault.empty() ? "" : "!" + fault);
}
ALBIREO_EXPORT(core_ask) const char* core_ask() {
    return keep(answers.ask({reinterpret_cast<const char*>(room.data()), room.size() - 1}));
}
ALBIREO_EXPORT(core_more) const char* core_more() {
    return keep(answers.more());
}
