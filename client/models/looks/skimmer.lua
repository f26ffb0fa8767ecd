-- A manta. Its wings beat, the tips a little later; it lifts the one on the outside of a turn. A wave runs along its tail.
shape { name = "skimmer", size = "small", skin = "skimmer" }
bone { name = "wing", at = { 0.1, 0.2, 0.04 }, tip = { -0.02, 0.6, 0.03 }, mirror_y = true }
bone { name = "wing_tip", parent = "wing", at = { -0.02, 0.6, 0.03 }, tip = { -0.56, 0.9, -0.08 }, mirror_y = true }
bone { name = "tail", at = { -0.42, 0, 0.01 }, tip = { -0.72, 0, 0 } }
bone { name = "tail_tip", parent = "tail", at = { -0.72, 0, 0 }, tip = { -0.98, 0, 0.02 } }
trunk { sides = 4, { -0.42, 0, 0.02, 0.07, 0.06 }, { -0.02, 0, 0.04, 0.2, 0.16 }, { 0.4, 0, 0.03, 0.19, 0.14 } }
eye { from = { 0.4, 0, 0.03 }, at = { 0.55, 0, 0.02 }, axis = { 1, 0, 0.35 }, radius = 0.11 }
spike { from = { 0.18, 0.2, 0.03 }, mirror_y = true, bones = { "wing", "wing_tip" },
    { 0.1, 0.45, 0.05, 0.23, 0.06 }, { -0.12, 0.76, 0.02, 0.13, 0.035 }, { -0.56, 0.9, -0.08 } }
spike { from = { -0.42, 0, 0 }, bones = { "tail", "tail_tip" }, { -0.72, 0, 0, 0.035, 0.03 }, { -0.98, 0, 0.02 } }
clip { seconds = 0.9,
    { bone = "wing", axis = { 1, 0, 0 }, { 0, 0.42 }, { 0.5, -0.34 } },
    { bone = "wing_tip", axis = { 1, 0, 0 }, { 0.18, 0.5 }, { 0.68, -0.5 } },
    { bone = "tail", axis = { 0, 1, 0 }, { 0.3, 0.2 }, { 0.8, -0.2 } },
    { bone = "tail_tip", axis = { 0, 0, 1 }, { 0.2, 0.3 }, { 0.7, -0.3 } } }

look { kind = "skimmer", shape = "skimmer", skin = "skimmer" }
