#include "client/models/skeleton.hpp"

namespace albireo::models {

Vec3 mirrored(const Vec3& p, Mirror mirror) {
    return {mirror.x ? -p.x : p.x, mirror.y ? -p.y : p.y, mirror.z ? -p.z : p.z};
}

Vec3 mirrored_axis(const Vec3& axis, Mirror mirror) {
    return mirrored(axis, mirror) * (mirror.is_odd() ? -1.0F : 1.0F);
}

Skeleton mirrored(Skeleton skeleton, Mirror mirror) {
    for (Bone& bone : skeleton.bones) {
        bone.at = mirrored(bone.at, mirror);
        bone.tip = mirrored(bone.tip, mirror);
    }
    for (Clip& clip : skeleton.clips) {
        for (Track& track : clip.tracks) track.axis = mirrored_axis(track.axis, mirror);
    }
    return skeleton;
}

Skeleton scaled(Skeleton skeleton, float scale) {
    for (Bone& bone : skeleton.bones) {
        bone.at *= scale;
        bone.tip *= scale;
    }
    for (Reach& reach : skeleton.reaches) reach.within *= scale;
    return skeleton;
}

Skeleton posed(Skeleton skeleton, const math::Mat3& pose) {
    for (Bone& bone : skeleton.bones) {
        bone.at = pose * bone.at;
        bone.tip = pose * bone.tip;
    }
    for (Clip& clip : skeleton.clips) {
        for (Track& track : clip.tracks) track.axis = pose * track.axis;
    }
    return skeleton;
}

}  // namespace albireo::models
