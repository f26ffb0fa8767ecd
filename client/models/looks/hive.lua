-- What lives in the Hive: cold grey and green, so that it stands out from warm walls.

-- A cyst: a swollen sac on a root of six folds, lit from inside.
shape { name = "cyst", size = "medium", skin = "hive" }
trunk { sides = 6, axis = { 0, 0, 1 }, last_cap = "glow",
    { 0, 0, -0.5, 0.42, 0.42 }, { 0, 0, -0.2, 0.66, 0.66 }, { 0, 0, 0.2, 0.62, 0.62 }, { 0, 0, 0.5, 0.34, 0.34 } }
spike { from = { 0.66, 0, 0 }, times = 6, { 0.78, 0.08, -0.04, 0.14, 0.12 }, { 0.84, 0.36, 0 } }

-- A leech's head: a throat between two pairs of hooks.
shape { name = "leech", size = "medium", skin = "hive" }
trunk { sides = 6, { -0.8, 0, 0, 0.3, 0.26 }, { -0.3, 0, 0, 0.48, 0.38 }, { 0.25, 0, 0, 0.5, 0.36 }, { 0.5, 0, 0, 0.36, 0.24 } }
eye { from = { 0.5, 0, 0 }, at = { 0.54, 0, 0 }, axis = { 1, 0, 0 }, radius = 0.18, bulge = 0.3, zone = "glow", rim = "flesh" }
spike { from = { 0.36, 0.42, 0 }, zone = "claw", mirror_y = true, { 0.6, 0.54, 0, 0.12, 0.1 }, { 0.98, 0.26, 0 } }
spike { from = { -0.02, 0.48, 0 }, zone = "claw", mirror_y = true, { 0.14, 0.72, 0, 0.1, 0.09 }, { 0.46, 0.82, 0 } }

-- A length of its body: a ring of muscle with a fringe.
shape { name = "leech_segment", size = "small", skin = "hive" }
trunk { sides = 6, { -0.7, 0, 0, 0.26, 0.24 }, { -0.24, 0, 0, 0.46, 0.4 }, { 0.24, 0, 0, 0.46, 0.4 },
    { 0.7, 0, 0, 0.26, 0.24 } }
spike { from = { -0.5, 0.36, 0 }, mirror_y = true, { -0.62, 0.5, 0, 0.12, 0.06 }, { -0.94, 0.52, 0 } }

-- A drone: an eye with three hooked legs.
shape { name = "drone", size = "small", skin = "hive" }
bone { name = "leg", at = { 0.42, -0.02, -0.08 }, tip = { 0.72, -0.1, 0 }, times = 3 }
bone { name = "hook", parent = "leg", at = { 0.72, -0.1, 0 }, tip = { 0.82, -0.56, 0 }, times = 3 }
trunk { sides = 6, axis = { 0, 0, 1 }, { 0, 0, -0.3, 0.3, 0.3 }, { 0, 0, 0, 0.44, 0.44 }, { 0, 0, 0.24, 0.34, 0.34 } }
eye { from = { 0, 0, 0.24 }, at = { 0, 0, 0.3 }, axis = { 0, 0, 1 }, radius = 0.24, bulge = 0.5 }
spike { from = { 0.4, 0, -0.1 }, times = 3, bones = { "leg", "hook" }, zone = "claw", { 0.72, -0.1, 0, 0.1, 0.09 }, { 0.82, -0.56, 0 } }
-- The hooks open before it strikes.
clip { seconds = 1.1, { bone = "leg", late = 0.33, { 0, 0.12 }, { 0.5, -0.12 } }, { bone = "hook", late = 0.33, { 0.2, 0.25 }, { 0.7, -0.15 } } }
clip { when = "aiming", { bone = "leg", { 0, 0.2 } }, { bone = "hook", { 0, 0.5 } } }

-- A corpuscle: a swollen ring about a dent, dull and dark in its middle.
shape { name = "corpuscle", size = "small", skin = "corpuscle" }
trunk { sides = 8, axis = { 0, 0, 1 }, zone = "flesh", first_cap = "flesh", last_cap = "eye",
    { 0, 0, -0.18, 0.44, 0.44 }, { 0, 0, -0.30, 0.66, 0.66 }, { 0, 0, -0.04, 0.84, 0.84 }, { 0, 0, 0.28, 0.70, 0.70 },
    { 0, 0, 0.30, 0.52, 0.52 }, { 0, 0, 0.04, 0.30, 0.30 } }

-- A spitter: a gland on the wall with a long lip that looks up and out.
shape { name = "spitter", size = "medium", skin = "hive" }
trunk { sides = 6, axis = { 0, 0, 1 },
    { 0, 0, -0.8, 0.6, 0.5 }, { 0, 0, -0.56, 0.76, 0.58 }, { 0, 0, -0.1, 0.46, 0.4 }, { 0, 0, 0.3, 0.3, 0.28 },
    { 0, 0, 0.62, 0.4, 0.36 } }
eye { from = { 0, 0, 0.62 }, at = { 0, 0, 0.46 }, axis = { 0, 0, 1 }, radius = 0.26, bulge = -0.4, zone = "glow",
      rim = "flesh" }
spike { from = { 0.6, 0, -0.33 }, times = 6, squash = { 1, 0.6, 1 }, zone = "claw", { 0.9, 0, -0.02 } }
pose { axis = { 1, 0, 0 }, radians = -1.3 }

-- A nurse: a broad back with three cysts in it, and arms that set them down.
shape { name = "nurse", size = "boss", skin = "hive" }
trunk { sides = 8,
    { -0.8, 0, 0, 0.14, 0.1 }, { -0.5, 0, 0.04, 0.5, 0.24 }, { 0, 0, 0.05, 0.62, 0.3 }, { 0.45, 0, 0.04, 0.44, 0.24 },
    { 0.7, 0, 0.02, 0.2, 0.15 } }
eye { from = { 0.7, 0, 0 }, at = { 0.78, 0, 0.02 }, axis = { 1, 0, 0.2 }, radius = 0.13, bulge = 0.5 }
eye { from = { -0.25, 0, 0.3 }, at = { -0.22, 0, 0.36 }, axis = { 0, 0, 1 }, radius = 0.16, zone = "glow" }
eye { from = { 0.22, 0.38, 0.24 }, at = { 0.2, 0.33, 0.32 }, axis = { 0, 0.4, 1 }, radius = 0.14, zone = "glow",
      mirror_y = true }
spike { from = { 0.22, 0.6, 0.05 }, zone = "claw", mirror_y = true, { 0.42, 0.78, 0, 0.14, 0.1 }, { 0.98, 0.5, 0 } }
spike { from = { -0.25, 0.6, 0.05 }, mirror_y = true, { -0.42, 0.82, 0, 0.14, 0.09 }, { -0.98, 0.72, 0 } }

look { kind = "leech", shape = "leech", parts = { segment = "leech_segment" } }
look { kind = "drone", shape = "drone" }
look { kind = "corpuscle", shape = "corpuscle" }
look { kind = "spitter", shape = "spitter" }
look { kind = "nurse", shape = "nurse" }
