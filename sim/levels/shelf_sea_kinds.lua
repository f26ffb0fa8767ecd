-- The enemies and paths of the Shelf Sea, bosses apart. Armour is in needle hits. All models face left.

use "kinds"
use "bullets"
use "helpers"

--------------------------------------------------------------------------------------------------------------- paths

-- Leaps out of the water, from right to left; the fish turn over at the top of the arc.
path { name = "sea_leap", { 9, -11 }, { 7.4, -4 }, { 4, 0.4 }, { 0.6, -4 }, { -1, -11 }, { -1.6, -26 } }
path { name = "sea_leap_near", { 2, -12 }, { 0.6, -4 }, { -3, 0.4 }, { -6.4, -4 }, { -8, -11 }, { -9, -26 } }
path { name = "sea_leap_far", { 15, -11 }, { 13.4, -3 }, { 9.6, 2 }, { 6, -3 }, { 4.4, -11 }, { 3.8, -26 } }
path { name = "sea_leap_long", { 19, -6 }, { 13, -0.6 }, { 6, 3 }, { -1, -0.6 }, { -6, -6 }, { -10, -26 } }

-- Through the air with dips toward the water; low over it; down through lanes; down with the wind; out of a hull.
path { name = "sea_dip", { 20, 3 }, { 14, 2.4 }, { 9, -5.6 }, { 3, 1 }, { -3, -6.4 }, { -9, 0 }, { -26, 2 } }
path { name = "sea_skim", { 20, -4.2 }, { 10, -6.2 }, { 2, -4.6 }, { -6, -6.4 }, { -26, -3 } }
path { name = "sea_lanes", { 20, 5 }, { 15, -2 }, { 10, 4 }, { 5, -5.8 }, { 0, 3.6 }, { -6, -2.4 }, { -26, 1 } }
path { name = "sea_sink", { 8, 10.6 }, { 7, 4 }, { 5.4, -2 }, { 4, -6 }, { 2, -14 } }
path { name = "sea_rise", { 10, -10.6 }, { 9, -4 }, { 8, 2 }, { 6.4, 5 }, { 3, 14 } }
path { name = "sea_afloat", { 20, -3.6 }, { 13, -3.2 }, { 7, -4 }, { 1, -3 }, { -26, -3.8 } }
path { name = "sea_gust", { 15, 13 }, { 9, 6 }, { 2, -1 }, { -6, -7 }, { -16, -14 }, { -26, -22 } }
path { name = "sea_porthole", { 20, -1.4 }, { 12, -1 }, { 7, 3.4 }, { 1, 4.2 }, { -5, 0.6 }, { -26, 0 } }
path { name = "sea_squall", { 20, 6 }, { 12, 5.4 }, { 6, 1 }, { 9, -3 }, { 3, -4.4 }, { -26, -1 } }

------------------------------------------------------------------------------------------------------------ machines

-- Guns and beams of a kind that lingers are on while it does.
local function armed_while_slow(switches, off)
    return {
        name = "weapons",
        { name = "quiet", next = { in_state = "movement.slowing", to = "firing" } },
        { name = "firing", begin = switches, finish = off, next = { in_state = "movement.going", to = "leaving" } },
        { name = "leaving" },
    }
end
local guns_on, guns_off = { guns = true }, { guns = false }

--------------------------------------------------------------------------------------------------------------- small

-- A manta of the sea. At storm its shots stop, aim and go on.
kind {
    name = "ray", size = "small", radius = 0.6, speed = 0.115, faces_path = true, worth = 110, charge = 22,
    parts = {
        radius = 0.55, armour = 3,
        gun = { pattern = "aimed", count = 2, spread = 12, burst = by_difficulty(2, 3, 2), gap = 14, rest = 80, delay = 10, speed = by_difficulty(0.118, 0.13, 0.118),
                bullet = difficulty == "storm" and "snare" or nil },
    },
    machines = { fires_between(50, 165) },
}

