-- The bosses of the Hive: the Ventricles half way, and the Matriarch at the end. What they have fired turns to dust when a
-- phase changes.

use "bullets"
use "helpers"

-- Switches the guns of these parts.
local function guns(on, parts)
    local actions = {}
    for _, part in ipairs(parts) do append(actions, { guns = on, part = part }) end
    return actions
end

local function joined(...)
    local all = {}
    for _, list in ipairs { ... } do
        for _, action in ipairs(list) do append(all, action) end
    end
    return all
end

-- The Ventricles: two hearts in opposite walls that open by turns. The shut one beats through its valve. When one is
-- dead, the other stays open and beats twice as fast; when both are, the septum between them tears. They leave after a
-- minute. About 205 hits.
local function ventricle(name, y, delay)
    return { name = "heart_" .. name, radius = 1.15, armour = 84, worth = 1500, offset = { -0.4, y },
             gun = { pattern = "aimed", count = 10, spread = 150, rest = 130, delay = 12, bullet = "snare", speed = 0.12 } },
           { name = "valve_" .. name, radius = 0.95, armour = 0, offset = { 0.7, y * 1.08 },
             gun = { pattern = "ring", count = 8, burst = 2, gap = 40, rest = 120, delay = delay, bullet = "wheel", speed = 0.068 } }
end
local heart_high, valve_high = ventricle("high", 5.2, 6)
local heart_low, valve_low = ventricle("low", -5.2, 6)

-- One heart open, the other shut.
local function beat(open, shut)
    return {
        { armour = true, part = "heart_" .. open }, { armour = false, part = "heart_" .. shut },
        { guns = true, part = "heart_" .. open }, { guns = false, part = "heart_" .. shut },
        { guns = true, part = "valve_" .. shut }, { guns = false, part = "valve_" .. open }, { sleep = 150 },
    }
end

local gives_up = { in_state = "movement.leaving", to = "leaving" }

kind {
    name = "ventricles", size = "boss", radius = 7, worth = 9000, charge = 320, par = 1560, raises = "ventricles_dead",
    parts = {
        heart_high, heart_low, valve_high, valve_low,
        { name = "septum", vital = true, radius = 1.5, armour = 36, worth = 500, offset = { 0.4, 0 },
          gun = { pattern = "spiral", count = 5, spin = 17, burst = 14, gap = 15, rest = 60, delay = 20, speed = 0.068, look = 0 } },
    },
    machines = {
        { name = "movement",
          { name = "coming", begin = { hover = { 10, 0 }, over = 160 }, next = { arrived = true, to = "near" } },
          { name = "near", begin = { hover = { 8.6, 0 }, over = 260 },
            next = { { flag = "ventricles_leave", to = "leaving" }, { arrived = true, to = "far" } } },
          { name = "far", begin = { hover = { 10.4, 0 }, over = 260 },
            next = { { flag = "ventricles_leave", to = "leaving" }, { arrived = true, to = "near" } } },
          { name = "leaving", begin = { leave = { 0.09, 0 } } } },
        { name = "phases",
          { name = "coming",
            begin = { { armour = false, part = "septum" }, { armour = false, part = "heart_high" }, { armour = false, part = "heart_low" } },
            next = { in_state = "movement.near", to = "beating" } },
          { name = "beating", practice = 1, par = 780, tick = joined(beat("high", "low"), beat("low", "high")),
            next = { gives_up, { parts_dead = 1, to = "alone" } } },
          -- The second heart pays more if it dies within six seconds of the first.
          { name = "alone", practice = 2, par = 360, begin = { cancel = true },
            tick = joined({ { armour = true, part = "heart_high" }, { armour = true, part = "heart_low" } },
                          guns(true, { "heart_high", "heart_low" }), guns(false, { "valve_high", "valve_low" }), { { sleep = 75 } },
                          guns(false, { "heart_high", "heart_low" }), guns(true, { "valve_high", "valve_low" }), { { sleep = 75 } }),
            next = { gives_up, { parts_dead = 2, to = "torn" } } },
          { name = "torn", practice = 3, par = 360, begin = { { cancel = true }, { guns = false }, { armour = true, part = "septum" },
                                                                   { guns = true, part = "septum" } },
            next = gives_up },
          { name = "leaving", begin = { guns = false } } },
        { name = "patience",
          { name = "waiting", next = { after = 3600, to = "spent" } },
          { name = "spent", begin = { raise = "ventricles_leave" } } },
    },
}

