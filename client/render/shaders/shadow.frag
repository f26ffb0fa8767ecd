// Reads: nothing. Writes: depth alone.
void main() {}
