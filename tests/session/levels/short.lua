-- Nine seconds without obstacles: a game that reaches its end soon.

level { name = "Short", backdrop = "dunes", ticks = 540 }

use "scenery"

canyon_start { floor = -7, ceiling = 12, seed = 3 }
for i = 1, 4 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end