----------------------------------------------------------------------------------------------------------- Matriarch

-- The Matriarch: a brood mother in a chamber whose walls move with her moods. Four sacs, two mandibles, four plates that
-- circle her, and a heart that dies last, in three steps. After three minutes she leaves. About 570 hits, 265 of them for the heart.
missile {
    name = "broodling", coast = 45, turn = 50, life = 520, launch_speed = 0.05, speed = 0.12, radius = 0.42, armour = 4,
    worth = 60, charge = 10,
}

local function sac(name, x, y, voice)
    return { name = name, radius = 0.95, armour = 28, worth = 1400, offset = { x, y }, sway = { 0.15, 0.25 }, period = 170,
             gun = voice.gun, hatch = voice.hatch }
end

local function mandible(name, y, delay)
    return { name = name, radius = 1.25, armour = 55, worth = 1800, offset = { -2.7, y },
             gun = { pattern = "aimed", count = 3, spread = 60, burst = 2, gap = 30, rest = 150, delay = delay, bullet = "ricochet", speed = 0.068 },
             beam = { angle = 180, reach = 36, copies = 2, pitch = 2.8, telegraph = 70, burn = 60, rest = 190, delay = 2 * delay, half_width = 0.3 } }
end

-- In the hunt she lies on the left: the walls of snares leave to the right.
local function plate(name, phase)
    return { name = name, radius = 0.85, armour = 20, worth = 1000, offset = { 1.4, 0 }, orbit = { 2.8, 4.2 }, period = 420, phase = phase,
             gun = { angle = 0, count = by_difficulty(3, 3, 5), spread = 60, rest = 210, delay = 60 + phase // 3, bullet = "snare", speed = 0.06 } }
end

local function spinneret(name, y, spin)
    return { name = name, radius = 0.6, armour = 0, offset = { 0.2, y },
             gun = { pattern = "spiral", count = by_difficulty(4, 4, 5), spin = spin, burst = 13, gap = 19, rest = 80, bullet = "wheel", speed = 0.066 },
             beam = { angle = 180, reach = 40, telegraph = 60, burn = 60, rest = by_difficulty(240, 240, 150), delay = y > 0 and 0 or 240,
                      half_width = 0.28 } }
end

local sacs = { "sac_1", "sac_2", "sac_3", "sac_4" }
local jaws = { "mandible_high", "mandible_low" }
local plates = { "plate_1", "plate_2", "plate_3", "plate_4" }

local function armour(on, parts)
    local actions = {}
    for _, part in ipairs(parts) do append(actions, { armour = on, part = part }) end
    return actions
end

-- A mandible draws back, grinds for a second, and snaps out.
local function snap(part, y)
    return {
        { part_to = { -1.4, 1.15 * y }, part = part, over = 30 }, { sleep = 60 },
        { part_to = { -13.5, 0.8 * y }, part = part, over = 46 }, { sleep = 60 },
        { part_to = { -2.7, y }, part = part, over = 70 }, { sleep = 130 },
    }
end

-- While the jaws hold, each has a machine of its own, so that the phase ends when both are dead. In the hunt it watches
-- one pair of plates.
local function watcher(name, jaw, first, second)
    return {
        name = name,
        { name = "idle", next = { in_state = "phases.jaws", to = "biting" } },
        { name = "biting", par = 960, next = { { part_dead = jaw, to = "broken" }, { in_state = "phases.pulse", to = "broken" } } },
        { name = "broken", next = { in_state = "phases.hunt", to = "plated" } },
        { name = "plated", par = 720,
          next = { { part_dead = first, to = "bare" }, { part_dead = second, to = "bare" }, { in_state = "phases.turning_back", to = "bare" } } },
        { name = "bare" },
    }
end

local has_left = { in_state = "phases.leaving", to = "gone" }
-- 25 seconds at most in the hunt, at "calm" 15: until then the first of its plates must fall, and a little later the second.
local hunt_ticks = by_difficulty(660, 1200, 1200)
local bare_ticks = by_difficulty(240, 300, 300)

kind {
    name = "matriarch", size = "boss", radius = 7.5, worth = 36000, charge = 500, par = 5280,
    parts = {
        { name = "body", radius = 3, armour = 0, offset = { 1.6, 0 },
          gun = { pattern = "ring", count = ring_count(12), rest = 150, delay = 10, bullet = "bloom", speed = 0.11 },
          beam = { angle = 180, reach = 40, telegraph = 60, burn = 60, rest = by_difficulty(240, 240, 150), delay = 120, half_width = 0.28 } },
        { name = "heart", vital = true, radius = 1.1, armour = 265, offset = { -1.7, 0 },
          guns = { { name = "pulse", pattern = "spiral", count = 9, spin = 8, burst = 7, gap = 14, rest = 160, delay = 4, bullet = "curl", speed = 0.068 },
                   { name = "last", pattern = "ring", count = ring_count(12), hold = 4, rest = 170, delay = 30, bullet = "snare", speed = 0.11 } } },
        sac("sac_1", -0.6, 3.1, { gun = { count = 5, spread = 60, burst = 2, gap = 40, rest = 150, delay = 30, bullet = "creep", speed = 0.09 } }),
        sac("sac_2", -0.6, -3.1, { gun = { angle = 120, count = 3, spread = 50, burst = 3, gap = 24, rest = 130, delay = 60, bullet = "lob", speed = 0.15 } }),
        sac("sac_3", 1.2, 5, { gun = { pattern = "ring", count = 8, rest = 170, delay = 40, bullet = "halo", speed = 0.09 } }),
        sac("sac_4", 1.2, -5, { hatch = { missile = "broodling", count = 2, gap = 26, shut = 190, opening = 50, angle = 200 } }),
        mandible("mandible_high", 2.1, 0),
        mandible("mandible_low", -2.1, 80),
        plate("plate_1", 45), plate("plate_2", 135), plate("plate_3", 225), plate("plate_4", 315),
        spinneret("spinneret_high", 4.8, 11), spinneret("spinneret_low", -4.8, -11),
    },
    machines = {
        { name = "movement",
          { name = "coming", begin = { hover = { 10, 0 }, over = 190 }, next = { arrived = true, to = "high" } },
          { name = "high", begin = { hover = { 9.6, 1 }, over = 240 },
            next = { { in_state = "phases.hunt", to = "rising" }, { arrived = true, to = "low" } } },
          { name = "low", begin = { hover = { 10, -1 }, over = 240 },
            next = { { in_state = "phases.hunt", to = "rising" }, { arrived = true, to = "high" } } },
          -- Out of the picture, round above it, and in from the left.
          { name = "rising", begin = { hover = { 14, 17 }, over = 60 }, next = { arrived = true, to = "crossing" } },
          { name = "crossing", begin = { hover = { -25, 16 }, over = 40 }, next = { arrived = true, to = "behind" } },
          { name = "behind", begin = { hover = { -25, 0 }, over = 30 }, next = { arrived = true, to = "lurking" } },
          { name = "lurking", begin = { hover = { -17.2, 0 }, over = 110 },
            next = { { in_state = "phases.turning_back", to = "leaving" }, { arrived = true, to = "waiting" } } },
          { name = "waiting", next = { in_state = "phases.turning_back", to = "leaving" } },
          { name = "leaving", begin = { hover = { -25, 0 }, over = 50 }, next = { arrived = true, to = "back_up" } },
          { name = "back_up", begin = { hover = { -25, 16 }, over = 30 }, next = { arrived = true, to = "back_over" } },
          { name = "back_over", begin = { hover = { 24, 16 }, over = 40 }, next = { arrived = true, to = "returning" } },
          { name = "returning", begin = { hover = { 10, 0 }, over = 90 }, next = { arrived = true, to = "home" } },
          { name = "home", begin = { hover = { 9.6, 1 }, over = 240 }, next = { has_left, { arrived = true, to = "home_low" } } },
          { name = "home_low", begin = { hover = { 10, -1 }, over = 240 }, next = { has_left, { arrived = true, to = "home" } } },
          { name = "gone", begin = { leave = { 0.09, 0.02 } } } },
        { name = "phases",
          { name = "coming", begin = joined({ { armour = false, part = "heart" } }, armour(false, sacs), armour(false, jaws), armour(false, plates)),
            next = { in_state = "movement.high", to = "brood" } },
          { name = "brood", practice = 1, par = 960, begin = joined(armour(true, sacs), guns(true, { "sac_1", "sac_2", "sac_3" }), { { hatches = true } }),
            next = { { parts_dead = 3, to = "jaws" }, { after = 2100, to = "jaws" } } },
          { name = "jaws", practice = 2,
            begin = joined({ { cancel = true }, { raise = "jaws" }, { hatches = false } }, guns(false, { "sac_2", "sac_3" }), armour(true, jaws), guns(true, jaws),
                           { { beams = true, part = "mandible_high" }, { beams = true, part = "mandible_low" } }),
            tick = joined({ { sleep = 90 } }, snap("mandible_high", 2.1), snap("mandible_low", -2.1)),
            next = { { in_state = "watch_high.broken", to = "one_jaw" }, { after = 1500, to = "pulse" } } },
          { name = "one_jaw",
            tick = joined(snap("mandible_low", -2.1)),
            next = { { in_state = "watch_low.broken", to = "pulse" }, { after = 600, to = "pulse" } } },
          -- Open for 100 ticks of 240.
          { name = "pulse", practice = 3, par = 1440,
            begin = joined({ { cancel = true }, { guns = false }, { beams = false }, { raise = "pulse" } }, armour(false, jaws)),
            tick = { { armour = false, part = "heart" }, { guns = false, part = "heart" }, { guns = true, part = "body" }, { sleep = 140 },
                     { armour = true, part = "heart" }, { guns = true, part = "heart" }, { guns = false, part = "body" }, { sleep = 100 } },
            next = { { armour_below = 0.637, part = "heart", to = "hunt" }, { after = 2700, to = "hunt" } } },
          { name = "hunt", practice = 4,
            begin = joined({ { cancel = true }, { guns = false }, { armour = false, part = "heart" }, { warn = true }, { message = "Behind you!" } }),
            tick = joined({ { sleep = 150 } }, armour(true, plates), guns(true, plates), { { sleep = 65535 } }),
            next = { { in_state = "watch_high.bare", to = "one_bare" }, { after = hunt_ticks, to = "turning_back" } } },
          { name = "one_bare", next = { { in_state = "watch_low.bare", to = "turning_back" }, { after = bare_ticks, to = "turning_back" } } },
          { name = "turning_back", begin = { guns = false }, next = { in_state = "movement.home", to = "double" } },
          { name = "double", practice = 5, par = 400,
            begin = joined({ { cancel = true }, { armour = true, part = "heart" }, { joint = true, part = "heart" } },
                           guns(true, { "spinneret_high", "spinneret_low" })),
            next = { { armour_below = 0.425, part = "heart", to = "double_grid" }, { after = 1000, to = "double_grid" } } },
          { name = "double_grid", practice = 6, par = 400,
            begin = { { cancel = true }, { beams = true, part = "body" }, { beams = true, part = "spinneret_high" },
                      { beams = true, part = "spinneret_low" } },
            next = { { armour_below = 0.213, part = "heart", to = "double_breath" }, { after = 1000, to = "double_breath" } } },
          { name = "double_breath", practice = 7, par = 400,
            begin = { { cancel = true }, { gun = "last", part = "heart" }, { guns = true, part = "heart" } },
            next = { after = 1000, to = "leaving" } },
          { name = "leaving", begin = { { guns = false }, { beams = false }, { hatches = false } } } },
        watcher("watch_high", "mandible_high", "plate_1", "plate_2"),
        watcher("watch_low", "mandible_low", "plate_3", "plate_4"),
    },
}
