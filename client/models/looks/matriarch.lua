-- The bosses of the Hive and their organs, and what else lives there that hive.lua does not have.

-- The Matriarch: a swollen back in rings, a hollow breast that clasps the heart, long thorns swept back.
shape { name = "matriarch_body", size = "boss", skin = "hive" }
trunk { sides = 8,
    { -0.88, 0, 0, 0.1, 0.08 }, { -0.7, 0, 0.02, 0.4, 0.24 }, { -0.56, 0, 0.02, 0.36, 0.22 },
    { -0.34, 0, 0.04, 0.66, 0.34 }, { -0.18, 0, 0.04, 0.58, 0.3 }, { 0.06, 0, 0.05, 0.74, 0.36 },
    { 0.26, 0, 0.04, 0.6, 0.3 }, { 0.48, 0, 0.03, 0.48, 0.25 }, { 0.64, 0, 0.02, 0.3, 0.18 } }
limb { from = { 0.64, 0, 0.02 }, zone = "flesh", cap = "glow", axis = { 1, 0, 0 }, { 0.5, 0, 0.02, 0.2, 0.12 } }
spike { from = { 0.56, 0.4, 0.04 }, zone = "claw", mirror_y = true,
    { 0.7, 0.5, 0.04, 0.11, 0.09 }, { 0.84, 0.42, 0.03, 0.07, 0.06 }, { 0.94, 0.2, 0 } }
spike { from = { 0.16, 0.68, 0.05 }, mirror_y = true, { 0.1, 0.84, 0.04, 0.12, 0.08 }, { -0.3, 0.95, 0 } }
spike { from = { -0.26, 0.62, 0.04 }, mirror_y = true, { -0.42, 0.76, 0.02, 0.11, 0.07 }, { -0.8, 0.58, 0 } }
spike { from = { -0.64, 0.38, 0.02 }, mirror_y = true, { -0.8, 0.42, 0, 0.08, 0.06 }, { -0.98, 0.18, 0 } }
spike { from = { 0.06, 0, 0.4 }, { -0.12, 0, 0.66 } }
spike { from = { -0.26, 0, 0.34 }, { -0.46, 0, 0.56 } }
eye { from = { -0.06, 0.36, 0.32 }, at = { -0.06, 0.32, 0.37 }, axis = { 0, 0.3, 1 }, radius = 0.1, zone = "glow", rim = "flesh",
      mirror_y = true }

-- A mandible: a thick root, and a hook with two teeth. It curves toward −y: the upper one.
shape { name = "mandible", size = "boss", skin = "hive" }
trunk { sides = 4,
    { -0.9, -0.1, 0, 0.14, 0.14 }, { -0.6, 0.12, 0, 0.26, 0.24 }, { -0.25, 0.24, 0, 0.24, 0.22 }, { 0.1, 0.24, 0, 0.25, 0.22 },
    { 0.34, 0.16, 0, 0.19, 0.17 } }
spike { from = { 0.34, 0.16, 0 }, zone = "claw",
    { 0.58, 0.1, 0, 0.16, 0.14 }, { 0.8, -0.1, 0, 0.1, 0.09 }, { 0.86, -0.5, 0 } }
spike { from = { 0.2, -0.02, 0 }, zone = "claw", { 0.3, -0.2, 0, 0.09, 0.08 }, { 0.46, -0.48, 0 } }
spike { from = { -0.08, 0.02, 0 }, zone = "claw", { -0.04, -0.18, 0, 0.08, 0.07 }, { 0.06, -0.42, 0 } }
spike { from = { -0.42, 0.42, 0 }, { -0.58, 0.7, 0 } }

-- A heart: a lit bulb in a knot of vessels.
shape { name = "hive_heart", size = "boss", skin = "hive" }
trunk { sides = 6, axis = { 1, 0, 0 }, zone = "glow", first_cap = "glow", last_cap = "glow",
    { -0.5, 0, 0, 0.3, 0.3 }, { -0.15, 0, 0, 0.64, 0.6 }, { 0.22, 0, 0, 0.56, 0.54 }, { 0.55, 0, 0, 0.22, 0.22 } }
