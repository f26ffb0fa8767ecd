-- A squid with a narwhal's lance.
shape { name = "lancer", size = "medium", skin = "lancer" }
trunk { sides = 6,
    { -0.42, 0, 0, 0.13, 0.12 }, { -0.2, 0, 0.01, 0.27, 0.23 }, { 0.08, 0, 0.01, 0.21, 0.2 },
    { 0.34, 0, 0, 0.2, 0.18 }, { 0.58, 0, 0, 0.1, 0.1 } }
spike { from = { 0.58, 0, 0 }, zone = "claw", { 0.78, 0, 0, 0.045, 0.045 }, { 1.16, 0, 0 } }
eye { from = { -0.06, 0.2, 0.12 }, at = { -0.04, 0.19, 0.16 }, axis = { 0.1, 0.6, 0.8 }, radius = 0.09,
      mirror_y = true }
spike { from = { 0.46, 0.16, 0 }, mirror_y = true, { 0.3, 0.34, 0, 0.15, 0.035 }, { -0.08, 0.62, 0 } }
spike { from = { -0.31, 0.2, 0 }, mirror_y = true,
    { -0.52, 0.36, 0.02, 0.075, 0.07 }, { -0.82, 0.4, 0.06, 0.055, 0.05 }, { -1.16, 0.18, 0 } }
spike { from = { -0.42, 0, 0 }, { -0.7, 0, -0.03, 0.065, 0.06 }, { -1.12, 0, 0 } }

look { kind = "lancer", shape = "lancer", skin = "lancer" }
