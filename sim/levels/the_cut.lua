-- Level 1: five minutes through a desert canyon, from open dunes to a corridor that does not end before its Warden does.
-- A section is 45 seconds: three or four ideas, a high point, a rest. The bosses come on top.

level { name = "The Cut", backdrop = "canyon", ticks = 18000 }

use "scenery"
use "kinds"

----------------------------------------------------------------------------------------------------------- the canyon

-- Tiles of one model, one for each { floor, ceiling, spikes } at whose end those heights are reached.
local function stretch(model, ticks, rough, heights)
    for _, h in ipairs(heights) do
        canyon {
            model = model, ticks = ticks, rough = rough, floor = h[1], ceiling = h[2], rise = h.rise, spikes = h.spikes,
            first = h.first,
        }
    end
end

canyon_start { floor = -7.5, ceiling = 12, seed = 20 }

-- 0 … 2700: open from above.
stretch("cut_open", 540, 0.3, { { -7, 12, first = true }, { -6.4, 12, rise = 1 }, { -7, 11 }, { -6.2, 9.5 }, { -6, 8, rise = 1 } })
-- 2700 … 5400: between walls; rocks to hide behind.
stretch("cut_walls", 540, 0.5, {
    { -5.8, 7, spikes = { { 9, 1.2, 5 } } }, { -6.2, 6.4, rise = -1 }, { -5.6, 6.8, spikes = { { 6, -1.6, 5 } } },
    { -6.4, 6, rise = 1 }, { -5.6, 6.2, spikes = { { 8, 1.4, 6 } } },
})
-- 5400 … 8100: the narrows.
stretch("cut_narrow", 675, 0.25, { { -4.6, 5 }, { -4, 4, rise = 2 }, { -3.9, 4.1, rise = -2 }, { -5.4, 6 } })
-- 8100 … 9180: a wide basin; 9180: where the Sentinel waits; and on to 10800.
stretch("cut_basin", 540, 0.4, { { -7, 8 }, { -7.4, 8.4 } })
canyon { model = "basin_a", length = 12, ticks = 300, floor = -7, ceiling = 8, rough = 0.3 }
canyon { model = "basin_b", length = 12, ticks = 300, floor = -7.4, ceiling = 8.4, rough = 0.3 }
stretch("cut_basin", 540, 0.4, { { -7, 8 }, { -7.4, 8.2 }, { -6.4, 7.4 } })
-- 10800 … 13500: rocks from both sides.
stretch("cut_teeth", 540, 0.5, {
    { -6, 6.6, spikes = { { 5, 2, 5 }, { 12, -2.2, 5 } } }, { -6.4, 6.2, rise = 1, spikes = { { 8, -2, 6 } } },
    { -6, 6.4, spikes = { { 4, 1.8, 5 }, { 11, 1.8, 5 } } }, { -6.2, 6, rise = -1, spikes = { { 8, -1.8, 6 } } }, { -6, 6.6 },
})
-- 13500 … 16200: down the rapids, faster.
stretch("cut_rapids", 450, 0.5, {
    { -5.6, 6.4, rise = -2 }, { -6.2, 5.8, rise = -1 }, { -5.4, 6.2, rise = 1, spikes = { { 8, 1.5, 5 } } },
    { -6.2, 5.6, rise = -2 }, { -5.4, 6.2, rise = 1 }, { -6, 6.4 },
})
-- 16200 … 17400: the gate.
stretch("cut_gate", 400, 0.3, { { -5, 5.2 }, { -5.6, 6 }, { -7, 7.4 } })
-- The corridor: it ends with the heights it began with, so it can go on for ever.
canyon { model = "corridor_a", length = 12, ticks = 300, floor = -7.6, ceiling = 7.8, rough = 0.3 }
canyon { model = "corridor_b", length = 12, ticks = 300, floor = -7, ceiling = 7.4, rough = 0.3 }
-- 17400 … 18000, and what is in sight by then: out into the light.
stretch("cut_out", 400, 0.4, { { -7, 9 }, { -7.4, 12 }, { -7, 12 }, { -7.4, 12 } })

---------------------------------------------------------------------------------------------------------------- waves

-- Beyond what difficulty does to each enemy, files are longer in a storm and shorter in the calm.
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
at(60) section() message "The Cut"
at(180) skimmers("swoop", 5)
at(400) skimmers("swoop", 5, true)
at(620) skimmers("straight_high", 6)
wait(50) skimmers("straight_high", 6, true)
at(880) wedges("straight", 4)
at(1090) skimmers("weave", 8)
at(1330) arrow("wedge", "straight", 5)
at(1540) skimmers("hook", 6, "both")
at(1780) wedges("straight_wide", 3)
wait(60) wedges("straight_wide", 3, true)
at(2030) skimmers("dive", 7)
wait(70) skimmers("dive", 7, true)
at(2310) skimmers("loop_the_loop", 10)

