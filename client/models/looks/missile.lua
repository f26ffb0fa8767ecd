-- A dart with four swept fins.
shape { name = "missile", size = "small", skin = "missile", flies_forward = true }
trunk { sides = 4, last_cap = "claw",
    { -0.5, 0, 0, 0.11, 0.11 }, { -0.05, 0, 0, 0.22, 0.22 }, { 0.4, 0, 0, 0.17, 0.17 }, { 0.85, 0, 0, 0.03, 0.03 } }
eye { from = { -0.5, 0, 0 }, at = { -0.56, 0, 0 }, axis = { -1, 0, 0 }, radius = 0.13, zone = "glow" }
spike { from = { -0.28, 0.2, 0 }, mirror_y = true, { -0.78, 0.48, 0 } }
spike { from = { -0.28, 0, 0.2 }, mirror_z = true, { -0.78, 0, 0.48 } }

look { kind = "missile", shape = "missile", skin = "missile" }
organ { part = "missile", shape = "missile" }
