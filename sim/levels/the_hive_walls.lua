-- The walls of the Hive: smooth flesh between a floor and a ceiling line, with ribs across it, and the living tissue in
-- it: cushions that breathe, humps that run along a wall, valves, gates, locks. All of it moves by keyframes or flags.
--
-- Heights are relative to the camera at the tile's end, as those of a canyon are. Each tile begins with the heights of
-- the previous `gut`, and the tiles of a loop must end with the heights that they began with.

local floor_now, ceiling_now = -8, 8

function gut_start(start)
    floor_now, ceiling_now = start.floor, start.ceiling
end

local function smooth(share) return share * share * (3 - 2 * share) end

-- The height of a rib at x: one every four units, in the same places in every tile.
local function rib(x)
    local off = math.abs((x + 2) % 4 - 2)
    if off >= 0.75 then return 0 end
    return 0.45 * (1 - off * off / 0.5625)
end

-- gut { model, ticks, length = 16, rise = 0, floor, ceiling, swell = 0.35, tissue = { … }, first, sea, waves }
-- `waves` is the swell of the `sea`.
-- `tissue` are the results of the functions below, each a function of the tile's lines that returns a list of walls.
function gut(t)
    local length, rise, swell = t.length or 16, t.rise or 0, t.swell or 0.35
    local floor_from, ceiling_from, floor_to, ceiling_to = floor_now, ceiling_now, t.floor, t.ceiling
    local lines = { length = length }
    function lines.camera(x) return rise * x / length end
    -- Flat where tiles meet, so that the light does not break there.
    local function bow(x) return x > 0 and x < length and swell * math.sin(180 * x / length) * math.sin(540 * x / length) or 0 end
    local function between(from, to, x) return from + (to - from) * smooth(math.max(0, math.min(1, x / length))) end
    function lines.floor(x) return lines.camera(x) + between(floor_from, floor_to, x) + bow(x) + rib(x) end
    function lines.ceiling(x) return lines.camera(x) + between(ceiling_from, ceiling_to, x) - bow(length - x) - rib(x) end

    local floor_line, ceiling_line = {}, {}
    local step = length > 24 and 1 or 0.5
    local from = t.first and -24 or 0
    for i = 0, (length - from) / step do
        local x = from + i * step
        append(floor_line, { x, lines.floor(x) })
        append(ceiling_line, { x, lines.ceiling(x) })
    end
    local bottom = math.min(floor_from, floor_to + rise) - 22
    local top = math.max(ceiling_from, ceiling_to + rise) + 22
    append(floor_line, { length, bottom })
    append(floor_line, { from, bottom })
    append(ceiling_line, { length, top })
    append(ceiling_line, { from, top })
    floor_now, ceiling_now = floor_to, ceiling_to
    local walls = { floor_line, ceiling_line }
    for _, piece in ipairs(t.tissue or {}) do
        for _, wall in ipairs(piece(lines)) do append(walls, wall) end
    end
    tile { model = t.model, enter = { 0, 0 }, exit = { length, rise }, ticks = t.ticks, walls = walls, sea = t.sea, swell = t.waves }
end

-- A mound with its foot `deep` in the wall and its crest `high` above the wall's line. `side` is 1 on the floor and -1 on
-- the ceiling.
local function mound(lines, side, x, width, high, deep)
    local line = side > 0 and lines.floor or lines.ceiling
    local points, count = {}, 10
    for i = 0, count do
        local at = x - width / 2 + width * i / count
        local share = 1 - math.abs(2 * i / count - 1)
        append(points, { at, line(at) + side * (high * smooth(share) - deep * (1 - smooth(share))) })
    end
    append(points, { x + width / 2, line(x) - side * (deep + 8) })
    append(points, { x - width / 2, line(x) - side * (deep + 8) })
    return points
end