-- Swims up along its path. Out of the water it leaps freely, and sheds three lobs near the top of its arc.
local function fish(name, at_the_top)
    kind {
        name = name, size = "small", radius = 0.55, speed = 0.12, faces_path = true, worth = 90, charge = 16,
        parts = {
            radius = 0.5, armour = 2,
            gun = { count = 3, angle = 90, spread = 80, rest = 400, speed = 0.13, bullet = "lob" },
        },
        machines = { {
            name = "leap",
            { name = "swimming", begin = { face = "path" }, next = { { in_sea = true, to = "under" }, { after = 30, to = "leaping" } } },
            { name = "under", next = { in_sea = false, to = "leaping" } },
            { name = "leaping", begin = { fall = { -0.1, 0.2 }, pull = 0.0036 }, next = { after = 50, to = "firing" } },
            -- Guns turn with their enemy, and this one fires upward.
            { name = "firing", begin = at_the_top, next = { after = 4, to = "falling" } },
            { name = "falling", begin = { { face = "path" }, { guns = false } } },
        } },
    }
end
fish("fish", { { face = 0 }, { guns = true } })
-- Leaps among the players, and sheds nothing.
fish("fish_near", {})

-- Rushes in, brakes, fires three darts and leaves.
kind {
    name = "reef_hornet", size = "small", radius = 0.6, speed = 0.17, faces_path = true, worth = 140, charge = 24,
    parts = {
        radius = 0.52, armour = 3,
        gun = { pattern = "aimed", count = by_difficulty(3, 4, 3), spread = 30, burst = 2, gap = 14, rest = 240, speed = by_difficulty(0.11, 0.125, 0.11), bullet = difficulty == "storm" and "brake" or nil },
    },
    machines = { lingers(60, 60, 0.03, 0.2), armed_while_slow(guns_on, guns_off) },
}

-- A length of stalk in the lanes. It does not fire; it is in the way.
local function kelp(name, ...)
    kind {
        name = name, size = "small", radius = 0.8, worth = 30, charge = 6,
        parts = { radius = 0.7, armour = 15 },
        machines = { { name = "movement", ... } },
    }
end
kelp("kelp", { name = "rooted", begin = { leave = { -0.037, 0 } } })
-- Torn loose; it comes in surges.
kelp("kelp_adrift",
     { name = "drifting", begin = { leave = { -0.05, 0 } }, next = { after = 26, to = "surging" } },
     { name = "surging", begin = { leave = { -by_difficulty(0.18, 0.253, 0.265), 0 } }, next = { after = 28, to = "drifting" } })

-- The same, riding the swell.
kelp("kelp_afloat", { name = "riding", begin = { float = { -0.07, 0.4 }, over = 30 } })

-- A lamp without its angler: shots that come around corners.
local function lamp(t)
    kind {
        name = t.name, size = "small", radius = 0.6, speed = 0.09, worth = t.worth, charge = t.charge,
        parts = { radius = 0.55, armour = t.armour, gun = t.gun },
        machines = { t.machine },
    }
end
lamp { name = "lamp", worth = 200, charge = 34, armour = 8, machine = fires_between(60, 230),
       gun = { pattern = "spiral", count = 2, spin = 50, burst = 3, gap = 20, rest = 110, speed = 0.07, bullet = "curl" } }
-- The lamps of the wreck hang where they were. They do not fire.
local hangs = { name = "movement", { name = "hanging", begin = { anchor = true } } }
lamp { name = "lamp_deck", worth = 2500, charge = 30, armour = 20, machine = hangs }
lamp { name = "lamp_hold", worth = 200, charge = 260, armour = 12, machine = hangs }

