#include "client/app/activities/pause_rights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/game/flow.hpp"

namespace albireo::app {
namespace {

bool may_resume(const World& world, const LocalPlayer& person) {
    return ticks_to_resume(world, person.slot()) == 0;
}

std::string shown(platform::Key key) {
    std::string text(platform::name_of(key));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
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
        const std::string who = people.size() == 1 ? "You" : names[index(person->slot())];
        return fmt::format("{} paused. {} can resume in {} s", names[index(other(person->slot()))], who,
                           (ticks + kTicksPerSecond - 1) / kTicksPerSecond);
    }
    return {};
}

std::string pause_keys_text(const World& world, std::span<LocalPlayer* const> people,
                            const std::array<std::string, 2>& names, const Bindings& bindings) {
    const auto workers = pause_workers(world, people);
    if (!workers || (*workers)[0] == (*workers)[1]) return {};
    const std::size_t worker = (*workers)[0] ? 0 : 1;
    const PlayerKeys& keys = bindings.halves[worker];
    return fmt::format("{}: choose with {}, {} and {}", names[index(people[worker]->slot())],
                       shown(keys.of(Action::up)[0]), shown(keys.of(Action::down)[0]), shown(keys.of(Action::fire)[0]));
}

}  // namespace albireo::app
