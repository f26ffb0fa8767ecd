// The whole of a face of the cube of reflections: the ways on which nothing is.
#include "shaders/reflect_face.glsl"
out vec3 v_place;

void main() {
    vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    v_place = face_forward.xyz + face_right.xyz * at.x + face_up.xyz * at.y;
    gl_Position = vec4(at, 1.0, 1.0);
}