-- What lived in fear of a boss leaps when it is dead, and does no harm. Each waits below the picture for the boss's flag.
local function freed_fish(boss)
    kind {
        name = "fish_freed_" .. boss, size = "small", radius = 0.55, faces_path = true, worth = 150, charge = 45,
        parts = { radius = 0.5, armour = 2 },
        machines = { {
            name = "leap",
            { name = "hiding", next = { flag = boss .. "_dead", to = "waiting" } },
            { name = "waiting", tick = { { sleep = 5, random = 320 }, { go = "leaping" } } },
            { name = "leaping", begin = { { face = "path" }, { fall = { -0.05, 0.35 }, pull = 0.0036 } } },
        } },
    }
end
freed_fish("morays")
freed_fish("nautilarch")

-------------------------------------------------------------------------------------------------------------- medium

-- Comes down to the sea and floats; rings of bullets that stop, aim and go on. The night's urchins hover, and leave seeds.
local function urchin(name, program, count, rest, stay)
    kind {
        name = name, size = "medium", radius = 1, speed = 0.075, worth = 350, charge = 60, par = 360,
        parts = { radius = 0.85, armour = 14,
                  gun = { pattern = "ring", count = count, rest = rest, delay = 20, speed = 0.085, bullet = program } },
        machines = { stay, armed_while_slow({ { turn = 1.5 }, guns_on }, guns_off) },
    }
end
urchin("urchin", "snare", 8, 130, {
    name = "movement",
    { name = "coming", next = { after = 110, to = "slowing" } },
    { name = "slowing", begin = { float = { 0.02, 0.3 }, over = 60 }, next = { after = 420, to = "going" } },
    { name = "going", begin = { leave = { -0.1, 0.02 } } },
})
urchin("urchin_night", "seed", 5, 190, lingers(110, 420, 0.016, 0.1))

-- A jellyfish that rises or sinks; its shots circle and open like a flower.
kind {
    name = "bell", size = "medium", radius = 1.05, speed = 0.05, worth = 400, charge = 65, par = 420,
    parts = { radius = 0.9, armour = 20,
              gun = { pattern = "ring", count = ring_count(8), rest = 165, speed = 0.05, bullet = "halo" } },
    machines = { lingers(100, 300, 0.018, 0.09), armed_while_slow(guns_on, guns_off) },
}

-- Two bells that are one enemy, joined by a tripwire that burns by turns while both live. They die with the upper one.
kind {
    name = "bell_pair", size = "medium", radius = 4, speed = 0.06, worth = 800, charge = 110, par = 480,
    parts = {
        { name = "bell_high", vital = true, radius = 0.9, armour = 20, offset = { 0, 2.6 },
          beam = { link = "bell_low", telegraph = 60, burn = 70, rest = 110, half_width = 0.22 } },
        { name = "bell_low", radius = 0.9, armour = 20, worth = 200, offset = { 0, -2.6 }, sway = { 1.1, 0.4 }, period = 190,
          gun = { pattern = "ring", count = 8, rest = 180, speed = 0.05, bullet = "halo" } },
    },
    machines = { lingers(90, 400, 0.02, 0.09),
                 armed_while_slow({ guns_on, { beams = true } }, { guns_off, { beams = false } }) },
}

-- Hovers and fires rings that curve both ways; on calm they fly straight.
local calm = difficulty == "calm"
kind {
    name = "reef_weaver", size = "medium", radius = 1, speed = 0.09, worth = 450, charge = 70, par = 360,
    parts = { radius = 0.85, armour = 16,
              gun = { pattern = "ring", count = 12, burst = 3, gap = 26, rest = 110, speed = 0.075, look = 2,
                      bullet = not calm and "wheel" or nil } },
    machines = { lingers(95, 380, 0.012, 0.11), armed_while_slow({ { turn = 2 }, guns_on }, guns_off) },
}

-- Sits on rock and throws three lobs over what is in the way.
kind {
    name = "reef_mortar", size = "medium", radius = 1, worth = 300, charge = 50, par = 300,
    parts = { { name = "body", vital = true, radius = 0.75, armour = 12, offset = { 0, 0.45 },
                gun = { count = 3, angle = 112, spread = 26, burst = 2, gap = 30, rest = 110, speed = 0.16, bullet = "lob" } } },
    machines = { fires_between(60, 490) },
}

