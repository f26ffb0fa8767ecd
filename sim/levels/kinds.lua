-- The enemies of all levels. A level contains only those that it uses. See README.md for the words.
-- Armour is in needle hits, and so are the totals in the comments below. All models face left.

use "paths"

-- Switches all guns on `delay` ticks after the enemy has spawned.
local function fires_after(delay)
    return {
        name = "weapons",
        { name = "quiet", next = { after = delay, to = "firing" } },
        { name = "firing", begin = { guns = true } },
    }
end

-- On a path: slows down after `delay` ticks, stays slow for `stay` ticks, then speeds up again.
local function lingers(delay, stay, slow, fast)
    return {
        name = "movement",
        { name = "coming", next = { after = delay, to = "slowing" } },
        { name = "slowing", begin = { speed = slow, over = 40 }, next = { after = stay, to = "going" } },
        { name = "going", begin = { speed = fast, over = 60 } },
    }
end

-------------------------------------------------------------------------------------------------------------- small

-- A manta that flies in files. Takes two or three hits, and fires one shot in passing.
kind {
    name = "skimmer", size = "small", radius = 0.6, speed = 0.125, faces_path = true, worth = 100, charge = 22,
    parts = {
        radius = 0.55, armour = 3,
        gun = { pattern = "aimed", rest = 85, delay = 12, speed = 0.085, look = 0 },
    },
    machines = { fires_after(45) },
}

-- A beetle that flies in ranks. Fires spreads of three, straight ahead.
kind {
    name = "wedge", size = "small", radius = 0.7, speed = 0.1, faces_path = true, worth = 150, charge = 26,
    parts = {
        radius = 0.62, armour = 4,
        gun = { count = 3, spread = 34, burst = 2, gap = 18, rest = 95, speed = 0.08, look = 1 },
    },
    machines = { fires_after(70) },
}

-- The child of carriers. Drifts, then darts ahead.
kind {
    name = "pod", size = "small", radius = 0.4, worth = 40, charge = 8,
    parts = { radius = 0.36, armour = 2 },
    machines = {
        { name = "movement",
          { name = "falling", begin = { drift = { -0.03, 0 } }, next = { after = 50, to = "darting" } },
          { name = "darting", begin = { { leave = { -0.16, 0 } }, { turn = 5 } } } },
    },
}

------------------------------------------------------------------------------------------------------------- medium

-- A brittle star. Slows down, turns, and fires spirals from its arms.
kind {
    name = "spinner", size = "medium", radius = 0.95, speed = 0.09, worth = 400, charge = 70, par = 360,
    parts = {
        radius = 0.85, armour = 18,
        gun = { pattern = "spiral", count = 5, spin = 11, burst = 20, gap = 8, rest = 64, speed = 0.072, look = 2 },
    },
    machines = {
        lingers(95, 420, 0.012, 0.1),
        { name = "weapons",
          { name = "quiet", begin = { turn = 1.5 }, next = { in_state = "movement.slowing", to = "whirling" } },
          { name = "whirling", begin = { { turn = 4 }, { guns = true } }, finish = { { turn = 1.5 }, { guns = false } },
            next = { in_state = "movement.going", to = "leaving" } },
          { name = "leaving" } },
    },
}

-- A squid with a beam. Aims when the telegraph begins, then burns along that line.
kind {
    name = "lancer", size = "medium", radius = 1.2, speed = 0.09, worth = 500, charge = 80, par = 360,
    parts = {
        { name = "body", vital = true, radius = 1.1, armour = 26,
          beam = { aimed = true, telegraph = 55, burn = 40, rest = 120, half_width = 0.28, reach = 44 } },
    },
    machines = {
        lingers(110, 480, 0.008, 0.11),
        { name = "weapons",
          { name = "quiet", next = { in_state = "movement.slowing", to = "aiming" } },
          { name = "aiming", begin = { beams = true }, finish = { beams = false },
            next = { in_state = "movement.going", to = "leaving" } },
          { name = "leaving" } },
    },
}

-- A barnacle on the rock, upright on the floor and upside down on the ceiling.
local function turret_kind(name, begin)
    kind {
        name = name, size = "medium", radius = 1, worth = 250, charge = 45, par = 300,
        parts = {
            { name = "body", vital = true, radius = 0.75, armour = 10, offset = { 0, 0.45 },
              gun = { pattern = "aimed", count = 1, burst = 4, gap = 9, rest = 90, speed = 0.095, look = 0 } },
        },
        machines = {
            { name = "weapons",
              { name = "quiet", begin = begin, next = { after = 50, to = "firing" } },
              { name = "firing", begin = { guns = true } } },
        },
    }
end
turret_kind("turret", {})
turret_kind("turret_hanging", { face = 180 })

