-- Level 2: a flooded shelf at dusk, in a squall and by night. Six sections of 36 seconds; the Morays after the third,
-- the Nautilarch after the sixth. The long waves run against the scroll: from crest to crest players see 240 ticks where
-- the camera takes 432 for a tile, and 200 before the Nautilarch.

level { name = "Shelf Sea", backdrop = "sea", ticks = 13560, breath = 240,
        waves = { { length = 18, period = -450, share = 0.72 }, { length = 7, period = -150, share = 0.28, phase = 90 } } }

use "scenery"
use "shelf_sea_kinds"
use "shelf_sea_bosses"

------------------------------------------------------------------------------------------------------------- the shelf

-- A bank of sand: at low tide the waves bare and cover it.
local function bank(x, top, wide)
    local half = wide / 2
    return { { x - half, -18 }, { x + half, -18 }, { x + half, -8.6 }, { x + half * 0.6, top + 0.5 }, { x + half * 0.1, top },
             { x - half * 0.4, top + 0.2 }, { x - half, -8.6 } }
end

-- A breaker: a wall of water that runs left, faster than the tile that it starts in. It is high, so it also shelters.
local run = difficulty == "calm" and 620 or 470
local function breaker(x, top)
    return { { x - 1.2, -18 }, { x + 3.4, -18 }, { x + 3, -8 }, { x + 1.6, top + 1.6 }, { x - 0.4, top + 0.2 }, { x - 1.6, top - 0.6 },
             { x - 0.8, top - 1.2 }, { x - 0.4, -8 },
             keys = { { run, -38, 0 } }, even = true }
end
-- Breakers come in pairs at "storm".
local function with_breaker(x, top, ...)
    local rocks = { breaker(x, top), ... }
    if difficulty == "storm" then append(rocks, breaker(x < 6 and x + 7 or x - 6, top)) end
    return rocks
end

-- Tiles of one stretch have the same sea, unless a tile has another level.
local function stretch(model, sea, swell, tiles)
    for _, t in ipairs(tiles) do
        canyon { model = model, ticks = t.ticks or 432, length = t.length, rough = t.rough or 0.2, floor = t[1], ceiling = t[2],
                 rocks = t.rocks, first = t.first, sea = t.sea or sea, swell = swell }
    end
end

canyon_start { floor = -8.2, ceiling = 13, seed = 33 }

