-- A brittle star.
shape { name = "spinner", size = "small", skin = "spinner" }
trunk { sides = 5, { 0, 0, -0.15, 0.32, 0.32 }, { 0, 0, 0.12, 0.33, 0.33 } }
eye { from = { 0, 0, 0.12 }, at = { 0, 0, 0.2 }, axis = { 0, 0, 1 }, radius = 0.2 }
spike { from = { 0.33, 0, 0 }, times = 5, { 0.62, -0.14, 0.02, 0.11, 0.09 }, { 0.78, -0.66, 0 } }

look { kind = "spinner", shape = "spinner", skin = "spinner" }
