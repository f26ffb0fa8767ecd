-- Level 1: five minutes through a desert canyon, from open dunes to a corridor that loops until the Warden is dead.
-- Four minutes are canyon, in sections of 36 seconds: three or four ideas, a climax, a rest. The fifth minute is the
-- bosses; two good players beat each in less than a minute.

level { name = "The Cut", backdrop = "canyon", ticks = 14400 }

use "scenery"
use "kinds"
use "the_cut_bosses"

----------------------------------------------------------------------------------------------------------- the canyon

-- Tiles of one model, one for each { floor, ceiling, spikes, rocks }. The heights are those at the tile's end.
local function stretch(model, ticks, rough, heights)
    for _, h in ipairs(heights) do
        canyon {
            model = model, ticks = ticks, rough = rough, floor = h[1], ceiling = h[2], rise = h.rise, spikes = h.spikes,
            rocks = h.rocks, first = h.first,
        }
    end
end

canyon_start { floor = -7.5, ceiling = 12, seed = 20 }

-- 0 … 2160: open from above; an arch that parts the way.
stretch("cut_open", 432, 0.3, {
    { -7, 12, first = true }, { -6.4, 12, rise = 1 }, { -7, 11 },
    { -6.4, 9.5, rocks = { arch { x = 4, y = -0.6, length = 11, bow = 1.4 } } }, { -6, 8, rise = 1 },
})
-- 2160 … 4320: between walls; three pillars with barnacles on them, and an island.
stretch("cut_walls", 432, 0.5, {
    { -5.8, 7, spikes = { { 9, 1.2, 5 } } },
    { -6.2, 6.6, rocks = { pillar { x = 6, top = -1 } } },
    { -5.8, 6.8, rocks = { pillar { x = 8, bottom = 1.2 } } },
    { -6.4, 6.4, rocks = { island { x = 9, y = 0.4, width = 4, height = 2 } } },
    { -5.8, 6.2, rocks = { pillar { x = 4, top = -0.8 } } },
})
-- 4320 … 6480: the narrows. An arch splits them at 5400, and a slab comes down and shuts the upper way.
stretch("cut_narrow", 540, 0.25, {
    { -4.6, 5, rise = 1 }, { -4.9, 5.2, rise = 1 },
    { -5, 5.4, rocks = { arch { x = 4, y = 0.6, length = 8, thick = 1, bow = 0.4 },
                         slab { x = 5, y = 5.2, width = 5.5, drop = 3.4, after = "upper_way_shuts" } } },
    { -5.4, 6, rise = -2 },
})
-- 6480 … 7344: a wide basin; 7344: the loop of the Sentinel; then on to 8640.
stretch("cut_basin", 432, 0.4, { { -7, 8, rocks = { island { x = 9, y = -1.6, width = 4.6, height = 2 } } }, { -7.4, 8.4 } })
canyon { model = "basin_a", length = 12, ticks = 240, floor = -7, ceiling = 8, rough = 0.3 }
canyon { model = "basin_b", length = 12, ticks = 240, floor = -7.4, ceiling = 8.4, rough = 0.3 }
stretch("cut_basin", 432, 0.4, {
    { -7, 8 },
    { -7.4, 8.2, rocks = { island { x = 5, y = 2.4, width = 4, height = 1.8 }, island { x = 12, y = -2.6, width = 4, height = 1.8 } } },
    { -6.4, 7.4 },
})
-- 8640 … 10800: rocks from both sides, which stop straight fire but not that of mortars.
stretch("cut_teeth", 432, 0.5, {
    { -6, 6.6, spikes = { { 5, 2, 5 }, { 12, -2.2, 5 } } },
    { -6.4, 6.4, rocks = { pillar { x = 8, top = -1.5, width = 3 } } },
    { -6, 6.4, spikes = { { 4, 1.8, 5 } }, rocks = { pillar { x = 10, bottom = 1.5 } } },
    { -6.2, 6.2, rocks = { island { x = 8, y = 0, width = 4.4, height = 2 } } },
    { -6, 6.6, rocks = { pillar { x = 6, top = -1.6 } } },
})
-- 10800 … 12960: down the rapids, faster.
stretch("cut_rapids", 360, 0.5, {
    { -5.6, 6.4, rise = -2 }, { -6.2, 6, rise = -1 },
    { -5.6, 6.2, rise = 1, rocks = { island { x = 8, y = 1, width = 3.6, height = 1.6 } } },
    { -6.2, 6, rise = -2 }, { -5.6, 6.2, rise = 1, rocks = { island { x = 9, y = -1, width = 3.6, height = 1.6 } } },
    { -6, 6.4 },
})
-- 12960 … 13920: the gate.
stretch("cut_gate", 320, 0.3, { { -5, 5.2 }, { -5.6, 6 }, { -7, 7.4 } })
-- The corridor: it ends with the heights that it began with, so that it can loop.
canyon { model = "corridor_a", length = 12, ticks = 240, floor = -7.6, ceiling = 7.8, rough = 0.3 }
canyon { model = "corridor_b", length = 12, ticks = 240, floor = -7, ceiling = 7.4, rough = 0.3 }
-- 13920 … 14400, and what is visible by then: out into the light, while the ceiling comes down behind the ships. `at` counts
-- from a tile's placing, 24 units ahead of the camera: each slab begins when it is 11 units behind it.
local function collapse(x, drop) return slab { x = x, y = 8.4, width = 4, drop = drop, at = (24 + x + 11) * 20 - 60, over = 40 } end
stretch("cut_out", 320, 0.4, {
    { -7, 9, rocks = { collapse(1, 3.4), collapse(7, 4.6) } }, { -7.4, 12, rocks = { collapse(3, 4) } }, { -7, 12 }, { -7.4, 12 },
})

