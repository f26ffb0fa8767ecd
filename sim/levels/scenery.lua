-- Canyon walls: jagged rock between a floor and a ceiling line, tile after tile, so that edges always meet.
--
-- Heights are relative to the camera at the tile's end, so the walls of a climbing tile climb with it. Each tile begins
-- with the heights of the previous `canyon`. The tiles of a loop must end with the heights that they began with.

local floor_now, ceiling_now = -7, 11
local noise = 1

-- A whole number in [0, 65536), from a linear congruential generator with the constants of POSIX's rand.
local function next_noise()
    noise = (noise * 1103515245 + 12345) & 0x7fffffff
    return (noise >> 12) & 0xffff
end

-- A number in [-1, 1).
local function jag() return next_noise() / 32768 - 1 end

-- The same from a separate sequence, for the rock before the level's start.
local noise_behind = 4711
local function jag_behind()
    noise, noise_behind = noise_behind, noise
    local value = jag()
    noise, noise_behind = noise_behind, noise
    return value
end

function canyon_start(start)
    floor_now, ceiling_now, noise = start.floor, start.ceiling, start.seed
end

-- canyon { model, ticks, length = 16, rise = 0, floor, ceiling, rough = 0.4, spikes = { {x, height, width}, … }, first }
-- `floor` and `ceiling` are the heights at the tile's end. A spike of positive height grows from the floor; a spike of
-- negative height hangs from the ceiling. The `first` tile of a level also has rock before its entry, as far as visible.
function canyon(t)
    local length, rise, rough = t.length or 16, t.rise or 0, t.rough or 0.4
    local steps = length // 2 * 2
    local floor_line, ceiling_line, bottom, top = {}, {}, -18, 18
    local back = t.first and -24 or 0
    for x = back, -2, 2 do
        local mid = x > back and rough or 0
        append(floor_line, { x, floor_now + mid * jag_behind() })
        append(ceiling_line, { x, ceiling_now + mid * jag_behind() })
    end
    for i = 0, steps do
        local share = i / steps
        local x, camera = length * share, rise * share
        local low = floor_now + (t.floor - floor_now) * share
        local high = ceiling_now + (t.ceiling - ceiling_now) * share
        if i > 0 and i < steps then
            low = low + rough * jag()
            high = high + rough * jag()
        end
        for _, spike in ipairs(t.spikes or {}) do
            local near = 1 - math.abs(x - spike[1]) / (spike[3] / 2)
            if near > 0 and spike[2] > 0 then low = low + spike[2] * near end
            if near > 0 and spike[2] < 0 then high = high + spike[2] * near end
        end
        if high - low < 7 then
            error("canyon '" .. t.model .. "': only " .. tostring(high - low) .. " units are free at x " .. tostring(x))
        end
        append(floor_line, { x, camera + low })
        append(ceiling_line, { x, camera + high })
        bottom = math.min(bottom, camera + low - 4)
        top = math.max(top, camera + high + 4)
    end
    append(floor_line, { length, bottom })
    append(floor_line, { back, bottom })
    append(ceiling_line, { length, top })
    append(ceiling_line, { back, top })
    floor_now, ceiling_now = t.floor, t.ceiling
    tile {
        model = t.model, enter = { 0, 0 }, exit = { length, rise }, ticks = t.ticks,
        walls = { floor_line, ceiling_line },
    }
end
