// The sea from the points of its surface at z = 0. For each column between two of them: the water below it, then the
// surface back to the horizon, in rows. A row fans out as the view does, so it covers the same columns of the picture.
#include "shaders/frame.glsl"
layout(std430, binding = 0) readonly buffer Points { vec2 points[]; };
layout(location = 0) out vec3 out_place;
layout(location = 1) out float out_surface;  // its height at z = 0, above or below this place
layout(location = 2) flat out int out_row;   // 0: the water below

const int kRows = 7;
const float kDepths[kRows + 1] = float[](0.0, -1.5, -3.5, -6.5, -11.0, -18.0, -28.0, -44.0);
const float kBottom = -13.0;

void main() {
    int column = gl_VertexID / ((1 + kRows) * 6);
    int row = gl_VertexID / 6 % (1 + kRows);
    int corner = gl_VertexID % 6;
    bool right = corner == 1 || corner == 2 || corner == 4, far = corner == 2 || corner == 4 || corner == 5;
    vec2 at = points[column + (right ? 1 : 0)];
    at.y = max(at.y, kBottom);  // dry: there is nothing to see
    out_surface = at.y;
    out_row = row;
    if (row == 0) {
        out_place = vec3(at.x, far ? at.y : kBottom, 0.0);
    } else {
        // Waves of the play are flat far away: a mean of the field's heights.
        float level = 0.0;
        for (int i = 0; i < 8; ++i) level += max(points[8 + 17 * i].y, kBottom) * 0.125;
        float z = kDepths[row - 1 + (far ? 1 : 0)];
        float height = mix(level, at.y, exp2(z * 0.22));
        out_place = vec3(at.x * (1.0 - z / eye.z), height, z);
    }
    gl_Position = project(out_place);
}
