-- A seed about to open: three husks around a bright kernel.
shape { name = "pod", size = "small", skin = "pod" }
trunk { sides = 6, { -0.62, 0, 0, 0.14, 0.14 }, { -0.2, 0, 0, 0.48, 0.48 }, { 0.24, 0, 0, 0.46, 0.46 } }
eye { from = { 0.24, 0, 0 }, at = { 0.3, 0, 0 }, radius = 0.36, bulge = 0.9, zone = "glow" }
spike { from = { 0.02, 0.47, 0 }, times = 3, about = "x", up = { 0, 1, 0 },
    { 0.38, 0.6, 0, 0.22, 0.1 }, { 0.95, 0.2, 0 } }

look { kind = "pod", shape = "pod", skin = "pod" }
organ { part = "pod", shape = "pod" }
