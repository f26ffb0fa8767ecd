#pragma once
/// Procedural textures as graphs. A snippet is a piece of GLSL with typed inputs, properties and outputs; a graph is a
/// list of nodes, each a snippet with its inputs joined to earlier nodes; together they become one shader function,
///     void surface(Surface object, out Material m)
///
/// A snippet file:                         A graph file, one node per line, each using only what stands above it:
///     in at vec3                              skin = noise at=object.at scale=4
///     prop scale float 1                      body = paint t=skin.value from=0,0,0 to=1,1,1
///     out value float                         out colour = body
///     ---                                     out height = skin
///     value = fbm(at * scale, 3);             (also: out glow, out gloss)
///
/// 1. Types are float, vec2 and vec3. A float converts to a vec3 of equal components; nothing else converts.
/// 2. A node named without an output means its first output. `object` holds the shader's data of the surface point.
/// 3. Properties are constants and have defaults; inputs may be constants too.
/// 4. Errors are reported as `file:line: what is wrong`; those of the GLSL come from the driver with the snippet's own
///    lines.
#include <string>
#include <string_view>
#include <vector>

#include "client/gpu/shader_library.hpp"

namespace albireo::render {

/// Throws gpu::AssetError. `name` is that of the graph file, for example "textures/graphs/canyon.graph".
gpu::ShaderText compile_graph(const gpu::ShaderLibrary& library, std::string_view name);

}  // namespace albireo::render
