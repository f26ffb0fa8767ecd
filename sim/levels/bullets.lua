-- Bullet programs for guns: `use "bullets"`, then `bullet = "snare"`. The look tells the behaviour: a dart changes its
-- speed, a ring its direction, a diamond rests before it acts, an orb obeys gravity or bounces.
local orb, dart, ring, diamond = 0, 1, 2, 3

-- Darts.
bullet { name = "dart", look = dart, { fly = 1, speed = 0.03 }, { fly = true, speed = 0.13, over = 60 } }
bullet { name = "brake", look = dart, { fly = 1, speed = 0.14 }, { fly = true, speed = 0.05, over = 50 } }

-- Rings. Every other bullet of a wheel curves the other way; a halo circles where it was fired, then opens.
bullet { name = "curl", look = ring, { curve = 80, turn = 0.9 } }
bullet { name = "wheel", look = ring, { curve = 80, turn = 0.9, alternate = true } }
bullet { name = "halo", look = ring, { orbit = 120, radius = 3, turn = 3, over = 40 }, { fly = true, speed = 0.09 } }

-- Diamonds. At "calm" a snare misses a ship that holds still.
bullet { name = "snare", look = diamond,
    { fly = 36, speed = 0, over = 36 }, { wait = 30 }, { aim = true, off = difficulty == "calm" and 6 or 0 },
    { fly = true, speed = 0.11, over = 20 } }
bullet { name = "creep", look = diamond,
    { fly = 30, speed = 0.09 }, { wait = 24 }, { fly = 30, speed = 0.09 }, { wait = 24 },
    { fly = 30, speed = 0.09 }, { wait = 24 }, { fly = true, speed = 0.09 } }
bullet { name = "bloom", look = diamond,
    { fly = 68, speed = 0.03, over = 50 }, { split = 6, ring = true, speed = 0.08 } }
bullet { name = "seed", look = diamond,
    { fly = 40, speed = 0, over = 40 }, { wait = 90 }, { split = 6, ring = true, speed = 0.08 } }

-- Orbs. A gun throws a lob upward, at 0.12 to 0.2 units a tick. A hail hangs near the top of its flight and bursts.
bullet { name = "lob", look = orb, { fall = true, pull = {0, -0.0022} } }
bullet { name = "hail", look = orb,
    { fall = 50, pull = {0, -0.0022} }, { fly = 24, speed = 0.03, over = 6 },
    { split = 5, spread = 160, speed = 0.07, into = "lob" } }
bullet { name = "ricochet", look = orb, { bounce = 2, on = "both" }, { fly = true } }