----------------------------------------------------------------------------------------------------------------- waves

-- Difficulty scales each enemy. In addition, long files of skimmers are longer at "storm" and shorter at "calm".
local longer = 0
if difficulty == "storm" then longer = 1 end
if difficulty == "calm" then longer = -1 end

-- The attacks below are parts of a wave. `more` may have `mirror`, and `after`: ticks after the wave begins.
local function flight(form, more)
    if more then form.mirror = more.mirror or false end
    return { after = more and more.after or 0, begin = function() formation(form) end }
end

local function file(kind, path, count, more)
    local add = kind == "skimmer" and count > 4 and longer or 0
    return flight({ kind = kind, path = path, count = count + add, gap = kind == "skimmer" and 13 or 20 }, more)
end

local function rank(kind, path, count, more)
    return flight({ kind = kind, path = path, count = count, abreast = 1.7 }, more)
end

local function arrow(kind, path, count, more)
    return flight({ kind = kind, path = path, count = count, abreast = 1.4, stagger = 14 }, more)
end

local function one(kind, path, more)
    return flight({ kind = kind, path = path, count = 1 }, more)
end

local function pair(kind, path, after)
    return one(kind, path, { mirror = "both", after = after })
end

-- From behind, along the edge, until they brake in front of the players. Slower than from ahead: they are seen late.
local function flank(count, more)
    return flight({ kind = "hornet_behind", path = "flank", count = count, gap = 24, speed = 0.15 }, more)
end

local function on_floor(kind, after)
    return { after = after or 0, begin = function() turret { kind = kind, side = "floor" } end }
end

local function on_ceiling(after)
    return { after = after or 0, begin = function() turret { kind = "turret_hanging", side = "ceiling" } end }
end

-- Barnacles on both faces of a pillar whose middle is 19 units ahead of the camera.
local function on_faces(y)
    return { after = 0, begin = function()
        spawn { kind = "turret_left", place = { 19 - 1.35, y } }
        spawn { kind = "turret_right", place = { 19 + 1.35, y } }
    end }
end

-- Boulders, each { x, y }, from the right edge on.
local function boulders(places)
    return { after = 0, begin = function()
        for _, place in ipairs(places) do spawn { kind = "boulder", place = { 18.5 + place[1], place[2] } } end
    end }
end

-- Rocks that tumble down the way side by side, at these heights. What the heights leave free is the way through.
local function slide(after, ...)
    local heights = { ... }
    return { after = after, begin = function()
        for _, y in ipairs(heights) do spawn { kind = "boulder_loose", place = { 18.5, y } } end
    end }
end