spike { from = { -0.33, 0.5, 0 }, mirror_y = true, zone = "flesh", { -0.5, 0.66, 0, 0.16, 0.14 }, { -0.92, 0.36, 0 } }
spike { from = { 0.05, 0.6, 0 }, mirror_y = true, zone = "flesh", { 0.14, 0.78, 0, 0.15, 0.13 }, { 0.55, 0.82, 0 } }
spike { from = { -0.5, 0, 0 }, zone = "flesh", { -0.72, 0, 0, 0.14, 0.12 }, { -0.98, 0, 0 } }

-- A fold of a membrane: a thick curtain with a seam.
shape { name = "hive_fold", size = "medium", skin = "hive" }
trunk { sides = 4, axis = { 0, 1, 0 },
    { 0, -0.92, 0, 0.16, 0.2 }, { 0.08, -0.5, 0, 0.3, 0.34 }, { -0.06, 0, 0, 0.34, 0.38 }, { 0.08, 0.5, 0, 0.3, 0.34 }, { 0, 0.92, 0, 0.16, 0.2 } }
spike { from = { 0.3, 0, 0 }, { 0.5, 0.04, 0, 0.12, 0.1 }, { 0.72, 0.14, 0 } }

-- A node of a stalk: a lens between four lobes.
shape { name = "hive_node", size = "medium", skin = "hive" }
trunk { sides = 8, axis = { 1, 0, 0 },
    { -0.6, 0, 0, 0.3, 0.3 }, { -0.2, 0, 0, 0.58, 0.52 }, { 0.2, 0, 0, 0.5, 0.46 }, { 0.46, 0, 0, 0.34, 0.32 } }
eye { from = { 0.46, 0, 0 }, at = { 0.5, 0, 0 }, axis = { 1, 0, 0 }, radius = 0.26, bulge = 0.6, zone = "glow", rim = "flesh" }
spike { from = { -0.1, 0.5, 0 }, zone = "claw", mirror_y = true, { 0.05, 0.74, 0, 0.14, 0.1 }, { 0.5, 0.8, 0 } }
spike { from = { -0.4, 0.44, 0 }, mirror_y = true, { -0.56, 0.66, 0, 0.12, 0.09 }, { -0.9, 0.4, 0 } }

-- A wasp: a waist, a sting ahead, two pairs of blades.
shape { name = "hive_hornet", size = "small", skin = "hive" }
trunk { sides = 4,
    { -0.72, 0, 0, 0.08, 0.08 }, { -0.4, 0, 0.02, 0.24, 0.2 }, { -0.08, 0, 0.02, 0.1, 0.1 }, { 0.22, 0, 0.02, 0.2, 0.17 },
    { 0.48, 0, 0, 0.12, 0.1 } }
eye { from = { 0.3, 0, 0.18 }, at = { 0.3, 0, 0.17 }, axis = { 0.3, 0, 1 }, radius = 0.09 }
spike { from = { 0.48, 0, 0 }, zone = "claw", { 0.66, 0, 0, 0.05, 0.05 }, { 0.98, 0, 0 } }
spike { from = { 0.06, 0.16, 0 }, mirror_y = true, { -0.08, 0.44, 0.02, 0.15, 0.04 }, { -0.6, 0.8, 0 } }

look { kind = "matriarch", shape = "matriarch_body",
       parts = { heart = "hive_heart", sac = "cyst", mandible = "mandible", plate = "shell_plate", spinneret = "hive_node" }, skin = "hive" }
look { kind = "ventricles", shape = "hive_heart", parts = { heart = "hive_heart", valve = "hive_node", septum = "corpuscle" } }
look { kind = "cyst", shape = "cyst", parts = { root = "corpuscle", sac = "cyst" } }
look { kind = "hive_hornet", shape = "hive_hornet" }
look { kind = "hive_ray", shape = "skimmer" }
look { kind = "hive_spinner", shape = "spinner" }
look { kind = "hive_weaver", shape = "spinner" }
look { kind = "hive_shieldback", shape = "wedge", parts = { plate = "shell_plate" }, skin = "hive" }
look { kind = "hive_lancer", shape = "lancer" }
look { kind = "drone_wheel", shape = "hive_node", parts = { mother = "hive_node", drone = "drone" } }
look { kind = "membrane", shape = "corpuscle", parts = { middle = "corpuscle", fold = "hive_fold" } }
look { kind = "lock", shape = "spitter", parts = { root = "corpuscle", lock = "hive_heart" } }
look { kind = "loom", shape = "hive_node" }
look { kind = "broodling", shape = "pod" }
