-- The enemies of all levels. A level contains only those that it uses. See README.md for the words.
-- Armour is in needle hits, and so are the totals in the comments below. All models face left.

use "paths"
use "bullets"
use "helpers"

-------------------------------------------------------------------------------------------------------------- small

-- A manta that flies in files. Takes two or three hits, and fires one shot in passing: at "storm", one that gathers speed.
kind {
    name = "skimmer", size = "small", radius = 0.6, speed = 0.125, faces_path = true, worth = 100, charge = 22,
    parts = {
        radius = 0.55, armour = 3,
        gun = { pattern = "aimed", rest = 66, delay = 12, speed = 0.076, look = 0,
                bullet = difficulty == "storm" and "dart" or nil },
    },
    machines = { fires_between(45, 160) },
}

-- A wasp. Rushes in for so many ticks, brakes, looses three darts and is gone. The darts set out slowly, so that they are
-- seen before they are fast. From behind it comes farther, to brake ahead of the players.
local function hornet(name, rush)
    kind {
        name = name, size = "small", radius = 0.6, speed = 0.2, faces_path = true, worth = 130, charge = 26,
        parts = {
            radius = 0.55, armour = 3,
            gun = { pattern = "aimed", count = 3, spread = 30, rest = 200, speed = 0.05, bullet = "dart" },
        },
        machines = {
            { name = "movement",
              { name = "rushing", next = { after = rush, to = "braking" } },
              { name = "braking", begin = { speed = 0.012, over = 14 }, next = { after = 40, to = "fleeing" } },
              { name = "fleeing", begin = { speed = 0.24, over = 30 } } },
            { name = "weapons",
              { name = "quiet", next = { in_state = "movement.braking", to = "aiming" } },
              { name = "aiming", next = { after = 20, to = "firing" } },
              { name = "firing", begin = { guns = true }, next = { in_state = "movement.fleeing", to = "spent" } },
              { name = "spent", begin = { guns = false } } },
        },
    }
end
hornet("hornet", 42)
hornet("hornet_behind", 84)

