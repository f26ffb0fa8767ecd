-- Boss rush: the six bosses of the three levels, one after another, with eight seconds of corridor before each. Each boss
-- begins a section, so a player who is out of lives gets one back after every boss. They can be practised one by one.

level { name = "Boss Rush", backdrop = "canyon", ticks = 3360,
        waves = { { length = 18, period = -450, share = 0.72 }, { length = 7, period = -150, share = 0.28, phase = 90 } } }

use "scenery"
use "kinds"
use "the_cut_bosses"
use "shelf_sea_bosses"
use "the_hive_bosses"
use "the_hive_walls"

local corridor_ticks = 480  -- before each boss, and after the last
local ahead = 150           -- a boss is announced, and spawns, so many ticks before its loop

-- A stretch of canyon. The sea bosses bring their sea, which rises from below the picture and sinks back there.
local deep = -14
local function stretch(model, floor, ceiling, sea, first)
    canyon { model = model, length = 12, ticks = 240, floor = floor, ceiling = ceiling, rough = 0.3, first = first or false,
             sea = sea, swell = sea and 0.8 or nil }
end

-- Between canyon walls.
local function arena(model, floor, ceiling, sea)
    return function()
        stretch(model .. "_a", floor + 0.6, ceiling - 0.4, sea)
        stretch(model .. "_b", floor, ceiling, sea)
        return { model .. "_a", model .. "_b" }
    end
end

-- The Matriarch's chamber as in the Hive. A rib stands at its seams, 0.45 units high, where the canyon's rock ends.
local function chamber()
    gut_start { floor = -7.6, ceiling = 7.6 }
    gut { model = "rush_chamber", length = 20, ticks = 400, floor = -7.6, ceiling = 7.6, swell = 0,
          tissue = { squeeze { reach = 2.2, ticks = 1500, after = "jaws" }, breath { width = 18, reach = 1.5, after = "pulse" } } }
    return { "rush_chamber" }
end

-- `flag`: the boss raises it when it leaves. `floor` and `ceiling` are the heights where its loop begins and ends, `way` is
-- the sea in the middle of the corridor that leads there.
local bosses = {
    { name = "Sentinel", kind = "sentinel", flag = "sentinel_leaves", x = 22, floor = -7.4, ceiling = 8.4 },
    { name = "Warden", kind = "warden", x = 26, floor = -7, ceiling = 7.4 },
    { name = "The Morays", kind = "morays", flag = "morays_leave", x = 26, floor = -8, ceiling = 10, way = deep, sea = -5 },
    { name = "Nautilarch", kind = "nautilarch", x = 26, floor = -8.2, ceiling = 10, way = -5.4, sea = -6 },
    { name = "The Ventricles", kind = "ventricles", flag = "ventricles_leave", x = 26, floor = -8, ceiling = 8, way = deep },
    { name = "The Matriarch", kind = "matriarch", x = 28, floor = -7.15, ceiling = 7.15, arena = chamber },
}

-- The way to a boss, from the tick `from` of the timeline on.
local function corridor(boss, from, first)
    stretch("rush_corridor", -6.6, 7.2, boss.way, first)
    stretch("rush_corridor", boss.floor, boss.ceiling, boss.sea)
    at(from + 20) section(boss.name)
    if first then message "Boss Rush" end
    at(from + 60) formation { kind = "wedge", path = "straight", count = 3, abreast = 1.7 }
    at(from + 150) formation { kind = "skimmer", path = "swoop", count = 4, gap = 13, mirror = "both" }
    at(from + corridor_ticks - ahead) warn() message(boss.name)
end

canyon_start { floor = -7, ceiling = 8, seed = 6 }
for number, one in ipairs(bosses) do
    corridor(one, (number - 1) * corridor_ticks, number == 1)
    local tiles = (one.arena or arena("rush_" .. one.kind, one.floor, one.ceiling, one.sea))()
    loop {
        tiles = tiles, until_dead = boss { kind = one.kind, place = { one.x, 0 } }, until_flag = one.flag,
        -- Enemies for charge.
        cues = function()
            at(100) formation { kind = "skimmer", path = "dive", count = 3, gap = 13 }
            at(240) formation { kind = "skimmer", path = "dive", count = 3, gap = 13, mirror = true }
        end,
    }
end

canyon_start { floor = -7.15, ceiling = 7.15, seed = 7 }
for i = 1, 4 do
    stretch("rush_out", -7.4, 8 + i)
end
at(6 * corridor_ticks + 30) section "Out" message "All six"
