-- What lives in the Hive: cold grey and green in warm walls. Armour is in needle hits. All models face left.

use "bullets"
use "helpers"

-- A cyst's bullets; each strays a little. They swell about the root before they fly. At "storm" each splits once.
if difficulty == "storm" then
    -- Its halves linger, so that who is near sees them before they fly.
    bullet { name = "husk_half", look = 1, { fly = 24, speed = 0.015 }, { fly = true, speed = 0.07, over = 20 } }
    bullet { name = "husk", look = 1, { veer = 0, random = 9 }, { fly = 26, speed = 0.02 }, { fly = 1, speed = 0.14 }, { fly = 70, speed = 0.03, over = 50 },
             { split = 2, spread = 70, speed = 0.015, into = "husk_half" } }
else
    bullet { name = "husk", look = 1, { veer = 0, random = 9 }, { fly = 26, speed = 0.02 }, { fly = 1, speed = 0.11 }, { fly = true, speed = 0.05, over = 50 } }
end

-- Fires while it lingers.
local function fires_slowly(begin)
    return {
        name = "weapons",
        { name = "quiet", begin = begin, next = { in_state = "movement.slowing", to = "firing" } },
        { name = "firing", begin = { { guns = true }, { beams = true } }, finish = { { guns = false }, { beams = false } },
          next = { in_state = "movement.going", to = "leaving" } },
        { name = "leaving" },
    }
end

-------------------------------------------------------------------------------------------------------------- small

-- An eye with three hooked legs.
local function drone(name, ...)
    kind {
        name = name, size = "small", radius = 0.55, speed = 0.11, worth = 140, charge = 27,
        parts = {
            radius = 0.52, armour = 6,
            gun = { pattern = "aimed", burst = by_difficulty(2, 3, 3), gap = by_difficulty(40, 32, 32), rest = by_difficulty(80, 60, 64), delay = 10, speed = 0.08, look = 0 },
        },
        machines = { { name = "turning", { name = "always", begin = { turn = 3 } } }, ... },
    }
end
drone("drone", fires_between(50, 190))
-- In flight from behind, it only rams.
drone("drone_fleeing")

-- A disc in the blood, in sheets: stop and go.
kind {
    name = "corpuscle", size = "small", radius = 0.65, speed = 0.12, worth = 130, charge = 25,
    parts = {
        radius = 0.62, armour = 18,
        gun = { burst = 2, gap = 22, rest = 96, delay = 45, speed = 0.075, look = 0 },
    },
    machines = {
        { name = "movement",
          { name = "going", begin = { { speed = by_difficulty(0.12, 0.19, 0.25), over = 8 }, { turn = 2 } }, next = { after = 34, to = "resting" } },
          { name = "resting", begin = { { speed = 0.006, over = 10 }, { turn = 0 } }, next = { after = 30, to = "going" } } },
        fires_between(40, 110),
    },
}

-- What the hive held back flows freely: at the end, and when the Ventricles are dead. It does no harm.
kind {
    name = "corpuscle_freed", size = "small", radius = 0.65, speed = 0.1, worth = 120, charge = 40,
    parts = { radius = 0.62, armour = 1 },
    machines = { { name = "movement", { name = "flowing", begin = { turn = 2 } } } },
}
kind {
    name = "corpuscle_dammed", size = "small", radius = 0.65, worth = 150, charge = 45,
    parts = { radius = 0.62, armour = 2 },
    machines = { {
        name = "stream",
        { name = "dammed", next = { flag = "ventricles_dead", to = "waiting" } },
        { name = "waiting", tick = { { sleep = 5, random = 320 }, { go = "flowing" } } },
        { name = "flowing", begin = { { leave = { -0.12, 0 } }, { turn = 2 } } },
    } },
}

-- A wasp: rushes in, brakes, stings, and is gone.
kind {
    name = "hive_hornet", size = "small", radius = 0.6, speed = 0.2, faces_path = true, worth = 130, charge = 25,
    parts = {
        radius = 0.55, armour = 3,
        gun = { pattern = "aimed", count = by_difficulty(3, 4, 4), spread = by_difficulty(36, 42, 42), burst = 2, gap = 14, rest = 400, speed = 0.082, look = 1 },
    },
    machines = {
        { name = "movement",
          { name = "coming", next = { after = 62, to = "braking" } },
          { name = "braking", begin = { speed = 0.012, over = 16 }, next = { after = 52, to = "going" } },
          { name = "going", begin = { speed = 0.22, over = 30 } } },
        { name = "weapons",
          { name = "quiet", next = { after = 84, to = "stinging" } },
          { name = "stinging", begin = { guns = true }, next = { after = 20, to = "spent" } },
          { name = "spent", begin = { guns = false } } },
    },
}