-- A horseshoe crab that carries its brood, and a hatch of missiles that can be hurt only while its lid is open.
missile {
    name = "missile", coast = 35, turn = 35, life = 480, launch_speed = 0.06, speed = 0.16, radius = 0.4, armour = 3,
    worth = 50, charge = 8,
}

kind {
    name = "carrier", size = "large", radius = 2.1, speed = 0.05, worth = 1500, charge = 180, par = 600,
    parts = {
        { name = "body", vital = true, radius = 1.7, armour = 60,
          gun = { pattern = "aimed", count = 5, spread = 64, burst = 2, gap = 24, rest = 110, speed = 0.075, look = 1 } },
        { name = "hatch", radius = 0.6, armour = 24, worth = 300, offset = { 0.5, 1.35 },
          hatch = { missile = "missile", count = 2, gap = 22, shut = 170, opening = 36, angle = 110, shielded_when_shut = true } },
    },
    machines = {
        { name = "brood",
          { name = "shut", next = { after = 150, to = "open" } },
          { name = "open", begin = { { guns = true }, { hatches = true } },
            tick = { { spawn = "pod", offset = { -0.6, -1.3 } }, { sleep = 26 }, { spawn = "pod", offset = { -0.6, -1.3 } },
                     { sleep = 26 }, { spawn = "pod", offset = { -0.6, -1.3 } }, { sleep = 150 } },
            next = { after = 620, to = "spent" } },
          { name = "spent", begin = { { guns = false }, { hatches = false } } } },
    },
}

------------------------------------------------------------------------------------------------------------- bosses

-- The Sentinel: an eye in a ring of shell. Two guards circle it; both must be destroyed before the eye can be hurt. The
-- eye burns in a sweeping curve. After a minute and a half it leaves and raises "sentinel_leaves", which ends its loop.
-- About 260 hits in total.
kind {
    name = "sentinel", size = "boss", radius = 3.6, worth = 8000, charge = 300, par = 1800,
    parts = {
        { name = "ring", radius = 2.3, armour = 0,
          gun = { count = 9, spread = 130, burst = 2, gap = 30, rest = 150, speed = 0.07, look = 1 } },
        { name = "eye", vital = true, radius = 0.9, armour = 150, offset = { -1.6, 0 },
          gun = { pattern = "ring", count = 18, burst = 2, gap = 16, rest = 105, speed = 0.075, look = 2 },
          beam = { bend = { -9, 7 }, tip = { -26, -3 }, telegraph = 70, burn = 80, rest = 170, sweep = 0.09, half_width = 0.4 } },
        { name = "guard_high", radius = 0.8, armour = 55, worth = 800, orbit = { 2.9, 2.9 }, period = 300, phase = 90,
          gun = { pattern = "aimed", count = 3, spread = 24, burst = 3, gap = 14, rest = 90, speed = 0.09, look = 0 } },
        { name = "guard_low", radius = 0.8, armour = 55, worth = 800, orbit = { 2.9, 2.9 }, period = 300, phase = 270,
          gun = { pattern = "aimed", count = 3, spread = 24, burst = 3, gap = 14, rest = 90, delay = 45, speed = 0.09, look = 0 } },
    },
    machines = {
        { name = "movement",
          { name = "coming", begin = { hover = { 9, 0 }, over = 170 }, next = { arrived = true, to = "high" } },
          { name = "high", begin = { hover = { 9, 2.4 }, over = 200 },
            next = { { flag = "sentinel_leaves", to = "leaving" }, { arrived = true, to = "low" } } },
          { name = "low", begin = { hover = { 8.2, -2.4 }, over = 240 },
            next = { { flag = "sentinel_leaves", to = "leaving" }, { arrived = true, to = "high" } } },
          { name = "leaving", begin = { leave = { 0.07, 0.02 } } } },
        { name = "weapons",
          { name = "quiet", begin = { armour = false, part = "eye" },
            next = { in_state = "movement.high", to = "guarded" } },
          { name = "guarded", par = 720,
            begin = { { guns = true, part = "guard_high" }, { guns = true, part = "guard_low" }, { guns = true, part = "ring" } },
            next = { { in_state = "movement.leaving", to = "leaving" }, { parts_dead = 2, to = "open" },
                     { after = 1080, to = "open" } } },
          { name = "open", par = 480, begin = { { armour = true, part = "eye" }, { beams = true } },
            next = { { in_state = "movement.leaving", to = "leaving" }, { armour_below = 0.5, part = "eye", to = "furious" } } },
          { name = "furious", par = 480, begin = { guns = true, part = "eye" },
            next = { in_state = "movement.leaving", to = "leaving" } },
          { name = "leaving", begin = { { guns = false }, { beams = false } } } },
        { name = "patience",
          { name = "waiting", next = { after = 5400, to = "spent" } },
          { name = "spent", begin = { raise = "sentinel_leaves" } } },
    },
}

