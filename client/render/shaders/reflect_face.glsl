// A face of the cube of reflections (passes/reflections.cpp).
layout(std140, binding = 1) uniform Face { vec4 face_right, face_up, face_forward, face_at; };  // and whether there is a last scene
