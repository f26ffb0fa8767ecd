// What every shader may know of the frame. Filled by frame_block.cpp.
layout(std140, binding = 0) uniform Frame {
    vec4 size;         // width, height of the scene's targets; 1 / width, 1 / height
    vec4 eye;          // where the eye looks (shake), its distance from z = 0, occlusion's divisor of the size
    vec4 lens;         // depth: a, b; half the field's width and height
    vec4 clock;        // seconds, dt, frame, exposure
    vec4 scroll;       // how far the camera has come; occlusion's samples; how much bloom
    vec4 sun_way;      // toward the sun
    vec4 sun_colour;
    vec4 back_way;     // toward the weaker light behind everything
    vec4 back_colour;
    vec4 sky_up;       // and how much it rains
    vec4 sky_down;
    vec4 haze;         // colour of far air, thickness per unit
    vec4 show;         // fade, hurt, dawn, whether to tone map
    vec4 flash;        // and how bright the background is
    vec4 grade[3];     // rows of the colour matrix
    vec4 suns;         // place of the gold one, size, how much of the picture is space
};

vec4 project(vec3 p) {
    float w = 1.0 - p.z / eye.z;
    return vec4((p.xy - eye.xy) / lens.zw, lens.x * w + lens.y, w);
}

// The place of a pixel of the scene whose depth is known.
vec3 place_of(vec2 pixel, float z) {
    vec2 ndc = (pixel * size.zw) * 2.0 - 1.0;
    return vec3(ndc * lens.zw * (1.0 - z / eye.z) + eye.xy, z);
}
