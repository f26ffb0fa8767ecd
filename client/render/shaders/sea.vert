// The sea from the points of its surface at z = 0. For each column between two of them: the water below it, then the
// surface back to the horizon, in rows. A row fans out as the view does, so it covers the same columns of the picture.
#include "shaders/frame.glsl"
#include "shaders/sea.glsl"
out vec3 v_place;
out float v_surface;  // its height at z = 0, above or below this place
flat out int v_row;   // 0: the water below

const int kRows = 7;
const float kDepths[kRows + 1] = float[](0.0, -1.5, -3.5, -6.5, -11.0, -18.0, -28.0, -44.0);
const float kBottom = -13.0;

vec2 point(int i) { return (i & 1) == 0 ? points[i / 2].xy : points[i / 2].zw; }

void main() {
    int column = gl_VertexID / ((1 + kRows) * 6);
    int row = gl_VertexID / 6 % (1 + kRows);
    int corner = gl_VertexID % 6;
    bool right = corner == 1 || corner == 2 || corner == 4, far = corner == 2 || corner == 4 || corner == 5;
    vec2 at = point(column + (right ? 1 : 0));
    at.y = max(at.y, kBottom);  // dry: there is nothing to see
    v_surface = at.y;
    v_row = row;
    if (row == 0) {
        v_place = vec3(at.x, far ? at.y : kBottom, 0.0);
    } else {
        // Waves of the play are flat far away: a mean of the field's heights.
        float level = 0.0;
        for (int i = 0; i < 8; ++i) level += max(point(8 + 17 * i).y, kBottom) * 0.125;
        float z = kDepths[row - 1 + (far ? 1 : 0)];
        float height = mix(level, at.y, exp2(z * 0.22));
        v_place = vec3(at.x * (1.0 - z / eye.z), height, z);
    }
    gl_Position = project(v_place);
}
