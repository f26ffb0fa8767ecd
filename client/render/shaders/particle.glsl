// What the particles of a class have in common (particle_classes.hpp).
struct Class {
    vec4 motion;   // drag, gravity, life low, life high (seconds)
    vec4 size;     // at birth, at death, stretch by speed, spin
    vec4 early;    // colour at birth, heat
    vec4 late;     // colour at death, cover: 0 adds light, 1 hides
    vec4 shape;    // outline: 0 a dot, 1 torn, 2 a ring; how pointed; how white when young; cover of what gives light
};
const int kClasses = 8;
layout(std140, binding = 1) uniform Particles { Class classes[kClasses]; };
