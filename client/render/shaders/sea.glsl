// The sea of a frame. Filled by passes/sea.cpp.
layout(std140, binding = 1) uniform Sea {
    vec4 water;       // seconds; units of the side of the tile of small waves; how high these are; 1: there are wakes
    vec4 wake;        // left side, width, depth of the map of wakes, units; width of a texel
    vec4 points[69];  // of the surface at z = 0, two in each
};
