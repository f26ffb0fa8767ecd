-- The bosses of level 1. Armour is in needle hits; what stands behind a late transition comes two seconds after its cause,
-- and in that time the boss cracks while the old pattern goes on.

use "kinds"
use "helpers"

---------------------------------------------------------------------------------------------------------- the Sentinel

-- The Sentinel: an eye in a ring of shell. Two guards circle it and hold a tripwire across it, which turns with them. When
-- both are dead, or after 18 seconds, the eye opens. It
-- burns in a sweeping curve and sends out halos; below half of its armour the stumps of the guards lay snares. After 75
-- seconds it leaves and raises "sentinel_leaves", which ends its loop. About 220 hits in total.

local function guard(name, phase, delay, beam)
    return { name = name, radius = 0.8, armour = 44, worth = 800, orbit = { 2.9, 2.9 }, period = 300, phase = phase, beam = beam,
             gun = { pattern = "aimed", count = 3, spread = 26, burst = 3, gap = 14, rest = 90, delay = delay, speed = 0.082, look = 0 } }
end

-- What a guard grows from. It stays when the guard is gone, too small to be shot.
local function stump(name, phase, delay)
    return { name = name, radius = 0.42, armour = 0, orbit = { 2.9, 2.9 }, period = 300, phase = phase,
             gun = { pattern = "ring", count = ring_count(6), rest = 150, delay = delay, speed = 0.1, bullet = "snare" } }
end

kind {
    name = "sentinel", size = "boss", radius = 3.6, worth = 12000, charge = 300, par = 1800,
    parts = {
        { name = "ring", radius = 2.3, armour = 0,
          gun = { count = 9, spread = 130, burst = 2, gap = 30, rest = 150, speed = 0.07, look = 1 } },
        { name = "eye", vital = true, radius = 0.9, armour = 120, offset = { -1.6, 0 },
          gun = { pattern = "ring", count = ring_count(10), rest = 170, delay = 40, speed = 0.075, bullet = "halo" },
          beam = { bend = { -9, 7 }, tip = { -26, -3 }, telegraph = 70, burn = 80, rest = 170, sweep = 0.09, half_width = 0.4 } },
        guard("guard_high", 90, 0, { link = "guard_low", telegraph = 60, burn = 120, rest = 90, half_width = 0.22 }),
        guard("guard_low", 270, 45),
        stump("gun_high", 90, 40), stump("gun_low", 270, 115),
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
          { name = "guarded", practice = 1, par = 720,
            begin = { { guns = true, part = "guard_high" }, { guns = true, part = "guard_low" }, { guns = true, part = "ring" },
                      { beams = true, part = "guard_high" } },
            next = { { in_state = "movement.leaving", to = "leaving" }, { parts_dead = 2, to = "open" },
                     { after = 1080, to = "open" } } },
          { name = "open", practice = 2, par = 540,
            begin = { { cancel = true }, { armour = true, part = "eye" }, { beams = true, part = "eye" }, { guns = true, part = "eye" },
                      { guns = false, part = "ring" } },
            next = { { in_state = "movement.leaving", to = "leaving" }, { armour_below = 0.5, part = "eye", to = "furious" } } },
          { name = "furious", practice = 3, par = 540, begin = { { cancel = true }, { guns = true, part = "gun_high" }, { guns = true, part = "gun_low" } },
            next = { in_state = "movement.leaving", to = "leaving" } },
          { name = "leaving", begin = { { guns = false }, { beams = false } } } },
        { name = "patience",
          { name = "waiting", next = { after = 4500, to = "spent" } },
          { name = "spent", begin = { raise = "sentinel_leaves" } } },
    },
}

------------------------------------------------------------------------------------------------------------ the Warden

-- The Warden: a crab the size of a house, in four phases. The claws must go before the eye opens, the eye before the core
-- does, and at half of its armour the core sheds its plates. Whatever still lives fires to the end: a claw or a hatch that
-- outlasts its phase is there in the next. What it has fired turns to dust when a phase changes. After 160 seconds it has had enough and leaves. About 790 hits in total.
missile {
    name = "warden_missile", coast = 40, turn = 45, life = 540, launch_speed = 0.07, speed = 0.14, radius = 0.45, armour = 4,
    worth = 60, charge = 10,
}

local function warden_hatch(name, y, period, angle, delay)
    return {
        name = name, radius = 0.85, armour = 70, worth = 1500, offset = { 1.2, y }, sway = { 0.5, 0.5 }, period = period,
        hatch = { missile = "warden_missile", count = 2, gap = 18, shut = 190, opening = 40, delay = delay, angle = angle,
                  shielded_when_shut = true },
    }
end

