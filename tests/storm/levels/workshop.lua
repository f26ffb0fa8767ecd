-- The workshop: a minute and a half with the features of scripts that the game's levels do not use, and many that they use.
-- With it a corpus of recordings covers the whole core.

level { name = "Workshop", backdrop = "dunes", ticks = 2400 }

use "scenery"
use "kinds"

path { name = "down", { 20, 5 }, { 8, 4 }, { 0, -4 }, { 8, -6 }, { -20, 0 } }
path { name = "away", { 18, 0 }, { 6, 1 }, { -12, 6 } }

missile { name = "dart", coast = 0, turn = 25, life = 400, launch_speed = 0.06, speed = 0.18, radius = 0.4, armour = 2 }

kind {
    name = "mite", size = "small", radius = 0.5, worth = 20, charge = 30,
    parts = { radius = 0.4, armour = 1, gun = { pattern = "aimed_cone", count = 2, rest = 40, spread = 40, speed = 0.12, look = 3 } },
    machines = {
        { name = "buzz",
          { name = "buzz", begin = { { drift = { -0.09, 0.02 } }, { turn = 2 }, { guns = true } },
            tick = { { sleep = 30 }, { drift = { -0.09, -0.02 } }, { sleep = 30 }, { drift = { -0.09, 0.02 } } } } },
    },
}

kind {
    name = "post", size = "medium", radius = 2, worth = 200, charge = 90,
    parts = {
        { name = "body", vital = true, radius = 0.8, armour = 8, offset = { 0, 0.5 },
          gun = { pattern = "ring", count = 12, rest = 90, delay = 10, speed = 0.12 } },
        { name = "crest", radius = 0.5, armour = 4, worth = 25, offset = { 0, 1.4 },
          gun = { count = 3, spread = 40, rest = 70, speed = 0.12 } },
    },
    machines = {
        { name = "post",
          { name = "rise", begin = { { anchor = true }, { face = 90 } }, next = { after = 30, to = "fire" } },
          { name = "fire", begin = { { guns = true, part = "body" }, { guns = true, part = "crest" } },
            tick = { { armour = true, part = "crest" }, { sleep = 40 }, { armour = false, part = "crest" }, { sleep = 1 }, { sleep = 20 } },
            finish = { guns = false }, next = { flag = "down", to = "rise" } } },
    },
}

kind {
    name = "barge", size = "large", radius = 2, worth = 400, charge = 300,
    parts = {
        { name = "body", vital = true, radius = 1, armour = 20, gun = { pattern = "cone", count = 2, burst = 2, rest = 50, spread = 40, speed = 0.12 } },
        { name = "hatch", radius = 0.7, armour = 10, worth = 50, offset = { 0, -1 }, sway = { 0.5, 0 }, period = 90,
          hatch = { missile = "dart", count = 2, gap = 12, shut = 60, opening = 20, shielded_when_shut = true } },
    },
    machines = {
        { name = "barge",
          { name = "come", begin = { hover = { 10, 3 }, over = 60 }, next = { arrived = true, to = "send" } },
          { name = "send", begin = { { hatches = true }, { guns = true } },
            tick = { { spawn = "mite", offset = { -1, 1 } }, { sleep = 25 }, { spawn = "mite", offset = { -1, -1 } }, { sleep = 25 } },
            next = { after = 150, to = "part" } },
          { name = "part",
            begin = { { message = "It leaves." }, { warn = true }, { follow = "away", speed = 0.08 }, { speed = 0.2, over = 40 } },
            finish = { hatches = false }, next = { path_done = true, to = "gone" } },
          { name = "gone", begin = { { face = "path" }, { speed = 0.1 }, { leave = { 0.1, 0.1 } } } } },
    },
}

