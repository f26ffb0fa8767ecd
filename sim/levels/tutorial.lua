-- The tutorial: one thing at a time. Each lesson is a loop that ends when its target is dead or has left.

level { name = "Tutorial", backdrop = "dunes", ticks = 2400 }

use "scenery"
use "kinds"

-- Drifts in and waits `stay` ticks to be shot. Gives `charge` for the bars.
local function target_kind(name, armour, charge, stay)
    kind {
        name = name, size = "small", radius = 0.7, worth = 10, charge = charge,
        parts = { radius = 0.6, armour = armour, sway = { 0, 0.5 }, period = 150 },
        machines = {
            { name = "movement",
              { name = "coming", begin = { { drift = { -0.09, 0 } }, { turn = 1 } }, next = { after = 120, to = "waiting" } },
              { name = "waiting", begin = { drift = { 0, 0 } }, next = { after = stay, to = "leaving" } },
              { name = "leaving", begin = { leave = { 0.12, 0.04 } } } },
        },
    }
end
local patience = 7200  -- two minutes, after which a lesson's target leaves and so ends the lesson
target_kind("pod_target", 4, 20, patience)
target_kind("pod_tough", 90, 250, patience)
target_kind("pod_passing", 4, 20, 300)
target_kind("pod_rich", 4, 250, 300)

canyon_start { floor = -7, ceiling = 12, seed = 7 }
local function dunes(model, first)
    canyon { model = model, length = 12, ticks = 240, floor = -7, ceiling = 12, rough = 0.3, first = first or false }
end

-- The loop goes on until the target is dead or has left. Then it takes some seconds until its last lap is over.
local function lesson(t)
    dunes(t.model)
    loop {
        tiles = { t.model }, until_dead = spawn { kind = t.target, place = { 19, t.y } },
        first = t.first, cues = t.cues,
    }
end

dunes("dunes_start", true)
dunes("dunes_start")
at(20) message "Welcome! Fly with {move}."
at(250) message "Hold {fire}."

lesson {
    model = "dunes_move", target = "pod_target", y = 3,
    first = function() at(30) message "Line up with the pods and shoot them." end,
    cues = function() at(60) spawn { kind = "pod_passing", place = { 19, -3 } } end,
}
lesson {
    model = "dunes_focus", target = "pod_target", y = 0,
    first = function() at(30) message "Hold {focus} to fly slowly between shots." end,
    cues = function() at(60) formation { kind = "wedge", path = "straight", count = 4, abreast = 2.6 } end,
}
lesson {
    model = "dunes_weapons", target = "pod_tough", y = 1,
    first = function()
        at(30) message "{next_weapon} changes weapons: you have four."
        at(200) message "Fan sweeps, seekers find, the ribbon burns."
    end,
    cues = function() at(80) formation { kind = "skimmer", path = "weave", count = 5, gap = 14 } end,
}
lesson {
    model = "dunes_release", target = "pod_tough", y = 0,
    first = function()
        at(30) message "Kills fill the blue bar."
        at(200) message "Hold {release} to burn it: your weapon grows."
    end,
    cues = function()
        at(40) spawn { kind = "pod_rich", place = { 19, 4 } }
        at(90) spawn { kind = "pod_rich", place = { 19, -4 } }
    end,
}
lesson {
    model = "dunes_lightning", target = "pod_tough", y = -1,
    first = function()
        at(30) message "Once blue is full, kills fill the gold bar."
        at(160) message "Full gold: {lightning}. Near a partner: storm."
    end,
    cues = function()
        at(40) spawn { kind = "pod_rich", place = { 19, 4 } }
        at(80) spawn { kind = "pod_rich", place = { 19, 1.5 } }
        at(120) spawn { kind = "pod_rich", place = { 19, -4 } }
    end,
}

for _ = 1, 12 do dunes("dunes_end") end
at(500) message "That is all. Good hunting!"
at(700) formation { kind = "skimmer", path = "swoop", count = 6, gap = 14, mirror = "both" }
at(1100) formation { kind = "wedge", path = "straight", count = 5, abreast = 1.7, stagger = 12 }
at(1500) formation { kind = "skimmer", path = "weave", count = 10, gap = 12 }
