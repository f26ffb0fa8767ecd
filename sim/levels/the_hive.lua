-- Level 3: down a throat in the sea floor, into the thing that breathes. Five sections of 36 seconds, the Ventricles after
-- the third, the Matriarch after the fifth, and a race back into the light. Walls are warm, dull and alive; what is cold
-- is an enemy.

level { name = "The Hive", backdrop = "hive", ticks = 12000 }

use "paths"
use "the_hive_walls"
use "the_hive_kinds"
use "the_hive_bosses"

local calm = difficulty == "calm"
local storm = difficulty == "storm"

-- Walls that only make a passage harder: at "calm" they are still.
local function unless_calm(piece)
    if calm then return function() return {} end end
    return piece
end

----------------------------------------------------------------------------------------------------------- the walls

gut_start { floor = -8.6, ceiling = 9.4 }

-- 0 … 2160: the mouth. Ribs reach in by turns; the last tile has the first valve, and no enemies.
gut { model = "hive_mouth", ticks = 432, floor = -8, ceiling = 8.4, first = true }
gut { model = "hive_mouth", ticks = 432, floor = -7.4, ceiling = 7.6, tissue = { gate { x = 5 }, gate { x = 12, side = "ceiling" } } }
gut { model = "hive_mouth", ticks = 432, floor = -7.2, ceiling = 7.4, tissue = { breath { reach = 0.5 }, gate { x = 4 } } }
gut { model = "hive_mouth", ticks = 432, floor = -7.4, ceiling = 7.2, tissue = { gate { x = 3, side = "ceiling" }, gate { x = 11 } } }
gut { model = "hive_mouth", ticks = 432, floor = -7, ceiling = 7, tissue = { valve { x = 4 } } }

-- 2160 … 4320: the gullet. Humps run with and against the scroll; a valve every twelve seconds; a lock opens the upper way.
gut { model = "hive_gullet", ticks = 432, floor = -6.6, ceiling = 6.8, tissue = { valve { x = 7 } } }
gut { model = "hive_gullet", ticks = 432, floor = -6.8, ceiling = 6.6,
      tissue = { unless_calm(bulge { from = 12.5, to = -4 }), unless_calm(bulge { side = "ceiling", from = 3.5, to = 18 }) } }
gut { model = "hive_gullet", ticks = 432, floor = -6.6, ceiling = 7, tissue = { valve { x = 3, middle = -1.5 }, unless_calm(breath { x = 11, width = 8 }) } }
gut { model = "hive_gullet", ticks = 432, floor = -7.4, ceiling = 7.4, swell = 0.2, tissue = { septum_wall { x = 2, y = 1.6, after = "lock_opens" } } }
gut { model = "hive_gullet", ticks = 432, floor = -7, ceiling = 7.4, tissue = { valve { x = 8, middle = 1 }, unless_calm(bulge { from = 12.5, to = 2, high = 1.3 }) } }

-- 4320 … 6480: the nursery, wide and still. 6480: the loop of the Ventricles.
for i = 1, 5 do
    gut { model = "hive_nursery", ticks = 432, floor = i % 2 == 0 and -7.6 or -8, ceiling = i % 2 == 0 and 8.2 or 7.8, swell = 0.5,
          tissue = i > 1 and { breath { reach = 0.7 } } or {} }
end
gut { model = "hive_ventricles", length = 12, ticks = 160, floor = -8, ceiling = 7.8, swell = 0.2, tissue = { breath { reach = 1.2 } } }

-- 6480 … 8640: the bloodstream, down a shaft at twice the speed.
local function stream(rise)
    gut { model = "hive_stream", ticks = 432, length = 32, rise = rise, floor = -8.2, ceiling = 8.2, swell = 0.6,
          tissue = { breath { x = 8, width = 14, reach = 1 }, breath { x = 24, width = 14, reach = 1 } } }
end
stream(-6) stream(-14) stream(-14) stream(-14) stream(-6)

