-- The paths of enemies. All begin and end outside the field. `mirror` turns a path upside down.

-- Straight through, at three heights.
path { name = "straight", { 20, 0 }, { -26, 0 } }
path { name = "straight_high", { 20, 4.2 }, { -26, 4.2 } }
path { name = "straight_wide", { 20, 2.2 }, { -26, 2.2 } }

-- From one height to another.
path { name = "swoop", { 20, 5 }, { 12, 4.6 }, { 4, 0 }, { -4, -3.4 }, { -12, -3 }, { -26, 1 } }
path { name = "dive", { 20, 4.8 }, { 13, 4.8 }, { 7, 3 }, { 1, -3 }, { -6, -4.4 }, { -26, -4.4 } }
path { name = "weave", { 20, 0 }, { 15, 3 }, { 9, -3 }, { 3, 3 }, { -3, -3 }, { -9, 3 }, { -26, 0 } }
path { name = "ripple", { 20, 0 }, { 15, 1.4 }, { 10, -1.4 }, { 5, 1.4 }, { 0, -1.4 }, { -5, 1.4 }, { -26, 0 } }

-- Around and back.
path { name = "hook", { 20, 4.4 }, { 8, 4.4 }, { -1, 3 }, { -4, 0 }, { 0, -2.6 }, { 8, -3 }, { 26, -3 } }
path { name = "loop_the_loop", { 20, -2 }, { 8, -2.4 }, { 0, -1 }, { -1, 2.6 }, { 3, 4.2 }, { 7, 2.4 }, { 4, -1.6 }, { -6, -2.4 }, { -26, -2 } }
path { name = "spiral_in", { 20, 0 }, { 10, 4.4 }, { 0, 3 }, { -1, -2 }, { 5, -3.4 }, { 9, -0.4 }, { 5, 1.6 }, { -26, 1.6 } }

path { name = "steps", { 20, 3 }, { 11, 3 }, { 7, -2 }, { -2, -2.4 }, { -6, 2 }, { -14, 2.6 }, { -26, 2.6 } }
path { name = "arc", { 20, -4.6 }, { 8, -4.8 }, { -2, -2.6 }, { -3.4, 1 }, { 1, 4 }, { 10, 4.8 }, { 26, 4.8 } }

-- From the left, behind the players; to be used only where the walls are far apart. Hornets take the flank: along the edge,
-- out of the players' way, and around in front of them.
path { name = "flank", { -20, 6.2 }, { -8, 6.4 }, { 1, 6 }, { 6, 3.4 }, { 4, 0.6 }, { -6, 0.2 }, { -26, 0.2 } }
path { name = "from_behind", { -20, 5 }, { -8, 5 }, { 4, 4.4 }, { 9, 1 }, { 4, -2 }, { -6, -2.6 }, { -26, -2.6 } }

-- Paths of heavier enemies, which slow down by themselves (see kinds).
path { name = "perch", { 20, 3.4 }, { 12, 3.4 }, { 8, 2.6 }, { 2, 2.8 }, { -26, 3.4 } }
path { name = "post", { 20, 1.6 }, { 10, 1.6 }, { 4, 2.2 }, { -26, 1.6 } }
path { name = "convoy", { 22, 0 }, { 8, 0.8 }, { -6, -0.8 }, { -30, 0 } }