-- 0 … 2160: low tide, sand bars and the first stacks.
stretch("sea_low", -7.2, 0.4, {
    { -8, 13, first = true, rocks = { bank(9, -7, 11) } },
    { -8.2, 13, rocks = { bank(5, -6.8, 9) } },
    { -8, 13, rocks = { pillar { x = 8, top = -2.8, width = 1.8 }, bank(3.5, -7, 6) } },
    { -8.2, 13, rocks = { bank(8, -6.6, 12) } },
    { -8, 13, rocks = { bank(11, -7, 8) } },
})
-- 2160 … 4320: swell.
stretch("sea_swell", -6, 1.5, {
    { -8, 13, rocks = { bank(5, -7, 9), bank(13, -7, 5) } },
    { -8.2, 13, rocks = { bank(8, -6.8, 12) } },
    { -8, 13, rocks = { island { x = 8, y = -4, width = 5, height = 2 }, bank(2.5, -7, 4) } },
    { -8.2, 13, rocks = { bank(4, -7, 7), bank(12, -6.8, 7) } },
    { -8, 13, rocks = { bank(8, -7, 13) } },
})
-- 4320 … 6480: lanes between stalks of stone.
stretch("sea_kelp", -5, 0.8, {
    { -8, 12, rocks = { pillar { x = 4, top = -2.6, width = 1.4 }, pillar { x = 10, top = -1.8, width = 1.4 } } },
    { -7.8, 12, rocks = { pillar { x = 3, top = -2.2, width = 1.4 }, pillar { x = 8, bottom = 3.4, width = 1.4 }, pillar { x = 13, top = -2.8, width = 1.4 } } },
    { -8, 12, rocks = { pillar { x = 6, top = -1.6, width = 1.4 }, pillar { x = 12, bottom = 3, width = 1.4 } } },
    { -7.8, 12, rocks = { pillar { x = 3, bottom = 2.8, width = 1.4 }, pillar { x = 9, top = -2.2, width = 1.4 } } },
    { -8, 12, rocks = { pillar { x = 5, top = -2.6, width = 1.4 }, bank(12, -7, 6) } },
})
-- 6480: the loop of the Morays.
canyon { model = "moray_a", length = 12, ticks = 240, sea = -5, swell = 0.8, floor = -7.8, ceiling = 12, rough = 0.2, rocks = { bank(6, -7.2, 8) } }
canyon { model = "moray_b", length = 12, ticks = 240, sea = -5, swell = 0.8, floor = -8, ceiling = 12, rough = 0.2, rocks = { bank(6, -7.4, 7) } }
-- 6480 … 8640: the wreck, a dry way above and a flooded one below.
stretch("sea_wreck", -4.6, 0.4, {
    { -8.2, 10, rocks = { bank(8, -7.2, 9) } },
    { -8, 8, rocks = { arch { x = 2, y = -2.6, length = 13, thick = 1.6, bow = 0.6 } } },
    { -8.2, 7.2, rocks = { arch { x = 1, y = -2.2, length = 14, thick = 1.8, bow = 0.2 } } },
    { -8, 8, rocks = { arch { x = 1, y = -2.4, length = 12, thick = 1.6, bow = 0.4 } } },
    { -8, 12, rocks = { bank(12, -7, 7), island { x = 5, y = -4.2, width = 7, height = 2.6 } } },
})
-- 8640 … 10800: the squall. The breakers come into view at about 8940, 9420, 9890 and 10320.
stretch("sea_squall", -5, 2.2, {
    { -8, 13, rocks = { bank(11, -7, 7) } },
    { -8.2, 13, rocks = { bank(3.5, -7, 6) } },
    { -8, 13, rocks = with_breaker(2, -3, bank(6, -6.8, 7)) },
    { -8.2, 13, rocks = with_breaker(8, -2.6, bank(3, -7, 5)) },
    { -8, 13, rocks = with_breaker(12, -3, bank(5, -7, 7)) },
})
-- 10800 … 12960: night. The tide comes in, and goes out before the Nautilarch.
stretch("sea_night", -5, 0.8, {
    { -8, 13, rocks = with_breaker(12, -3, bank(4, -6.8, 7), pillar { x = 12, top = -2.6, width = 1.8 }) },
    { -8.2, 13, sea = -4.4, rocks = { island { x = 8, y = -3.8, width = 6, height = 2.2 } } },
    { -8, 12, sea = -3.6, rocks = { pillar { x = 5, top = -2.4, width = 2 }, pillar { x = 12, bottom = 4, width = 1.6 } } },
    { -8.2, 13, sea = -3, rocks = { bank(8, -6.6, 12) } },
    { -8, 13, sea = -6, rocks = { bank(7, -7.2, 9) } },
})
-- 12960: the loop of the Nautilarch.
canyon { model = "deep_a", length = 12, ticks = 240, sea = -6, swell = 0.8, floor = -8.2, ceiling = 13, rough = 0.2, rocks = { bank(6, -7.4, 9) } }
canyon { model = "deep_b", length = 12, ticks = 240, sea = -6, swell = 0.8, floor = -8, ceiling = 13, rough = 0.2, rocks = { bank(6, -7.2, 8) } }
-- 12960 … 13560, and what is visible by then.
stretch("sea_out", -6, 0.6, {
    { -8, 13, rocks = { bank(8, -7.2, 9) } }, { -8.2, 13, rocks = { bank(8, -7, 9) } },
    { -8, 13, rocks = { bank(8, -7.4, 9) } }, { -8.2, 13, rocks = { bank(8, -7.4, 9) } },
})

---------------------------------------------------------------------------------------------------------------- waves

-- Difficulty scales each enemy. In addition, files are shorter at "calm".
local fewer = difficulty == "calm" and 1 or 0

local function file(kind, path, count, mirror)
    formation { kind = kind, path = path, count = count - fewer, gap = 15, mirror = mirror or false }
end
local function abreast(kind, path, count, apart, mirror)
    formation { kind = kind, path = path, count = count, abreast = apart or 1.8, mirror = mirror or false }
end
local function arrow(kind, path, count) formation { kind = kind, path = path, count = count, abreast = 1.4, stagger = 14 } end
local function leap(path, count) formation { kind = "fish", path = path, count = count - fewer, gap = 22 } end
local function pairs_of_fish(path, rows) formation { kind = "fish", path = path, count = 2 * rows, abreast = 1.6, rank = 2, gap = 30 } end
local function one(kind, path, mirror) formation { kind = kind, path = path, count = 1, mirror = mirror or false } end
local function kelp(...) for _, y in ipairs { ... } do spawn { kind = "kelp", place = { 17.5, y } } end end
-- Fish that leap among the players, side by side.
local function shoal(count) formation { kind = "fish_near", path = "sea_leap_near", count = count, abreast = 1.7, gap = 24, rank = 3 } end
-- Kelp adrift across the way, from `low` to the top of the field, with a hole of three units at the height `hole`.
local function raft(low, hole)
    for i = 0, 7 do
        local y = low + 1.65 * i
        if y < 8.6 and math.abs(y - hole) > 2.1 then spawn { kind = "kelp_adrift", place = { 17.5, y } } end
    end
