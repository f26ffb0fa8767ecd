-- More kinds of level one: a hornet, a weaver, a mortar, a lattice post, a shieldback and a boulder.

-- A hornet: a heavy head, a thin waist, a long banded tail that ends in a sting, two pairs of wings swept back.
shape { name = "hornet", size = "small", skin = "hornet" }
bone { name = "wing", at = { 0.05, 0.2, 0.04 }, tip = { -0.5, 0.9, 0.02 }, mirror_y = true }
bone { name = "tail", at = { -0.06, 0, 0.02 }, tip = { -1.12, 0, 0 } }
trunk { sides = 4,
    bones = { "tail", "tail", "trunk" },
    { -0.74, 0, 0, 0.1, 0.09 }, { -0.4, 0, 0.02, 0.24, 0.2 }, { -0.06, 0, 0.02, 0.08, 0.08 },
    { 0.2, 0, 0.03, 0.25, 0.2 }, { 0.5, 0, 0.02, 0.19, 0.15 } }
eye { from = { 0.5, 0, 0.02 }, at = { 0.62, 0, 0.04 }, axis = { 1, 0, 0.4 }, radius = 0.13 }
spike { from = { -0.74, 0, 0 }, { -1.12, 0, 0 } }
spike { from = { 0.07, 0.16, 0.03 }, mirror_y = true, bone = "wing", { 0, 0.46, 0.05, 0.2, 0.04 }, { -0.5, 0.9, 0.02 } }
spike { from = { 0.35, 0.22, 0.02 }, zone = "claw", mirror_y = true, { 0.86, 0.3, 0 } }
-- The wings whir; the sting dips before it fires, and lags behind in a turn.
clip { seconds = 0.12, { bone = "wing", axis = { 1, 0, 0 }, { 0, 0.5 }, { 0.5, -0.3 } } }
clip { when = "aiming", { bone = "tail", axis = { 0, 1, 0 }, { 0, -0.4 } } }
clip { when = "turning", { bone = "tail", axis = { 0, 0, 1 }, { 0, -0.25 }, { 0.5, 0 }, { 1, 0.25 } } }

-- A weaver: a small body in a wheel of eight legs, each bent at the knee.
shape { name = "weaver", size = "medium", skin = "weaver" }
bone { name = "leg", at = { 0.3, 0, -0.08 }, tip = { 0.74, 0.04, 0.04 }, times = 8 }
bone { name = "foot", parent = "leg", at = { 0.74, 0.04, 0.04 }, tip = { 0.9, -0.44, 0 }, times = 8 }
trunk { sides = 8, axis = { 0, 0, 1 }, { 0, 0, -0.24, 0.2, 0.2 }, { 0, 0, 0, 0.32, 0.32 }, { 0, 0, 0.22, 0.22, 0.22 } }
eye { from = { 0, 0, 0.22 }, at = { 0, 0, 0.28 }, axis = { 0, 0, 1 }, radius = 0.16, bulge = 0.7, pupil = 0.4 }
spike { from = { 0.26, 0, -0.12 }, times = 8, bones = { "leg", "foot" }, { 0.74, 0.04, 0.04, 0.06, 0.05 }, { 0.9, -0.44, 0 } }
-- Its legs work one after another.
clip { seconds = 1.6,
    { bone = "leg", late = 0.25, { 0, 0.12 }, { 0.5, -0.12 } }, { bone = "foot", late = 0.25, { 0.2, 0.3 }, { 0.7, -0.2 } } }
clip { when = "aiming", { bone = "foot", { 0, 0.4 } } }

-- A mortar: a squat pot on the rock with a wide mouth that looks up.
shape { name = "mortar", size = "medium", skin = "turret" }
trunk { sides = 8, axis = { 0, 0, 1 },
    { 0, 0, -0.8, 0.7, 0.4 }, { 0, 0, -0.5, 0.8, 0.44 }, { 0, 0, -0.05, 0.62, 0.38 }, { 0, 0, 0.3, 0.56, 0.34 } }
eye { from = { 0, 0, 0.3 }, at = { 0, 0, 0.24 }, axis = { 0, 0, 1 }, radius = 0.26, bulge = -0.2, zone = "glow",
      rim = "flesh" }
