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

-- The same from separate sequences: adding a rock to a level leaves all other rock unchanged.
local function separate_jag(own_noise)
    return function()
        noise, own_noise = own_noise, noise
        local value = jag()
        noise, own_noise = own_noise, noise
        return value
    end
end
local jag_behind = separate_jag(4711)  -- for the rock before the level's start
local jag_rock = separate_jag(815)     -- for the rocks in mid-field

function canyon_start(start)
    floor_now, ceiling_now, noise = start.floor, start.ceiling, start.seed
end

------------------------------------------------------------------------------------------------------ rocks in mid-field

-- The functions below return a wall for the `rocks` of a canyon {}. x counts from the tile's entry. Heights are relative
-- to the camera, as those of the canyon are.

-- island { x, y, width = 5, height = 3, rough = 0.15 }: floats with its centre at {x, y}.
function island(t)
    local wide, high, rough = (t.width or 5) / 2, (t.height or 3) / 2, t.rough or 0.15
    local points = {}
    for angle = 0, 330, 30 do
        local reach = 1 + rough * jag_rock()
        append(points, { t.x + wide * reach * math.cos(angle), t.y + high * reach * math.sin(angle) })
    end
    return points
end

-- arch { x, y, length = 10, thick = 1.6, bow = 1.5, rough = 0.15 }: splits the passage into an upper and a lower one.
-- Its left end is at {x, y}; its middle is `bow` units higher than its ends.
function arch(t)
    local length, thick, bow, rough = t.length or 10, t.thick or 1.6, t.bow or 1.5, t.rough or 0.15
    local points = { { t.x, t.y } }
    local function side(from, to, step, half)
        for i = from, to, step do
            local share = i / 8
            local y = t.y + bow * 4 * share * (1 - share)
            append(points, { t.x + length * share, y + half * (1 + rough * jag_rock()) })
        end
    end
    side(1, 7, 1, -thick / 2)
    append(points, { t.x + length, t.y })
    side(7, 1, -1, thick / 2)
    return points
end

-- pillar { x, top, width = 2.4, rough = 0.3 } stands on the floor and reaches up to the height `top`; with `bottom` in
-- place of `top` it hangs from the ceiling. x is its middle.
function pillar(t)
    local half, rough = (t.width or 2.4) / 2, t.rough or 0.3
    local tip, foot = t.top or t.bottom, t.top and -18 or 18
    local points = {}
    local function side(from, to, step, way)
        for i = from, to, step do
            local share = i / 6  -- 0 at the tip, 1 at the foot
            local x = t.x + way * half * (1 + 0.5 * share) + rough * jag_rock()
            append(points, { x, tip + (foot - tip) * share * share })
        end
    end
    side(6, 1, -1, -1)
    append(points, { t.x - half * 0.6, tip })
    append(points, { t.x + half * 0.6, tip + rough * jag_rock() })
    side(1, 6, 1, 1)
    return points
end

-- slab { x, y, width = 6, height = |drop| + 4, drop, over = 60, after, at = 0, rough = 0.3 }: a rock whose lower edge is at y.
-- It shudders for 60 ticks, then comes down by `drop` in `over` ticks and stays; a negative `drop` opens a passage. It
-- begins `at` ticks after the flag `after` takes effect, or after its tile was placed.
function slab(t)
    local width, height, rough = t.width or 6, t.height or math.abs(t.drop) + 4, t.rough or 0.3
    local wall = {}
    for i = 0, 4 do append(wall, { t.x + width * i / 4, t.y + (i % 4 > 0 and rough * jag_rock() or 0.5) }) end
    append(wall, { t.x + width, t.y + height })
    append(wall, { t.x, t.y + height })
    local begin = t.at or 0
    wall.keys = { { begin, 0, 0 } }
    for i = 1, 9 do append(wall.keys, { begin + 6 * i, 0, i % 2 * 0.12 - 0.06 }) end
    append(wall.keys, { begin + 60, 0, 0 })
    append(wall.keys, { begin + 60 + (t.over or 60), 0, -t.drop })
    wall.after = t.after
    return wall
end

------------------------------------------------------------------------------------------------------------------ canyons

-- canyon { model, ticks, length = 16, rise = 0, floor, ceiling, rough = 0.4, spikes = { {x, height, width}, … }, rocks, first,
--          sea, swell }
-- `floor` and `ceiling` are the heights at the tile's end. A spike of positive height grows from the floor; a spike of
-- negative height hangs from the ceiling. `rocks` are further walls, from the functions above or of the same form.
-- The `first` tile of a level also has rock before its entry, as far as it can be seen.
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
    local walls = { floor_line, ceiling_line }
    for _, rock in ipairs(t.rocks or {}) do
        for _, point in ipairs(rock) do point[2] = point[2] + rise * point[1] / length end
        append(walls, rock)
    end
    tile { model = t.model, enter = { 0, 0 }, exit = { length, rise }, ticks = t.ticks, walls = walls, sea = t.sea, swell = t.swell }
end