end
-- Shieldbacks side by side at these heights: a door that flies at the players, and does not fire.
local function phalanx(...)
    for _, y in ipairs { ... } do spawn { kind = "reef_shieldback_ramming", path = "straight", abreast = -y, speed = 0.16 } end
end
local function on_floor(kind) turret { kind = kind, side = "floor" } end
local function on_ceiling(kind) turret { kind = kind, side = "ceiling" } end

-- Low tide.
at(20) section "Low tide" message "Shelf Sea"
at(60) file("ray", "sea_dip", 5)
at(330) leap("sea_leap", 4) abreast("ray", "straight_high", 3)
at(520) leap("sea_leap_far", 3)
at(570) shoal(3)
at(620) abreast("wedge", "straight", 5) one("urchin", "sea_afloat")
at(900) file("ray", "swoop", 4) file("ray", "swoop", 4, true)
at(1040) raft(-5.2, 2)
at(1080) one("reef_hornet", "straight_high") one("reef_hornet", "straight_wide")
at(1180) pairs_of_fish("sea_leap_far", 3) arrow("ray", "straight_high", 5)
at(1350) one("reef_shieldback", "straight_high")
at(1500) one("angler", "post") one("urchin", "sea_afloat")
at(1600) phalanx(-4.4, -2.2, 2.2, 4.4, 6.6)
at(1640) file("reef_hornet", "swoop", 4)
at(1760) leap("sea_leap_long", 5)
at(1800) raft(-5.2, -1)

-- Swell.
at(2160) section "Swell"
at(2240) one("trawler", "perch")
at(2380) abreast("wedge", "ripple", 4)
at(2530) raft(-4.4, 1)
at(2560) one("urchin", "sea_afloat") file("reef_hornet", "straight_wide", 6)
at(2740) one("urchin", "post") one("bell", "sea_rise")
at(2920) one("bell_pair", "post") abreast("ray", "sea_skim", 4)
at(3070) raft(-4, 4)
at(3120) file("reef_hornet", "dive", 4)
at(3280) one("reef_weaver", "perch") leap("sea_leap", 4)
at(3400) shoal(6)
at(3470) abreast("wedge", "straight_high", 4)
at(3580) one("lancer", "straight_high")
at(3640) one("trawler", "convoy")
at(3720) raft(-4, -1)
at(3760) arrow("wedge", "straight", 5)
at(3880) phalanx(-3.6, 0.8, 3, 5.2, 7.4)
at(3920) pairs_of_fish("sea_leap_long", 3)

-- Kelp.
at(4320) section "Kelp"
at(4380) kelp(-3.4, 4.2) file("ray", "sea_lanes", 7)
at(4560) kelp(0.8, 5.2) one("bell", "sea_sink")
at(4690) raft(-3.4, 1)
at(4740) one("angler", "post") kelp(-1.6, 3)
at(4920) file("reef_hornet", "hook", 4)
at(5040) kelp(4.6) abreast("wedge", "ripple", 4)
at(5100) raft(-3.4, 5)
at(5120) one("bell", "sea_sink") one("bell", "sea_rise") one("bell", "perch")
at(5300) leap("sea_leap", 4)
at(5340) phalanx(-2.6, -0.4, 4, 6.2)
at(5470) one("lancer", "perch", "both") pairs_of_fish("sea_leap", 3)
at(5640) shoal(6)
at(5690) kelp(-2.6, 1.6, 5) file("ray", "weave", 4)
at(5840) one("trawler", "perch") kelp(0)
at(6000) one("reef_shieldback", "straight") one("reef_shieldback", "straight_high")
at(6130) raft(-3.4, 3)
at(6180) one("reef_weaver", "post")
at(6330) warn() message "The Morays"

loop {
    tiles = { "moray_a", "moray_b" },
    until_dead = boss { kind = "morays", place = { 26, 0 } }, until_flag = "morays_leave",
    cues = function()
        at(150) leap("sea_leap", 3)
        at(380) leap("sea_leap_long", 3)
    end,
}

