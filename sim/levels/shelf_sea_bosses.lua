-- The bosses of the Shelf Sea. A phase that the players end is left two seconds later; see README.md for `par` and late
-- transitions.

use "bullets"

-- The Morays: two eels on crossing figure-eights through their nest. Their bodies follow the heads and stop shots, and a
-- tripwire joins the heads by turns. With one head dead the nest fires wheels and aims a beam; with both dead it can be hurt.
-- They leave after a minute.
do
    local eight = { name = "moray_eight" }
    for i = 0, 32 do append(eight, { 4.6 * math.sin(i * 11.25), 2.6 * math.sin(i * 22.5) }) end
    path(eight)
end

-- `lead`: how far along the figure-eight, which is some 26 units long, the head begins.
local function eel(parts, name, x, y, mirror, lead, delay, wire)
    local function swims(part, radius, armour, behind, gun, beam)
        append(parts, { name = part, radius = radius, armour = armour, worth = armour > 0 and 1200 or 0, gun = gun, beam = beam,
                        offset = { x, y }, trail = "moray_eight", mirror = mirror, pace = 0.06, lead = lead + behind })
    end
    swims("head_" .. name, 0.95, 90, 0,
          { pattern = "aimed", count = 4, spread = 36, burst = 2, gap = 22, rest = 96, delay = delay, speed = 0.08, bullet = "dart" }, wire)
    for i = 1, 6 do swims("coil_" .. name .. "_" .. tostring(i), 0.72 - 0.05 * i, 0, 0.9 * i + 0.3) end
end

local morays = {
    { name = "nest", vital = true, radius = 1.1, armour = 36,
      gun = { pattern = "ring", count = 8, burst = 2, gap = 30, rest = 130, speed = 0.065, look = 2,
              bullet = difficulty ~= "calm" and "wheel" or nil },
      beam = { aimed = true, telegraph = 65, burn = 45, rest = 160, half_width = 0.3 } },
}
eel(morays, "high", -0.6, 1.6, false, 0, 0, { link = "head_low", telegraph = 45, burn = 60, rest = 165, half_width = 0.22 })
eel(morays, "low", 0.6, -1.6, true, 10, 50)

kind {
    name = "morays", size = "boss", radius = 8, worth = 9000, charge = 300, par = 1440, raises = "morays_dead",
    parts = morays,
    machines = {
        { name = "movement",
          { name = "coming", begin = { hover = { 8.6, 0 }, over = 170 }, next = { arrived = true, to = "high" } },
          { name = "high", begin = { hover = { 8, -1.6 }, over = 210 },
            next = { { flag = "morays_leave", to = "leaving" }, { arrived = true, to = "low" } } },
          { name = "low", begin = { hover = { 8.8, -2.8 }, over = 210 },
            next = { { flag = "morays_leave", to = "leaving" }, { arrived = true, to = "high" } } },
          { name = "leaving", begin = { leave = { 0.07, -0.03 } } } },
        { name = "phases",
          { name = "quiet", begin = { armour = false, part = "nest" }, next = { in_state = "movement.high", to = "pair" } },
          { name = "pair", practice = 1, par = 720,
            begin = { { guns = true, part = "head_high" }, { guns = true, part = "head_low" }, { beams = true, part = "head_high" } },
            next = { { in_state = "movement.leaving", to = "leaving" }, { parts_dead = 1, to = "survivor" } } },
          -- The second head pays more if it dies within eight seconds of the first.
          { name = "survivor", practice = 2, par = 480,
            begin = { { cancel = true }, { guns = true, part = "nest" }, { beams = true, part = "nest" } },
            next = { { in_state = "movement.leaving", to = "leaving" }, { parts_dead = 2, to = "bare" } } },
          { name = "bare", practice = 3, par = 240, begin = { { cancel = true }, { armour = true, part = "nest" } },
            next = { in_state = "movement.leaving", to = "leaving" } },
          { name = "leaving", begin = { { guns = false }, { beams = false } } } },
        { name = "patience",
          { name = "waiting", next = { after = 3600, to = "spent" } },
          { name = "spent", begin = { raise = "morays_leave" } } },
    },
}

-- A breaker: a wall of water that runs left, too high to be flown through and proof against shots. The Nautilarch sends
-- them in the last part of its fight, in pairs at "storm".
kind {
    name = "breaker", size = "medium", radius = 4.2,
    parts = {
        { name = "crest", vital = true, radius = 1.4, armour = 0, offset = { -0.3, 2 } },
        { name = "wave", radius = 1.7, armour = 0, offset = { 0.2, -0.1 } },
        { name = "foot", radius = 1.8, armour = 0, offset = { 0.5, -2.3 } },
    },
    machines = { { name = "movement",
        { name = "running", begin = { float = { difficulty == "calm" and -0.045 or -0.07, 0.6 }, over = 1 }, next = { after = 480, to = "gone" } },
        { name = "gone", begin = { vanish = true } } } },
}

