-- The Long Way: cards without end, dealt by the core (README.md, "Endless levels"). A round is five cards and a boss. Cards of
-- a higher tier wait for their round; each round later than the first makes the enemies a step harder.
-- One file: all cards of the level, which must fit each other.
--
-- Every card begins and ends with the same walls, the floor at -7 and the ceiling at 8, and the same sea, so any card can
-- follow any other. The sea of all tiles is at -6; a tide of -8 keeps it out of sight, and cards by the sea raise it.

level { name = "The Long Way", backdrop = "canyon", ticks = 432,
        waves = { { length = 18, period = -450, share = 0.72 }, { length = 7, period = -150, share = 0.28, phase = 90 } } }

use "scenery"
use "the_hive_walls"
use "kinds"
use "shelf_sea_kinds"
use "the_hive_kinds"
use "the_cut_bosses"
use "shelf_sea_bosses"
use "the_hive_bosses"

local floor_seam, ceiling_seam = -7, 8
local sea, ebb = -6, -8

---------------------------------------------------------------------------------------------------------------- tiles

-- Canyon tiles, one for each { floor, ceiling, rocks, spikes }; the last one ends at the seam. Each card has rock of its own.
local seed = 100
local function canyons(model, tiles, ticks)
    return function()
        seed = seed + 7
        canyon_start { floor = floor_seam, ceiling = ceiling_seam, seed = seed }
        for i, t in ipairs(tiles) do
            canyon { model = model, ticks = ticks or 432, length = t.length, rough = t.rough or 0.3, rocks = t.rocks, spikes = t.spikes,
                     floor = i < #tiles and t[1] or floor_seam, ceiling = i < #tiles and t[2] or ceiling_seam, sea = sea, swell = t.swell or 0.8 }
        end
    end
end

-- Tiles of the Hive likewise. A rib, 0.45 units high, stands at their seams.
local function guts(tiles)
    return function()
        gut_start { floor = floor_seam - 0.45, ceiling = ceiling_seam + 0.45 }
        for i, t in ipairs(tiles) do
            gut { model = t.model or "hive_gullet", ticks = t.ticks or 432, length = t.length, swell = t.swell or 0.2, tissue = t.tissue,
                  floor = i < #tiles and t[1] or floor_seam - 0.45, ceiling = i < #tiles and t[2] or ceiling_seam + 0.45,
                  sea = sea, waves = 0.8 }
        end
    end
end

local function bank(x, top, wide)
    local half = wide / 2
    return { { x - half, -18 }, { x + half, -18 }, { x + half, -8.6 }, { x + half * 0.6, top + 0.5 }, { x + half * 0.1, top },
             { x - half * 0.4, top + 0.2 }, { x - half, -8.6 } }
end

-- A breaker: a wall of water that runs left, faster than the tile that it starts in.
local run = difficulty == "calm" and 620 or 470
local function breaker(x, top)
    return { { x - 1.2, -18 }, { x + 3.4, -18 }, { x + 3, -8 }, { x + 1.6, top + 1.6 }, { x - 0.4, top + 0.2 }, { x - 1.6, top - 0.6 },
             { x - 0.8, top - 1.2 }, { x - 0.4, -8 }, keys = { { run, -38, 0 } }, even = true }
end

---------------------------------------------------------------------------------------------------------------- waves

local longer = difficulty == "storm" and 1 or difficulty == "calm" and -1 or 0

local function file(kind, path, count, mirror, gap)
    formation { kind = kind, path = path, count = count > 3 and count + longer or count, gap = gap or 15, mirror = mirror or false }
end
local function rank(kind, path, count, mirror)
    formation { kind = kind, path = path, count = count, abreast = 1.7, mirror = mirror or false }
end
local function arrow(kind, path, count, mirror)
    formation { kind = kind, path = path, count = count, abreast = 1.4, stagger = 14, mirror = mirror or false }
end
local function one(kind, path, mirror) formation { kind = kind, path = path, count = 1, mirror = mirror or false } end
local function flank(count, mirror)
    formation { kind = "hornet_behind", path = "flank", count = count, gap = 24, speed = 0.15, mirror = mirror or false }
end
local function on_floor(kind) turret { kind = kind, side = "floor" } end
local function on_ceiling(kind) turret { kind = kind, side = "ceiling" } end
local function boulders(...) for _, p in ipairs { ... } do spawn { kind = "boulder", place = { 18.5 + p[1], p[2] } } end end
local function kelp(...) for _, y in ipairs { ... } do spawn { kind = "kelp", place = { 17.5, y } } end end
-- On both faces of a pillar whose middle is 19 units ahead of the camera.
local function on_faces(y)
    spawn { kind = "turret_left", place = { 19 - 1.35, y } }
    spawn { kind = "turret_right", place = { 19 + 1.35, y } }
end
local function cysts(apart, ...)
    for _, y in ipairs { ... } do
        spawn { kind = "cyst", place = { 18, y } }
        wait(apart)
    end
end
local function sheet(path, hole)
    for i = -4, 4 do
        if math.abs(1.55 * i - hole) > 1.9 then spawn { kind = "corpuscle", path = path, abreast = -1.55 * i } end
    end
end

---------------------------------------------------------------------------------------------------------------- cards

local cards = {}

-- `level`: of the tide, from 0 for a full sea down to `ebb`.
local function card(tier, level, tiles, cues)
    append(cards, { tier = tier, tiles = tiles, cues = function()
        at(0) tide { tide = level, over = 200 }
        cues()
    end })
end

-- Tier 1: one idea at a time.
card(1, ebb, canyons("cut_open", { { -6.6, 9 }, { -7, 9 }, {} }), function()
    at(60) file("skimmer", "swoop", 5)
    at(300) rank("wedge", "straight", 4)
    at(520) file("skimmer", "straight_high", 4, "both")
    at(760) arrow("hornet", "straight_wide", 3)
    at(980) file("skimmer", "weave", 5)
end)
card(1, ebb, canyons("cut_open", { { -6.6, 8, rocks = { arch { x = 4, y = -0.6, length = 11, bow = 1.4 } } }, { -7, 8.4 }, {} }), function()
    at(60) file("skimmer", "straight_high", 4) one("shieldback", "straight_high", true)
    at(330) rank("wedge", "straight_wide", 3, true)
    at(520) file("hornet", "swoop", 3)
    at(760) one("shieldback", "straight") file("wedge", "straight_wide", 3)
    at(1000) file("skimmer", "dive", 4)
end)
card(1, -1.2, canyons("sea_low", { { -8, 11, rocks = { bank(8, -7, 9) } }, { -8, 11, rocks = { bank(5, -6.8, 9) } }, { rocks = { bank(8, -7.2, 6) } } }),
     function()
    at(200) file("ray", "sea_dip", 5)
    at(440) file("fish", "sea_leap", 4)
    at(620) file("ray", "straight_high", 3) file("fish", "sea_leap_far", 3)
    at(860) rank("wedge", "straight", 4)
    at(1050) file("fish", "sea_leap_long", 4)
end)
card(1, ebb, canyons("cut_rapids", { { -6.4, 7 }, { -6, 7, rocks = { island { x = 9, y = 1, width = 3.6, height = 1.6 } } }, {} }), function()
    at(60) boulders({ 0, 3 }, { 2, -2.6 }, { 5, 0.6 }, { 8, 3.6 })
    at(240) file("skimmer", "straight_wide", 4)
    at(470) boulders({ 0, -3.4 }, { 3, 2.4 }, { 6, -0.6 })
    at(640) arrow("hornet", "straight", 3)
    at(880) rank("wedge", "ripple", 3)
    at(1060) file("skimmer", "spiral_in", 4)
end)
card(1, ebb, guts { { -7.4, 7.6, model = "hive_mouth" }, { -7.4, 7.8, model = "hive_mouth", tissue = { breath { reach = 0.5 } } }, { model = "hive_mouth" } },
     function()
    at(60) one("drone_wheel", "throat")
    at(300) file("hive_hornet", "swoop", 3)
    at(520) file("hive_ray", "straight_high", 4, "both")
    at(760) file("drone", "weave", 4)
    at(980) arrow("hive_hornet", "straight", 3)
end)
card(1, ebb, canyons("cut_walls", { { -6, 7.4, spikes = { { 9, 1.2, 5 } } }, { -6.4, 7 }, {} }), function()
    at(60) one("spinner", "post")
    at(240) file("skimmer", "loop_the_loop", 4)
    at(460) on_floor("turret") on_ceiling("turret_hanging")
    at(660) rank("wedge", "straight", 4)
    at(880) file("hornet", "dive", 3)
    at(1060) file("skimmer", "hook", 4)
end)

-- Tier 2: two ideas at once.
card(2, ebb, canyons("cut_walls", { { -6.2, 6.8 }, { -6.2, 6.6, rocks = { pillar { x = 6, top = -1 } } },
                                    { -5.8, 6.8, rocks = { pillar { x = 8, bottom = 1.2 } } }, {} }), function()
    at(81) on_faces(-3.8)
    at(110) file("skimmer", "straight_wide", 4)
    at(300) one("spinner", "post") rank("wedge", "ripple", 3)
    at(567) on_faces(4.1)
    at(610) arrow("hornet", "dive", 3)
    at(820) one("spinner", "perch", "both")
    at(1060) file("hornet", "swoop", 4)
    at(1280) file("skimmer", "weave", 5)
    at(1480) rank("wedge", "straight", 4)
end)
card(2, 0, canyons("sea_swell", { { -8, 11, swell = 1.5, rocks = { bank(5, -7, 9) } }, { -8.2, 12, swell = 1.5 },
                                  { -8, 11, swell = 1.5, rocks = { island { x = 8, y = -4, width = 5, height = 2 } } }, {} }), function()
    at(160) one("trawler", "perch")
    at(360) rank("wedge", "straight_high", 4)
    at(560) one("urchin", "sea_afloat") file("reef_hornet", "straight_wide", 5)
    at(820) one("bell", "sea_rise") file("ray", "sea_skim", 4)
    at(1060) one("reef_weaver", "perch")
    at(1240) arrow("wedge", "straight", 5)
    at(1450) file("fish", "sea_leap_long", 5)
end)
card(2, ebb, guts { { -7, 7.2, tissue = { valve { x = 9 } } }, { -7, 7, tissue = { bulge { from = 12.5, to = 2, high = 1.3 } } }, { -7, 7.4 }, {} },
     function()
    at(60) on_floor("spitter") on_ceiling("spitter_hanging")
    at(220) file("hive_hornet", "ripple", 4)
    at(420) one("leech", "braid")
    at(640) on_floor("spitter")
    at(720) file("hive_ray", "dive", 5)
    at(940) one("hive_weaver", "perch")
    at(1140) file("drone", "swoop", 3, "both")
    at(1400) rank("hive_shieldback", "straight", 2)
end)
card(2, ebb, canyons("cut_basin", { { -7.2, 9 }, { -7.4, 9.4, rocks = { island { x = 9, y = -1.6, width = 4.6, height = 2 } } }, { -7, 9 }, {} }),
     function()
    at(60) one("weaver", "post")
    at(200) flank(3)
    at(420) one("weaver", "perch") flank(3, true)
    at(660) rank("wedge", "straight_wide", 4)
    at(860) file("skimmer", "hook", 5)
    at(1060) one("weaver", "perch", "both")
    at(1240) arrow("hornet", "straight", 3)
    at(1440) file("skimmer", "from_behind", 4)
end)
card(2, 1, canyons("sea_kelp", { { -8, 11, rocks = { pillar { x = 10, top = -1.8, width = 1.4 } } },
                                 { -7.8, 11, rocks = { pillar { x = 3, top = -2.2, width = 1.4 }, pillar { x = 9, bottom = 3.4, width = 1.4 } } },
                                 { rocks = { pillar { x = 6, top = -1.6, width = 1.4 } } } }), function()
    at(120) kelp(-3.4, 4.2) file("ray", "sea_lanes", 6)
    at(360) one("angler", "post") kelp(-1.6, 3)
    at(600) one("bell", "sea_sink") one("bell", "sea_rise")
    at(780) rank("wedge", "ripple", 4)
    at(960) kelp(-2.6, 1.6, 5) file("ray", "weave", 4)
    at(1120) file("reef_hornet", "hook", 4)
end)
card(2, ebb, canyons("cut_narrow", { { -5.8, 6.6 }, { -5.6, 6.4 }, { -6, 6.8 }, {} }), function()
    at(60) one("shieldback", "straight") file("wedge", "straight", 3)
    at(280) on_floor("turret") on_ceiling("turret_hanging") file("hornet", "ripple", 3)
    at(520) one("shieldback", "ripple", true) file("skimmer", "straight_wide", 4)
    at(760) one("lancer", "post")
    at(940) rank("shieldback", "straight_wide", 2)
    at(1160) file("hornet", "straight_wide", 4, true)
    at(1380) file("wedge", "straight", 4)
end)

-- Tier 3: what shoots past or through cover.
card(3, ebb, canyons("cut_narrow", { { -5.6, 6 }, { -5.6, 6.2 }, { -6, 6.6 }, {} }), function()
    at(60) one("lancer", "post", "both")
    at(260) on_ceiling("turret_hanging") file("skimmer", "ripple", 4)
    at(480) one("spinner", "post")
    at(640) on_floor("turret") one("shieldback", "straight_wide")
    at(860) one("lancer", "perch", "both")
    at(1060) rank("wedge", "straight", 4)
    at(1260) file("hornet", "straight", 4)
    at(1460) arrow("hornet", "straight_wide", 3, "both")
end)
card(3, ebb, guts { { -7.8, 8.2, model = "hive_nursery", swell = 0.5 }, { -7.6, 8, model = "hive_nursery", swell = 0.5, tissue = { breath { reach = 0.6 } } },
                    { -7.8, 8, model = "hive_nursery", swell = 0.5 }, { model = "hive_nursery" } }, function()
    at(60) cysts(24, 3, -3, 0.5, 5, -5, 1.8)
    at(280) file("drone", "hook", 4)
    at(500) one("nurse", "convoy")
    at(720) one("hive_spinner", "perch")
    at(800) cysts(20, -4.6, -2, 0.4, 2.6, 5)
    at(1040) file("hive_hornet", "swoop", 3, "both", 30)
    at(1260) one("hive_lancer", "post")
    at(1460) file("hive_ray", "loop_the_loop", 5)
end)
card(3, 0, canyons("sea_swell", { { -8, 12, swell = 1.2 }, { -8.2, 12, swell = 1.2, rocks = { bank(8, -6.8, 12) } }, { -8, 11, swell = 1.2 }, {} }), function()
    at(160) one("bell_pair", "post")
    at(360) file("reef_hornet", "dive", 4)
    at(560) one("bell", "sea_sink") one("bell", "sea_rise") one("bell", "perch")
    at(800) one("urchin", "sea_afloat") one("urchin", "post")
    at(1020) file("ray", "sea_squall", 5)
    at(1200) one("bell_pair", "perch") file("fish", "sea_leap", 4)
    at(1440) arrow("wedge", "straight_high", 5)
end)
card(3, ebb, canyons("cut_teeth", { { -6, 6.6, spikes = { { 5, 2, 5 }, { 12, -2.2, 5 } } }, { -6.4, 6.4, rocks = { pillar { x = 8, top = -1.5, width = 3 } } },
                                    { -6, 6.8, rocks = { pillar { x = 10, bottom = 1.5 } } }, {} }), function()
    at(60) on_floor("mortar")
    at(110) file("hornet", "straight_high", 3) on_floor("mortar")
    at(320) one("spinner", "post")
    at(520) on_floor("mortar") file("skimmer", "weave", 4)
    at(740) one("weaver", "perch") on_ceiling("turret_hanging")
    at(960) on_floor("mortar") one("shieldback", "straight")
    at(1160) one("lancer", "perch")
    at(1380) file("wedge", "dive", 4) file("skimmer", "dive", 4, true)
end)
card(3, ebb, canyons("cut_basin", { { -7.2, 9 }, { -7.4, 9, rocks = { island { x = 5, y = 2.4, width = 4, height = 1.8 }, island { x = 12, y = -2.6, width = 4, height = 1.8 } } },
                                    { -7, 8.6 }, {} }), function()
    at(60) one("carrier", "convoy")
    at(260) arrow("wedge", "straight_wide", 3)
    at(480) flank(3)
    at(700) one("spinner", "perch", "both")
    at(920) one("carrier", "convoy", true)
    at(1140) file("hornet", "swoop", 4)
    at(1380) one("weaver", "post")
end)

-- Tier 4: little room, or none for a moment.
card(4, 1, canyons("sea_squall", { { -8, 12, swell = 2, rocks = { bank(11, -7, 7) } }, { -8.2, 12, swell = 2, rocks = { breaker(2, -3), bank(6, -6.8, 7) } },
                                   { -8, 12, swell = 2, rocks = { breaker(8, -2.6) } }, {} }), function()
    at(120) file("reef_hornet", "swoop", 4, "both")
    at(330) file("fish", "sea_leap_long", 5)
    at(500) one("bell", "sea_rise") rank("wedge", "straight_high", 4)
    at(720) one("lancer", "perch", "both")
    at(900) file("fish", "sea_leap_far", 5)
    at(1060) one("bell", "sea_sink") one("bell", "post")
    at(1260) arrow("ray", "straight", 6) one("reef_weaver", "perch")
    at(1480) file("reef_hornet", "hook", 5)
end)
card(4, ebb, guts { { -8, 8.4, model = "hive_comb" }, { -8, 8.4, model = "hive_comb", tissue = { cell { x = 4, y = 3.1, r = 1.7 }, cell { x = 4, y = -3.1, r = 1.7 },
                                                                                     cell { x = 12, y = 3.1, r = 1.7 }, cell { x = 12, y = -3.1, r = 1.7 } } },
                    { -8, 8.4, model = "hive_comb", tissue = { cell { x = 4, y = 3.1, r = 1.7 }, cell { x = 4, y = -3.1, r = 1.7 } } }, { model = "hive_comb" } }, function()
    at(60) file("drone", "lane_high", 3, "both")
    at(240) arrow("hive_hornet", "lane_middle", 3)
    at(400) spawn { kind = "loom", place = { 22, 0 } }
    at(460) on_floor("spitter") on_ceiling("spitter_hanging")
    at(640) file("hive_hornet", "lane_high", 3)
    at(820) one("nurse", "lane_middle")
    at(1000) file("hive_ray", "lane_high", 4, "both")
    at(1180) rank("corpuscle", "lane_middle", 2)
    at(1360) file("drone", "lanes", 4)
    at(1520) file("hive_hornet", "ripple", 3)
end)
card(4, ebb, canyons("cut_gate", { { -6, 7 }, { -6, 6.6 }, { -6.2, 7 }, {} }), function()
    at(60) on_floor("lattice_post")
    at(100) file("skimmer", "ripple", 4)
    at(150) on_floor("lattice_post")
    at(380) one("spinner", "post") on_ceiling("turret_hanging")
    at(600) one("lancer", "perch", "both")
    at(820) one("carrier", "convoy")
    at(1000) on_floor("lattice_post") file("hornet", "straight_wide", 4)
    at(1240) one("weaver", "perch", "both")
    at(1460) file("wedge", "ripple", 5)
end)
card(4, 0.6, canyons("sea_night", { { -8, 12, rocks = { pillar { x = 12, top = -2.6, width = 1.8 } } }, { -8.2, 12, rocks = { island { x = 8, y = -3.8, width = 6, height = 2.2 } } },
                                    { -8, 11 }, {} }), function()
    at(140) one("urchin_night", "sea_afloat") one("urchin_night", "perch")
    at(360) one("angler", "post") rank("wedge", "straight_wide", 4)
    at(600) one("urchin_night", "post", "both")
    at(820) file("ray", "hook", 4, "both")
    at(1020) one("trawler", "convoy") file("reef_hornet", "spiral_in", 5)
    at(1280) one("angler", "perch", true) file("fish", "sea_leap", 5)
    at(1500) arrow("wedge", "straight", 5)
end)
card(4, ebb, guts { { -8, 8.4, model = "hive_stream", length = 24, swell = 0.4 }, { -8, 8.4, model = "hive_stream", length = 24, swell = 0.4, tissue = { breath { x = 12, width = 14, reach = 0.8 } } },
                    { -8, 8.4, model = "hive_stream", length = 24, swell = 0.4 }, { model = "hive_stream", length = 24 } }, function()
    at(60) sheet("sheet", 2)
    at(240) file("hive_ray", "from_behind", 5)
    at(420) sheet("sheet", -1.6)
    at(600) file("hive_hornet", "dive", 4)
    at(760) sheet("sheet", 0)
    at(940) one("hive_spinner", "post", "both")
    at(1160) sheet("sheet", 1.4)
    at(1340) one("leech", "throat") file("drone", "straight_high", 4, "both")
    at(1560) arrow("hive_hornet", "straight", 5)
end)

-- Tier 5: crowds.
card(5, ebb, canyons("cut_rapids", { { -6.4, 7 }, { -6.2, 7, rocks = { island { x = 8, y = 1, width = 3.6, height = 1.6 } } }, { -6.4, 7.2 }, {} }), function()
    at(60) boulders({ 0, 3.4 }, { 1, 0 }, { 2, -3.4 }, { 5, 1.8 }, { 6, -1.8 }) one("lancer", "perch", "both")
    at(300) one("carrier", "convoy") flank(4)
    at(520) one("weaver", "perch", "both") on_floor("mortar")
    at(740) file("hornet", "swoop", 4, "both")
    at(920) one("carrier", "convoy", true) on_ceiling("turret_hanging")
    at(1140) one("spinner", "post", "both") rank("wedge", "straight", 5)
    at(1360) arrow("hornet", "straight_wide", 5)
    at(1500) file("skimmer", "spiral_in", 6)
end)
card(5, 1, canyons("sea_squall", { { -8, 12, swell = 2 }, { -8.2, 12, swell = 2, rocks = { breaker(6, -3) } }, { -8, 12, swell = 2, rocks = { breaker(4, -2.6) } }, {} }), function()
    at(120) one("trawler", "perch") file("fish", "sea_leap_long", 6)
    at(360) one("bell_pair", "post") one("urchin", "sea_afloat")
    at(580) arrow("ray", "straight_high", 7)
    at(760) one("reef_weaver", "perch", "both")
    at(960) file("reef_hornet", "hook", 5, "both")
    at(1160) one("bell_pair", "perch") one("urchin_night", "post", "both")
    at(1400) rank("reef_shieldback", "straight_high", 3) file("ray", "sea_lanes", 6)
end)
card(5, ebb, guts { { -7.4, 7.8, tissue = { gate { x = 5 }, gate { x = 12, side = "ceiling" } } }, { -7.4, 7.6, tissue = { valve { x = 8 } } },
                    { -7.4, 7.8, tissue = { gate { x = 4 }, gate { x = 11, side = "ceiling" } } }, {} }, function()
    at(60) one("drone_wheel", "perch") one("drone_wheel_back", "perch", true)
    at(300) one("leech", "braid", "both")
    at(520) on_floor("spitter") on_ceiling("spitter_hanging") one("hive_lancer", "throat")
    at(760) one("nurse", "convoy") file("hive_hornet", "hook", 3, "both")
    at(980) one("hive_spinner", "perch", "both")
    at(1180) sheet("sheet", 1) file("hive_ray", "straight_high", 5)
    at(1400) one("hive_weaver", "post", "both") file("drone", "weave", 6)
end)

--------------------------------------------------------------------------------------------------------------- bosses

-- A boss is announced when its card begins, and comes 2.5 seconds later. `flag`: the boss raises it when it leaves.
local function boss_card(tier, name, kind, x, more)
    more = more or {}
    append(cards, {
        tier = tier, boss = { kind = kind, place = { x, 0 } }, ahead = 150, until_flag = more.flag,
        tiles = more.tiles or canyons("long_way_" .. kind, { { more.floor or -7.6, more.ceiling or 8.4, length = 12 }, { length = 12 } }, 240),
        first = function()
            at(0) tide { tide = more.tide or ebb, over = 200 }
            at(1) warn() message(name)
        end,
        -- Enemies for charge.
        cues = function()
            at(60) file("skimmer", "dive", 3)
            at(220) file("skimmer", "dive", 3, true)
        end,
    })
end

boss_card(1, "Sentinel", "sentinel", 22, { flag = "sentinel_leaves" })
boss_card(2, "The Morays", "morays", 26, { flag = "morays_leave", tide = 1, floor = -8, ceiling = 11 })
boss_card(3, "The Ventricles", "ventricles", 26, { flag = "ventricles_leave", floor = -7.8, ceiling = 8.2 })
boss_card(3, "Warden", "warden", 26)
boss_card(4, "Nautilarch", "nautilarch", 26, { tide = 0, floor = -8.2, ceiling = 11 })
boss_card(5, "The Matriarch", "matriarch", 28, { tiles = guts { { model = "long_way_chamber", length = 20, ticks = 400, swell = 0,
    tissue = { squeeze { reach = 2.2, ticks = 1500, after = "jaws" }, breath { width = 18, reach = 1.5, after = "pulse" } } } } })

--------------------------------------------------------------------------------------------------------------- the way

canyon_start { floor = floor_seam, ceiling = ceiling_seam, seed = 9 }
canyon { model = "cut_open", ticks = 432, floor = floor_seam, ceiling = ceiling_seam, rough = 0.3, first = true, sea = sea, swell = 0.8 }
at(0) tide { tide = ebb, over = 0 }
at(20) section "The Long Way" message "The Long Way"
at(150) file("skimmer", "swoop", 4)

endless(cards)
