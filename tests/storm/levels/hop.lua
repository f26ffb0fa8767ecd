-- The hop: nine seconds in which two waves come, so that a campaign reaches its next level soon, with a score to carry there.

level { name = "Hop", backdrop = "dunes", ticks = 540 }

use "scenery"
use "kinds"

path { name = "across", { 20, 4 }, { 6, -3 }, { -6, 4 }, { -20, -3 } }

kind {
    name = "burr", size = "small", radius = 0.6, worth = 40, charge = 60,
    parts = { radius = 0.5, armour = 4, gun = { pattern = "ring", count = 8, rest = 60, speed = 0.12, radius = 0.2 } },
    machines = {
        { name = "fire", { name = "fire", begin = { { turn = 2 }, { guns = true } } } },
    },
}

canyon_start { floor = -7, ceiling = 12, seed = 3 }
for i = 1, 4 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end

at(30) formation { kind = "burr", path = "across", count = 5, gap = 30, speed = 0.08 }
at(200) formation { kind = "burr", path = "across", count = 5, gap = 30, speed = 0.08, mirror = true }