-- A manta of the sea, gone astray. Its shots wait, then aim.
kind {
    name = "hive_ray", size = "small", radius = 0.6, speed = 0.12, faces_path = true, worth = 110, charge = 25,
    parts = {
        radius = 0.55, armour = 3,
        gun = { pattern = "aimed", rest = 165, delay = 12, bullet = "snare", speed = 0.12 },
    },
    machines = { fires_between(45, 150) },
}

------------------------------------------------------------------------------------------------------------- medium

-- A cyst on a root. The sac pays when it is shot. Two seconds later the root, which nothing hurts until then, throws a
-- ring of bullets and is gone. One that has come as far as the players withers instead: nobody could see its ring in time.
kind {
    name = "cyst", size = "medium", radius = 0.9, par = 300, worth = 20, charge = 6,
    parts = {
        { name = "root", vital = true, radius = 0.6, armour = 2,
          gun = { pattern = "ring", count = by_difficulty(5, 8, 8), rest = 600, bullet = "husk", speed = 0.14 } },
        { name = "sac", radius = 0.85, armour = 12, worth = 240 },
    },
    machines = {
        { name = "life",
          { name = "whole", begin = { { anchor = true }, { armour = false, part = "root" } }, next = { { part_dead = "sac", to = "burst" }, { after = 620, to = "old" } } },
          { name = "burst", begin = { { guns = true }, { armour = true, part = "root" } }, next = { after = 20, to = "spent" } },
          { name = "old", next = { part_dead = "sac", to = "spent" } },
          { name = "spent", begin = { vanish = true } } },
    },
}

-- A gland on the wall, upright on the floor and upside down on the ceiling. What it spits comes back from the walls.
local function spitter_kind(name, begin)
    kind {
        name = name, size = "medium", radius = 1, worth = 300, charge = 52, par = 300,
        parts = {
            { name = "body", vital = true, radius = 0.85, armour = 16, offset = { 0, 0.4 },
              gun = { pattern = "aimed", count = 2, spread = 50, burst = 2, gap = 26, rest = 130, bullet = "ricochet", speed = 0.068 } },
        },
        machines = {
            { name = "weapons",
              { name = "quiet", begin = begin, next = { after = 60, to = "firing" } },
              { name = "firing", begin = { guns = true }, next = { after = 330, to = "spent" } },
              { name = "spent", begin = { guns = false } } },
        },
    }
end
spitter_kind("spitter", {})
spitter_kind("spitter_hanging", { face = 180 })

-- A brittle star of the Hive: what leaves its arms opens into flowers.
kind {
    name = "hive_spinner", size = "medium", radius = 0.95, speed = 0.09, worth = 450, charge = 75, par = 360,
    parts = {
        radius = 0.85, armour = 20,
        gun = { pattern = "spiral", count = 3, spin = 40, burst = 2, gap = 30, rest = 95, bullet = "bloom", speed = 0.12 },
    },
    machines = { lingers(95, 420, 0.012, 0.1), fires_slowly({ turn = 2 }) },
}

-- A brittle star that hovers behind others, in rings that curve both ways.
kind {
    name = "hive_weaver", size = "medium", radius = 0.95, speed = 0.09, worth = 400, charge = 70, par = 360,
    parts = {
        radius = 0.85, armour = 16,
        gun = { pattern = "ring", count = 12, burst = 1, rest = 105, bullet = "wheel", speed = 0.065 },
    },
    machines = { lingers(110, 400, 0.01, 0.1), fires_slowly({ turn = -2 }) },
}

-- A beetle behind a plate. It is hurt from above, from below, or by what flies in a curve.
local function hive_shieldback(name, ...)
    kind {
        name = name, size = "medium", radius = 1.1, speed = 0.065, worth = 280, charge = 44, par = 300,
        parts = {
            { name = "body", vital = true, radius = 0.7, armour = 10,
              gun = { count = 3, spread = 44, burst = 2, gap = 16, rest = 110, speed = 0.078, look = 1 } },
            { name = "plate", radius = 0.8, armour = 0, offset = { -0.75, 0 } },
        },
        machines = { ... },
    }
end
hive_shieldback("hive_shieldback", fires_between(60, 200))
-- In a row it does not fire: it rams, in surges.
hive_shieldback("hive_shieldback_ramming", {
    name = "movement",
    { name = "surging", begin = { speed = by_difficulty(0.145, 0.255, 0.34), over = 8 }, next = { after = 36, to = "slackening" } },
    { name = "slackening", begin = { speed = 0.04, over = 10 }, next = { after = 30, to = "surging" } },
})

-- Two squids with a tripwire between them. The wire breaks with either.
kind {
    name = "hive_lancer", size = "medium", radius = 3.4, speed = 0.09, worth = 600, charge = 90, par = 360,
    parts = {
        { name = "high", vital = true, radius = 0.9, armour = 26, offset = { 0, 2.6 },
          beam = { link = "low", telegraph = 60, burn = 110, rest = 60, half_width = 0.22 } },
        { name = "low", vital = true, radius = 0.9, armour = 26, offset = { 0, -2.6 },
          gun = { pattern = "aimed", count = 3, spread = 40, rest = 140, speed = 0.08, look = 1 } },
    },
    machines = { lingers(100, 460, 0.012, 0.11), fires_slowly({ turn = 0.35 }) },
}

-- The organ that holds a door. Its flag is raised when it dies.
local function lock_kind(name, begin)
    kind {
        name = name, size = "medium", radius = 1.1, worth = 20, charge = 10, par = 300, raises = "lock_opens",
        parts = {
            { name = "root", radius = 0.8, armour = 0, offset = { 0, 0.3 } },
            { name = "lock", vital = true, radius = 0.75, armour = 30, worth = 500, offset = { 0, 1.1 },
              gun = { pattern = "ring", count = 6, rest = 150, bullet = "curl", speed = 0.07 } },
        },
        machines = { { name = "life", { name = "shut", begin = begin } } },
    }
end
lock_kind("lock", { guns = true })

-------------------------------------------------------------------------------------------------------------- large

-- Six drones about their mother. Two wheels turn against each other.
local function wheel_kind(name, way)
    local parts = {
        { name = "mother", vital = true, radius = 1.1, armour = 54, worth = 500,
          gun = { pattern = "ring", count = 8, rest = 210, delay = 60, bullet = "halo", speed = 0.09 } },
    }
    for i = 1, 6 do
        append(parts, {
            name = "drone_" .. tostring(i), radius = 0.52, armour = 6, worth = 120, orbit = { 2.5, way * 2.5 }, period = 260, phase = 60 * i,
            gun = { pattern = "aimed", rest = 180, delay = 30 * i, speed = 0.08, look = 0 },
        })
    end
    kind {
        name = name, size = "large", radius = 3.2, speed = 0.07, worth = 600, charge = 165, par = 540, parts = parts,
        machines = { lingers(150, 340, 0.012, 0.1), fires_after(120) },
    }
end
wheel_kind("drone_wheel", 1)
wheel_kind("drone_wheel_back", -1)

-- A head and ten segments that follow it along its path; every third sheds bullets that stop and go.
do
    local parts = {
        { name = "head", vital = true, radius = 0.85, armour = 24, worth = 200,
          gun = { pattern = "aimed", count = 3, spread = 40, burst = 3, gap = 18, rest = 84, delay = 30, speed = 0.08, look = 1 } },
    }
    for i = 1, 10 do
        local gun = i % 3 == 0 and { angle = 90, count = 2, spread = 180, rest = 200, delay = 16 * i, bullet = "creep", speed = 0.09 } or nil
        append(parts, {
            name = "segment_" .. tostring(i), radius = 0.5, armour = 5, worth = 30, trail = true, lead = 0.35 + 0.72 * i, gun = gun,
        })
    end
    kind {
        name = "leech", size = "large", radius = 5, speed = 0.06, worth = 700, charge = 145, par = 540, parts = parts,
        machines = { fires_between(90, 330) },
    }
end

-- Sets down three cysts.
kind {
    name = "nurse", size = "large", radius = 2.1, speed = 0.05, worth = 1500, charge = 180, par = 600,
    parts = {
        { name = "body", vital = true, radius = 2, armour = 90,
          gun = { angle = 110, count = 3, spread = 60, burst = 2, gap = 30, rest = 150, bullet = "hail", speed = 0.14 } },
    },
    machines = {
        { name = "brood",
          { name = "coming", next = { after = 150, to = "setting" } },
          { name = "setting", begin = { guns = true },
            tick = { { spawn = "cyst", offset = { 0.4, -2 } }, { sleep = 130 }, { spawn = "cyst", offset = { 0.4, 2 } }, { sleep = 130 },
                     { spawn = "cyst", offset = { 0.4, -2 } }, { sleep = 65535 } },
            next = { after = 300, to = "spent" } },
          { name = "spent", begin = { guns = false } } },
    },
}