-- 8640 … 10800: the comb. Three lanes between its cells; the last tile opens.
for i = 1, 5 do
    local tissue = { unless_calm(breath { reach = 0.4 }) }
    for _, x in ipairs(i == 1 and { 13 } or i < 5 and { 4, 12 } or {}) do
        append(tissue, cell { x = x, y = 3.1, r = 1.7 })
        append(tissue, cell { x = x, y = -3.1, r = 1.7 })
    end
    local ticks = i == 5 and 108 or 432
    gut { model = "hive_comb", length = ticks / 27, ticks = ticks, floor = -8.4, ceiling = 8.4, swell = 0.2, tissue = tissue }
end

-- 10800: the Matriarch's chamber, a loop. Its walls come in while her jaws hold, and breathe from the time when her heart
-- beats.
gut { model = "hive_chamber_mouth", length = 12, ticks = 324, floor = -7.6, ceiling = 7.6, swell = 0.2 }
gut { model = "hive_chamber", length = 20, ticks = 300, floor = -7.6, ceiling = 7.6, swell = 0,
      tissue = { squeeze { reach = 2.2, ticks = 1500, after = "jaws" }, breath { width = 18, reach = 1.5, after = "pulse" } } }

-- 10800 … 12000: the way out. The walls close behind the ships, and open into the sky.
local function way_out(floor, ceiling, rise, tissue)
    gut { model = "hive_way_out", ticks = 200, rise = rise, floor = floor, ceiling = ceiling, swell = 0.3, tissue = tissue }
end
way_out(-7.2, 7.2, 2, { valve { x = 12 } })
way_out(-7, 7, 2, { closing { x = 4, at = 500 }, closing { x = 12, at = 600 } })
way_out(-7.2, 8, 3, { closing { x = 3, at = 490 }, valve { x = 11, late = 60 } })
way_out(-7.8, 10, 4, { closing { x = 4, at = 500 } })
way_out(-8.6, 14, 2, {})
for i = 1, 5 do way_out(-8.6, 18, i < 3 and 1 or 0, {}) end

---------------------------------------------------------------------------------------------------------------- waves

-- Difficulty scales each enemy. In addition, files are shorter at "calm".
local function file(kind, path, count, mirror, gap)
    local longer = calm and -1 or 0
    formation { kind = kind, path = path, count = count + longer, gap = gap or 14, mirror = mirror or false }
end
local function rank(kind, path, count, mirror)
    formation { kind = kind, path = path, count = count, abreast = 1.7, mirror = mirror or false }
end
local function arrow(kind, path, count)
    formation { kind = kind, path = path, count = count, abreast = 1.5, stagger = 14 }
end
local function one(kind, path, mirror)
    formation { kind = kind, path = path, count = 1, mirror = mirror or false }
end

-- Corpuscles side by side across the way, with a hole of three units at the height `hole`; at "calm" it is wider by a half.
local function sheet(path, hole)
    for i = -4, 4 do
        if math.abs(1.55 * i - hole) > (calm and 2.6 or 1.9) then spawn { kind = "corpuscle", path = path, abreast = -1.55 * i } end
    end
end

-- The upper half of such a sheet, or the lower one.
local function half(path, side)
    for i = 0, 3 do spawn { kind = "corpuscle", path = path, abreast = -side * (0.4 + 1.55 * i) } end
end
-- They come in a string, stop and go one after another.
local function string_of(path, count, mirror)
    formation { kind = "corpuscle", path = path, count = count, gap = 17, mirror = mirror or false }
end
-- A clot: rows of three, close together in the middle of the way.
local function clot(path, rows)
    formation { kind = "corpuscle", path = path, count = 3 * rows, abreast = 1.6, rank = 3, gap = 10 }
end

-- Shieldbacks side by side at these heights: a door that flies at the players, and does not fire.
local function phalanx_on(path, ...)
    for _, y in ipairs { ... } do spawn { kind = "hive_shieldback_ramming", path = path, abreast = -y, speed = 0.17 } end
end
local function phalanx(...) phalanx_on("sheet", ...) end
-- Files of them that cross in the middle of the way.
local function scissors(path, count)
    formation { kind = "hive_shieldback_ramming", path = path, count = count, gap = 24, speed = 0.17, mirror = "both" }
end

-- Cysts at these heights, `apart` ticks one after another.
local function cysts(apart, heights)
    for _, y in ipairs(heights) do
        spawn { kind = "cyst", place = { 18, y } }
        wait(apart)
    end
