-- The players' ship: a swan in flight, with a long neck to the front, fins swept up and down into a crescent, and
-- wings to both sides of the screen's plane that show when it banks. Its size is in units of the field.
shape { name = "ship", size = "medium", skin = "ship", flies_forward = true }
trunk { sides = 4,
    { -0.46, 0, 0, 0.085, 0.09 }, { -0.3, 0.01, 0, 0.135, 0.145 }, { -0.06, 0.02, 0, 0.145, 0.15 },
    { 0.18, 0.01, 0, 0.1, 0.105 }, { 0.44, -0.025, 0, 0.05, 0.054 }, { 0.7, -0.065, 0, 0.014, 0.018 } }
eye { from = { -0.46, 0, 0 }, at = { -0.53, 0, 0 }, axis = { -1, 0, 0 }, radius = 0.085, zone = "glow", rim = "claw" }
eye { from = { 0.06, 0.13, 0 }, at = { 0.1, 0.135, 0 }, axis = { 0.35, 1, 0 }, radius = 0.1, bulge = 0.45 }
-- The wings, drooping a little toward their tips.
spike { from = { -0.18, 0.01, 0.14 }, zone = "flesh", up = { 1, 0, 0 }, mirror_z = true,
    { -0.2, 0, 0.25, 0.036, 0.135 }, { -0.3, -0.03, 0.43, 0.022, 0.085 }, { -0.58, -0.1, 0.56 } }
-- The fins, a crescent seen from the side.
spike { from = { -0.18, 0.15, 0 }, zone = "flesh",
    { -0.29, 0.215, 0, 0.105, 0.03 }, { -0.46, 0.315, 0, 0.065, 0.02 }, { -0.72, 0.375, 0 } }
spike { from = { -0.18, -0.13, 0 }, zone = "flesh",
    { -0.29, -0.195, 0, 0.105, 0.03 }, { -0.45, -0.285, 0, 0.065, 0.02 }, { -0.68, -0.345, 0 } }
