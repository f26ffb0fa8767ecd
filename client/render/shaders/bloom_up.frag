// Reads: a smaller bloom level. Adds to: the next larger one.
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Bloom { vec4 bloom; };  // 1 / source width, 1 / height; how much
layout(location = 0) out vec4 out_colour;

void main() {
    vec2 uv = gl_FragCoord.xy * 0.5 * bloom.xy;
    vec3 sum = texture(source, uv + bloom.xy * vec2(0.5, 0.5)).rgb + texture(source, uv + bloom.xy * vec2(-0.5, 0.5)).rgb +
               texture(source, uv + bloom.xy * vec2(0.5, -0.5)).rgb + texture(source, uv + bloom.xy * vec2(-0.5, -0.5)).rgb;
    out_colour = vec4(sum * 0.25 * bloom.z, 1.0);
}
