// Reads: a smaller bloom level. Adds to: the next larger one.
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Bloom {
    vec4 bloom;   // 1 / the source texture's width, 1 / height; how much
    vec4 extent;  // of the part of the source that is in use: width, height, texels
};
layout(location = 0) out vec4 out_colour;

vec3 at(vec2 uv) { return texture(source, min(uv, (extent.xy - 0.5) * bloom.xy)).rgb; }

void main() {
    vec2 uv = gl_FragCoord.xy * 0.5 * bloom.xy;
    vec3 sum = at(uv + bloom.xy * vec2(0.5, 0.5)) + at(uv + bloom.xy * vec2(-0.5, 0.5)) +
               at(uv + bloom.xy * vec2(0.5, -0.5)) + at(uv + bloom.xy * vec2(-0.5, -0.5));
    out_colour = vec4(sum * 0.25 * bloom.z, 1.0);
}