-- A beetle that flies in ranks. Fires spreads of three, straight ahead.
kind {
    name = "wedge", size = "small", radius = 0.7, speed = 0.1, faces_path = true, worth = 150, charge = 26,
    parts = {
        radius = 0.62, armour = 4,
        gun = { count = 3, spread = 34, burst = 2, gap = 17, rest = 76, speed = 0.076, look = 1 },
    },
    machines = { fires_between(70, by_difficulty(180, 180, 210)) },
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

-- A brittle star. Slows down, turns, and fires spirals from its arms. The shots bend around what one hides behind.
kind {
    name = "spinner", size = "medium", radius = 0.95, speed = 0.09, worth = 500, charge = 70, par = 360,
    parts = {
        radius = 0.85, armour = 15,
        gun = { pattern = "spiral", count = 3, spin = 17, burst = 10, gap = 13, rest = 100, speed = 0.07, bullet = "curl" },
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

-- A squid with a beam. Aims when the telegraph begins, then burns along that line, which slowly turns downward.
kind {
    name = "lancer", size = "medium", radius = 1.2, speed = 0.09, worth = 650, charge = 80, par = 360,
    parts = {
        { name = "body", vital = true, radius = 1.1, armour = 22,
          beam = { aimed = true, telegraph = 55, burn = 48, rest = 112, sweep = 0.12, half_width = 0.3, reach = 44 } },
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

-- A weaver: a wheel of legs that holds the front. Rings of shots leave it, and every other one curves the other way.
kind {
    name = "weaver", size = "medium", radius = 1.1, speed = 0.09, worth = 600, charge = 75, par = 360,
    parts = {
        radius = 0.95, armour = 16,
        gun = { pattern = "ring", count = ring_count(10), rest = 108, speed = 0.07, bullet = "wheel" },
    },
    machines = {
        lingers(110, 440, 0.008, 0.11),
        { name = "weapons",
          { name = "quiet", begin = { turn = 1 }, next = { in_state = "movement.slowing", to = "weaving" } },
          { name = "weaving", begin = { guns = true }, finish = { guns = false },
            next = { in_state = "movement.going", to = "leaving" } },
          { name = "leaving" } },
    },
}

-- A shieldback: a slow body behind a plate that stops what comes from ahead. Shots from above, from below or in a curve
-- reach it. It leads files through narrow ways.
local function shieldback(name, ...)
    kind {
        name = name, size = "medium", radius = 1.7, speed = 0.085, faces_path = true, worth = 250, charge = 32, par = 360,
        parts = {
            { name = "body", vital = true, radius = 0.75, armour = 10, offset = { 0.5, 0 },
              gun = { count = 2, spread = 16, burst = 2, gap = 16, rest = 100, delay = 20, speed = 0.08, look = 1 } },
            { name = "plate", radius = 1.05, armour = 0, offset = { -0.65, 0 } },
        },
        machines = { ... },
    }
end
shieldback("shieldback", fires_between(70, 240))
-- In a row it does not fire: it rams, in surges.
shieldback("shieldback_ramming", {
    name = "movement",
    { name = "surging", begin = { speed = by_difficulty(0.105, 0.132, 0.23), over = 8 }, next = { after = 36, to = "slackening" } },
    { name = "slackening", begin = { speed = 0.08, over = 10 }, next = { after = 30, to = "surging" } },
})

-- A boulder: four pieces of rock about something that lives in a crack. It drifts with the scenery and bars the way. The
-- heart is behind the piece in front.
local function piece(name, x, y)
    return { name = name, radius = 0.8, armour = 8, worth = 40, offset = { x, y } }
end
local function boulder(name, ...)
    kind {
        name = name, size = "medium", radius = 1.9, worth = 160, charge = 20,
        parts = {
            { name = "heart", vital = true, radius = 0.8, armour = 8, offset = { 0.75, 0 }, shielded_by = "front" },
            piece("front", -0.75, 0), piece("upper", 0, 0.95), piece("lower", 0, -0.95),
        },
        machines = { { name = "movement", ... } },
    }
end
boulder("boulder", { name = "rolling", begin = { anchor = true } })
-- Loose, and faster than the scenery: it tumbles and slides by turns.
boulder("boulder_loose",
        { name = "sliding", begin = { leave = { -0.05, 0 } }, next = { after = 26, to = "tumbling" } },
        { name = "tumbling", begin = { leave = { -by_difficulty(0.17, 0.2, 0.3), 0 } }, next = { after = 26, to = "sliding" } })

-- What sits on rock fires until it is near the players: upright on the floor, upside down on the ceiling, sideways on the faces of pillars.
local function on_rock(t, begin)
    kind {
        name = t.name, size = "medium", radius = 1, worth = t.worth, charge = 45, par = 300,
        parts = {
            { name = "body", vital = true, radius = 0.75, armour = t.armour, offset = { 0, 0.45 }, gun = t.gun },
        },
        machines = {
            { name = "weapons",
              { name = "quiet", begin = begin, next = { after = 50, to = "firing" } },
              { name = "firing", begin = { guns = true }, next = { after = 430, to = "spent" } },
              { name = "spent", begin = { guns = false } } },
        },
    }
end

-- A barnacle fires bursts at a player. Those on pillars fire fans that come in fast and brake, so that they hang in the way.
local function barnacle(name, begin, gun)
    on_rock({ name = name, worth = 300, armour = 10, gun = gun }, begin)
end
local bursts = { pattern = "aimed", burst = 3, gap = 9, rest = by_difficulty(80, 80, 68), speed = by_difficulty(0.08, 0.08, 0.095), look = 0 }
local fans = { pattern = "aimed", count = 3, spread = 46, rest = 110, speed = 0.14, bullet = "brake" }
barnacle("turret", {}, bursts)
barnacle("turret_hanging", { face = 180 }, bursts)
barnacle("turret_left", { { anchor = true }, { face = 90 } }, fans)
barnacle("turret_right", { { anchor = true }, { face = 270 } }, fans)

-- A mortar. Throws three shots over the rocks that stop straight fire.
on_rock({ name = "mortar", worth = 400, armour = 12,
          gun = { angle = 119, count = 3, spread = 20, rest = 100, speed = 0.185, bullet = "lob" } }, {})

-- A lattice post on the rock: three upright beams, five units apart. Two posts burn by turns if the second spawns 90 ticks
-- after the first. Only the middle can be shot; the buds at its sides fall with it.
local function upright(delay)
    return { angle = 90, reach = 20, telegraph = 50, burn = 45, rest = 85, delay = delay, half_width = 0.22 }
end
kind {
    name = "lattice_post", size = "medium", radius = 5.5, worth = 600, charge = 80, par = 480,
    parts = {
        { name = "body", vital = true, radius = 0.9, armour = 26, offset = { 0, 0.5 }, beam = upright(0) },
        { name = "bud_left", radius = 0.45, armour = 0, offset = { -5, 0.6 }, beam = upright(0) },
        { name = "bud_right", radius = 0.45, armour = 0, offset = { 5, 0.6 }, beam = upright(0) },
    },
    machines = {
        { name = "weapons",
          { name = "quiet", next = { after = 60, to = "burning" } },
          { name = "burning", begin = { beams = true } } },
    },
}

-- A horseshoe crab that carries its brood, and a hatch of missiles that can be hurt only while its lid is open. It leaves
-- rows of shots that advance and rest; each row has a hole.
missile {
    name = "missile", coast = 35, turn = 35, life = 480, launch_speed = 0.06, speed = 0.16, radius = 0.4, armour = 3,
    worth = 50, charge = 8,
}

kind {
    name = "carrier", size = "large", radius = 2.1, speed = 0.05, worth = 2000, charge = 180, par = 600,
    parts = {
        { name = "body", vital = true, radius = 1.7, armour = 60,
          gun = { pattern = "curtain", count = 9, pitch = 1.15, hole = by_difficulty(4.6, 4.6, 3.8), rest = 200, speed = 0.075, bullet = "creep" } },
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