-- The Warden: a crab the size of a house. Two claws and two hatches move independently; the eye burns in a curve. Phases
-- end at two thirds and one third of the core's armour. About 980 hits in total, 400 of them for the core.
missile {
    name = "warden_missile", coast = 40, turn = 45, life = 540, launch_speed = 0.07, speed = 0.14, radius = 0.45, armour = 4,
    worth = 60, charge = 10,
}

local function warden_hatch(name, y, period, angle, delay)
    return {
        name = name, radius = 0.85, armour = 90, worth = 1500, offset = { 1.2, y }, sway = { 0.5, 0.5 }, period = period,
        hatch = { missile = "warden_missile", count = 3, gap = 18, shut = 190, opening = 40, delay = delay, angle = angle,
                  shielded_when_shut = true },
    }
end

local function warden_claw(name, y, delay)
    return {
        name = name, radius = 1.2, armour = 130, worth = 2000, offset = { -1.6, y },
        gun = { pattern = "aimed", count = 5, spread = 56, burst = 3, gap = 20, rest = 90, delay = delay, speed = 0.085, look = 1 },
    }
end

-- A claw has its own machine: it reaches out, draws back and rests, `pace` ticks each.
local function claw_state(name, part, y, pace, far, next_ways)
    return {
        name = name,
        tick = {
            { part_to = { -far, 0.77 * y }, part = part, over = pace }, { sleep = pace },
            { part_to = { -1.6, y }, part = part, over = pace }, { sleep = 2 * pace },
        },
        next = next_ways,
    }
end

local function claw_machine(part, y, slow, fast)
    return { name = part,
             { name = "folded", next = { in_state = "phases.first", to = "slow" } },
             claw_state("slow", part, y, slow, 4.2, { in_state = "phases.third", to = "fast" }),
             claw_state("fast", part, y, fast, 5.4, {}) }
end

kind {
    name = "warden", size = "boss", radius = 7, worth = 30000, charge = 500, par = 3600,
    parts = {
        { name = "body", radius = 3, armour = 0, offset = { 1, 0 },
          gun = { pattern = "ring", count = 20, burst = 2, gap = 24, rest = 110, speed = 0.066, look = 0 } },
        { name = "core", vital = true, radius = 1, armour = 400, offset = { -2, 0 },
          gun = { pattern = "spiral", count = 9, spin = 7, burst = 24, gap = 11, rest = 60, speed = 0.068, look = 2 } },
        warden_claw("claw_high", 4.4, 0),
        warden_claw("claw_low", -4.4, 55),
        warden_hatch("hatch_high", 2.7, 210, 110, 60),
        warden_hatch("hatch_low", -2.7, 166, 250, 155),
        { name = "eye", radius = 0.7, armour = 140, worth = 2500, offset = { -1.2, 1.9 },
          beam = { bend = { -10, 6 }, tip = { -24, -9 }, telegraph = 75, burn = 90, rest = 180, sweep = 0.12, half_width = 0.45 } },
    },
    machines = {
        { name = "movement",
          { name = "coming", begin = { hover = { 10, 0 }, over = 240 }, next = { arrived = true, to = "high" } },
          { name = "high", begin = { hover = { 9.5, 1.6 }, over = 260 }, next = { arrived = true, to = "low" } },
          { name = "low", begin = { hover = { 10, -1.6 }, over = 260 }, next = { arrived = true, to = "near" } },
          { name = "near", begin = { hover = { 7.6, 0 }, over = 220 }, next = { arrived = true, to = "high" } } },
        { name = "phases",
          { name = "coming", begin = { armour = false, part = "core" }, next = { in_state = "movement.high", to = "first" } },
          { name = "first", par = 1080, begin = { { armour = true, part = "core" }, { guns = true, part = "claw_high" },
                                      { guns = true, part = "claw_low" }, { guns = true, part = "body" }, { hatches = true } },
            next = { armour_below = 0.667, part = "core", to = "first_break" } },
          { name = "first_break", begin = { { guns = false }, { hatches = false }, { armour = false, part = "core" } },
            next = { after = 60, to = "second" } },
          { name = "second", par = 1080, begin = { { armour = true, part = "core" }, { beams = true }, { guns = true, part = "core" } },
            next = { armour_below = 0.333, part = "core", to = "second_break" } },
          { name = "second_break", begin = { { guns = false }, { beams = false }, { armour = false, part = "core" } },
            next = { after = 60, to = "third" } },
          { name = "third", par = 1080, begin = { { armour = true, part = "core" }, { beams = true }, { guns = true }, { hatches = true } } } },
        claw_machine("claw_high", 4.4, 70, 44),
        claw_machine("claw_low", -4.4, 83, 37),
    },
}
