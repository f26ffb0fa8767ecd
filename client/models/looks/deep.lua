-- More of Shelf Sea: a hornet of the reef, and the bosses: two eels around a nest, and a nautilus.

-- The nest: a mouth in a wreath of thorns.
shape { name = "nest", size = "medium", skin = "sea" }
trunk { sides = 8, axis = { 0, 0, 1 },
    { 0, 0, -0.4, 0.3, 0.3 }, { 0, 0, -0.14, 0.6, 0.6 }, { 0, 0, 0.16, 0.58, 0.58 }, { 0, 0, 0.36, 0.42, 0.42 } }
eye { from = { 0, 0, 0.36 }, at = { 0, 0, 0.4 }, axis = { 0, 0, 1 }, radius = 0.3, bulge = 0.5, pupil = 0.4 }
spike { from = { 0.58, 0, 0 }, times = 8, zone = "claw", { 0.95, 0.12, 0 } }

-- An eel's head: a blunt wedge with two eyes and two teeth.
shape { name = "eel_head", size = "medium", skin = "sea" }
trunk { sides = 6,
    { -0.8, 0, 0, 0.34, 0.3 }, { -0.3, 0, 0.02, 0.5, 0.4 }, { 0.2, 0, 0.02, 0.46, 0.36 }, { 0.6, 0, 0, 0.26, 0.22 } }
eye { from = { 0.1, 0.4, 0.2 }, at = { 0.12, 0.36, 0.28 }, axis = { 0.2, 0.6, 0.8 }, radius = 0.12, bulge = 0.7, mirror_y = true }
spike { from = { 0.5, 0.26, 0 }, zone = "claw", mirror_y = true, { 0.74, 0.24, 0, 0.09, 0.08 }, { 0.95, 0.14, 0 } }

-- A joint of its body.
shape { name = "eel_coil", size = "small", skin = "sea" }
trunk { sides = 6, axis = { 0, 0, 1 }, { 0, 0, -0.5, 0.5, 0.5 }, { 0, 0, -0.16, 0.9, 0.9 }, { 0, 0, 0.16, 0.9, 0.9 }, { 0, 0, 0.46, 0.5, 0.5 } }

-- The nautilus's shell: a coil seen from its side. The ribs run out along its rim, and the opening faces the players.
shape { name = "nautilus_shell", size = "boss", skin = "sea" }
trunk { sides = 12, axis = { 0, 0, 1 },
    { 0.05, 0, -0.42, 0.42, 0.42 }, { 0.02, 0, -0.16, 0.82, 0.82 }, { 0, 0, 0.12, 0.84, 0.84 }, { 0.02, 0, 0.32, 0.6, 0.6 },
    { 0.06, 0, 0.4, 0.34, 0.34 } }
eye { from = { 0.06, 0, 0.4 }, at = { 0.08, 0, 0.42 }, axis = { 0, 0, 1 }, radius = 0.2, bulge = 0.35, zone = "glow" }
spike { from = { 0.83, 0, 0 }, times = 12, zone = "claw", { 1, 0.16, 0 } }

-- Its hood, a leathery cap; its siphon, a funnel; one of its arms, thick at the root and curled at the tip.
shape { name = "nautilus_hood", size = "medium", skin = "sea" }
trunk { sides = 6, { -0.85, 0, 0, 0.2, 0.16 }, { -0.3, 0, 0.04, 0.6, 0.4 }, { 0.3, 0, 0.04, 0.66, 0.44 }, { 0.8, 0, 0, 0.3, 0.2 } }

shape { name = "nautilus_siphon", size = "medium", skin = "sea" }
trunk { sides = 8, last_cap = "glow", { -0.9, 0, 0, 0.3, 0.3 }, { -0.2, 0, 0.02, 0.46, 0.42 }, { 0.4, 0, 0.02, 0.54, 0.5 }, { 0.85, 0, 0, 0.62, 0.56 } }

shape { name = "nautilus_arm", size = "medium", skin = "sea" }
for i, at in ipairs { { -1.45, 0.04 }, { -0.6, 0.01 }, { 0.15, 0 }, { 0.6, 0.08 } } do
    local tips = { { -0.6, 0.01 }, { 0.15, 0 }, { 0.6, 0.08 }, { 0.95, 0.16 } }
    bone { name = "joint_" .. tostring(i), parent = i > 1 and "joint_" .. tostring(i - 1) or nil, at = { at[1], at[2], 0 },
           tip = { tips[i][1], tips[i][2], 0 } }
end
trunk { sides = 6, last_cap = "glow", bones = { "trunk", "joint_1", "joint_2", "joint_3", "joint_4" },
    { -1.9, 0, 0, 0.5, 0.44 }, { -1, 0.08, 0.02, 0.42, 0.38 }, { -0.2, -0.06, 0.02, 0.36, 0.32 }, { 0.5, 0.06, 0, 0.28, 0.25 },
    { 0.95, 0.16, 0, 0.14, 0.13 } }
-- A wave runs out along it, it coils back before it fires, and it gropes for the players.
local wave, coil = { seconds = 2.6 }, { when = "aiming" }
for i = 1, 4 do
    local bone, at = "joint_" .. tostring(i), 0.16 * i
    append(wave, { bone = bone, { at - 0.1, 0.06 + 0.03 * i }, { at + 0.35, -0.06 - 0.03 * i } })
    append(coil, { bone = bone, { 0, 0.04 * i } })
end
clip(wave)
clip(coil)
reach { bones = { "joint_1", "joint_2", "joint_3", "joint_4" }, within = 0.2 }

look { kind = "reef_hornet", shape = "wedge", skin = "sea" }
look { kind = "reef_shieldback", shape = "shieldback", skin = "sea" }
look { kind = "morays", shape = "nest", skin = "sea", parts = { head = "eel_head", coil = "eel_coil" } }
look { kind = "nautilarch", shape = "nautilus_shell", skin = "sea",
       parts = { shell = "nautilus_shell", pearl = "sentinel_eye", eye = "sentinel_eye", hood = "nautilus_hood",
                 siphon = "nautilus_siphon", arm = "nautilus_arm", vent = "urchin" } }
