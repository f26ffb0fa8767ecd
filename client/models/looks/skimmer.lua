-- A manta.
shape { name = "skimmer", size = "small", skin = "skimmer" }
trunk { sides = 4, { -0.42, 0, 0.02, 0.07, 0.06 }, { -0.02, 0, 0.04, 0.2, 0.16 }, { 0.4, 0, 0.03, 0.19, 0.14 } }
eye { from = { 0.4, 0, 0.03 }, at = { 0.55, 0, 0.02 }, axis = { 1, 0, 0.35 }, radius = 0.11 }
spike { from = { 0.18, 0.2, 0.03 }, mirror_y = true,
    { 0.1, 0.45, 0.05, 0.23, 0.06 }, { -0.12, 0.76, 0.02, 0.13, 0.035 }, { -0.56, 0.9, -0.08 } }
spike { from = { -0.42, 0, 0 }, { -0.72, 0, 0, 0.035, 0.03 }, { -0.98, 0, 0.02 } }

look { kind = "skimmer", shape = "skimmer", skin = "skimmer" }
