#pragma once
/// A level with everything that moves with the sea, by chance or together with other parts: floats, leaps, trails, tripwires,
/// laser grids, guns that change, children of children, tides by cues and by scripts.
#include <string>

#include "sim/script/compile.hpp"

namespace albireo::support {

inline const Level& sea_gallery() {
    static const Level level = [] {
        const std::string script = R"(
            level { name = "Sea", backdrop = "none", ticks = 1400, breath = 100,
                    waves = { { length = 16, period = 240, share = 0.6 }, { length = 7, period = -90, share = 0.3, phase = 40 },
                              { length = 3, period = 50, share = 0.1 } } }
            tile { model = "a", exit = {20, 1}, ticks = 500, sea = -3, swell = 1.5 }
            tile { model = "b", exit = {20, 0}, ticks = 500, sea = -2, swell = 0.5 }
            tile { model = "c", exit = {20, 0}, ticks = 500, sea = -4, swell = 2 }
            use "bullets"
            path { name = "eight", {0, 0}, {3, 2}, {0, 4}, {-3, 2}, {0, 0}, {3, -2}, {0, -4}, {-3, -2}, {0, 0} }
            path { name = "swim", {20, -5}, {0, 2}, {-20, -5} }

            local function part(t)
                t.radius, t.armour = t.radius or 0.6, t.armour or 12
                return t
            end
            local function kind_of(name, parts, states, more)
                local k = more or {}
                k.name, k.radius, k.worth, k.charge, k.parts = name, 4, 50, 20, parts
                states.name = "m"
                k.machines = { states }
                kind(k)
            end
            local ring = { pattern = "ring", count = 6, rest = 80, speed = 0.1, bullet = "snare" }
            kind_of("urchin", part { gun = ring },
                { { name = "s", begin = { { float = {-0.02, 0.3}, over = 40 }, { guns = true } }, next = { after = 500, to = "t" } },
                  { name = "t", begin = { leave = {-0.1, 0.1} } } })
            kind_of("fish", part { armour = 2, gun = { count = 2, rest = 30, speed = 0.06, bullet = "lob" } },
                { { name = "up", begin = { { fall = {-0.08, 0.25}, pull = 0.006 }, { guns = true } }, next = { in_sea = true, to = "down" } },
                  { name = "down", begin = { { guns = false }, { float = {-0.05, -0.5} } }, tick = { { sleep = 30, random = 40 }, { pick = "up", among = 2 } } } })
            kind_of("cyst", part { armour = 6, gun = { pattern = "ring", count = 12, rest = 200, speed = 0.1, bullet = "brake" } },
                { { name = "swell", begin = { drift = {-0.02, 0} }, next = { after = 120, to = "burst" } },
                  { name = "burst", begin = { guns = true }, tick = { { sleep = 2 }, { vanish = true } } } }, { raises = "popped" })
            kind_of("nurse", part { armour = 30 },
                { { name = "s", begin = { drift = {-0.02, 0.01} }, tick = { { spawn = "cyst", offset = {-1, 0} }, { sleep = 60 } } } })
            kind_of("mother", part { armour = 60 },
                { { name = "s", begin = { hover = {8, 3} }, tick = { { spawn = "nurse", offset = {0, -1} }, { sleep = 150 } } } })
            local eels = {}
            for _, side in ipairs { "a", "b" } do
                local guns = { { name = "dart", count = 4, rest = 40, speed = 0.1, spread = 30, bullet = "dart" },
                               { name = "wheel", pattern = "ring", count = 8, rest = 60, speed = 0.08, bullet = "wheel" } }
                append(eels, part { name = "head_" .. side, armour = 40, guns = guns, trail = "eight", mirror = side == "b", lead = 0, pace = 0.08, vital = side == "a",
                                    beam = side == "b" and { link = "head_a", telegraph = 20, burn = 40, rest = 60 } or nil })
                for i = 1, 3 do
                    append(eels, part { name = "tail_" .. side .. i, armour = 0, trail = "eight", mirror = side == "b", lead = i * 1.1, pace = 0.08 })
                end
            end
            kind_of("morays", eels,
                { { name = "s", begin = { { hover = {6, 0} }, { guns = true }, { beams = true }, { swell = 1.4, tide = 0.5 } },
                    next = { { part_dead = "head_b", to = "alone" }, { after = 300, to = "alone" } } },
                  { name = "alone", begin = { { cancel = true }, { gun = "wheel", part = "head_a" }, { swell = 0.6, tide = -1, over = 90 } } } },
                { size = "boss" })
            kind_of("leech", { part { name = "head", vital = true, gun = ring }, part { name = "one", trail = true, lead = 1 }, part { name = "two", trail = true, lead = 2 } },
                { { name = "s", begin = { guns = true } } }, { speed = 0.06 })
            kind_of("grid", part { armour = 90, beam = { angle = 90, reach = 18, copies = 3, pitch = 4, field = {0, -9}, telegraph = 30, burn = 30, rest = 30 } },
                { { name = "s", begin = { { hover = {12, 5} }, { beams = true } } } })

            at(10) tide { swell = 1.2, tide = 0.5, over = 60 }
            for i = 0, 5 do
                at(40 + 60 * i) spawn { kind = "urchin", place = { 14 - i, 0 } }
                spawn { kind = "fish", place = { 10 + i, -4 } }
            end
            at(400) spawn { kind = "mother", place = { 18, 3 } }
            spawn { kind = "grid", place = { 18, 5 } }
            at(420) spawn { kind = "leech", path = "swim" }
            at(500) boss { kind = "morays", place = { 18, 0 } }
            at(900) tide { swell = 0.5, tide = -1, over = 200 }
        )";
        script::Compiled compiled = script::compile_level(script, "sea.lua", Difficulty::standard, script::builtin_source);
        if (!compiled.error.empty()) throw compiled.error;
        return compiled.level;
    }();
    return level;
}

}  // namespace albireo::support
