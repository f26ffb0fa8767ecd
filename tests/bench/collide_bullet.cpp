#include <btBulletCollisionCommon.h>
// After the header above, whose types these need.
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "tests/bench/collide_peers.hpp"

namespace albireo::bench {

using namespace collide;

namespace {

btVector3 bt(const Vec3& v) {
    return {v.x, v.y, v.z};
}
btTransform at(const Vec3& v) {
    return btTransform(btMatrix3x3::getIdentity(), bt(v));
}

/// Bullet's capsule lies along its own y axis.
struct PosedCapsule {
    btCapsuleShape shape;
    btTransform pose;

    explicit PosedCapsule(const Capsule& c) : shape(c.radius, length(c.b - c.a)) {
        const Vec3 y = normalized_or(c.b - c.a, Vec3{0, 1, 0}), x = math::perpendicular(y), z = cross(x, y);
        pose = btTransform(btMatrix3x3(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z), bt(lerp(c.a, c.b, 0.5F)));
    }
};

float cast(BulletCaster caster, const btConvexShape& a, const btTransform& from, const Vec3& move, btConvexShape& b,
           const btTransform& pose) {
    btTransform to = from;
    to.setOrigin(from.getOrigin() + bt(move));
    if (caster == BulletCaster::world) {
        btCollisionObject object;
        object.setCollisionShape(&b);
        object.setWorldTransform(pose);
        btCollisionWorld::ClosestConvexResultCallback result(from.getOrigin(), to.getOrigin());
        btCollisionWorld::objectQuerySingle(&a, from, to, &object, &b, pose, result, 0);
        return result.hasHit() ? result.m_closestHitFraction : 2;
    }
    btVoronoiSimplexSolver simplex;
    btSubsimplexConvexCast subsimplex(&a, &b, &simplex);
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    return subsimplex.calcTimeOfImpact(from, to, pose, pose, result) ? result.m_fraction : 2;
}

}  // namespace

struct BulletMesh::Scene {
    btTriangleMesh triangles;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
    btCollisionObject object;
};

BulletMesh::BulletMesh(const scenes::Model& model) : scene_(std::make_unique<Scene>()) {
    scene_->triangles.preallocateVertices(static_cast<int>(model.size() * 3));
    for (std::size_t i = 0; i < model.size(); ++i) {
        const Triangle t = model.triangle(i);
        scene_->triangles.addTriangle(bt(t.a), bt(t.b), bt(t.c));
    }
    scene_->shape = std::make_unique<btBvhTriangleMeshShape>(&scene_->triangles, true);
    scene_->object.setCollisionShape(scene_->shape.get());
    scene_->object.setWorldTransform(btTransform::getIdentity());
}
BulletMesh::~BulletMesh() = default;

float BulletMesh::sweep(const Sphere& s, const Vec3& move) const {
    const btSphereShape sphere(s.radius);
    const btTransform from = at(s.center), to = at(s.center + move);
    btCollisionWorld::ClosestConvexResultCallback result(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(&sphere, from, to, &scene_->object, scene_->shape.get(),
                                        btTransform::getIdentity(), result, 0);
    return result.hasHit() ? result.m_closestHitFraction : 2;
}

float bullet_sweep(BulletCaster caster, const Sphere& a, const Vec3& move, const Sphere& b) {
    const btSphereShape first(a.radius);
    btSphereShape second(b.radius);
    return cast(caster, first, at(a.center), move, second, at(b.center));
}
float bullet_sweep(BulletCaster caster, const Sphere& a, const Vec3& move, const Capsule& b) {
    const btSphereShape first(a.radius);
    PosedCapsule second(b);
    return cast(caster, first, at(a.center), move, second.shape, second.pose);
}
float bullet_sweep(BulletCaster caster, const Capsule& a, const Vec3& move, const Capsule& b) {
    const PosedCapsule first(a);
    PosedCapsule second(b);
    return cast(caster, first.shape, first.pose, move, second.shape, second.pose);
}

}  // namespace albireo::bench