-- The claws fire by turns: `delay` is half of what a burst and its rest take.
local function warden_claw(name, y, delay)
    return {
        name = name, radius = 1.2, armour = 90, worth = 2000, offset = { -1.6, y },
        gun = { pattern = "aimed", count = by_difficulty(3, 5, 5), spread = 58, burst = 3, gap = 26, rest = 158, delay = delay, speed = 0.05, bullet = "dart" },
    }
end

-- The plates turn within the shell until it bursts; then they circle the core.
local function plate(number, phase, beam)
    return { name = "plate_" .. tostring(number), radius = 0.75, armour = 30, worth = 700, offset = { 1.2, 0 }, orbit = { 2.4, 2.4 },
             period = 280, phase = phase, beam = beam,
             gun = { pattern = "aimed", burst = 2, gap = 12, rest = 140, delay = 60 + 30 * number, speed = 0.09, look = 0 } }
end

-- Half of the grid of the last phase: three beams across the field. The other half crosses them half a cycle later.
local function grid(from, angle, delay)
    return { field = from, angle = angle, reach = 40, copies = 3, pitch = 5, telegraph = 75, burn = 60, rest = 285, delay = delay,
             half_width = 0.25 }
end

local function each_plate(action)
    local actions = {}
    for number = 1, 4 do append(actions, action("plate_" .. tostring(number))) end
    return actions
end

-- A claw has its own machine: it reaches out, draws back and rests, `pace` ticks each, until it is dead.
local function claw_state(name, part, y, pace, far, par, faster)
    local ways = { { part_dead = part, to = "gone" } }
    if faster then append(ways, { in_state = "phases.core", to = faster }) end
    return {
        name = name, par = par,
        tick = {
            { part_to = { -far, 0.77 * y }, part = part, over = pace }, { sleep = pace },
            { part_to = { -1.6, y }, part = part, over = pace }, { sleep = 2 * pace - 15, random = 30 },
        },
        next = ways,
    }
end

local function claw_machine(part, y, slow, fast)
    return { name = part,
             { name = "folded", next = { in_state = "phases.claws", to = "slow" } },
             claw_state("slow", part, y, slow, 4.2, 1080, "fast"),
             claw_state("fast", part, y, fast, 5.4, 0),
             { name = "gone" } }
end

-- Flies to a place, and goes on to the state of the phase when that begins.
local function flight(name, x, y, over, to, phase, phase_to)
    local ways = { { in_state = "phases.leaving", to = "leaving" } }
    if phase then append(ways, { in_state = "phases." .. phase, to = phase_to }) end
    append(ways, { arrived = true, to = to })
    return { name = name, begin = { hover = { x, y }, over = over }, next = ways }
end

-- In the third phase it rears up in one of three rows for a second, charges along it to the middle of the field, and backs
-- off. It draws the row each time.
local rows = { 2.6, -2.6, 0 }

