-- Level 1: five minutes through a desert canyon, from open dunes to a corridor that loops until the Warden is dead.
-- Four minutes are canyon, in sections of 36 seconds: three or four ideas, a climax, a rest. The fifth minute is the
-- bosses; two good players beat each in less than a minute.

level { name = "The Cut", backdrop = "canyon", ticks = 14400 }

use "scenery"
use "kinds"

----------------------------------------------------------------------------------------------------------- the canyon

-- Tiles of one model, one for each { floor, ceiling, spikes }. The heights are those at the tile's end.
local function stretch(model, ticks, rough, heights)
    for _, h in ipairs(heights) do
        canyon {
            model = model, ticks = ticks, rough = rough, floor = h[1], ceiling = h[2], rise = h.rise, spikes = h.spikes,
            first = h.first,
        }
    end
end

canyon_start { floor = -7.5, ceiling = 12, seed = 20 }

-- 0 … 2160: open from above.
stretch("cut_open", 432, 0.3, { { -7, 12, first = true }, { -6.4, 12, rise = 1 }, { -7, 11 }, { -6.2, 9.5 }, { -6, 8, rise = 1 } })
-- 2160 … 4320: between walls; rocks to hide behind.
stretch("cut_walls", 432, 0.5, {
    { -5.8, 7, spikes = { { 9, 1.2, 5 } } }, { -6.2, 6.4, rise = -1 }, { -5.6, 6.8, spikes = { { 6, -1.6, 5 } } },
    { -6.4, 6, rise = 1 }, { -5.6, 6.2, spikes = { { 8, 1.4, 6 } } },
})
-- 4320 … 6480: the narrows.
stretch("cut_narrow", 540, 0.25, { { -4.6, 5 }, { -4, 4, rise = 2 }, { -3.9, 4.1, rise = -2 }, { -5.4, 6 } })
-- 6480 … 7344: a wide basin; 7344: the loop of the Sentinel; then on to 8640.
stretch("cut_basin", 432, 0.4, { { -7, 8 }, { -7.4, 8.4 } })
canyon { model = "basin_a", length = 12, ticks = 240, floor = -7, ceiling = 8, rough = 0.3 }
canyon { model = "basin_b", length = 12, ticks = 240, floor = -7.4, ceiling = 8.4, rough = 0.3 }
stretch("cut_basin", 432, 0.4, { { -7, 8 }, { -7.4, 8.2 }, { -6.4, 7.4 } })
-- 8640 … 10800: rocks from both sides.
stretch("cut_teeth", 432, 0.5, {
    { -6, 6.6, spikes = { { 5, 2, 5 }, { 12, -2.2, 5 } } }, { -6.4, 6.2, rise = 1, spikes = { { 8, -2, 6 } } },
    { -6, 6.4, spikes = { { 4, 1.8, 5 }, { 11, 1.8, 5 } } }, { -6.2, 6, rise = -1, spikes = { { 8, -1.8, 6 } } }, { -6, 6.6 },
})
-- 10800 … 12960: down the rapids, faster.
stretch("cut_rapids", 360, 0.5, {
    { -5.6, 6.4, rise = -2 }, { -6.2, 5.8, rise = -1 }, { -5.4, 6.2, rise = 1, spikes = { { 8, 1.5, 5 } } },
    { -6.2, 5.6, rise = -2 }, { -5.4, 6.2, rise = 1 }, { -6, 6.4 },
})
-- 12960 … 13920: the gate.
stretch("cut_gate", 320, 0.3, { { -5, 5.2 }, { -5.6, 6 }, { -7, 7.4 } })
-- The corridor: it ends with the heights that it began with, so that it can loop.
canyon { model = "corridor_a", length = 12, ticks = 240, floor = -7.6, ceiling = 7.8, rough = 0.3 }
canyon { model = "corridor_b", length = 12, ticks = 240, floor = -7, ceiling = 7.4, rough = 0.3 }
-- 13920 … 14400, and what is visible by then: out into the light.
stretch("cut_out", 320, 0.4, { { -7, 9 }, { -7.4, 12 }, { -7, 12 }, { -7.4, 12 } })

---------------------------------------------------------------------------------------------------------------- waves

-- Difficulty scales each enemy. In addition, files are longer at "storm" and shorter at "calm".
local longer = 0
if difficulty == "storm" then longer = 2 end
if difficulty == "calm" then longer = -1 end

local function skimmers(path, count, mirror)
    formation { kind = "skimmer", path = path, count = count + longer, gap = 13, mirror = mirror or false }
end

local function wedges(path, count, mirror)
    formation { kind = "wedge", path = path, count = count, abreast = 1.7, mirror = mirror or false }
end

local function arrow(kind, path, count)
    formation { kind = kind, path = path, count = count, abreast = 1.4, stagger = 14 }
end

local function one(kind, path, mirror)
    formation { kind = kind, path = path, count = 1, mirror = mirror or false }
end

local function floor_turret() turret { kind = "turret", side = "floor" } end
local function ceiling_turret() turret { kind = "turret_hanging", side = "ceiling" } end

