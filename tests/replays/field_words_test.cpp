// Goal: every place, angle and name in a dump has a correct explanation beside its number, and no explanation names a
// field that no longer exists.
#include "replays/field_words.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <set>

#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "tests/replays/scene.hpp"

namespace albireo::replays {
namespace {

/// A world with one of everything, all fields zero.
std::unique_ptr<World> world_of_one_each() {
    auto world = std::make_unique<World>();
    for (auto& shots : world->shots) shots.count = 1;
    world->enemies.count = world->enemy_shots.count = world->beams.count = world->missiles.count = 1;
    return world;
}

/// Calls each(path, is_required) for every leaf; is_required: the leaf's type alone requires an explanation.
template <class T, class Each>
void walk(const T& value, FieldPath& path, Each&& each) {
    if constexpr (Leaf<T>) {
        each(path.text(), std::is_enum_v<T>);
    } else if constexpr (std::is_same_v<T, Fixed> || std::is_same_v<T, Angle> || std::is_same_v<T, Tick>) {
        each(path.text(), true);
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        path.push(std::size_t{0});
        walk(*value.begin(), path, each);
    } else {
        const auto visit = [&](std::string_view name, const auto& field) {
            const std::size_t size = path.size();
            path.push(name);
            walk(field, path, each);
            path.shrink(size);
        };
        visit_fields(visit, value);
    }
}

std::string bare(std::string_view path) {
    std::string name;
    for (bool in_index = false; const char c : path) {
        in_index = (in_index || c == '[') && c != ']';
        if (!in_index && c != ']') name += c;
    }
    return name;
}

TEST_CASE("every field that needs an explanation has one, and every name with an explanation is a field") {
    const auto world = world_of_one_each();
    const Level level = scene_level();
    const FieldWords words(level, *world);
    std::set<std::string_view> unseen(FieldWords::known().begin(), FieldWords::known().end());
    CHECK(unseen.size() == FieldWords::known().size());
    std::size_t leaves = 0;
    const auto check = [&](std::string_view path, bool must) {
        ++leaves;
        CAPTURE(path);
        const std::string name = bare(path);
        for (const std::string_view known : FieldWords::known()) {
            if (name == known || name.ends_with("." + std::string(known))) unseen.erase(known);
        }
        const std::string said = words.of(path, 0);
        if (must) CHECK(said != "");
        // Units of length are only for fixed point. Frames store places in another form.
        if (said.find("units") != std::string::npos && !name.starts_with("frames.aim")) CHECK(must);
    };
    FieldPath path;
    walk(*world, path, check);
    path.push("frames");
    walk(FramePair{}, path, check);
    CHECK(leaves > 150);
    for (const std::string_view name : unseen) FAIL_CHECK("no field is called " << name);
}

TEST_CASE("the explanation gives the number's meaning") {
    const auto world = world_of_one_each();
    const Level level = scene_level();
    const FieldWords words(level, *world);
    const auto enumerator = [](auto value) { return static_cast<std::int64_t>(value); };
    CHECK(words.of("ships[0].at.x", -701877) == "-10.710 units");
    CHECK(words.of("enemies[3].parts[2].offset_to.y", 32768) == "0.500 units");
    CHECK(words.of("shots[1][4].speed.x", 65536) == "1.000 units a tick");
    CHECK(words.of("frames[0].aim.x", 384) == "1.500 units");
    CHECK(words.of("scroll.tides.swell_to", 98304) == "1.500 times the tiles' own");
    CHECK(words.of("missiles[2].heading", 16384) == "90.00 degrees");
    CHECK(words.of("ships[1].invulnerable", 105) == "1.75 s");
    CHECK(words.of("tick", 321) == "0:05.35");
    CHECK(words.of("ships[0].weapon", enumerator(Weapon::ribbon)) == "ribbon");
    CHECK(words.of("shots[0][3].weapon", enumerator(Weapon::fan)) == "fan");
    CHECK(words.of("ships[0].life.state", enumerator(Life::watching)) == "watching");
    CHECK(words.of("flow.machine.state", enumerator(FlowState::cleared)) == "cleared");
    CHECK(words.of("enemies[0].mover", enumerator(Mover::leave)) == "leave");
    CHECK(words.of("enemies[0].face", enumerator(Facing::turning)) == "turning");
    CHECK(words.of("enemies[0].parts[0].beam_phase", enumerator(BeamPhase::warns)) == "warns");
    CHECK(words.of("frames[1].command", enumerator(Command::carry_on)) == "continue");
    CHECK(words.of("frames[1].reports[7].kind", enumerator(ReportKind::died)) == "died");
    CHECK(words.of("frames[0].buttons", kUp | kFire) == "up, fire; needle");
    CHECK(words.of("frames[0].buttons", 0) == "needle");
    CHECK(words.of("enemies[17].kind", 0) == "thing");
    CHECK(words.of("enemies[0].machines[0].state", 0) == "thing");
    CHECK(words.of("ships[0].lives", 3) == "");
    CHECK(words.of("earnings[0].score", 100) == "");
}

TEST_CASE("a value out of range has no explanation") {
    const auto world = world_of_one_each();
    world->enemies.items[0].kind = 200;
    const Level level = scene_level();
    const FieldWords words(level, *world);
    CHECK(words.of("ships[0].weapon", 250) == "");
    CHECK(words.of("ships[0].weapon", -1) == "");
    CHECK(words.of("enemies[0].kind", 200) == "");
    CHECK(words.of("enemies[0].machines[0].state", 0) == "");
    CHECK(words.of("enemies[99].machines[7].state", 0) == "");
    CHECK(words.of("", 0) == "");
    CHECK(words.of("[", 0) == "");
}

}  // namespace
}  // namespace albireo::replays