-- The Nautilarch: a nautilus the size of an island. Each phase changes the sea. Arms, then the siphon, then the eyes, then the pearl; whatever lives
-- goes on firing, but its shots turn to dust at each change. After 150 seconds it leaves. Four arms, the siphon, both eyes and the pearl are about 470 hits.
local nautilarch = {
    { name = "shell", radius = 3, armour = 0, offset = { 1.2, 0 },
      gun = { pattern = "curtain", count = 12, pitch = 1.4, hole = 6, rest = 360, delay = 400, speed = 0.075, bullet = "creep" } },
    { name = "pearl", vital = true, radius = 1, armour = 195, offset = { -1.9, 0 },
      gun = { pattern = "spiral", count = 7, spin = 9, burst = 5, gap = 30, rest = 120, speed = 0.085, bullet = "bloom" } },
    { name = "siphon", radius = 0.8, armour = 54, worth = 2500, offset = { 0.2, -1.4 },
      gun = { count = 3, angle = 118, spread = 36, burst = 2, gap = 40, rest = 130, speed = 0.15, bullet = "hail" } },
    { name = "hood", radius = 1.2, armour = 0, offset = { 0.4, 2 },
      gun = difficulty == "storm"
              and { pattern = "spiral", count = 6, spin = 30, burst = 2, gap = 60, rest = 150, speed = 0.05, bullet = "halo" }
              or { pattern = "ring", count = 12, rest = 210, speed = 0.05, bullet = "halo" } },
    { name = "eye_high", radius = 0.75, armour = 55, worth = 2000, offset = { -1.5, 1.5 },
      beam = { bend = { -10, 5 }, tip = { -25, -8 }, telegraph = 60, burn = 80, rest = 175, sweep = 0.1, half_width = 0.38 } },
    { name = "eye_low", radius = 0.75, armour = 55, worth = 2000, offset = { -1.5, -1.5 },
      beam = { bend = { -10, -5 }, tip = { -25, 8 }, telegraph = 60, burn = 80, rest = 175, delay = 20, sweep = -0.1,
               half_width = 0.38 } },
}
for i = 1, 6 do
    local y = (3.5 - i) * 1.3
    append(nautilarch, {
        name = "arm_" .. tostring(i), radius = 0.6, armour = 28, worth = 900,
        offset = { -4.2 + math.abs(y) * 0.45, y }, sway = { 0.7, 0.35 }, period = 140 + 22 * i, phase = 60 * i,
        gun = { angle = 180 - 4 * (3.5 - i), stack = 3, stack_speed = 0.014, burst = 2, gap = 30, rest = 230, delay = 60 + 48 * i,
                speed = 0.06, look = 1, swing = 14, period = 170 + 10 * i },
    })
end
-- Three vents for the geysers. They hide under the shell until the second phase.
for i, wait in ipairs { 0, 60, 120 } do
    append(nautilarch, {
        name = "vent_" .. tostring(i), radius = 0.7, armour = 0, offset = { 1.4, -0.6 * i },
        gun = { pattern = "ring", count = 4, rest = 260, delay = wait, speed = 0.08, bullet = "seed" },
        beam = { angle = 90, reach = 24, telegraph = 75, burn = 70, rest = 150, delay = wait, half_width = 0.35 },
    })
end

local function vents(switch) return { { [switch] = true, part = "vent_1" }, { [switch] = true, part = "vent_2" }, { [switch] = true, part = "vent_3" } } end
local function arms(to)
    local list = {}
    for i = 1, 6 do append(list, { guns = to, part = "arm_" .. tostring(i) }) end
    return list
end
local function joined(...)
    local all = {}
    for _, list in ipairs { ... } do
        for _, action in ipairs(list) do append(all, action) end
    end
    return all
end
-- The vents on the sea bed, 6.5 units apart, at that height below the shell's middle.
local function vents_to(y, over)
    local list = {}
    for i = 1, 3 do append(list, { part_to = { 2.5 - 6.5 * i, y }, part = "vent_" .. tostring(i), over = over }) end
    return list
end
local low_tide = -1.4
local breakers = {
    { swell = 0.4, tide = low_tide - 1, over = 45 }, { sleep = 90 },
    { swell = 0.4, tide = low_tide, over = 60 }, { sleep = 30 }, { spawn = "breaker", offset = { 14, -6 } },
}
if difficulty == "storm" then append(breakers, { spawn = "breaker", offset = { 21, -6 } }) end
append(breakers, { sleep = 240 })
local gives_up = { in_state = "phases.leaving", to = "leaving" }
local function shut(part) return { armour = false, part = part } end
local function open(part) return { armour = true, part = part } end

