-- The crowd: more than the pools can hold. For ten seconds enemies, shots, beams and missiles appear faster than room is freed.

level { name = "Crowd", backdrop = "dunes", ticks = 1200 }

use "scenery"

missile { name = "mote", coast = 500, life = 600, launch_speed = 0.01, speed = 0.01, radius = 0.1, armour = 5 }
kind {
    name = "urchin", size = "small", radius = 0.5, worth = 10, charge = 10,
    parts = {
        radius = 0.5, armour = 30,
        gun = { pattern = "ring", count = 24, burst = 1, rest = 20, speed = 0.012, radius = 0.05 },
        beam = { telegraph = 20, burn = 300, rest = 30, reach = 5, half_width = 0.1 },
        hatch = { missile = "mote", count = 8, gap = 4, shut = 10, opening = 4 },
    },
    machines = {
        { name = "all",
          { name = "all", begin = { { guns = true }, { beams = true }, { hatches = true } }, next = { after = 600, to = "leave" } },
          { name = "leave", begin = { { guns = false }, { beams = false }, { hatches = false }, { leave = { 0.2, 0 } } } } },
    },
}

canyon_start { floor = -8, ceiling = 12, seed = 5 }
for i = 1, 8 do canyon { model = "dunes", length = 12, ticks = 240, floor = -8, ceiling = 12, rough = 0.2, first = i == 1 } end

at(60)
for i = 0, 299 do spawn { kind = "urchin", place = { 1 + i % 20 * 0.75, -6 + i // 20 * 0.85 } } end
