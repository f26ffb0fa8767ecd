-- The sortie: half a minute with what a whole level has: too many bullets for weak players, who lose all their lives, and a
-- boss with two phases, which leaves after a while.

level { name = "Sortie", backdrop = "dunes", ticks = 1400 }

use "scenery"
use "kinds"

path { name = "across", { 20, 4 }, { 6, -3 }, { -6, 4 }, { -20, -3 } }

kind {
    name = "burr", size = "small", radius = 0.6, worth = 40, charge = 60,
    parts = { radius = 0.5, armour = 8, gun = { pattern = "ring", count = 30, rest = 26, speed = 0.15, radius = 0.2 } },
    machines = {
        { name = "fire", { name = "fire", begin = { { turn = 2 }, { guns = true } } } },
    },
}

kind {
    name = "usher", size = "boss", radius = 3, worth = 2000, charge = 400, par = 900,
    parts = {
        { name = "core", vital = true, radius = 1.2, armour = 60, worth = 500,
          gun = { pattern = "spiral", count = 5, rest = 12, spin = 11, speed = 0.12 } },
        { name = "shell", radius = 1.4, armour = 25, worth = 200, offset = { -1.2, 0 },
          gun = { pattern = "aimed_cone", count = 5, spread = 50, rest = 40, speed = 0.14 } },
    },
    machines = {
        { name = "usher",
          { name = "come", begin = { { hover = { 9, 0 }, over = 60 } }, next = { arrived = true, to = "shield" } },
          { name = "shield", begin = { { guns = true, part = "shell" } }, next = { parts_dead = 1, to = "rage" } },
          { name = "rage", begin = { { guns = true, part = "core" } } } },
        { name = "patience",
          { name = "wait", next = { after = 1500, to = "go" } },
          { name = "go", begin = { { guns = false }, { leave = { 0.2, 0.05 } } } } },
    },
}

canyon_start { floor = -7, ceiling = 12, seed = 4 }
for i = 1, 4 do canyon { model = "dunes", length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end
for i = 1, 2 do canyon { model = "ring_" .. i, length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3, first = true } end
for i = 1, 2 do canyon { model = "dunes_out", length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end

at(10) section "Take-off"
at(40) formation { kind = "burr", path = "across", count = 6, gap = 30, speed = 0.06 }
at(160) formation { kind = "burr", path = "across", count = 6, gap = 30, speed = 0.06, mirror = true }
at(400) formation { kind = "burr", path = "across", count = 8, gap = 25, speed = 0.05, mirror = "both" }
at(700) section "The usher"
at(760) warn() message "Usher"
loop { tiles = { "ring_1", "ring_2" }, until_dead = boss { kind = "usher", place = { 22, 0 } } }
at(1100) section "Home"