-- A barnacle whose shots bounce off the hull that it sits on.
local function shell_turret(name, begin)
    kind {
        name = name, size = "medium", radius = 1, worth = 280, charge = 48, par = 300,
        parts = { { name = "body", vital = true, radius = 0.75, armour = 10, offset = { 0, 0.45 },
                    gun = { pattern = "aimed", count = 2, spread = 40, burst = 2, gap = 16, rest = 130, speed = 0.08,
                            bullet = "ricochet" } } },
        machines = { { name = "weapons", { name = "quiet", begin = begin, next = { after = 50, to = "firing" } },
                       { name = "firing", begin = guns_on, next = { after = 440, to = "spent" } }, { name = "spent", begin = guns_off } } },
    }
end
shell_turret("hull_turret", {})
shell_turret("hull_turret_hanging", { face = 180 })

-- Behind a plate that stops shots from the front: fly past it, or fire over it.
local function reef_shieldback(name, ...)
    kind {
        name = name, size = "medium", radius = 1.3, speed = 0.07, worth = 240, charge = 36, par = 420,
        parts = {
            { name = "body", vital = true, radius = 0.7, armour = 10, offset = { 0.4, 0 },
              gun = { pattern = "aimed", count = 3, spread = 30, burst = by_difficulty(2, 3, 2), gap = 20, rest = 100, speed = 0.09, bullet = "dart" } },
            { name = "plate", radius = 0.75, armour = 30, offset = { -0.65, 0 } },
        },
        machines = { ... },
    }
end
reef_shieldback("reef_shieldback", fires_between(70, 250))
-- In a row it does not fire: it rams, in surges.
reef_shieldback("reef_shieldback_ramming", {
    name = "movement",
    { name = "surging", begin = { speed = by_difficulty(0.165, 0.245, 0.255), over = 8 }, next = { after = 36, to = "slackening" } },
    { name = "slackening", begin = { speed = 0.05, over = 10 }, next = { after = 30, to = "surging" } },
})

--------------------------------------------------------------------------------------------------------------- large

-- All mouth. Its lure shields it and fires shots that come around corners.
kind {
    name = "angler", size = "large", radius = 2.4, speed = 0.055, worth = 1300, charge = 160, par = 600,
    parts = {
        { name = "body", vital = true, radius = 1.6, armour = 70, shielded_by = "lure",
          gun = { pattern = "aimed", count = 5, spread = 56, rest = 120, speed = 0.08, bullet = "brake" } },
        { name = "lure", radius = 0.55, armour = 18, worth = 300, offset = { -1.5, 1.5 }, sway = { 0.4, 0.5 }, period = 130,
          gun = { pattern = "spiral", count = 3, spin = 17, burst = 10, gap = 12, rest = 90, speed = 0.065, bullet = "curl" } },
    },
    machines = { lingers(130, 520, 0.01, 0.07), armed_while_slow(guns_on, guns_off) },
}

-- A carrier that trails nets: curtains with one hole, which die on a crest, and hail from above.
kind {
    name = "trawler", size = "large", radius = 2.2, speed = 0.05, worth = 1500, charge = 180, par = 600,
    parts = {
        { name = "body", vital = true, radius = 1.7, armour = 60,
          gun = { pattern = "curtain", count = 14, pitch = 1.25, hole = 5, rest = 260, speed = 0.06, look = 0 } },
        { name = "mast", radius = 0.6, armour = 24, worth = 300, offset = { 0.5, 1.35 },
          gun = { count = 2, angle = 116, spread = 24, burst = 2, gap = 40, rest = 150, delay = 90, speed = 0.14, bullet = "hail" } },
    },
    machines = { lingers(150, 480, 0.008, 0.07), armed_while_slow(guns_on, guns_off) },
}
