#include <embree3/rtcore.h>

#include <cstring>
#include <stdexcept>

#include "tests/bench/collide_peers.hpp"

namespace albireo::bench {

using namespace collide;

struct EmbreeMesh::Scene {
    scenes::Model model;
    RTCDevice device = rtcNewDevice("threads=1");
    RTCScene scene = rtcNewScene(device);

    ~Scene() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
};

EmbreeMesh::EmbreeMesh(const scenes::Model& model) : scene_(std::make_unique<Scene>()) {
    scene_->model = model;
    RTCGeometry geometry = rtcNewGeometry(scene_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* const vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3),
                                                   model.vertices.size());
    std::memcpy(vertices, model.vertices.data(), model.vertices.size() * sizeof(Vec3));
    void* const indices =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, model.size());
    std::memcpy(indices, model.indices.data(), model.size() * 12);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcSetSceneBuildQuality(scene_->scene, RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(scene_->scene);
    if (rtcGetDeviceError(scene_->device) != RTC_ERROR_NONE) throw std::runtime_error("Embree built no scene");
}
EmbreeMesh::~EmbreeMesh() = default;

namespace {

struct Question {
    const scenes::Model* model;
    Vec3 center;
    float radius2;
    bool touched;
};

/// The squared distance by the regions around a triangle: the fastest known method for a single triangle.
float distance2(const Vec3& p, const Triangle& t) {
    const Vec3 ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a;
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return dot(ap, ap);
    const Vec3 bp = p - t.b;
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return dot(bp, bp);
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return length_squared(ap - ab * (d1 / (d1 - d3)));
    const Vec3 cp = p - t.c;
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return dot(cp, cp);
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return length_squared(ap - ac * (d2 / (d2 - d6)));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return length_squared(bp - (t.c - t.b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))));
    const float scale = 1 / (va + vb + vc);
    return length_squared(ap - ab * (vb * scale) - ac * (vc * scale));
}

bool on_triangle(RTCPointQueryFunctionArguments* args) {
    Question& q = *static_cast<Question*>(args->userPtr);
    if (q.touched || distance2(q.center, q.model->triangle(args->primID)) > q.radius2) return false;
    q.touched = true;
    args->query->radius = 0;  // ends the search
    return true;
}

}  // namespace

bool EmbreeMesh::touches(const Sphere& s) const {
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    RTCPointQuery query;
    query.x = s.center.x, query.y = s.center.y, query.z = s.center.z;
    query.radius = s.radius;
    query.time = 0;
    Question q{&scene_->model, s.center, s.radius * s.radius, false};
    rtcPointQuery(scene_->scene, &query, &context, on_triangle, &q);
    return q.touched;
}

bool EmbreeMesh::touches(const SphereSet& ship, const Transform& pose) const {
    if (!touches(Sphere{pose.point(ship.bound().center), ship.bound().radius})) return false;
    for (const Sphere& s : ship.spheres())
        if (touches(Sphere{pose.point(s.center), s.radius})) return true;
    return false;
}

float EmbreeMesh::first(const Segment& s) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit hit;
    hit.ray.org_x = s.a.x, hit.ray.org_y = s.a.y, hit.ray.org_z = s.a.z;
    hit.ray.dir_x = s.b.x - s.a.x, hit.ray.dir_y = s.b.y - s.a.y, hit.ray.dir_z = s.b.z - s.a.z;
    hit.ray.tnear = 0;
    hit.ray.tfar = 1;
    hit.ray.time = 0;
    hit.ray.mask = 0xffffffff;
    hit.ray.id = 0;
    hit.ray.flags = 0;
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_->scene, &context, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? 2 : hit.ray.tfar;
}

}  // namespace albireo::bench
