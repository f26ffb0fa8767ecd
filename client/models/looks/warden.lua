-- The Warden: a crab the size of a house. Its claws, hatches, core and eyes serve as organs of other kinds too.

-- A king crab from above: a broad shield, horns that clasp the core in its hollow front, a jointed tail. It leaves room
-- for the hatches on its shoulders, and for the eye on its upper horn.
shape { name = "warden_body", size = "boss", skin = "warden" }
trunk { sides = 8,
    { -0.8, 0, 0, 0.07, 0.06 }, { -0.63, 0, 0.02, 0.24, 0.16 }, { -0.55, 0, 0.02, 0.16, 0.11 },
    { -0.37, 0, 0.04, 0.45, 0.24 }, { -0.27, 0, 0.04, 0.36, 0.19 }, { -0.02, 0, 0.05, 0.7, 0.3 },
    { 0.26, 0, 0.05, 0.7, 0.31 }, { 0.5, 0, 0.04, 0.58, 0.27 }, { 0.7, 0, 0.03, 0.35, 0.2 } }
limb { from = { 0.7, 0, 0.03 }, zone = "flesh", cap = "glow", axis = { 1, 0, 0 }, { 0.56, 0, 0.03, 0.26, 0.14 } }
spike { from = { 0.6, 0.46, 0.04 }, zone = "claw", mirror_y = true,
    { 0.71, 0.56, 0.04, 0.12, 0.1 }, { 0.84, 0.51, 0.04, 0.08, 0.07 }, { 0.93, 0.3, 0 } }
spike { from = { 0.38, 0.63, 0.05 }, zone = "claw", mirror_y = true, { 0.4, 0.78, 0.04, 0.1, 0.09 }, { 0.26, 0.97, 0 } }
spike { from = { -0.32, 0.4, 0.04 }, mirror_y = true, { -0.44, 0.52, 0.02, 0.09, 0.08 }, { -0.78, 0.6, 0 } }
spike { from = { -0.8, 0, 0 }, { -1, 0, 0 } }
-- A crest of thorns along the back, and a pair of vents.
spike { from = { 0.12, 0, 0.36 }, { -0.08, 0, 0.6 } }
spike { from = { -0.15, 0, 0.3 }, { -0.34, 0, 0.5 } }
spike { from = { -0.46, 0, 0.2 }, { -0.62, 0, 0.36 } }
eye { from = { 0.12, 0.48, 0.27 }, at = { 0.16, 0.4, 0.31 }, axis = { 0.2, 0.3, 1 }, radius = 0.075,
      zone = "glow", rim = "flesh", mirror_y = true }

-- An arm, an elbow, a palm and a pincer. It curves toward −y: the upper one. The arm reaches for where the claw aims; the pincer
-- opens before it fires, and snaps shut when it does.
shape { name = "warden_claw", size = "boss", skin = "warden" }
bone { name = "arm", at = { -0.9, -0.3, 0 }, tip = { -0.42, 0.17, 0 } }
bone { name = "palm", parent = "arm", at = { -0.42, 0.17, 0 }, tip = { 0.34, 0.1, 0 } }
bone { name = "pincer", parent = "palm", at = { 0.34, 0.12, 0 }, tip = { 0.96, -0.22, 0 } }
bone { name = "thumb", parent = "palm", at = { 0.24, -0.08, 0 }, tip = { 0.86, -0.28, 0 } }
trunk { sides = 4, bones = { "arm", "arm", "palm" },
    { -0.9, -0.3, 0, 0.1, 0.11 }, { -0.62, 0.06, 0, 0.11, 0.12 }, { -0.4, 0.18, 0, 0.17, 0.17 },
    { -0.16, 0.2, 0, 0.16, 0.17 }, { 0.1, 0.16, 0, 0.27, 0.24 }, { 0.34, 0.1, 0, 0.24, 0.2 } }
spike { from = { 0.34, 0.1, 0 }, zone = "claw", bone = "pincer",
    { 0.58, 0.16, 0, 0.15, 0.13 }, { 0.82, 0.1, 0, 0.09, 0.08 }, { 0.96, -0.22, 0 } }
