// The skin of a creature: each vertex follows the two bones that hold it. A bone's motion is a dual quaternion, in two texels
// (scene/view.hpp: BoneMotion).
layout(location = 8) in float in_pose;  // the place of the first bone; −1: at rest
layout(binding = 5) uniform sampler2D bones;
const int kRestBones = 32;

// `hold`: the numbers of two bones, five bits each, and the share of the second in 1023rds.
void pose(float hold, inout vec3 at, inout vec3 normal) {
    int packed_hold = int(hold);
    int first = in_pose < 0.0 ? 0 : int(in_pose) + kRestBones;
    int a = (first + (packed_hold & 31)) * 2, b = (first + (packed_hold >> 5 & 31)) * 2;
    float share = float(packed_hold >> 10) / 1023.0;
    vec4 turn = texelFetch(bones, ivec2(a & 255, a >> 8), 0), other = texelFetch(bones, ivec2(b & 255, b >> 8), 0);
    vec4 shift = texelFetch(bones, ivec2((a & 255) + 1, a >> 8), 0);
    vec4 other_shift = texelFetch(bones, ivec2((b & 255) + 1, b >> 8), 0);
    float sign_of_other = dot(turn, other) < 0.0 ? -share : share;
    turn = turn * (1.0 - share) + other * sign_of_other;
    shift = shift * (1.0 - share) + other_shift * sign_of_other;
    float size = 1.0 / length(turn);
    turn *= size;
    shift *= size;
    at += 2.0 * (cross(turn.xyz, cross(turn.xyz, at) + turn.w * at) + turn.w * shift.xyz - shift.w * turn.xyz + cross(turn.xyz, shift.xyz));
    normal += 2.0 * cross(turn.xyz, cross(turn.xyz, normal) + turn.w * normal);
}
