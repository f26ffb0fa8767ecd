// Reads: the scene or the last bloom level. Writes: half of its size. The first time only what is brighter than white.
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Bloom {
    vec4 bloom;   // 1 / the source texture's width, 1 / height; 1 if first
    vec4 extent;  // of the part of the source that is in use: width, height, texels
};
layout(location = 0) out vec4 out_colour;

vec3 bright(vec3 c) {
    float power = max(c.r, max(c.g, c.b));
    float keep = smoothstep(0.55, 1.6, power);
    return min(c, vec3(12.0)) * keep;
}

void main() {
    vec2 uv = gl_FragCoord.xy * 2.0 * bloom.xy, most = (extent.xy - 0.5) * bloom.xy;
    vec3 sum = vec3(0.0);
    if (bloom.z > 0.5) {
        ivec2 at = ivec2(gl_FragCoord.xy) * 2;
        ivec2 last = ivec2(extent.xy) - 1;
        float all = 0.0;
        for (int i = 0; i < 4; ++i) {
            vec3 c = bright(texelFetch(source, min(at + ivec2(i & 1, i >> 1), last), 0).rgb);
            // A lone bright pixel must not flicker: the brighter, the less it counts.
            float w = 1.0 / (1.0 + max(c.r, max(c.g, c.b)));
            sum += c * w;
            all += w;
        }
        sum /= all;
    } else {
        sum = texture(source, min(uv, most)).rgb * 0.5;
        sum += texture(source, min(uv + bloom.xy * vec2(1.0, 1.0), most)).rgb * 0.125;
        sum += texture(source, min(uv + bloom.xy * vec2(-1.0, 1.0), most)).rgb * 0.125;
        sum += texture(source, min(uv + bloom.xy * vec2(1.0, -1.0), most)).rgb * 0.125;
        sum += texture(source, uv - bloom.xy).rgb * 0.125;
    }
    out_colour = vec4(sum, 1.0);
}