spike { from = { 0.58, 0, 0.1 }, zone = "claw", { 0.86, 0, 0.5 } }
spike { from = { -0.58, 0, 0.1 }, zone = "claw", { -0.86, 0, 0.5 } }
pose { axis = { 1, 0, 0 }, radians = -1.3 }

-- A lattice post: a root of stone with a bud on it that looks up, and the buds that float at its sides.
shape { name = "lattice_post", size = "medium", skin = "turret" }
trunk { sides = 6, axis = { 0, 0, 1 },
    { 0, 0, -0.85, 0.7, 0.5 }, { 0, 0, -0.5, 0.56, 0.42 }, { 0, 0, -0.1, 0.3, 0.28 }, { 0, 0, 0.34, 0.46, 0.4 } }
eye { from = { 0, 0, 0.34 }, at = { 0, 0, 0.4 }, axis = { 0, 0, 1 }, radius = 0.28, bulge = 0.7, zone = "glow", rim = "flesh" }
spike { from = { 0.42, 0, 0.12 }, times = 6, zone = "claw", { 0.68, 0, 0.4, 0.14, 0.1 }, { 0.5, 0, 0.86 } }
pose { axis = { 1, 0, 0 }, radians = -1.4 }

shape { name = "lattice_bud", size = "small", skin = "turret" }
trunk { sides = 6, axis = { 0, 0, 1 }, { 0, 0, -0.8, 0.16, 0.16 }, { 0, 0, -0.3, 0.56, 0.56 }, { 0, 0, 0.3, 0.42, 0.42 } }
eye { from = { 0, 0, 0.3 }, at = { 0, 0, 0.36 }, axis = { 0, 0, 1 }, radius = 0.26, bulge = 0.7, zone = "glow", rim = "flesh" }
pose { axis = { 1, 0, 0 }, radians = -1.3 }

-- A shieldback: a short body behind a plate, which is a part of its own.
shape { name = "shieldback", size = "medium", skin = "wedge" }
trunk { sides = 6, { -0.85, 0, 0, 0.12, 0.1 }, { -0.4, 0, 0.03, 0.4, 0.28 }, { 0.1, 0, 0.04, 0.46, 0.32 },
    { 0.5, 0, 0, 0.26, 0.2 } }
eye { from = { -0.15, 0.3, 0.24 }, at = { -0.15, 0.28, 0.27 }, axis = { 0, 0.4, 1 }, radius = 0.1, mirror_y = true }
spike { from = { -0.6, 0.24, 0 }, mirror_y = true, { -0.78, 0.5, 0, 0.12, 0.08 }, { -1.1, 0.52, 0 } }
spike { from = { 0.3, 0.36, 0 }, zone = "claw", mirror_y = true, { 0.52, 0.62, 0, 0.1, 0.1 }, { 0.86, 0.44, 0 } }

-- A boulder: blunt corners of rock, and something that lives in a crack.
shape { name = "boulder", size = "medium", skin = "boulder" }
trunk { sides = 5, axis = { 0, 0, 1 }, { 0.1, 0, -0.5, 0.4, 0.44 }, { 0, 0.06, -0.2, 0.76, 0.62 },
    { 0.08, -0.04, 0.2, 0.62, 0.76 },
    { -0.06, 0, 0.46, 0.38, 0.34 } }
limb { from = { 0.6, 0.3, 0 }, zone = "shell", { 0.88, 0.36, 0.02, 0.16, 0.14 } }
limb { from = { -0.5, 0.5, 0 }, zone = "shell", { -0.6, 0.72, -0.04, 0.2, 0.14 } }
limb { from = { -0.3, -0.7, 0 }, zone = "shell", { -0.36, -0.94, 0.04, 0.18, 0.16 } }
eye { from = { 0.3, 0.3, 0.4 }, at = { 0.28, 0.3, 0.5 }, axis = { 0.4, 0.4, 0.8 }, radius = 0.14, zone = "glow",
      rim = "flesh" }

look { kind = "hornet", shape = "hornet", skin = "hornet" }
look { kind = "weaver", shape = "weaver", skin = "weaver" }
look { kind = "mortar", shape = "mortar" }
look { kind = "lattice_post", shape = "lattice_post", parts = { bud = "lattice_bud" } }
look { kind = "shieldback", shape = "shieldback", skin = "wedge" }
look { kind = "boulder", shape = "boulder" }