local movement = {
    name = "movement",
    { name = "coming", begin = { hover = { 10, 0 }, over = 240 }, next = { arrived = true, to = "high" } },
    flight("high", 9.5, 1.6, 260, "low", "core", "choosing"),
    flight("low", 10, -1.6, 260, "near", "core", "choosing"),
    flight("near", 7.6, 0, 220, "high", "core", "choosing"),
    flight("swift_high", 9.5, 2.2, 130, "swift_low"),
    flight("swift_low", 9.5, -2.2, 130, "swift_near"),
    flight("swift_near", 7.6, 0, 110, "swift_high"),
    { name = "leaving", begin = { leave = { 0.09, 0.02 } } },
    { name = "choosing", tick = { { sleep = 2 }, { pick = "rear_1", among = #rows } },
      next = { { in_state = "phases.leaving", to = "leaving" }, { in_state = "phases.molt", to = "swift_high" } } },
}
for _, run in ipairs {
    { "rear_", 11, 1, 70, "rush_" }, { "rush_", 2, 1, 75, "back_" }, { "back_", 9, 0.3, 190, nil },
} do
    for number, y in ipairs(rows) do
        local n = tostring(number)
        append(movement, flight(run[1] .. n, run[2], run[3] * y, run[4], run[5] and run[5] .. n or "choosing", "molt", "swift_high"))
    end
end

local shut = each_plate(function(part) return { armour = false, part = part } end)
append(shut, { armour = false, part = "core" })
append(shut, { armour = false, part = "eye" })

-- The shell bursts: nothing fires while the plates come off.
local burst = each_plate(function(part) return { part_to = { -2, 0 }, part = part, over = 60 } end)
append(burst, { cancel = true })
append(burst, { guns = false })
append(burst, { hatches = false })
append(burst, { beams = false })
append(burst, { armour = false, part = "core" })

local bare = each_plate(function(part) return { armour = true, part = part } end)
for _, action in ipairs(each_plate(function(part) return { guns = true, part = part } end)) do append(bare, action) end
for _, part in ipairs { "core_throat", "claw_high", "claw_low" } do append(bare, { guns = true, part = part }) end
append(bare, { armour = true, part = "core" })
append(bare, { hatches = true })
if difficulty ~= "calm" then
    append(bare, { beams = true, part = "core_throat" })
    append(bare, { beams = true, part = "plate_1" })
end

kind {
    name = "warden", size = "boss", radius = 7, worth = 34000, charge = 500, par = 3780,
    parts = {
        { name = "body", radius = 3, armour = 0, offset = { 1, 0 },
          gun = { pattern = "ring", count = ring_count(16), rest = 200, delay = 60, speed = 0.14, bullet = "brake" } },
        { name = "core", vital = true, radius = 1, armour = 230, offset = { -2, 0 },
          guns = { { name = "shut", pattern = "spiral", count = 5, spin = 17, burst = 10, gap = 14, rest = 100, delay = 40, speed = 0.07,
                     bullet = "curl" },
                   { name = "bare", pattern = "spiral", count = 9, spin = 13, burst = 2, gap = 40, rest = 150, delay = 70, speed = 0.1,
                     bullet = "bloom" } },
          beam = { bend = { -10, -6 }, tip = { -24, 9 }, telegraph = 75, burn = 90, rest = 265, delay = 215, sweep = -0.12,
                   half_width = 0.45 } },
        warden_claw("claw_high", 4.4, 0),
        warden_claw("claw_low", -4.4, 105),
        warden_hatch("hatch_high", 2.7, 210, 110, 60),
        warden_hatch("hatch_low", -2.7, 166, 250, 155),
        { name = "eye", radius = 0.7, armour = 110, worth = 2500, offset = { -1.2, 1.9 },
          -- Fired once it has outlasted its phase; until then the shut core fires the same.
          gun = { pattern = "spiral", count = 5, spin = 17, burst = 10, gap = 14, rest = 100, delay = 40, speed = 0.07, bullet = "curl" },
          beam = { bend = { -10, 6 }, tip = { -24, -9 }, telegraph = 75, burn = 90, rest = 265, sweep = 0.12, half_width = 0.45 } },
        plate(1, 0, grid({ -6, -10 }, 90, 210)), plate(2, 90), plate(3, 180), plate(4, 270),
        -- Within the core; what the core fires when it is bare.
        { name = "core_throat", radius = 0.4, armour = 0, offset = { -1.9, 0 },
          gun = { pattern = "ring", count = ring_count(8), hold = 5, rest = 120, speed = 0.11, bullet = "snare" },
          beam = grid({ 17, 0 }, 180, 0) },
    },
    machines = {
        movement,
        { name = "phases",
          { name = "coming", begin = shut, next = { in_state = "movement.high", to = "claws" } },
          { name = "claws", practice = 1, begin = { { guns = true, part = "claw_high" }, { guns = true, part = "claw_low" },
                                      { guns = true, part = "body" }, { hatches = true } },
            next = { { in_state = "claw_high.gone", to = "claw_low_left" }, { in_state = "claw_low.gone", to = "claw_high_left" },
                     { after = 2400, to = "eye" } } },
          { name = "claw_low_left", next = { { in_state = "claw_low.gone", to = "eye" }, { after = 1200, to = "eye" } } },
          { name = "claw_high_left", next = { { in_state = "claw_high.gone", to = "eye" }, { after = 1200, to = "eye" } } },
          { name = "eye", practice = 2, par = 720,
            begin = { { cancel = true }, { guns = false, part = "body" }, { armour = true, part = "eye" }, { guns = true, part = "core" },
                      { beams = true, part = "eye" }, { beams = true, part = "core" } },
            next = { { part_dead = "eye", to = "core" }, { after = 2100, to = "core" } } },
          { name = "core", practice = 3, par = 900,
            begin = { { cancel = true }, { beams = false, part = "core" }, { armour = true, part = "core" },
                      { gun = "bare", part = "core" }, { guns = true, part = "core" }, { guns = true, part = "eye" } },
            next = { { armour_below = 0.5, part = "core", to = "shedding" }, { after = 2400, to = "shedding" } } },
          { name = "shedding", begin = burst, next = { after = 60, to = "molt" } },
          { name = "molt", practice = 4, par = 1080, begin = bare, next = { after = 2700, to = "leaving" } },
          { name = "leaving", begin = { { guns = false }, { hatches = false }, { beams = false } } } },
        claw_machine("claw_high", 4.4, 70, 44),
        claw_machine("claw_low", -4.4, 83, 37),
    },
}
