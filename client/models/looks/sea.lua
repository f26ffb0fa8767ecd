-- What lives in Shelf Sea: wet, grey, green and violet.

-- A flying fish: a spindle with two long fins, bent back, and a forked tail. It swims through the air.
shape { name = "fish", size = "small", skin = "sea" }
bone { name = "hind", at = { 0, 0, 0.02 }, tip = { -0.45, 0, 0.01 } }
bone { name = "tail", parent = "hind", at = { -0.45, 0, 0.01 }, tip = { -1.05, 0, 0 } }
bone { name = "fin", at = { -0.1, 0.18, 0.02 }, tip = { -0.62, 0.95, 0 }, mirror_y = true }
trunk { sides = 4, bones = { "tail", "hind", "trunk" },
    { -0.78, 0, 0, 0.06, 0.06 }, { -0.35, 0, 0.01, 0.16, 0.15 }, { 0.15, 0, 0.02, 0.21, 0.19 },
    { 0.6, 0, 0, 0.12, 0.11 } }
eye { from = { 0.4, 0, 0.2 }, at = { 0.42, 0, 0.19 }, axis = { 0.3, 0, 1 }, radius = 0.085 }
spike { from = { -0.1, 0.18, 0 }, mirror_y = true, bone = "fin", { -0.15, 0.45, 0.02, 0.16, 0.03 }, { -0.62, 0.95, 0 } }
spike { from = { -0.57, 0.1, 0 }, mirror_y = true, bone = "tail", { -1.05, 0.38, 0 } }
clip { seconds = 0.55,
    { bone = "hind", { 0, 0.16 }, { 0.5, -0.16 } }, { bone = "tail", { 0.25, 0.34 }, { 0.75, -0.34 } },
    { bone = "fin", axis = { 1, 0, 0 }, { 0.1, 0.5 }, { 0.6, -0.2 } } }

-- An urchin: a ball of spines about a wet mouth.
shape { name = "urchin", size = "medium", skin = "sea" }
trunk { sides = 8, axis = { 0, 0, 1 },
    { 0, 0, -0.4, 0.26, 0.26 }, { 0, 0, -0.16, 0.46, 0.46 }, { 0, 0, 0.16, 0.46, 0.46 }, { 0, 0, 0.36, 0.3, 0.3 } }
eye { from = { 0, 0, 0.36 }, at = { 0, 0, 0.4 }, axis = { 0, 0, 1 }, radius = 0.2, bulge = 0.4 }
spike { from = { 0.46, 0, 0 }, times = 8, zone = "claw", { 1, 0, 0 } }

-- A bell: a jellyfish that hangs from its glowing dome; four arms and a heart.
shape { name = "bell", size = "medium", skin = "sea" }
bone { name = "left", at = { -0.4, -0.05, 0 }, tip = { -0.42, -0.42, 0 } }
bone { name = "left_tip", parent = "left", at = { -0.42, -0.42, 0 }, tip = { -0.3, -0.95, 0 } }
bone { name = "right", at = { 0.4, -0.05, 0 }, tip = { 0.42, -0.42, 0 } }
bone { name = "right_tip", parent = "right", at = { 0.42, -0.42, 0 }, tip = { 0.3, -0.95, 0 } }
bone { name = "heart", at = { 0, 0, 0 }, tip = { -0.05, -0.8, 0 } }
trunk { sides = 6, axis = { 0, 1, 0 }, first_cap = "glow",
    { 0, 0.05, 0, 0.3, 0.22 }, { 0, -0.12, 0, 0.62, 0.44 }, { 0, 0.2, 0, 0.6, 0.42 }, { 0, 0.52, 0, 0.34, 0.26 } }
spike { from = { 0.4, -0.02, 0 }, bones = { "right", "right_tip" }, { 0.42, -0.42, 0, 0.08, 0.08 }, { 0.3, -0.95, 0 } }
spike { from = { -0.4, -0.02, 0 }, bones = { "left", "left_tip" }, { -0.42, -0.42, 0, 0.08, 0.08 }, { -0.3, -0.95, 0 } }
spike { from = { 0, 0.05, 0 }, zone = "glow", bone = "heart", { 0.02, -0.35, 0, 0.12, 0.1 }, { -0.05, -0.8, 0 } }
clip { seconds = 2.2,
    { bone = "left", { 0, -0.12 }, { 0.4, 0.08 } }, { bone = "left_tip", { 0.15, -0.3 }, { 0.55, 0.16 } },
    { bone = "right", { 0.05, 0.12 }, { 0.45, -0.08 } }, { bone = "right_tip", { 0.2, 0.3 }, { 0.6, -0.16 } },
    { bone = "heart", { 0.1, 0.12 }, { 0.6, -0.12 } } }

-- An angler: mostly mouth, with teeth; its lure is a part of its own.
shape { name = "angler", size = "boss", skin = "sea" }
trunk { sides = 8,
    { -0.85, 0, 0, 0.1, 0.09 }, { -0.5, 0, 0.02, 0.34, 0.24 }, { -0.05, 0, 0.03, 0.6, 0.38 },
    { 0.4, 0, 0.02, 0.58, 0.36 },
    { 0.5, 0, 0.02, 0.42, 0.26 } }
