// Reads: nothing. Writes by maximum: the lightning's own buffer.
in vec2 v_across;
in vec3 v_colour;
layout(location = 0) out vec4 out_colour;

void main() {
    float d = abs(v_across.x);
    float core = exp2(-d * d * 28.0), glow = (1.0 - d) * (1.0 - d);
    out_colour = vec4((mix(v_colour, vec3(1.0), 0.22) * core * 2.2 + v_colour * glow * 1.1) * v_across.y, 1.0);
}
