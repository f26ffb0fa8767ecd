-- A brittle star.
shape { name = "spinner", size = "small", skin = "spinner" }
bone { name = "arm", at = { 0.36, 0, 0 }, tip = { 0.62, -0.14, 0.02 }, times = 5 }
bone { name = "tip", parent = "arm", at = { 0.62, -0.14, 0.02 }, tip = { 0.78, -0.66, 0 }, times = 5 }
trunk { sides = 5, { 0, 0, -0.15, 0.32, 0.32 }, { 0, 0, 0.12, 0.33, 0.33 } }
eye { from = { 0, 0, 0.12 }, at = { 0, 0, 0.2 }, axis = { 0, 0, 1 }, radius = 0.2 }
spike { from = { 0.33, 0, 0 }, times = 5, bones = { "arm", "tip" }, { 0.62, -0.14, 0.02, 0.11, 0.09 }, { 0.78, -0.66, 0 } }
clip { seconds = 1.3, { bone = "arm", { 0, 0.1 }, { 0.5, -0.1 } }, { bone = "tip", { 0.15, 0.3 }, { 0.65, -0.2 } } }
clip { when = "firing", { bone = "arm", { 0, -0.25 } }, { bone = "tip", { 0, -0.4 } } }

look { kind = "spinner", shape = "spinner", skin = "spinner" }