kind {
    name = "idol", size = "boss", radius = 5, worth = 5000, charge = 400,
    parts = {
        { name = "core", vital = true, radius = 1.5, armour = 30, worth = 500, shielded_by = "moon" },
        { name = "moon", radius = 0.9, armour = 12, worth = 100, orbit = { 3, 2 }, period = 240,
          gun = { pattern = "spiral", count = 3, spin = 11, burst = 4, rest = 20, speed = 0.12 } },
        { name = "arm", radius = 0.9, armour = 12, worth = 100, offset = { 0, 3 }, sway = { 1, 1 }, period = 120,
          beam = { aimed = true, telegraph = 40, burn = 50, rest = 60, delay = 5, sweep = 0.2, reach = 30, half_width = 0.3 } },
        { name = "eye", radius = 0.7, armour = 10, worth = 100, offset = { -1, 0 },
          beam = { bend = { -6, 5 }, tip = { -20, 0 }, telegraph = 30, burn = 60, rest = 80, sweep = -0.15, half_width = 0.4 } },
        { name = "hatch", radius = 0.9, armour = 10, worth = 100, offset = { 1, -3 }, hatch = { missile = "dart", count = 2, shut = 60 } },
    },
    machines = {
        { name = "movement",
          { name = "enter", begin = { { hover = { 8, 0 }, over = 80 }, { warn = true } }, next = { arrived = true, to = "hold" } },
          { name = "hold",
            tick = { { part_to = { -2, 3 }, part = "arm", over = 40 }, { sleep = 60 }, { part_to = { 0, 3 }, part = "arm", over = 0 }, { sleep = 60 },
                     { hover = { 8, -2 }, over = 60 }, { sleep = 70 }, { hover = { 8, 2 }, over = 60 }, { sleep = 70 } },
            next = { parts_dead = 2, to = "rage" } },
          { name = "rage", begin = { turn = 0.5 },
            tick = { { hover = { 5, 3 }, over = 50 }, { sleep = 60 }, { hover = { 10, -3 }, over = 50 }, { sleep = 60 } } } },
        { name = "weapons",
          { name = "wait", next = { in_state = "movement.hold", to = "calm" } },
          { name = "calm", begin = { { guns = true }, { hatches = true } },
            tick = { { sleep = 50 }, { beams = true }, { sleep = 200 }, { beams = false } },
            next = { armour_below = 0.7, part = "core", to = "frenzy" } },
          { name = "frenzy", begin = { beams = true }, tick = { { spawn = "mite", offset = { -2, 0 } }, { sleep = 45 } } } },
        { name = "eye",
          { name = "shut", begin = { armour = false, part = "eye" }, next = { part_dead = "moon", to = "open" } },
          { name = "open", begin = { armour = true, part = "eye" }, tick = { { sleep = 90 }, { go = "blink" } } },
          { name = "blink", finish = { raise = "blinked" }, next = { always = true, to = "open" } } },
    },
}

-- Raises a flag two seconds after its spawn, and leaves.
kind {
    name = "bell", radius = 1, parts = { radius = 0.8, armour = 0 },
    machines = {
        { name = "ring",
          { name = "wait", next = { after = 120, to = "ring" } },
          { name = "ring", begin = { { raise = "rung" }, { leave = { -0.1, 0 } } } } },
    },
}

canyon_start { floor = -7, ceiling = 11, seed = 3 }
local function rock(model, first)
    canyon { model = model, length = 12, ticks = 240, floor = -7, ceiling = 11, rough = 0.3, first = first or false }
end
rock("workshop", true)
for _ = 1, 3 do rock("workshop") end
rock("workshop_idol")
rock("workshop_bell")
rock("workshop_laps")
for _ = 1, 6 do rock("workshop") end

at(0) message "Workshop"
at(10) formation { kind = "skimmer", path = "down", count = 5, gap = 12 }
at(80) formation { kind = "skimmer", path = "away", count = 3, abreast = 1.5, speed = 0.2 }
at(100) section()
at(120) turret { kind = "post", side = "floor" }
wait(20) turret { kind = "post", side = "ceiling" }
at(150) spawn { kind = "barge", place = { 20, 6 } }
at(300) raise "down"
at(400) formation { kind = "wedge", path = "straight", count = 9, abreast = 1.7, rank = 3, gap = 30, stagger = 8 }
at(500) spawn { kind = "skimmer", path = "down", abreast = 1, mirror = true }
at(700) section()
at(900) warn()
loop {
    tiles = { "workshop_idol" }, until_dead = boss { kind = "idol", place = { 22, 0 } },
    cues = function() at(30) spawn { kind = "skimmer", path = "down" } end,
}
loop {
    tiles = { "workshop_bell" }, until_flag = "rung",
    first = function() at(3) spawn { kind = "bell", place = { 9, -3 } } end,
    cues = function() at(30) spawn { kind = "skimmer", path = "down" } end,
}
loop { tiles = { "workshop_laps" }, laps = 2, cues = function() at(10) spawn { kind = "skimmer", path = "down" } end }
at(1700) section()
at(1720) formation { kind = "skimmer", path = "down", count = 12, gap = 20 }
at(2000) spawn { kind = "barge", place = { 20, -4 } }
