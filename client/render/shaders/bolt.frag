// Reads: nothing. Writes by maximum: the lightning's own buffer.
layout(location = 0) in vec2 in_across;
layout(location = 1) in vec3 in_colour;
layout(location = 0) out vec4 out_colour;

void main() {
    float d = abs(in_across.x);
    float core = exp2(-d * d * 28.0), glow = (1.0 - d) * (1.0 - d);
    out_colour = vec4((mix(in_colour, vec3(1.0), 0.22) * core * 2.2 + in_colour * glow * 1.1) * in_across.y, 1.0);
}
