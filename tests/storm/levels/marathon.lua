-- Twenty minutes of level 1's enemies over open dunes, in rounds of half a minute.
-- It makes a long recording, for measurements.

local rounds = 40

level { name = "Marathon", backdrop = "dunes", ticks = rounds * 1800 }

use "scenery"
use "kinds"

canyon_start { floor = -7, ceiling = 11, seed = 9 }
for i = 1, rounds * 1800 // 240 + 1 do
    canyon { model = "dunes", length = 12, ticks = 240, floor = -7, ceiling = 11, rough = 0.3, first = i == 1 }
end

for round = 0, rounds - 1 do
    local start = round * 1800
    at(start + 30) section()
    at(start + 100) formation { kind = "skimmer", path = "swoop", count = 6, gap = 13, mirror = "both" }
    at(start + 260) formation { kind = "wedge", path = "straight", count = 5, abreast = 1.7 }
    at(start + 380) turret { kind = "turret", side = "floor" }
    at(start + 420) formation { kind = "skimmer", path = "weave", count = 8, gap = 13 }
    at(start + 560) spawn { kind = "spinner", path = "perch" }
    at(start + 640) formation { kind = "wedge", path = "ripple", count = 9, abreast = 1.7, rank = 3, gap = 55 }
    at(start + 860) spawn { kind = "lancer", path = "post", mirror = round % 2 == 1 }
    at(start + 980) formation { kind = "skimmer", path = "dive", count = 7, gap = 13 }
    at(start + 1100) spawn { kind = "carrier", path = "convoy" }
    at(start + 1300) formation { kind = "skimmer", path = "spiral_in", count = 9, gap = 13 }
    at(start + 1500) formation { kind = "wedge", path = "straight", count = 7, abreast = 1.4, stagger = 14 }
end
