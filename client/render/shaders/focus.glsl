// What is out of focus: the mesas behind the play, the more the deeper they lie. The sky is at infinity, but its stars are
// points: blurred, they would be gone.
float far_share(Packed here) { return here.is_empty ? 0.0 : smoothstep(-12.0, -24.0, here.z); }
