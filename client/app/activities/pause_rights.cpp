#include "client/app/activities/pause_rights.hpp"

#include <algorithm>

#include "client/app/controls/control_names.hpp"
#include "client/words/format.hpp"
#include "sim/game/flow.hpp"

namespace albireo::app {
namespace {

bool may_resume(const World& world, const LocalPlayer& person) {
    return ticks_to_resume(world, person.slot()) == 0;
}

}  // namespace

std::optional<std::array<bool, 2>> pause_workers(const World& world, std::span<LocalPlayer* const> people) {
    if (people.size() < kSlotCount) return std::nullopt;
    return std::array{may_resume(world, *people[0]), may_resume(world, *people[1])};
}

LocalPlayer* pause_caller(const World& world, std::span<LocalPlayer* const> people, bool back) {
    for (LocalPlayer* const person : people) {
        if (may_resume(world, *person) && person->asks_pause()) return person;
    }
    for (LocalPlayer* const person : people) {
        if (may_resume(world, *person) && back) return person;
    }
    return nullptr;
}

std::string pause_text(const World& world, std::span<LocalPlayer* const> people, const std::array<std::string, 2>& names) {
    for (const LocalPlayer* person : people) {
        if (may_resume(world, *person)) continue;
        const std::uint32_t ticks = ticks_to_resume(world, person->slot());
        const std::string& caller = names[index(other(person->slot()))];
        const std::uint32_t seconds = (ticks + kTicksPerSecond - 1) / kTicksPerSecond;
        if (people.size() == 1) return tr_f("{} paused. You can resume in {} s", caller, seconds);
        return tr_f("{} paused. {} can resume in {} s", caller, names[index(person->slot())], seconds);
    }
    return {};
}

std::string pause_keys_text(const World& world, std::span<LocalPlayer* const> people,
                            const std::array<std::string, 2>& names, const Bindings& bindings) {
    const auto workers = pause_workers(world, people);
    if (!workers || (*workers)[0] == (*workers)[1]) return {};
    const std::size_t worker = (*workers)[0] ? 0 : 1;
    const PlayerKeys& keys = bindings.halves[worker];
    return tr_f("{}: choose with {}, {} and {}", names[index(people[worker]->slot())],
                       shown_name(keys.of(Action::up)[0]), shown_name(keys.of(Action::down)[0]), shown_name(keys.of(Action::fire)[0]));
}

}  // namespace albireo::app
