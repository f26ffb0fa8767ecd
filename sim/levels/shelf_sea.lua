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

-- A hull, keel up: a flat deck below, a round bottom above.
local function hull(x, y, length, high)
    local points = { { x, y } }
    for i = 1, 9 do
        local share = i / 10
        append(points, { x + length * share, y - 0.5 - 0.25 * (i % 2) })
    end
    append(points, { x + length, y + 0.1 })
    for i = 9, 1, -1 do
        local share = i / 10
        append(points, { x + length * share, y + high * math.sqrt(4 * share * (1 - share)) })
    end
    return points
end
-- A frame of the hull that lost its plates: a rib that stands out of it, bent to the left.
local function frame(x, y, high)
    return { { x - 0.35, y }, { x + 0.35, y }, { x + 0.25, y + 0.5 * high }, { x - 0.15, y + 0.85 * high }, { x - 0.7, y + high },
             { x - 0.45, y + 0.75 * high }, { x - 0.2, y + 0.45 * high } }
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
    { -8, 12, rocks = { bank(4, -7.2, 7), bank(12, -7, 6) } },
})
-- 6480: the loop of the Morays, twice as fast: what hunts in it is soon left behind.
canyon { model = "moray_a", length = 16, ticks = 216, sea = -5, swell = 0.8, floor = -8, ceiling = 12, rough = 0.2, rocks = { bank(7, -7.3, 9) } }
-- 6480 … 8640: the wreck, a dry way above and a flooded one below.
stretch("sea_wreck", -4.6, 0.4, {
    { -8.2, 10, rocks = { bank(8, -7.2, 9) } },
    { -8, 8, rocks = { hull(1.5, -2.6, 14, 1.5), frame(9, -1.4, 2.2), frame(12.2, -1.8, 2) } },
    { -8.2, 7.2, rocks = { hull(1, -2.4, 14, 1.6), frame(2.6, -1.8, 1.8), frame(5.8, -1.2, 2.4) } },
    { -8, 8, rocks = { hull(1, -2.6, 12.5, 1.5), frame(5.8, -1.3, 2.2), frame(9, -1.3, 2.6), frame(12.2, -2, 2) } },
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
canyon { model = "deep_a", length = 12, ticks = 240, sea = -6, swell = 0.8, floor = -8, ceiling = 13, rough = 0.2, rocks = { bank(6, -7.4, 9) } }
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
-- Fish leap in ranks of three, each rank nearer to the players than the one before it.
local function fish_run()
    abreast("fish", "sea_leap_far", 3, 1.7)
    wait(40) abreast("fish", "sea_leap", 3, 1.7)
    wait(40) abreast("fish_near", "sea_leap_near", 3, 1.7)
end
-- Kelp adrift, from one height to another.
local function bar(low, high)
    local y = low
    while y <= high do
        spawn { kind = "kelp_adrift", place = { 17.5, y } }
        y = y + 1.65
    end
end
-- A row of them from `low` to the top of the field, with a hole of three units at the height `hole`.
local function raft(low, hole)
    for i = 0, 7 do
        local y = low + 1.65 * i
        if y < 8.6 and math.abs(y - hole) > 2.1 then spawn { kind = "kelp_adrift", place = { 17.5, y } } end
    end
end
-- Torn kelp that rides the swell, one length after another: what is low in a trough is in the way on a crest.
local function afloat(count)
    for i = 1, count do
        spawn { kind = "kelp_afloat", place = { 17.5, -5 } }
        if i < count then wait(26) end
    end
end
-- Shieldbacks side by side at these heights: a door that flies at the players, and does not fire. On another path it swings.
local function door(path, ...)
    for _, y in ipairs { ... } do spawn { kind = "reef_shieldback_ramming", path = path, abreast = -y, speed = 0.16 } end
end
local function phalanx(...) door("straight", ...) end
-- What flies ahead of something slow, and shields it.
local function escort(path, apart, speed) formation { kind = "reef_shieldback", path = path, count = 2, abreast = apart, speed = speed } end
-- Out of the squall: down from above, in ranks of two.
local function gust(kind, count) formation { kind = kind, path = "sea_gust", count = count, abreast = 5, rank = 2, gap = 30 } end
-- They wait below the picture until the boss is dead.
local function freed(boss)
    for i = 0, 11 do spawn { kind = "fish_freed_" .. boss, place = { 12 - 0.9 * i, -12 } } end
end
-- Lamps across the way, with a hole of three units.
local function lamp_row(low, hole)
    for i = 0, 6 do
        local y = low + 1.65 * i
        if y < 8.6 and math.abs(y - hole) > 2.1 then spawn { kind = "lamp", path = "straight", abreast = -y, speed = 0.075 } end
    end
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
at(1050) formation { kind = "reef_hornet", path = "dive", count = 3, gap = 18, mirror = "both" }
at(1200) fish_run() arrow("ray", "straight_high", 5)
at(1380) one("reef_shieldback", "straight_high")
at(1500) one("angler", "post") escort("post", 3.6, 0.062)
wait(30) one("urchin", "sea_afloat")
at(1640) file("reef_hornet", "swoop", 4)
at(1740) leap("sea_leap_long", 5)
-- The first row with a hole, over a bank that the tide bares.
at(1795) raft(-5.2, -1)

-- Swell. What floats comes at the height of the waves; a door over the water leaves the trough as the way.
at(2160) section "Swell"
at(2240) one("trawler", "perch")
at(2380) abreast("wedge", "ripple", 4)
at(2530) afloat(5)
at(2640) one("urchin", "sea_afloat") file("reef_hornet", "straight_wide", 6)
at(2800) one("urchin", "post") one("bell", "sea_rise")
at(2940) one("bell_pair", "post") abreast("ray", "sea_skim", 4)
at(3090) phalanx(-2.6, -0.4, 1.8, 4, 6.2, 8.4)
at(3170) file("reef_hornet", "dive", 4)
at(3290) one("reef_weaver", "perch") leap("sea_leap", 4)
at(3400) shoal(6)
at(3470) abreast("wedge", "straight_high", 4)
at(3580) one("lancer", "straight_high") afloat(3)
at(3660) one("trawler", "convoy") escort("convoy", 4.4, 0.062)
at(3800) arrow("wedge", "straight", 5)
at(3900) file("ray", "sea_dip", 4) file("ray", "swoop", 4)
at(3990) pairs_of_fish("sea_leap_long", 3)

-- Kelp. Bars of it by turns from above and from below: one flies through the lanes in curves.
at(4320) section "Kelp"
at(4380) kelp(-3.4, 4.2) file("ray", "sea_lanes", 7)
at(4560) kelp(0.8, 5.2) one("bell", "sea_sink")
at(4680) bar(0.8, 8.4)
at(4736) bar(-3.4, 1.6) one("angler", "post")
at(4920) file("reef_hornet", "hook", 4)
at(5030) kelp(4.6) abreast("wedge", "ripple", 4)
at(5110) one("bell", "sea_sink") one("bell", "sea_rise") one("bell", "perch")
at(5168) bar(-3.4, 1)
at(5228) bar(1.8, 8.4)
at(5330) leap("sea_leap", 4)
at(5400) phalanx(-2.6, -0.4, 4, 6.2)
at(5490) one("lancer", "perch", "both") pairs_of_fish("sea_leap", 3)
at(5640) shoal(6)
at(5680) one("trawler", "perch") kelp(-2.6, 1.6, 5)
at(5760) file("ray", "weave", 5)
at(5876) bar(-3.4, 0.8)
at(5934) bar(2.6, 8.4)
at(5990) one("reef_shieldback", "straight") one("reef_shieldback", "straight_high")
at(6060) file("reef_hornet", "straight_wide", 4)
at(6340) warn() message "The Morays"

loop {
    tiles = { "moray_a" },
    until_dead = boss { kind = "morays", place = { 26, 0 } }, until_flag = "morays_leave",
    cues = function() at(110) leap("sea_leap", 2) end,
    first = function() at(1) freed("morays") end,
}

-- The wreck. Above it is dry and full of fire, below it is slow. Each way has its lamps: those above pay points, those below charge.
at(6481) section "The wreck"
at(6490) on_floor("hull_turret") file("ray", "sea_squall", 4)
at(6600) on_floor("reef_mortar") one("reef_shieldback", "straight_high")
at(6700) file("reef_hornet", "straight_high", 5)
at(6860) spawn { kind = "lamp_hold", place = { 18, -5.8 } } spawn { kind = "lamp_deck", place = { 18, 1.2 } }
at(6940) on_floor("reef_mortar") one("bell", "perch")
at(7000) abreast("reef_hornet", "straight_high", 5, 1.3) one("urchin", "sea_afloat")
at(7120) on_floor("hull_turret") one("urchin", "sea_afloat")
at(7240) on_ceiling("hull_turret_hanging")
at(7330) spawn { kind = "lamp_hold", place = { 18, -5.8 } } spawn { kind = "lamp_deck", place = { 18, 1.6 } }
-- The dry way is shut for a moment: through the flooded one.
at(7370) phalanx(0, 2.2, 4.4, 6.6)
at(7440) file("ray", "sea_porthole", 5)
at(7560) on_floor("reef_mortar") one("lancer", "perch")
at(7680) arrow("wedge", "straight_high", 5)
at(7760) spawn { kind = "lamp_hold", place = { 18, -5.8 } } spawn { kind = "lamp_deck", place = { 18, 1.4 } }
at(7800) on_floor("hull_turret") on_ceiling("hull_turret_hanging")
-- And the flooded one: over it.
at(7880) afloat(4)
at(7990) one("reef_weaver", "perch") file("reef_hornet", "swoop", 4)
at(8180) one("reef_shieldback", "post") one("reef_shieldback", "straight_high") arrow("wedge", "straight", 5)
at(8380) one("bell", "sea_rise") leap("sea_leap", 4)

-- The squall. A shoal in flight announces each breaker, and the sea draws back before it. The wind throws enemies down from above.
local function draws_back() tide { tide = -1, over = 45 } end
local function comes_back() tide { over = 60 } end
at(8640) section "Squall"
at(8700) gust("ray", 6)
at(8800) pairs_of_fish("sea_leap_long", 4) one("reef_shieldback", "straight")
at(8830) draws_back()
at(8920) comes_back()
at(8960) one("bell", "sea_rise") abreast("wedge", "straight_high", 4)
at(9060) file("reef_hornet", "swoop", 4) file("reef_hornet", "swoop", 4, true)
at(9150) one("lancer", "perch", "both")
at(9300) pairs_of_fish("sea_leap_far", 4)
at(9330) draws_back()
at(9420) comes_back()
at(9460) one("bell", "sea_sink") one("bell", "sea_rise") one("bell", "post") one("bell", "perch")
at(9570) gust("reef_hornet", 4)
at(9660) file("reef_hornet", "hook", 5)
at(9780) pairs_of_fish("sea_leap", 3) one("urchin", "post")
-- Driven before the breaker, which leaves no time to go around.
at(9800) draws_back()
at(9810) raft(-3.2, 3)
at(9890) comes_back()
at(9940) arrow("ray", "straight", 6) one("reef_weaver", "perch")
-- A door that swings.
at(10060) door("ripple", -3, -0.8, 1, 6.6, 8.8)
at(10140) abreast("wedge", "ripple", 5)
at(10250) draws_back()
at(10260) one("trawler", "convoy") leap("sea_leap_far", 4)
at(10340) comes_back()
at(10400) shoal(6)
at(10440) one("bell_pair", "post") file("reef_hornet", "dive", 4)
at(10560) gust("ray", 6)
at(10640) one("reef_shieldback", "straight_high") one("urchin", "perch")
at(10690) phalanx(3.6, 5.8, 8)
at(10744) phalanx(-2.6, -0.4, 1.8)

-- Night, with lamps in it.
at(10800) section "Night"
at(10880) one("urchin_night", "sea_afloat") one("urchin_night", "perch")
wait(70) one("urchin_night", "post", "both")
at(11060) file("lamp", "spiral_in", 5)
at(11160) abreast("wedge", "straight_wide", 4)
at(11240) one("angler", "post")
at(11400) one("angler", "perch", true) leap("sea_leap", 4)
at(11540) file("reef_hornet", "loop_the_loop", 5)
at(11610) lamp_row(-2.6, 0.8)
at(11680) one("trawler", "convoy") file("ray", "dive", 6)
at(11810) phalanx(3.2, 5.4, 7.6)
at(11870) phalanx(-3, -0.8, 1.2) one("urchin_night", "perch")
at(11940) abreast("wedge", "ripple", 4)
at(12040) one("bell_pair", "post") one("bell_pair", "perch")
at(12150) file("ray", "hook", 3) file("ray", "hook", 3, true) one("reef_weaver", "perch", "both")
at(12280) arrow("wedge", "straight", 3)
at(12360) file("lamp", "arc", 4) door("weave", 0, 2.2)
at(12450) file("reef_hornet", "weave", 6)
at(12800) warn() message "Nautilarch"

loop {
    tiles = { "deep_a" },
    until_dead = boss { kind = "nautilarch", place = { 26, 0 } },
    cues = function() at(120) leap("sea_leap", 2) end,
    first = function()
        at(60) one("urchin", "sea_afloat")
        at(200) file("ray", "straight_high", 3)
        wait(10) freed("nautilarch")
    end,
}

at(12970) section "Out" message "Across" tide { over = 180 }
at(13050) leap("sea_leap_long", 4)