-- Breathes: a cushion on the floor and one on the ceiling, `reach` up and down. With `after` it begins with that flag.
function breath(b)
    return function(lines)
        local x, width, reach, period = b.x or lines.length / 2, b.width or lines.length - 1, b.reach or 0.6, b.period or 240
        local walls = {}
        for _, side in ipairs { 1, -1 } do
            -- Deep enough that its ends never come out of the wall.
            local wall = mound(lines, side, x, width, 0.1 - reach, 2 * reach + 0.3)
            local up = side * (2 * reach)
            wall.keys = { { period // 2, 0, up } }
            wall.period = period
            wall.after = b.after
            append(walls, wall)
        end
        return walls
    end
end

-- A hump that runs along a wall from x `from` to x `to` at `speed`, sinks into it, and begins again.
function bulge(b)
    return function(lines)
        local side = b.side == "ceiling" and -1 or 1
        local high, width, speed = b.high or 1.7, b.width or 6, b.speed or 0.06
        local wall = mound(lines, side, b.from, width, high, 1.5)
        local way = b.to - b.from
        local there = math.floor(math.abs(way) / speed)
        local back = math.ceil(math.abs(way) / 0.4)
        local sunk = -side * (high + 1)
        wall.keys = { { there, way, 0 }, { there + 50, way, sunk }, { there + 50 + back, 0, sunk } }
        wall.period = there + 100 + back
        wall.even = true
        return { wall }
    end
end

-- A tongue of a valve or a gate: its tip is `out` of the wall.
local function tongue(lines, side, x, width, out)
    local line = side > 0 and lines.floor or lines.ceiling
    local tip = line(x) + side * out
    local function at(dx, dy) return { x + dx * width, tip - side * dy } end
    return { at(-0.75, 9), at(-0.6, 3), at(-0.5, 1.1), at(-0.28, 0.25), at(0, 0), at(0.28, 0.25), at(0.5, 1.1), at(0.6, 3), at(0.75, 9) }
end

-- Open for 150 ticks, shudders for 30, closes in 60, is shut for 60, opens in 60. A ship inside has 90 ticks from the
-- first shudder. `middle` is the height at which its tongues meet, `late` the ticks by which it runs behind.
function valve(v)
    return function(lines)
        local walls, late, middle = {}, v.late or 0, v.middle or 0
        for _, side in ipairs { 1, -1 } do
            local line = side > 0 and lines.floor or lines.ceiling
            local wall = tongue(lines, side, v.x, v.width or 2.2, 0.8)
            local way = lines.camera(v.x) + middle - line(v.x) - side * 0.8
            wall.keys = {}
            local begin = 150 + late
            append(wall.keys, { begin, 0, 0 })
            for i = 1, 5 do append(wall.keys, { begin + 5 * i, 0, side * (i % 2) * 0.16 }) end
            append(wall.keys, { begin + 30, 0, 0 })
            append(wall.keys, { begin + 90, 0, way })
            append(wall.keys, { begin + 150, 0, way })
            wall.period = 360 + late
            append(walls, wall)
        end
        return walls
    end
end

-- A rib that reaches `reach` into the way and draws back. Two of them, on floor and ceiling, close by turns.
function gate(g)
    return function(lines)
        local side = g.side == "ceiling" and -1 or 1
        local wall = tongue(lines, side, g.x, g.width or 1.6, 0.5)
        local way = side * (g.reach or 4.5)
        if side > 0 then
            wall.keys = { { 20, 0, 0 }, { 70, 0, way }, { 130, 0, way }, { 180, 0, 0 } }
        else
            wall.keys = { { 170, 0, 0 }, { 220, 0, way }, { 270, 0, way } }
        end
        wall.period = 320
        return { wall }
    end
end

-- Both tongues close for good behind the ships, `at` ticks after the tile was placed.
function closing(c)
    return function(lines)
        local walls = {}
        for _, side in ipairs { 1, -1 } do
            local line = side > 0 and lines.floor or lines.ceiling
            local wall = tongue(lines, side, c.x, c.width or 5, 0.3)
            wall.keys = { { c.at, 0, 0 }, { c.at + 70, 0, lines.camera(c.x) - line(c.x) - side * 0.3 } }
            append(walls, wall)
        end
        return walls
    end
end

-- The wall of a chamber: comes `reach` further in after the flag, and draws back after `ticks`.
function squeeze(s)
    return function(lines)
        local walls = {}
        for _, side in ipairs { 1, -1 } do
            local line = side > 0 and lines.floor or lines.ceiling
            local wall = {}
            for i = 0, 10 do
                local x = lines.length * i / 10
                append(wall, { x, line(x) - side * (s.reach + 0.2) })
            end
            append(wall, { lines.length, line(0) - side * (s.reach + 9) })
            append(wall, { 0, line(0) - side * (s.reach + 9) })
            wall.keys = { { 120, 0, side * s.reach }, { s.ticks, 0, side * s.reach }, { s.ticks + 120, 0, 0 } }
            wall.after = s.after
            append(walls, wall)
        end
        return walls
    end
end

-- A long tongue in mid-field that splits the way, and the door that shuts its upper half until the flag is raised.
function septum_wall(s)
    return function(lines)
        local long, x, y = s.length or 11, s.x, s.y or 0.5
        local wall = {}
        for angle = 0, 345, 15 do
            append(wall, { x + long / 2 + long / 2 * math.cos(angle), lines.camera(x) + y + 0.9 * math.sin(angle) })
        end
        local ceiling = lines.ceiling(x + long / 2)
        local door = { { x + 3, y + 0.3 }, { x + 5, y }, { x + 7, y + 0.3 }, { x + 7.5, ceiling + 1 }, { x + 7, ceiling + 8 }, { x + 3, ceiling + 8 }, { x + 2.5, ceiling + 1 } }
        door.keys = { { 1, 0, 0 }, { 90, 0, ceiling - y - 0.6 } }
        door.after = s.after
        return { wall, door }
    end
end

-- A cell of the comb.
function cell(c)
    return function(lines)
        local wall, r = {}, c.r or 1.6
        for angle = 0, 300, 60 do append(wall, { c.x + r * math.cos(angle), lines.camera(c.x) + c.y + r * math.sin(angle) }) end
        return { wall }
    end
end
