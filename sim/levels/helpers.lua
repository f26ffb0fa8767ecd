-- What the scripts of kinds share: `use "helpers"`.

-- A number for each difficulty.
function by_difficulty(calm, standard, storm)
    return difficulty == "calm" and calm or difficulty == "storm" and storm or standard
end

-- How many bullets a ring has: a quarter more at "storm".
function ring_count(count)
    return difficulty == "storm" and count + count // 4 or count
end

-- Switches all guns on `delay` ticks after the enemy has spawned.
function fires_after(delay)
    return {
        name = "weapons",
        { name = "quiet", next = { after = delay, to = "firing" } },
        { name = "firing", begin = { guns = true } },
    }
end

-- The same, and off again when the enemy is `till` ticks old: what has come close to the players no longer fires.
function fires_between(delay, till)
    return {
        name = "weapons",
        { name = "quiet", next = { after = delay, to = "firing" } },
        { name = "firing", begin = { guns = true }, next = { after = till - delay, to = "spent" } },
        { name = "spent", begin = { guns = false } },
    }
end

-- On a path: slows down after `delay` ticks, stays slow for `stay` ticks, then speeds up again.
function lingers(delay, stay, slow, fast)
    return {
        name = "movement",
        { name = "coming", next = { after = delay, to = "slowing" } },
        { name = "slowing", begin = { speed = slow, over = 40 }, next = { after = stay, to = "going" } },
        { name = "going", begin = { speed = fast, over = 60 } },
    }
end