-- The wreck.
at(6481) section "The wreck"
at(6570) on_floor("hull_turret")
wait(50) on_floor("reef_mortar")
at(6680) raft(-3.2, 0.5)
at(6720) file("reef_hornet", "straight_high", 5)
at(6940) on_floor("reef_mortar") one("bell", "perch")
at(6980) abreast("reef_hornet", "straight_high", 5, 1.3) one("urchin", "sea_afloat")
at(7120) on_floor("hull_turret") one("urchin", "sea_afloat")
at(7260) on_ceiling("hull_turret_hanging")
at(7340) phalanx(-3, 1.4, 3.6, 5.8)
at(7380) file("ray", "sea_squall", 5)
at(7530) on_floor("reef_mortar") one("lancer", "perch")
at(7680) arrow("wedge", "straight_high", 5)
at(7790) on_floor("hull_turret") on_ceiling("hull_turret_hanging")
wait(70) on_floor("hull_turret")
at(7990) one("reef_weaver", "perch") file("reef_hornet", "swoop", 4)
at(8180) one("reef_shieldback", "post") one("reef_shieldback", "straight_high") arrow("wedge", "straight", 7)
at(8380) one("bell", "sea_rise") leap("sea_leap", 4)

-- The squall. A shoal in flight announces each breaker, and the sea draws back before it.
local function draws_back() tide { tide = -1, over = 45 } end
local function comes_back() tide { over = 60 } end
at(8640) section "Squall"
at(8700) file("reef_hornet", "swoop", 4) file("reef_hornet", "swoop", 4, true)
at(8800) pairs_of_fish("sea_leap_long", 4) one("reef_shieldback", "straight")
at(8830) draws_back()
at(8920) comes_back()
at(8960) one("bell", "sea_rise") abreast("wedge", "straight_high", 4)
at(9060) raft(-3.2, 3)
at(9140) one("lancer", "perch", "both")
at(9300) pairs_of_fish("sea_leap_far", 4)
at(9330) draws_back()
at(9420) comes_back()
at(9460) one("bell", "sea_sink") one("bell", "sea_rise") one("bell", "post") one("bell", "perch")
at(9580) raft(-3.2, 0)
at(9640) file("reef_hornet", "hook", 5)
at(9780) pairs_of_fish("sea_leap", 3) one("urchin", "post")
at(9800) draws_back()
at(9890) comes_back()
at(9940) arrow("ray", "straight", 6) one("reef_weaver", "perch")
at(10080) phalanx(-3, -0.8, 1.4, 5.8, 8)
at(10140) abreast("wedge", "ripple", 5)
at(10250) draws_back()
at(10260) one("trawler", "convoy") leap("sea_leap_far", 4)
at(10340) comes_back()
at(10400) shoal(6)
at(10440) one("bell_pair", "post") file("reef_hornet", "dive", 4)
at(10570) raft(-3.2, 1)
at(10620) one("reef_shieldback", "straight_high") one("urchin", "perch")
at(10740) phalanx(-2.4, 1.4, 3.6, 5.8)

-- Night.
at(10800) section "Night"
at(10880) one("urchin_night", "sea_afloat") one("urchin_night", "perch")
wait(70) one("urchin_night", "post", "both")
at(11080) abreast("wedge", "straight_wide", 4)
at(11200) phalanx(-3, -0.8, 3.6, 5.8, 8)
at(11240) one("angler", "post")
at(11400) one("angler", "perch", true) leap("sea_leap", 4)
at(11560) file("reef_hornet", "spiral_in", 5)
at(11620) raft(-2.6, 0)
at(11660) one("trawler", "convoy") file("ray", "dive", 6)
at(11800) raft(-2.6, 4)
at(11840) one("urchin_night", "perch") abreast("wedge", "ripple", 4)
at(12040) one("bell_pair", "post") one("bell_pair", "perch")
at(12160) file("ray", "hook", 3) file("ray", "hook", 3, true)
at(12300) one("reef_weaver", "perch", "both")
at(12400) arrow("wedge", "straight", 5)
at(12520) file("reef_hornet", "weave", 6)
at(12600) raft(-1.6, 2.6)
at(12640) abreast("reef_shieldback", "straight_high", 2)
at(12790) warn() message "Nautilarch"

loop {
    tiles = { "deep_a", "deep_b" },
    until_dead = boss { kind = "nautilarch", place = { 26, 0 } },
    cues = function()
        at(120) leap("sea_leap", 3) one("urchin", "sea_afloat")
        at(360) file("ray", "straight_high", 3)
    end,
}

at(12990) section "Out" message "Across" tide { over = 180 }