-- Shieldbacks side by side at these heights: a door that flies at the players, and does not fire.
local function phalanx(after, ...)
    local heights = { ... }
    return { after = after, begin = function()
        for _, y in ipairs(heights) do spawn { kind = "shieldback_ramming", path = "straight", abreast = -y, speed = 0.135 } end
    end }
end

-- A wave: its attacks, in order of time. The name says what it is to its author; each is used once.
local names = {}
local function wave(t, name, ...)
    if names[name] then error("two waves are named '" .. name .. "'") end
    names[name] = true
    for _, attack in ipairs { ... } do
        at(t + attack.after)
        attack.begin()
    end
end

-- First light: files, one at a time, then ranks, hornets, and a way that parts.
at(50) section "First light" message "The Cut"
wave(140, "first file", file("skimmer", "swoop", 5))
wave(320, "second file", file("skimmer", "swoop", 4, { mirror = true }))
wave(500, "two files", file("skimmer", "straight_high", 3), file("skimmer", "straight_high", 3, { mirror = true, after = 50 }))
wave(700, "first rank", rank("wedge", "straight", 4))
wave(870, "string of mantas", file("skimmer", "weave", 4))
wave(1040, "first hornets", arrow("hornet", "straight", 3))
wave(1190, "hornets over a rank", rank("wedge", "straight_wide", 3, { mirror = true }),
     arrow("hornet", "straight_wide", 3, { after = 40 }))
wave(1400, "the arch", file("skimmer", "straight_high", 4), one("shieldback", "straight_high", { mirror = true, after = 10 }),
     file("wedge", "straight_high", 3, { mirror = true, after = 40 }))
wave(1620, "dive past a shield", one("shieldback", "straight_high"), file("skimmer", "dive", 3, { after = 40 }))
wave(1790, "first boulders", boulders { { 0, 3.4 }, { 2, -3.4 }, { 6, 0.6 }, { 9, 4 } }, on_floor("turret", 30))
wave(1990, "a shield before a star", one("shieldback", "straight"), one("spinner", "post", { after = 40 }))

-- Between walls: barnacles on floor, ceiling and pillars, whose fans hang in the way, and brittle stars, whose shots curve:
-- hiding behind a pillar is not enough.
at(2160) section "Between walls"
wave(2241, "first pillar", on_faces(-3.8), file("skimmer", "straight_wide", 3, { after = 20 }))
wave(2400, "star and rank", one("spinner", "post"), rank("wedge", "ripple", 3, { after = 40 }),
     slide(50, -4.6, 1.8, 5))
wave(2570, "a shield under the roof", on_ceiling(), one("shieldback", "weave", { after = 30 }))
wave(2727, "second pillar", on_faces(4.1), arrow("hornet", "dive", 3, { after = 40 }))
wave(2890, "twin stars", pair("spinner", "perch"), phalanx(50, -5, -2.5, 2.5, 5))
wave(3050, "hornets over a barnacle", on_floor("turret"), file("hornet", "swoop", 3, { after = 30 }), on_floor("turret", 55))
wave(3190, "a star behind rocks", boulders { { 0, -3 }, { 1, 3.4 }, { 5, 0 }, { 8, -3.4 } }, one("spinner", "perch", { after = 40 }),
     slide(55, -4.8, 1.6, 4.8))
wave(3483, "third pillar", on_faces(-3.7), file("skimmer", "spiral_in", 4, { after = 20 }))
wave(3640, "first train", one("shieldback", "straight"), file("wedge", "straight", 3, { after = 35 }), phalanx(55, -5, 0, 2.5, 5))
wave(3790, "star over the floor", on_floor("turret"), one("spinner", "post", { mirror = true, after = 30 }))
wave(3970, "hornets before a rank", arrow("hornet", "straight_wide", 3), rank("wedge", "straight", 3, { after = 50 }))
wave(4140, "rocks under a barnacle", boulders { { 0, 2 }, { 2, -3.6 }, { 5, -0.6 }, { 6, 4 } }, on_ceiling(40), slide(50, -4.8, -1.6, 4.8))