spike { from = { 0.22, -0.13, 0 }, zone = "claw", bone = "thumb",
    { 0.36, -0.3, 0, 0.11, 0.1 }, { 0.58, -0.38, 0, 0.07, 0.07 }, { 0.86, -0.28, 0 } }
spike { from = { -0.51, 0.26, 0 }, { -0.62, 0.5, 0 } }
spike { from = { -0.03, 0.4, 0 }, { -0.14, 0.66, 0 } }
clip { seconds = 3.1,
    { bone = "pincer", { 0, 0 }, { 0.45, 0.1 }, { 0.6, -0.04 } }, { bone = "thumb", { 0, 0 }, { 0.4, -0.08 }, { 0.55, 0.05 } } }
clip { when = "aiming", { bone = "pincer", { 0, 0.2 } }, { bone = "thumb", { 0, -0.24 } } }
clip { when = "firing", { bone = "pincer", { 0, -0.12 } }, { bone = "thumb", { 0, 0.12 } } }
reach { bones = { "arm", "palm" }, within = 0.11 }

-- A lipped mouth with eight teeth that lean inward.
shape { name = "warden_hatch", size = "boss", skin = "warden" }
trunk { sides = 8, axis = { 0, 0, 1 },
    { 0, 0, -0.45, 0.55, 0.55 }, { 0, 0, 0, 0.84, 0.84 }, { 0, 0, 0.34, 0.66, 0.66 }, { 0, 0, 0.34, 0.48, 0.48 } }
eye { from = { 0, 0, 0.34 }, at = { 0, 0, 0.05 }, axis = { 0, 0, 1 }, radius = 0.4, bulge = -0.2,
      zone = "glow", rim = "flesh" }
spike { from = { 0.57, 0, 0.34 }, times = 8, zone = "claw", { 0.24, 0.04, 0.5 } }

-- A heart in a cage of ribs.
shape { name = "warden_core", size = "boss", skin = "warden" }
trunk { sides = 6, hoop = false, axis = { 1, 0, 0 }, zone = "glow", first_cap = "glow", last_cap = "glow",
    { -0.45, 0, 0, 0.25, 0.25 }, { -0.1, 0, 0, 0.6, 0.6 }, { 0.25, 0, 0, 0.56, 0.56 }, { 0.55, 0, 0, 0.2, 0.2 } }
trunk { sides = 6, axis = { -1, 0, 0 }, { -0.3, 0, 0, 0.72, 0.72 }, { -0.66, 0, 0, 0.46, 0.46 } }
spike { from = { -0.48, 0.6, 0 }, times = 6, about = "x", up = { 0, 1, 0 }, zone = "claw",
    { -0.1, 0.86, 0, 0.13, 0.1 }, { 0.34, 0.8, 0, 0.09, 0.07 }, { 0.86, 0.34, 0 } }

-- An eye between six lids.
shape { name = "warden_eye", size = "boss", skin = "warden" }
trunk { sides = 6, axis = { 0, 0, 1 },
    { 0, 0, -0.55, 0.36, 0.36 }, { 0, 0, -0.1, 0.68, 0.68 }, { 0, 0, 0.22, 0.6, 0.6 } }
eye { from = { 0, 0, 0.22 }, at = { 0, 0, 0.26 }, axis = { 0, 0, 1 }, radius = 0.5, bulge = 0.65, pupil = 0.4,
      rim = "flesh" }
spike { from = { 0.64, 0, 0.06 }, times = 6, zone = "claw",
    { 0.8, 0, 0.24, 0.24, 0.11 }, { 0.66, 0.05, 0.58, 0.15, 0.07 }, { 0.34, 0.1, 0.82 } }
pose { axis = { 0, 1, 0 }, radians = 0.5 }

look { kind = "warden", shape = "warden_body", skin = "warden" }
organ { part = "claw", shape = "warden_claw" }
organ { part = "arm", shape = "warden_claw" }
organ { part = "hatch", shape = "warden_hatch" }
organ { part = "core", shape = "warden_core" }
organ { part = "eye", shape = "warden_eye" }