limb { from = { 0.5, 0, 0.02 }, zone = "flesh", cap = "glow", axis = { 1, 0, 0 }, { 0.2, 0, 0.02, 0.3, 0.18 } }
eye { from = { 0.18, 0.42, 0.28 }, at = { 0.16, 0.4, 0.32 }, axis = { 0.2, 0.6, 0.8 }, radius = 0.1, bulge = 0.7,
      mirror_y = true }
spike { from = { 0.46, 0.36, 0.1 }, zone = "claw", mirror_y = true, { 0.82, 0.24, 0.04 } }
spike { from = { 0.46, 0.16, 0.28 }, zone = "claw", mirror_y = true, { 0.78, 0.08, 0.22 } }
spike { from = { -0.28, 0.44, 0 }, mirror_y = true, { -0.45, 0.68, 0, 0.14, 0.05 }, { -0.85, 0.78, 0 } }
spike { from = { -0.68, 0.22, 0 }, mirror_y = true, { -1.15, 0.42, 0 } }

-- Its lure: a lamp on a short stalk.
shape { name = "lure", size = "small", skin = "sea" }
trunk { sides = 6, axis = { 0, 0, 1 }, zone = "glow", first_cap = "glow", last_cap = "glow",
    { 0, 0, -0.45, 0.26, 0.26 }, { 0, 0, -0.14, 0.5, 0.5 }, { 0, 0, 0.14, 0.5, 0.5 }, { 0, 0, 0.45, 0.26, 0.26 } }
spike { from = { -0.5, 0, 0 }, { -0.95, 0.2, 0 } }
spike { from = { 0.25, 0.4, 0 }, mirror_y = true, { 0.42, 0.78, 0 } }

-- A segment of kelp: a length of thin stalk with long blades that the water bends.
shape { name = "kelp", size = "small", skin = "kelp" }
bone { name = "upper", at = { 0.1, 0.3, 0 }, tip = { 0.85, 1.0, 0 } }
bone { name = "lower", at = { -0.1, -0.3, 0 }, tip = { -0.95, 0.3, 0 } }
trunk { sides = 4, axis = { 0, 1, 0 }, { 0, -0.95, 0, 0.12, 0.11 }, { 0.06, -0.35, 0, 0.16, 0.14 },
    { -0.06, 0.35, 0, 0.16, 0.14 },
    { 0, 0.95, 0, 0.12, 0.11 } }
spike { from = { 0.16, 0.35, 0 }, bone = "upper", { 0.36, 0.55, 0, 0.15, 0.04 }, { 0.66, 0.66, 0, 0.15, 0.03 }, { 1.0, 1.05, 0 } }
spike { from = { -0.16, -0.35, 0 }, bone = "lower", { -0.36, -0.2, 0, 0.15, 0.04 }, { -0.68, -0.12, 0, 0.15, 0.03 }, { -1.05, 0.3, 0 } }
spike { from = { 0.16, -0.6, 0 }, { 0.4, -0.52, 0, 0.13, 0.04 }, { 0.98, -0.28, 0 } }
spike { from = { -0.16, 0.6, 0 }, { -0.36, 0.74, 0, 0.13, 0.04 }, { -0.78, 1.12, 0 } }
clip { seconds = 2.6, { bone = "upper", { 0, 0.2 }, { 0.5, -0.2 } }, { bone = "lower", { 0.15, -0.2 }, { 0.65, 0.2 } } }

-- A breaker: a wall of water in three pieces, one above another. The uppermost curls forward.
shape { name = "breaker", size = "medium", skin = "breaker" }
trunk { sides = 6, axis = { 0, 1, 0 }, { 0, -0.84, 0, 0.3, 0.36 }, { 0.04, -0.4, 0, 0.46, 0.62 }, { 0.06, 0.2, 0, 0.48, 0.66 },
    { 0, 0.8, 0, 0.3, 0.42 } }
shape { name = "breaker_crest", size = "medium", skin = "breaker" }
trunk { sides = 6, axis = { 0, 1, 0 }, { -0.1, -0.84, 0, 0.3, 0.36 }, { -0.06, -0.3, 0, 0.4, 0.6 }, { 0, 0.2, 0, 0.36, 0.56 },
    { 0.14, 0.6, 0, 0.24, 0.4 } }
spike { from = { 0.36, 0.3, 0 }, zone = "glow", { 0.62, 0.42, 0, 0.2, 0.34 }, { 0.84, 0.02, 0 } }

look { kind = "fish", shape = "fish" }
look { kind = "breaker", shape = "breaker", parts = { crest = "breaker_crest" } }
look { kind = "urchin", shape = "urchin" }
look { kind = "bell", shape = "bell" }
look { kind = "angler", shape = "angler", skin = "sea", parts = { lure = "lure" } }
look { kind = "lamp", shape = "lure" }
look { kind = "kelp", shape = "kelp" }
look { kind = "ray", shape = "skimmer", skin = "sea" }
look { kind = "trawler", shape = "carrier", skin = "sea" }