-- The narrows: squids with lances, in pairs whose beams cross, and little room.
at(4320) section "The narrows"
wave(4390, "crossed lances", pair("lancer", "post"))
wave(4570, "under the roof", on_ceiling(), file("skimmer", "ripple", 3, { after = 20 }), phalanx(55, -3.8, 1.2, 3.7))
wave(4760, "shield and swarm", one("shieldback", "ripple"), file("hornet", "straight", 3, { after = 50 }), phalanx(58, -3.8, -1.3, 3.7))
wave(4960, "shield between barnacles", on_floor("turret"), on_ceiling(20), one("shieldback", "straight_wide", { after = 40 }))
at(5130) raise "upper_way_shuts"  -- takes effect at 5250
wave(5150, "two ways", file("skimmer", "straight_wide", 3), file("wedge", "straight_wide", 3, { mirror = true, after = 40 }))
wave(5300, "a lance over a barnacle", on_floor("turret"), one("lancer", "post", { mirror = true, after = 10 }), slide(55, -4.4, 2.2))
wave(5460, "hornets in the lower way", file("hornet", "straight_wide", 3, { mirror = true }), phalanx(58, -3.8, -1.3, 3.7))
wave(5630, "star under the roof", on_ceiling(), one("spinner", "post", { after = 30 }))
wave(5800, "crossed lances, far", pair("lancer", "perch"), slide(50, -3.6, 3.4))
wave(5970, "shield before a rank", one("shieldback", "straight_wide"), rank("wedge", "straight", 3, { after = 50 }))
wave(6110, "rocks in the narrows", boulders { { 0, -3 }, { 3, 2.6 }, { 6, -2.6 } }, on_floor("turret", 30))
wave(6290, "way out", boulders { { 0, 3 }, { 4, -3.4 }, { 8, 3.4 } })

-- The basin: hornets from behind while weavers hold the front. Then the Sentinel, which leaves if it is not beaten.
at(6480) section "The basin"
wave(6540, "first weavers", pair("weaver", "post"))
wave(6700, "from behind", flank(3), rank("wedge", "straight_wide", 3, { after = 40 }))
wave(6870, "weaver before a flank", one("weaver", "perch"), flank(3, { mirror = true, after = 40 }))
wave(7030, "hooks among rocks", boulders { { 0, 4 }, { 2, -3 }, { 5, 1 }, { 8, -3.6 } }, file("skimmer", "hook", 4, { after = 40 }))
at(7170) warn() message "Sentinel"
loop {
    tiles = { "basin_a", "basin_b" },
    until_dead = boss { kind = "sentinel", place = { 22, 0 } }, until_flag = "sentinel_leaves",
    cues = function()
        wave(120, "the Sentinel's file", file("skimmer", "swoop", 4))
        wave(360, "the Sentinel's flank", flank(3, { mirror = true }))
    end,
}
at(7390) section "Beyond the Sentinel"
wave(7480, "arrow before a weaver", arrow("wedge", "straight", 5), one("weaver", "perch", { after = 50 }))
wave(7650, "stars over a loop", pair("spinner", "perch"), file("skimmer", "loop_the_loop", 3, { after = 40 }),
     phalanx(55, -5, -2.5, 2.5, 5))
wave(7820, "weaver on the heights", on_floor("turret"), one("weaver", "post", { after = 20 }), on_floor("turret", 50),
     slide(58, -4.8, 1.6, 4.8))
wave(7970, "rippling train", one("shieldback", "ripple"), file("wedge", "ripple", 3, { after = 35 }))
wave(8120, "lances behind a spiral", file("skimmer", "spiral_in", 3), pair("lancer", "perch", 30), phalanx(58, -5, 0, 2.5, 5))
wave(8280, "rocks before wasps", boulders { { 0, -3 }, { 1, 3 }, { 4, 0 }, { 6, -4.6 } },
     file("hornet", "swoop", 3, { after = 50 }), slide(58, -4.8, -1.6, 5))
wave(8440, "weaver and an arc", one("weaver", "perch"), file("hornet", "arc", 3, { after = 30 }))

-- Teeth: mortars behind rocks, and carriers that leave rows of shots and their brood.
at(8640) section "Teeth"
wave(8710, "first mortars", on_floor("mortar"), file("hornet", "straight_high", 3, { after = 30 }), on_floor("mortar", 55))
wave(8870, "first carrier", one("carrier", "convoy"), on_ceiling(40))
wave(9040, "mortar under a string", on_floor("mortar"), file("skimmer", "weave", 3, { after = 20 }),
     slide(50, -4.8, 1.6, 4.8))
