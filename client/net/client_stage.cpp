#include "client/net/client_stage.hpp"

namespace albireo::client {
namespace {

using Event = ClientStage::Event;
using State = ClientStage::State;

template <Event event>
bool is(const Event& happened) {
    return happened == event;
}

constexpr TableState<const Event>::Way kFailed{"failed", is<Event::failed>};
constexpr TableState<const Event>::Way kOver{"ended", is<Event::over>};
constexpr TableState<const Event>::Way kLevelMissing{"loading", is<Event::level_missing>};
constexpr TableState<const Event>::Way kSeated{"waiting", is<Event::seated>};

constexpr auto kStates = machine_table<const Event>({
    {"connecting", {}, {{kFailed, kOver, {"entering", is<Event::greeted>}, kLevelMissing, kSeated}}},
    {"entering", {}, {{kFailed, kOver, kLevelMissing, kSeated}}},
    {"loading", {}, {{kFailed, kOver, kSeated}}},
    {"waiting", {}, {{kFailed, kOver, kLevelMissing, {"playing", is<Event::began>}}}},
    {"playing", {}, {{kFailed, kOver, {"returning", is<Event::cut_off>}}}},
    {"returning", {}, {{kFailed, kOver, {"playing", is<Event::began>}}}},
    {"ended", {}, {}},
    {"failed", {}, {}},
});
static_assert(kStates.state("connecting") == static_cast<std::uint8_t>(State::connecting));
static_assert(kStates.state("entering") == static_cast<std::uint8_t>(State::entering));
static_assert(kStates.state("loading") == static_cast<std::uint8_t>(State::loading));
static_assert(kStates.state("waiting") == static_cast<std::uint8_t>(State::waiting));
static_assert(kStates.state("playing") == static_cast<std::uint8_t>(State::playing));
static_assert(kStates.state("returning") == static_cast<std::uint8_t>(State::returning));
static_assert(kStates.state("ended") == static_cast<std::uint8_t>(State::ended));
static_assert(kStates.state("failed") == static_cast<std::uint8_t>(State::failed));

}  // namespace

bool ClientStage::note(const Event event) {
    const State before = state();
    TableHost host(kStates, event);
    run(machine_, host);
    return state() != before;
}

}  // namespace albireo::client
