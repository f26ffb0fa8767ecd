// One triangle that covers every sample of the target once: no quad diagonal, no half-pixel to correct.
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 1.0, 1.0); }
