-- The gauntlet: the level for measured games of two bots. A wall of targets stands in the line of fire from the
-- first second to the last, and those that break fill the bars, so that each player reports about thirty hits a second
-- through the real reporter. The other enemies are level 1's: ships move, dodge and die as they do there.

level { name = "Gauntlet", backdrop = "dunes", ticks = 18000 }

use "scenery"
use "kinds"

-- Drifts to its place in the wall and stays.
local function target_kind(name, place, armour, charge)
    kind {
        name = name, size = "medium", radius = 1.4, worth = 10, charge = charge,
        parts = { radius = 1.25, armour = armour, sway = { 0, 0.4 }, period = 150 },
        machines = {
            { name = "movement",
              { name = "coming", begin = { drift = { -0.25, 0 } }, next = { after = 4 * (18 - place), to = "waiting" } },
              { name = "waiting", begin = { drift = { 0, 0 } } } },
        },
    }
end
target_kind("sturdy_target", 2, 100000, 0)
target_kind("brittle_target", 0, 30, 500)

canyon_start { floor = -7, ceiling = 12, seed = 11 }
for i = 1, 80 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end

local rows = { -5.2, -2.6, 0, 2.6, 5.2 }
at(1)
for _, y in ipairs(rows) do spawn { kind = "sturdy_target", place = { 18, y } } end
for t = 60, 17900, 40 do
    at(t) spawn { kind = "brittle_target", place = { 18, rows[t // 40 % 5 + 1] } }
    if t % 480 == 60 then formation { kind = "skimmer", path = "swoop", count = 4, gap = 13 } end
end
