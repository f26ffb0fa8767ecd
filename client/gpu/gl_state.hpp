#pragma once
/// Formats, blending and depth, as OpenGL names them.
#include "client/gpu/device.hpp"
#include "client/gpu/gl_api.hpp"

namespace albireo::gpu {

struct GlFormat {
    GLenum internal, layout, type;
    std::size_t bytes;
};
inline GlFormat gl_format(Format format) {
    switch (format) {
        case Format::rgba8:
            return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
        case Format::r8:
            return {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1};
        case Format::rgba16ui:
            return {GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 8};
        case Format::rgba32f:
            return {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16};
        case Format::rgba16f:
            return {GL_RGBA16F, GL_RGBA, GL_FLOAT, 16};
        case Format::r16f:
            return {GL_R16F, GL_RED, GL_FLOAT, 4};
        case Format::rg11b10f:
            return {GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, 12};
        case Format::depth:
            return {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, 4};
    }
    return {};
}

inline void set_blend(Blend blend) {
    if (blend == Blend::none) {
        glDisable(GL_BLEND);
        return;
    }
    glEnable(GL_BLEND);
    glBlendEquation(blend == Blend::max ? GL_MAX : GL_FUNC_ADD);
    switch (blend) {
        case Blend::add:
            glBlendFunc(GL_ONE, GL_ONE);
            break;
        case Blend::over:
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
            break;
        case Blend::darken:
            glBlendFunc(GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
            break;
        case Blend::max:
            glBlendFunc(GL_ONE, GL_ONE);
            break;
        case Blend::none:
            break;
    }
}

inline void set_depth(Depth depth) {
    glDepthMask(depth == Depth::write ? GL_TRUE : GL_FALSE);
    if (depth == Depth::none) {
        glDisable(GL_DEPTH_TEST);
        return;
    }
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(depth == Depth::write ? GL_LESS : depth == Depth::test_behind ? GL_GREATER : GL_LEQUAL);
}

}  // namespace albireo::gpu