kind {
    name = "nautilarch", size = "boss", radius = 7, worth = 32000, charge = 500, par = 3960, raises = "nautilarch_dead",
    parts = nautilarch,
    machines = {
        { name = "movement",
          { name = "coming", begin = { hover = { 10, -0.6 }, over = 240 }, next = { arrived = true, to = "crest" } },
          { name = "crest", begin = { hover = { 9.4, 1.2 }, over = 200 },
            next = { gives_up, { in_state = "phases.siphon", to = "sunk" }, { arrived = true, to = "trough" } } },
          { name = "trough", begin = { hover = { 9.8, -1.4 }, over = 200 },
            next = { gives_up, { in_state = "phases.siphon", to = "sunk" }, { arrived = true, to = "crest" } } },
          -- Half in the water, at the mean height of the sea: a trough bares it, a crest covers it.
          { name = "sunk", begin = { hover = { 9.8, -4.8 }, over = 150 }, next = { in_state = "phases.eyes", to = "crest" } },
          { name = "leaving", begin = { leave = { 0.08, -0.03 } } } },
        { name = "phases",
          { name = "coming", begin = { shut("pearl"), shut("siphon"), shut("eye_high"), shut("eye_low") },
            next = { in_state = "movement.crest", to = "arms" } },
          { name = "arms", practice = 1, par = 960, begin = joined(arms(true), { { guns = true, part = "shell" } }),
            next = { { parts_dead = 4, to = "siphon" }, { after = 2100, to = "siphon" } } },
          { name = "siphon", practice = 2, par = 960,
            begin = joined({ { cancel = true }, { guns = false, part = "shell" }, { guns = true, part = "siphon" }, { swell = 2.5, tide = 1, over = 150 } },
                           arms(false), vents("beams")),
            next = { { part_dead = "siphon", to = "eyes" }, { after = 2100, to = "eyes" } } },
          { name = "eyes", practice = 3, par = 840,
            begin = joined({ { cancel = true }, { swell = 1.2, over = 180 }, { beams = false }, { guns = false }, open("eye_high"), open("eye_low"),
                             { beams = true, part = "eye_high" }, { beams = true, part = "eye_low" },
                             { guns = true, part = "hood" } }, arms(true)),
            -- Four arms may have lived on, so the number of dead parts says nothing here.
            next = { { in_state = "sight.blind", to = "pearl" }, { after = 2100, to = "pearl" } } },
          { name = "pearl", practice = 4, par = 400,
            -- Low tide: nothing covers.
            begin = { { cancel = true }, { swell = 0.4, tide = low_tide, over = 240 }, { beams = false }, { guns = false }, open("pearl"),
                      { guns = true, part = "pearl" } },
            next = { { armour_below = 0.667, part = "pearl", to = "seeds" }, { after = 900, to = "seeds" } } },
          { name = "seeds", practice = 5, par = 400, begin = joined({ { cancel = true } }, vents("guns")),
            next = { { armour_below = 0.333, part = "pearl", to = "ebb" }, { after = 900, to = "ebb" } } },
          -- A breaker every six seconds. Before each, the sea draws back by a unit for 90 ticks.
          { name = "ebb", practice = 6, par = 400, begin = { cancel = true }, tick = breakers, next = { after = 900, to = "leaving" } },
          { name = "leaving", begin = { { guns = false }, { beams = false } } } },
        -- In a trough the siphon stands clear, for 90 ticks of every 200. The trough comes from the right: it reaches the
        -- middle of the shell 30 ticks before the siphon, which takes as long to stretch.
        { name = "siphon",
          { name = "folded", next = { in_state = "phases.siphon", to = "sinking" } },
          { name = "sinking", begin = vents_to(-3.8, 70), next = { { in_state = "phases.eyes", to = "spent" }, { after = 150, to = "waiting" } } },
          { name = "waiting", next = { { in_state = "phases.eyes", to = "spent" }, { in_sea = false, to = "clear" } } },
          { name = "clear", begin = { open("siphon"), { part_to = { -2.8, 0.6 }, part = "siphon", over = 30 } },
            next = { { in_state = "phases.eyes", to = "spent" }, { after = 90, to = "covered" } } },
          { name = "covered", begin = { shut("siphon"), { part_to = { 0.2, -1.4 }, part = "siphon", over = 30 } },
            next = { { in_state = "phases.eyes", to = "spent" }, { after = 60, to = "waiting" } } },
          { name = "spent", begin = joined(vents_to(-7, 200), { shut("siphon"), { part_to = { 0.2, -1.4 }, part = "siphon", over = 60 } }) } },
        { name = "sight",
          { name = "both", next = { part_dead = "eye_high", to = "low" } },
          { name = "low", next = { part_dead = "eye_low", to = "blind" } },
          { name = "blind" } },
    },
}
