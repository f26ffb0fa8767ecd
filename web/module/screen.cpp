#include "web/module/screen.hpp"

#include "client/gpu/gl_device.hpp"
#include "client/gpu/web_context.hpp"
#include "client/text/font.hpp"

namespace albireo::web {

template <class Act>
bool Screen::try_to(Act&& act) {
    try {
        act();
        return true;
    } catch (const gpu::ContextError& error) {
        fault_ = error.text;
    } catch (const gpu::ShaderError& error) {
        fault_ = error.text;
    } catch (const gpu::AssetError& error) {
        fault_ = error.text;
    } catch (const text::FontError& error) {
        fault_ = error.what();
    }
    return false;
}

std::string Screen::open(Show& show, const char* canvas, render::Tier tier, int width, int height) {
    try_to([&] {
        const render::Quality quality = render::quality_of(tier);
        context_ = gpu::make_web_context(canvas);
        device_ = gpu::make_gl_device();
        projector_ = std::make_unique<Projector>(show, *device_, ProjectorSetup{.quality = quality, .width = width, .height = height});
        governor_.begin(static_cast<float>(quality.dynamic ? render::kScaleMin : quality.scale) / 100,
                        static_cast<float>(quality.scale) / 100);
    });
    return fault_;
}

int Screen::linking() {
    int count = 0;
    return try_to([&] { count = static_cast<int>(device_->programs_linking()); }) ? count : -1;
}

std::string Screen::draw(float alpha) {
    try_to([&] { projector_->draw(alpha); });
    return fault_;
}

void Screen::resize(int width, int height) {
    try_to([&] { projector_->resize(width, height); });
}

void Screen::pace(float interval_ms, float target_ms) {
    projector_->set_scale(governor_.frame(interval_ms, target_ms));
}

}  // namespace albireo::web