end

local function floor_spitter() turret { kind = "spitter", side = "floor" } end
local function ceiling_spitter() turret { kind = "spitter_hanging", side = "ceiling" } end

-- The mouth.
at(0) section "Mouth"
at(20) message "The Hive"
at(80) one("drone_wheel", "throat")
at(270) file("hive_hornet", "swoop", 3)
at(400) one("leech", "braid")
at(590) file("hive_ray", "straight_high", 4, "both")
at(760) floor_spitter() ceiling_spitter()
wait(30) file("hive_hornet", "ripple", 5)
at(900) floor_spitter() ceiling_spitter()
wait(40) file("drone", "weave", 5)
at(1080) one("drone_wheel", "perch")
wait(30) one("drone_wheel_back", "perch", true)
at(1300) arrow("hive_hornet", "straight", 3)
at(1410) formation { kind = "hive_shieldback", path = "straight", count = 3, abreast = 2.4, stagger = 30 }
wait(50) file("hive_ray", "swoop", 4)
-- The hole is below, where a gate reaches in by turns.
at(1560) sheet("sheet_low", -2)
at(1680) one("hive_weaver", "post") file("hive_hornet", "dive", 4)
-- The first valve, alone: from about 1900 on it is among the ships.

-- The gullet.
at(2160) section "Gullet"
at(2250) string_of("ripple", 6)
at(2400) one("hive_weaver", "perch") file("hive_hornet", "hook", 3, "both")
at(2530) scissors("swoop", 3)
at(2660) floor_spitter() ceiling_spitter()
wait(55) floor_spitter()
wait(55) ceiling_spitter() floor_spitter()
at(2900) file("drone", "ripple", 5)
at(3020) one("nurse", "convoy")
at(3160) turret { kind = "lock", side = "floor" }
at(3200) file("hive_ray", "dive", 5)
at(3310) clot("straight", 3)
at(3410) one("hive_lancer", "throat")
wait(45) file("drone", "swoop", 3, "both")
at(3640) rank("hive_shieldback", "straight", 2)
wait(40) one("hive_hornet", "straight_high", "both")
at(3800) one("leech", "braid")
wait(40) one("leech", "braid", true)
at(4020) file("hive_hornet", "spiral_in", 4)
-- With a valve that closes behind it.
at(4110) phalanx(-5, 0, 2.5, 5)

-- The nursery: which cyst to open, and when, is the whole section.
at(4320) section "Nursery"
at(4400) cysts(24, { 3, -3, 0.5, 5, -5, 1.8, -1.8, 4 })
wait(10) file("drone", "hook", 4)
at(4760) one("hive_lancer", "post")
at(4880) one("nurse", "convoy")
wait(60) one("nurse", "convoy", true)
at(5080) file("hive_ray", "loop_the_loop", 5)
at(5180) one("leech", "throat") file("drone", "weave", 4)
at(5300) one("hive_spinner", "perch")
wait(30) cysts(20, { -4.6, -2, 0.4, 2.6, 5, -5.4, 1.4, -1 })
at(5520) scissors("dive", 3)
at(5620) file("hive_hornet", "swoop", 2, "both", 30)
at(5690) spawn { kind = "membrane", place = { 22, 0 } }
wait(20) one("hive_weaver", "lane_middle")
at(5820) spawn { kind = "membrane", place = { 22, 1 } }
wait(20) one("hive_spinner", "post", true)
at(5920) file("hive_hornet", "dive", 2, true, 30)
wait(20) cysts(18, { 5, -5, 2.6, -2.6, 0, 4, -4, 1.4, -5.6 })
at(6340) warn() message "The Ventricles"

loop {
    tiles = { "hive_ventricles" },
    until_dead = boss { kind = "ventricles", place = { 26, 0 } }, until_flag = "ventricles_leave",
    cues = function() at(100) one("hive_ray", "straight_wide", "both") end,
    -- They wait to the right of the picture until the Ventricles are dead.
    first = function()
        at(101)
        for i = 0, 11 do spawn { kind = "corpuscle_dammed", place = { 19, 5 - 0.9 * i } } end
    end,
}

