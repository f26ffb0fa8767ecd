-- A barnacle: a cone of stone on the rock, and six plates about the eye at its top, which looks up and out.
shape { name = "turret", size = "medium", skin = "turret" }
trunk { sides = 6, axis = { 0, 0, 1 },
    { 0, 0, -0.8, 0.62, 0.52 }, { 0, 0, -0.62, 0.8, 0.6 }, { 0, 0, -0.12, 0.5, 0.42 }, { 0, 0, 0.14, 0.4, 0.36 } }
eye { from = { 0, 0, 0.14 }, at = { 0, 0, 0.16 }, axis = { 0, 0, 1 }, radius = 0.3, bulge = 0.8, pupil = 0.4,
      rim = "flesh" }
spike { from = { 0.45, 0, 0.01 }, times = 6, squash = { 1, 0.55, 1 }, zone = "claw",
    { 0.68, 0, 0.24, 0.21, 0.1 }, { 0.54, 0, 0.8, turn = 0.02 } }
pose { axis = { 1, 0, 0 }, radians = -1.3 }

look { kind = "turret", shape = "turret", skin = "turret" }
