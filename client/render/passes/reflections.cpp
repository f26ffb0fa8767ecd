/// Reads: meshes, bones, the last frame's scene. Writes: reflections. A cube of six small pictures around the middle of the field, of
/// which a frame refreshes one at most, in turn; then a rougher one is blurred from it. What the scene shows is taken from the scene,
/// so that a reflection has its light, fire and shots; the rest is sky.
#include "client/render/pass.hpp"

namespace albireo::render {
namespace {

using math::Vec3;

/// A cube's face as in reflect.vert: right, up, forward.
struct FaceBlock {
    Four right{}, up{}, forward{}, at{};
};

constexpr std::array<std::array<Vec3, 3>, kReflectedFaces> kFaces = {{{Vec3{0, 0, -1}, {0, 1, 0}, {1, 0, 0}},
                                                                      {Vec3{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}},
                                                                      {Vec3{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                                                      {Vec3{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
                                                                      {Vec3{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                                      {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}};

class ReflectionPass final : public Pass {
  public:
    explicit ReflectionPass(const PassSetup& setup)
        : sky_(setup.program("shaders/reflect_sky.vert", "shaders/reflect.frag", {"SKY"})),
          rigid_(setup.program("shaders/reflect.vert", "shaders/reflect.frag")),
          posed_(setup.program("shaders/reflect.vert", "shaders/reflect.frag", {"BONES"})),
          rough_(setup.program("shaders/screen.vert", "shaders/reflect_rough.frag")) {}
    std::string_view name() const override { return "reflections"; }
    void run(Frame& frame) override {
        if (frame.options.reflection_texels == 0) return;
        const Buffers& buffers = frame.buffers;
        // A new cube is filled at once.
        if (buffers.made != filled_) {
            filled_ = buffers.made;
            has_scene_ = false;
            for (std::size_t face = 0; face < kReflectedFaces; ++face) refresh(frame, face);
            blur(frame);
        } else if (frame.view.dt > 0 && ++frames_ >= frame.options.reflection_frames) {  // not in a pause
            frames_ = 0;
            has_scene_ = true;
            face_ = (face_ + 1) % kReflectedFaces;
            refresh(frame, face_);
            blur(frame);
        }
    }
    Look look(const Buffers& buffers) const override { return {&buffers.reflection, 0, 1}; }

  private:
    void refresh(Frame& frame, std::size_t face) {
        const Buffers::Image& image = frame.buffers.reflection_face;
        gpu::PassDef pass = whole(name(), image);
        pass.clear = true;
        frame.device.begin_pass(pass);
        const auto four = [](const Vec3& v, float w = 0) { return Four{v.x, v.y, v.z, w}; };
        const auto& [right, up, forward] = kFaces[face];
        const gpu::BufferRange block = frame.device.push(
            FaceBlock{four(right), four(up), four(forward), four(kReflectionAt, has_scene_ ? 1.0F : 0.0F)});
        gpu::Draw sky = screen_draw(frame, sky_, {frame.buffers.scene.texture});
        sky.uniforms[1] = block;
        frame.device.draw(sky);
        gpu::Draw meshes = screen_draw(frame, rigid_, {frame.buffers.scene.texture});
        meshes.uniforms[1] = block;
        draw_meshes(frame, meshes, rigid_, posed_);
        frame.device.end_pass();
        // Three faces in a row, two rows.
        const int size = image.width;
        frame.device.copy(image.target, frame.buffers.reflection.target, size, size, static_cast<int>(face % 3) * size,
                          static_cast<int>(face / 3) * size);
    }
    void blur(Frame& frame) {
        frame.device.begin_pass(whole(name(), frame.buffers.reflection_rough));
        frame.device.draw(screen_draw(frame, rough_, {frame.buffers.reflection.texture}));
        frame.device.end_pass();
    }

    gpu::Owned<gpu::Program> sky_, rigid_, posed_, rough_;
    std::size_t face_ = kReflectedFaces - 1;
    int frames_ = 0;
    bool has_scene_ = false;
    std::uint32_t filled_ = 0;
};

}  // namespace

std::unique_ptr<Pass> make_reflection_pass(const PassSetup& setup) {
    return std::make_unique<ReflectionPass>(setup);
}

}  // namespace albireo::render