-- The bloodstream: what floats in it comes in sheets, strings and clots; no rest.
at(6480) section "Bloodstream"
at(6490) file("hive_ray", "shaft_cross", 5)
at(6590) sheet("shaft_middle", 2)
at(6730) string_of("shaft_cross", 7)
at(6880) file("hive_hornet", "shaft_high", 4)
at(6960) file("drone", "shaft_low", 5)
wait(40) file("drone", "shaft_high", 5)
at(7100) half("shaft_middle", 1)
at(7146) half("shaft_middle", -1)
at(7260) file("drone_fleeing", "shaft_chase", 5)
at(7400) clot("shaft_middle", 2)
at(7480) file("hive_ray", "shaft_high", 4)
at(7600) one("hive_spinner", "shaft_post")
wait(50) file("hive_hornet", "shaft_low", 4)
at(7770) half("shaft_middle", -1) arrow("drone", "shaft_high", 3)
at(7820) half("shaft_middle", 1)
at(7900) one("hive_spinner", "shaft_post")
at(7980) one("leech", "shaft_middle")
wait(40) one("leech", "shaft_high")
at(8170) file("hive_hornet", "shaft_cross", 5)
at(8240) string_of("shaft_low", 4) string_of("shaft_high", 4)
at(8330) file("hive_hornet", "shaft_high", 2, false, 24)
at(8380) one("leech", "shaft_low")
at(8490) sheet("shaft_middle", 1)
wait(30) file("hive_ray", "shaft_low", 4)

-- The comb. Rows close two of its three lanes.
at(8640) section "Comb"
at(8700) file("drone", "lane_high", 3, "both")
at(8790) file("hive_hornet", "lane_middle", 3)
at(8880) file("drone", "lanes", 4)
at(9000) arrow("hive_hornet", "lane_middle", 3)
if storm then at(9080) one("leech", "lane_high", "both") end
at(9160) spawn { kind = "loom", place = { 22, 0 } }
wait(20) floor_spitter() ceiling_spitter()
wait(80) file("hive_hornet", "lane_high", 3)
if storm then at(9290) file("hive_hornet", "lanes", 3, "both") end
at(9330) phalanx(-6, -3.5, 3.5, 6)
at(9380) file("hive_ray", "lane_high", 4, "both")
at(9480) floor_spitter() ceiling_spitter() file("drone", "lane_middle", 3)
if storm then at(9560) one("leech", "lane_middle") end
at(9600) one("nurse", "lane_middle")
at(9700) file("hive_shieldback", "lane_middle", 2, false, 60) file("drone", "lane_high", 2, "both")
if storm then at(9790) one("leech", "lane_high", "both") end
at(9850) file("hive_hornet", "lanes", 2, "both", 40)
-- The second loom burns across the lanes.
at(9980) spawn { kind = "loom_across", place = { 22, 0 } }
wait(40) rank("corpuscle", "lane_middle", 2)
at(10130) phalanx(-2.5, 0, 2.5)
if storm then at(10180) one("leech", "lane_middle") end
at(10230) one("hive_hornet", "lane_high", "both")
at(10330) file("hive_hornet", "lanes", 3, true)
if storm then at(10380) one("leech", "lane_high", "both") end
at(10430) file("drone", "ripple", 3)
at(10690) warn() message "The Matriarch"

loop {
    tiles = { "hive_chamber" },
    until_dead = boss { kind = "matriarch", place = { 28, 0 } },
    cues = function()
        at(10) file("drone_fleeing", "straight_wide", 2)
        at(160) one("drone", "straight_high", true)
    end,
}

-- Out: what lived here flees.
at(10820) section "Out" message "Up! Out!"
at(10840) file("drone_fleeing", "flee", 4)
at(10990) file("drone_fleeing", "flee_wide", 3, "both")
at(11120) rank("corpuscle_freed", "straight_wide", 3)
at(11200) file("hive_hornet", "straight_high", 4)
at(11340) file("drone_fleeing", "flee_wide", 4, true)
at(11440) arrow("hive_ray", "straight", 3)
at(11560) file("drone_fleeing", "flee", 4, true)
at(11700) message "Dawn"
