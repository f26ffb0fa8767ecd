// A sample of a multisampled scene, before the samples of a pixel are averaged: the brighter, the less it counts, as the eye
// will see it after the tone curve. A bright edge on the dark is smooth, too (Karis 2013, "Tone mapping").
vec4 weighed(vec3 c) { return vec4(c, 1.0) / (1.0 + 4.0 * max(c.r, max(c.g, c.b))); }