-- First light: files, one at a time, then ranks.
at(50) section "First light" message "The Cut"
at(140) skimmers("swoop", 5)
at(320) skimmers("swoop", 5, true)
at(500) skimmers("straight_high", 6)
wait(50) skimmers("straight_high", 6, true)
at(700) wedges("straight", 4)
at(870) skimmers("weave", 8)
at(1060) arrow("wedge", "straight", 5)
at(1230) skimmers("hook", 6, "both")
at(1420) wedges("straight_wide", 3)
wait(60) wedges("straight_wide", 3, true)
at(1620) skimmers("dive", 7)
wait(70) skimmers("dive", 7, true)
at(1850) skimmers("loop_the_loop", 10)

-- Between walls: the first barnacles and brittle stars.
at(2160) section "Between walls"
at(2210) floor_turret()
at(2280) skimmers("straight_wide", 6)
at(2380) ceiling_turret()
at(2450) one("spinner", "post")
at(2560) skimmers("weave", 7)
at(2670) floor_turret() ceiling_turret()
at(2750) wedges("ripple", 4)
at(2930) one("spinner", "perch", "both")
at(3090) skimmers("dive", 6, "both")
at(3260) floor_turret()
wait(60) floor_turret()
wait(60) ceiling_turret()
at(3420) arrow("wedge", "ripple", 5)
at(3580) skimmers("spiral_in", 9)
at(3760) one("spinner", "post", "both")
wait(60) skimmers("ripple", 8)
at(4000) wedges("straight", 5)

-- The narrows: squids with lances, and little room.
at(4320) section "The narrows"
at(4400) one("lancer", "post")
at(4510) skimmers("ripple", 6)
at(4700) one("lancer", "post", true)
at(4770) wedges("straight", 3)
at(4940) ceiling_turret()
wait(70) floor_turret()
at(5090) skimmers("ripple", 8)
at(5250) one("lancer", "post", "both")
at(5410) arrow("skimmer", "straight", 5)
at(5570) floor_turret() ceiling_turret()
at(5660) wedges("straight", 3)
wait(45) wedges("straight", 3)
at(5860) one("spinner", "post")
wait(40) one("lancer", "perch")
at(6050) skimmers("ripple", 9)

-- The basin, and the Sentinel, which leaves if it is not beaten in a minute and a half.
at(6480) section "The basin"
at(6530) skimmers("hook", 6, "both")
at(6750) wedges("straight_wide", 4)
wait(50) wedges("straight_wide", 4, true)
at(6930) skimmers("from_behind", 6)
at(7170) warn() message "Sentinel"
loop {
    tiles = { "basin_a", "basin_b" },
    until_dead = boss { kind = "sentinel", place = { 22, 0 } }, until_flag = "sentinel_leaves",
    cues = function()
        at(120) skimmers("swoop", 4)
        at(360) skimmers("from_behind", 4, true)
    end,
}
at(7390) section "Beyond the Sentinel"
at(7540) arrow("wedge", "straight", 7)
at(7710) one("spinner", "perch", "both")
at(7890) skimmers("loop_the_loop", 9)
at(8060) wedges("ripple", 5)
at(8210) one("lancer", "perch", "both")
wait(60) skimmers("spiral_in", 8)
at(8420) skimmers("swoop", 6, "both")

-- Teeth: carriers and their brood.
at(8640) section "Teeth"
at(8760) one("carrier", "convoy")
at(8900) floor_turret()
at(9010) skimmers("weave", 7)
at(9150) ceiling_turret()
at(9250) one("lancer", "perch", "both")
at(9410) wedges("ripple", 5)
at(9580) floor_turret() ceiling_turret()
at(9650) skimmers("dive", 7, "both")
at(9860) one("carrier", "convoy", true)
at(9980) one("spinner", "perch", "both")
at(10210) arrow("wedge", "straight", 7)
at(10370) ceiling_turret()
wait(60) floor_turret()
at(10450) skimmers("spiral_in", 10)

-- The rapids: everything, fast.
at(10800) section "The rapids"
at(10860) skimmers("straight_wide", 8, "both")
at(11010) wedges("ripple", 5)
at(11120) floor_turret()
wait(40) ceiling_turret()
wait(40) floor_turret()
at(11260) one("spinner", "post", "both")
wait(50) skimmers("ripple", 8)
at(11490) one("lancer", "perch", "both")
wait(60) one("lancer", "post")
at(11650) arrow("wedge", "straight", 7)
at(11810) skimmers("swoop", 8, "both")
at(11970) one("carrier", "convoy")
wait(80) floor_turret() ceiling_turret()
at(12160) formation { kind = "wedge", path = "ripple", count = 9, abreast = 1.7, rank = 3, gap = 55 }
at(12350) one("spinner", "perch", "both")
wait(60) one("spinner", "post")
at(12510) skimmers("weave", 10)
wait(30) skimmers("weave", 10, true)

-- The gate, a rest, and the Warden.
at(12960) section "The gate"
at(13020) floor_turret() ceiling_turret()
at(13100) wedges("straight", 5)
at(13220) one("lancer", "post", "both")
at(13310) skimmers("ripple", 10)
at(13730) warn() message "Warden"

loop {
    tiles = { "corridor_a", "corridor_b" },
    until_dead = boss { kind = "warden", place = { 26, 0 } },
    cues = function()
        -- Enemies for charge: a file each half lap, from above and below in turn.
        at(100) skimmers("swoop", 4)
        at(340) skimmers("swoop", 4, true)
    end,
}

at(14000) section "Out" message "Through"
