-- Nothing to shoot at and nothing to dodge: measures the cost of a game in which hardly anything changes.

level { name = "Quiet", backdrop = "dunes", ticks = 18000 }

use "scenery"

canyon_start { floor = -7, ceiling = 12, seed = 3 }
for i = 1, 80 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end