-- Between walls: the first barnacles and brittle stars.
at(2700) section()
at(2760) floor_turret()
at(2850) skimmers("straight_wide", 6)
at(2980) ceiling_turret()
at(3060) one("spinner", "post")
at(3200) skimmers("weave", 7)
at(3340) floor_turret() ceiling_turret()
at(3440) wedges("ripple", 4)
at(3660) one("spinner", "perch", "both")
at(3860) skimmers("dive", 6, "both")
at(4080) floor_turret()
wait(60) floor_turret()
wait(60) ceiling_turret()
at(4280) arrow("wedge", "ripple", 5)
at(4480) skimmers("spiral_in", 9)
at(4700) one("spinner", "post", "both")
wait(60) skimmers("ripple", 8)
at(5000) wedges("straight", 5)

-- The narrows: squids with lances, and little room.
at(5400) section()
at(5500) one("lancer", "post")
at(5640) skimmers("ripple", 6)
at(5880) one("lancer", "post", true)
at(5960) wedges("straight", 3)
at(6180) ceiling_turret()
wait(70) floor_turret()
at(6360) skimmers("ripple", 8)
at(6560) one("lancer", "post", "both")
at(6760) arrow("skimmer", "straight", 5)
at(6960) floor_turret() ceiling_turret()
at(7080) wedges("straight", 3)
wait(45) wedges("straight", 3)
at(7320) one("spinner", "post")
wait(40) one("lancer", "perch")
at(7560) skimmers("ripple", 9)

-- The basin, and the Sentinel. Who has not beaten it in a minute and a half sees it leave.
at(8100) section()
at(8160) skimmers("hook", 6, "both")
at(8440) wedges("straight_wide", 4)
wait(50) wedges("straight_wide", 4, true)
at(8660) skimmers("from_behind", 6)
at(8960) warn() message "Sentinel"
loop {
    tiles = { "basin_a", "basin_b" }, laps = 9,
    until_dead = boss { kind = "sentinel", place = { 22, 0 } },
    cues = function()
        at(150) skimmers("swoop", 4)
        at(450) skimmers("from_behind", 4, true)
    end,
}
at(9190) raise "sentinel_leaves"
at(9240) section()
at(9420) arrow("wedge", "straight", 7)
at(9640) one("spinner", "perch", "both")
at(9860) skimmers("loop_the_loop", 9)
at(10080) wedges("ripple", 5)
at(10260) one("lancer", "perch", "both")
wait(60) skimmers("spiral_in", 8)
at(10520) skimmers("swoop", 6, "both")

-- Teeth: carriers and their brood.
at(10800) section()
at(10950) one("carrier", "convoy")
at(11120) floor_turret()
at(11260) skimmers("weave", 7)
at(11440) ceiling_turret()
at(11560) one("lancer", "perch", "both")
at(11760) wedges("ripple", 5)
at(11980) floor_turret() ceiling_turret()
at(12060) skimmers("dive", 7, "both")
at(12320) one("carrier", "convoy", true)
at(12480) one("spinner", "perch", "both")
at(12760) arrow("wedge", "straight", 7)
at(12960) ceiling_turret()
wait(60) floor_turret()
at(13060) skimmers("spiral_in", 10)

-- The rapids: everything, fast.
at(13500) section()
at(13580) skimmers("straight_wide", 8, "both")
at(13760) wedges("ripple", 5)
at(13900) floor_turret()
wait(40) ceiling_turret()
wait(40) floor_turret()
at(14080) one("spinner", "post", "both")
wait(50) skimmers("ripple", 8)
at(14360) one("lancer", "perch", "both")
wait(60) one("lancer", "post")
at(14560) arrow("wedge", "straight", 7)
at(14760) skimmers("swoop", 8, "both")
at(14960) one("carrier", "convoy")
wait(80) floor_turret() ceiling_turret()
at(15200) formation { kind = "wedge", path = "ripple", count = 9, abreast = 1.7, rank = 3, gap = 55 }
at(15440) one("spinner", "perch", "both")
wait(60) one("spinner", "post")
at(15640) skimmers("weave", 10)
wait(30) skimmers("weave", 10, true)

-- The gate, a rest, and the Warden.
at(16200) section()
at(16280) floor_turret() ceiling_turret()
at(16380) wedges("straight", 5)
at(16520) one("lancer", "post", "both")
at(16640) skimmers("ripple", 10)
at(17160) warn() message "Warden"

loop {
    tiles = { "corridor_a", "corridor_b" }, laps = 60,
    until_dead = boss { kind = "warden", place = { 26, 0 } },
    cues = function()
        -- Something to charge the weapons with: a file a lap, from above and below by turns.
        at(120) skimmers("swoop", 4)
        at(420) skimmers("swoop", 4, true)
    end,
}

at(17500) section() message "Through"
