#pragma once
/// OpenGL's own header, wherever the device is built: epoxy in programs, Emscripten's WebGL 2 in a page. With
/// gl_desktop.cpp and gl_web.cpp, the only place that tells them apart.
#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif
