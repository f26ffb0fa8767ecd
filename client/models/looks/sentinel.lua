-- The Sentinel: a broken ring of shell with an eye in the gap, and two guards that circle it.

-- Joints of shell in a ring that is open in front, where its two ends hold the eye; long hooks outside, teeth inside.
shape { name = "sentinel_ring", size = "boss", skin = "sentinel" }
local rings = { sides = 4 }
for joint = 0, 10 do
    local is_wide = joint % 2 == 1
    append(rings, { 0.62, 0, 0, is_wide and 0.17 or 0.1428, is_wide and 0.21 or 0.17639999, turn = 0.13 + 0.074 * joint })
end
trunk(rings)
spike { from = { 0.62, 0, 0, turn = 0.13 }, zone = "claw", mirror_y = true, { 0.68, 0.36, 0, 0.12, 0.14 }, { 1, 0.2, 0 } }
for _, hook in ipairs { { 0.167, 0.44 }, { 0.315, 0.44 }, { 0.463, 0.16 } } do
    spike { from = { 0.78, 0, 0 }, turn = hook[1], zone = "claw", mirror_y = true,
        { 0.88, 0.06, 0, 0.11, 0.1 }, { 0.95, hook[2], 0 } }
    spike { from = { 0.46, 0, 0 }, turn = hook[1], mirror_y = true, { 0.24, 0.04, 0 } }
end

shape { name = "sentinel_eye", size = "boss", skin = "sentinel" }
trunk { sides = 6, axis = { 0, 0, 1 },
    { 0, 0, -0.55, 0.34, 0.34 }, { 0, 0, -0.18, 0.62, 0.62 }, { 0, 0, 0.18, 0.62, 0.62 }, { 0, 0, 0.42, 0.5, 0.5 } }
eye { from = { 0, 0, 0.42 }, at = { 0, 0, 0.46 }, axis = { 0, 0, 1 }, radius = 0.42, bulge = 0.55,
      pupil = 0.45, rim = "flesh" }
spike { from = { 0.62, 0, 0 }, times = 6, { 0.78, 0.06, 0.04, 0.12, 0.1 }, { 0.92, 0.34, 0.12 } }
pose { axis = { 0, 1, 0 }, radians = 0.38 }

-- A crescent of shell that circles the ring.
shape { name = "sentinel_guard", size = "boss", skin = "sentinel" }
trunk { sides = 4,
    { -0.1, 0.55, 0, 0.16, 0.18 }, { 0.2, 0.3, 0, 0.24, 0.28 }, { 0.3, 0, 0, 0.27, 0.32 },
    { 0.2, -0.3, 0, 0.24, 0.28 }, { -0.1, -0.55, 0, 0.16, 0.18 } }
eye { from = { 0.5, 0.2, 0 }, at = { 0.56, 0.17, 0.05 }, axis = { 1, 0.3, 0.3 }, radius = 0.12, mirror_y = true }
spike { from = { -0.1, 0.55, 0 }, mirror_y = true, { -0.4, 0.68, 0, 0.1, 0.1 }, { -0.85, 0.45, 0 } }

look { kind = "sentinel", shape = "sentinel_ring", skin = "sentinel",
       parts = { eye = "sentinel_eye", core = "sentinel_eye", guard = "sentinel_guard" } }
