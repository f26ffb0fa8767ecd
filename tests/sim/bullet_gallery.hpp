#pragma once
/// A level in which enemies fire every program of the library at two players.
#include <string>

#include "sim/script/compile.hpp"

namespace albireo::support {

inline const Level& bullet_gallery() {
    static const Level level = [] {
        std::string script = R"(
            level { name = "Gallery", backdrop = "none", ticks = 1200 }
            tile { model = "a", exit = {20, 0}, ticks = 1200,
                   walls = { { {-40, -14}, {60, -14}, {60, -7}, {9, -5}, {0, -7}, {-40, -7} }, { {6, 4}, {9, 3}, {8, 6} } } }
            use "bullets"
            local names = { "dart", "brake", "curl", "wheel", "halo", "snare", "creep", "bloom", "seed", "lob", "hail", "ricochet" }
            for i, name in ipairs(names) do
                kind { name = name, radius = 1, worth = 50, charge = 20,
                    parts = { radius = 0.6, armour = 12,
                              gun = { pattern = "ring", count = 7, rest = 90, speed = 0.12, bullet = name, swing = 40, period = 130 } },
                    machines = { { name = "m", { name = "s", begin = { guns = true }, next = { after = 260, to = "t" } },
                                   { name = "t", begin = { leave = {0.1, 0.05} } } } } }
                at(40 + 80 * i) spawn { kind = name, place = { 4 + i % 4 * 3, i % 5 * 2 - 3 } }
            end
            kind { name = "curtain", radius = 1, parts = { radius = 0.6, armour = 12,
                   gun = { pattern = "curtain", count = 26, pitch = 0.7, hole = 3, rest = 120, speed = 0.08, bullet = "creep" } },
                   machines = { { name = "m", { name = "s", begin = { guns = true } } } } }
            at(1020) spawn { kind = "curtain", place = {15, 0} }
        )";
        script::Compiled compiled = script::compile_level(script, "gallery.lua", Difficulty::standard, script::builtin_source);
        if (!compiled.error.empty()) throw compiled.error;
        return compiled.level;
    }();
    return level;
}

}  // namespace albireo::support