wave(9230, "lance and divers", one("lancer", "perch"), file("hornet", "dive", 3, { after = 40 }))
wave(9420, "train under fire", one("shieldback", "straight"), file("skimmer", "straight", 3, { after = 35 }),
     on_floor("mortar", 50))
wave(9610, "star between the teeth", on_floor("mortar", 20), one("spinner", "post", { after = 40 }))
wave(9790, "crossing dives", file("skimmer", "dive", 3), file("wedge", "dive", 3, { mirror = true, after = 30 }), phalanx(50, -5, -2.5, 0, 5))
wave(9930, "second carrier", one("carrier", "convoy", { mirror = true }), arrow("wedge", "straight_wide", 3, { after = 40 }))
wave(10090, "star over a mortar", on_floor("mortar"), one("spinner", "perch", { after = 20 }))
wave(10230, "weaver under the roof", on_ceiling(), one("weaver", "perch", { after = 30 }))
wave(10380, "weaver over a mortar", on_floor("mortar"), one("weaver", "post", { after = 20 }))
wave(10530, "rocks before a mortar", boulders { { 0, 3 }, { 3, -3.4 }, { 6, 0 }, { 9, 4 } }, on_floor("mortar", 30))

-- The rapids: boulder fields to be shot open, waves right behind them, trains.
at(10800) section "The rapids"
wave(10850, "first field", boulders { { 0, 3.4 }, { 1, 0 }, { 2, -3.4 }, { 5, 1.8 }, { 6, -1.8 } },
     file("skimmer", "straight_wide", 3, { after = 50 }))
wave(11050, "shield train", phalanx(0, -5, 0, 2.5, 5), file("wedge", "straight", 3, { after = 35 }))
wave(11260, "walls of wasps", on_floor("turret"), on_ceiling(20), file("hornet", "ripple", 3, { after = 40 }))
wave(11470, "weaver and an arrow", one("weaver", "perch"), arrow("hornet", "straight", 3, { after = 40 }), phalanx(58, -5, -2.5, 0, 5))
wave(11680, "third carrier", one("carrier", "convoy"), on_floor("mortar", 20))
wave(11890, "field and rank", boulders { { 0, -3.6 }, { 1, 3.6 }, { 3, 0 }, { 6, -2 } }, rank("wedge", "ripple", 3, { after = 50 }),
     slide(58, -4.8, -1.6, 4.8))
wave(12100, "shield and a string", one("shieldback", "ripple", { mirror = true }), file("skimmer", "weave", 3, { after = 40 }))
wave(12310, "lance behind a field", boulders { { 0, 2 }, { 2, -3 }, { 3, 4.4 }, { 6, -0.4 } },
     one("lancer", "perch", { after = 40 }), slide(55, -4.8, 5))
wave(12520, "swoop over a mortar", on_floor("mortar"), file("hornet", "swoop", 3, { after = 20 }), phalanx(55, -5, -2.5, 2.5, 5))
wave(12730, "weaver behind rocks", boulders { { 0, -4 }, { 2, 3.6 }, { 5, 0 } }, one("weaver", "post", { after = 20 }))

-- The gate: two lattice posts burn by turns. A rest, and the Warden.
at(12960) section "The gate"
wave(13010, "lattice posts", on_floor("lattice_post"), file("skimmer", "ripple", 3, { after = 40 }), on_floor("lattice_post", 90))
wave(13190, "star behind the lattice", one("spinner", "post"), on_ceiling(30), phalanx(50, -3.8, -1.3, 3.7))
wave(13330, "last rank", rank("wedge", "straight", 3), one("lancer", "post", { after = 40 }))
at(13730) warn() message "Warden"

loop {
    tiles = { "corridor_a", "corridor_b" },
    until_dead = boss { kind = "warden", place = { 26, 0 } },
    cues = function()
        -- Enemies for charge: a file each half lap, from above and below in turn.
        wave(100, "the Warden's file", file("skimmer", "dive", 3))
        wave(340, "the Warden's second file", file("skimmer", "dive", 3, { mirror = true }))
    end,
}

at(14000) section "Out" message "Through"
