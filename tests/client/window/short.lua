-- A level of ten seconds, for tests of what comes before and after a game.

level { name = "Short", backdrop = "dunes", ticks = 600 }

use "scenery"
use "kinds"

canyon_start { floor = -7, ceiling = 12, seed = 5 }
canyon { model = "short_a", length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3, first = true }
canyon { model = "short_b", length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3 }
canyon { model = "short_c", length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3 }
at(60) formation { kind = "skimmer", path = "swoop", count = 4, gap = 16 }
