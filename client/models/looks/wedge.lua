-- A stag beetle.
shape { name = "wedge", size = "small", skin = "wedge" }
trunk { sides = 4,
    { -0.7, 0, 0, 0.14, 0.1 }, { -0.4, 0, 0.05, 0.5, 0.28 }, { 0.12, 0, 0.06, 0.36, 0.26 },
    { 0.44, 0, 0.01, 0.2, 0.14 } }
eye { from = { 0.28, 0, 0.25 }, at = { 0.26, 0, 0.27 }, axis = { 0.3, 0, 1 }, radius = 0.12 }
spike { from = { 0.28, 0.25, 0 }, zone = "claw", mirror_y = true, { 0.58, 0.36, 0, 0.09, 0.08 }, { 0.94, 0.06, 0 } }
spike { from = { -0.5, 0.33, 0 }, mirror_y = true, { -0.88, 0.76, 0.02 } }

look { kind = "wedge", shape = "wedge", skin = "wedge" }