-- A membrane across the way, with room above and below. It tears at its middle.
kind {
    name = "membrane", size = "large", radius = 4.4, worth = 500, charge = 90, par = 420,
    parts = {
        { name = "middle", vital = true, radius = 0.95, armour = 40 },
        { name = "fold_1", radius = 0.95, armour = 0, offset = { 0.25, 1.55 } },
        { name = "fold_2", radius = 0.95, armour = 0, offset = { 0.25, -1.55 } },
        { name = "fold_3", radius = 0.9, armour = 0, offset = { 0.6, 3 } },
        { name = "fold_4", radius = 0.9, armour = 0, offset = { 0.6, -3 } },
    },
    machines = { { name = "movement", { name = "still", begin = { anchor = true } } } },
}

-- Three nodes on a stalk, five units apart, that burn lane by lane. It dies with its middle node.
local loom_rest = difficulty == "storm" and 130 or 240
local function loom_node(name, y, armour, delay, vital, way)
    local beam = way or { angle = 180, reach = 40, delay = delay }
    beam.telegraph, beam.burn, beam.rest, beam.half_width = 60, 60, loom_rest, 0.28
    return { name = name, radius = 0.85, armour = armour, worth = 200, vital = vital or false, offset = { 0, y }, beam = beam }
end
local function loom_kind(name, parts)
    kind {
        name = name, size = "large", radius = 6, worth = 700, charge = 120, par = 480,
        parts = parts,
        machines = {
            { name = "movement",
              { name = "coming", begin = { hover = { 14.2, 0 }, over = 110 }, next = { arrived = true, to = "burning" } },
              { name = "burning", begin = { beams = true }, finish = { beams = false }, next = { after = 600, to = "leaving" } },
              { name = "leaving", begin = { leave = { 0.08, 0 } } } },
        },
    }
end
loom_kind("loom", { loom_node("node_mid", 0, 40, 120, true), loom_node("node_high", 5.6, 24, 0), loom_node("node_low", -5.6, 24, 240) })
-- The other one burns upright, one column before another toward the left, and its middle node along the lane.
local function column(x, delay) return { field = { x, 9.6 }, angle = 270, reach = 20, delay = delay } end
loom_kind("loom_across", { loom_node("node_mid", 0, 40, 240, true), loom_node("node_high", 5.6, 24, 0, false, column(-3.5, 0)),
                           loom_node("node_low", -5.6, 24, 0, false, column(-9.5, 120)) })

------------------------------------------------------------------------------------------------------------- paths

-- Down the shaft the way in is from below, on the right.
path { name = "shaft_middle", { 20, -9 }, { 8, -4 }, { -8, 4 }, { -26, 12 } }
path { name = "shaft_high", { 20, -5 }, { 8, -0.4 }, { -8, 7 }, { -26, 15 } }
path { name = "shaft_low", { 20, -13 }, { 8, -8 }, { -8, 0.4 }, { -26, 8 } }
path { name = "shaft_cross", { 20, -6 }, { 12, -7 }, { 4, 1 }, { -4, -1 }, { -12, 8 }, { -26, 13 } }
path { name = "shaft_chase", { -20, 6 }, { -8, 7 }, { 2, 2 }, { 8, -3 }, { 2, -2 }, { -8, 1.5 }, { -26, 8 } }
path { name = "shaft_post", { 20, -7 }, { 9, -3.4 }, { 3, -1 }, { -26, 12 } }

-- Leeches, and what goes round.
path { name = "braid", { 24, 3.4 }, { 12, 3 }, { 4, -2.4 }, { -6, -3 }, { -34, 2 } }
path { name = "throat", { 24, 0 }, { 12, 1.6 }, { 2, -1.6 }, { -8, 1 }, { -34, 0 } }
path { name = "lane_high", { 20, 6 }, { -26, 6 } }
path { name = "lane_middle", { 20, 0 }, { 10, 0.5 }, { 0, -0.5 }, { -26, 0 } }
path { name = "lanes", { 20, 6 }, { 12, 6 }, { 6, 0.4 }, { 0, -0.4 }, { -6, -6 }, { -26, -6 } }
path { name = "sheet", { 20, 0 }, { -26, 0 } }
path { name = "sheet_high", { 20, 3 }, { -26, 1 } }
path { name = "sheet_low", { 20, -3 }, { -26, -1 } }
path { name = "flee", { -20, 3 }, { -6, 3.6 }, { 8, 1 }, { 26, 2 } }
path { name = "flee_wide", { -20, 5 }, { 0, 5 }, { 26, 4 } }
