/// The same queries, answered by other libraries. Each peer has its own file, which is built if the peer is installed.
#pragma once

#include <memory>
#include <span>

#include "client/collide/shapes.hpp"
#include "tests/client/collide/scenes.hpp"

namespace albireo::bench {

class EmbreeMesh {
  public:
    explicit EmbreeMesh(const collide::scenes::Model& model);
    ~EmbreeMesh();
    EmbreeMesh(const EmbreeMesh&) = delete;
    EmbreeMesh& operator=(const EmbreeMesh&) = delete;

    bool touches(const collide::Sphere& sphere) const;
    /// Tests the bounding sphere first, then each sphere until one touches.
    bool touches(const collide::SphereSet& ship, const collide::Transform& pose) const;
    /// t of the first hit; 2 if none.
    float first(const collide::Segment& segment) const;

  private:
    struct Scene;
    std::unique_ptr<Scene> scene_;
};

class BulletMesh {
  public:
    explicit BulletMesh(const collide::scenes::Model& model);
    ~BulletMesh();
    BulletMesh(const BulletMesh&) = delete;
    BulletMesh& operator=(const BulletMesh&) = delete;

    /// t of the first contact by Bullet's public convex sweep; 2 if none.
    float sweep(const collide::Sphere& sphere, const collide::Vec3& move) const;

  private:
    struct Scene;
    std::unique_ptr<Scene> scene_;
};

/// t of the first contact; 2 if none. The public sweep is the one that Bullet's world uses; the other is its fastest
/// caster.
enum class BulletCaster { world, subsimplex };
float bullet_sweep(BulletCaster caster, const collide::Sphere& a, const collide::Vec3& move, const collide::Sphere& b);
float bullet_sweep(BulletCaster caster, const collide::Sphere& a, const collide::Vec3& move, const collide::Capsule& b);
float bullet_sweep(BulletCaster caster, const collide::Capsule& a, const collide::Vec3& move,
                   const collide::Capsule& b);

}  // namespace albireo::bench
