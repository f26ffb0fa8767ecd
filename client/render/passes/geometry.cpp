/// Reads: meshes. Writes: surfaces (normals and depth), depth.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

class GeometryPass final : public Pass {
  public:
    std::string_view name() const override { return "geometry"; }
    void run(Frame& frame) override {
        gpu::PassDef pass = whole(name(), frame.buffers.surfaces);
        pass.clear = true;
        frame.device.begin_pass(pass);
        for (const Batch::Group& group : frame.batch.groups) {
            if (group.count == 0) continue;
            gpu::Draw draw;
            draw.program = group.geometry;
            draw.depth = gpu::Depth::write;
            draw.cull = true;
            draw.uniforms[0] = frame.block;
            draw.records = frame.batch.instances;
            if (group.has_bones) draw.textures[kBonesSlot] = frame.batch.bones;
            draw.vertices = frame.batch.vertices;
            draw.indices = frame.batch.indices;
            draw.meshes = frame.batch.runs_of(group);
            frame.device.draw(draw);
        }
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.surfaces}; }
};

}  // namespace

std::unique_ptr<Pass> make_geometry_pass(const PassSetup&) {
    return std::make_unique<GeometryPass>();
}

}  // namespace albireo::render
