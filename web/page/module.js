// The module (web/module/exports.cpp) as an object: texts and numbers in, texts and numbers out.
class Module {
  constructor(wasm) {
    this.wasm = wasm;
  }
  text(pointer) { return this.wasm.UTF8ToString(pointer); }
  get core() { return this.wasm._page_core(); }

  // An empty text, or why the recording cannot be shown.
  open(bytes, partial) {
    const at = this.wasm._malloc(Math.max(1, bytes.length));
    this.wasm.HEAPU8.set(bytes, at);
    const fault = this.text(this.wasm._page_open(at, bytes.length, partial ? 1 : 0));
    this.wasm._free(at);
    return fault;
  }
  about() { return JSON.parse(this.text(this.wasm._page_about())); }
  verify(ticks) { return this.wasm._page_verify(ticks) !== 0; }
  verdict() { return JSON.parse(this.text(this.wasm._page_verdict())); }
  happenings() {
    const count = this.wasm._page_take_happenings();
    return new Uint32Array(this.wasm.HEAPU8.buffer, this.wasm._page_happenings(), 3 * count).slice();
  }
  seek(tick) { return this.wasm._page_seek(tick); }
  // Valid until the next call.
  picture() {
    const count = this.wasm._page_draw();
    return new Float32Array(this.wasm.HEAPU8.buffer, this.wasm._page_picture(), count);
  }
  panel() { return JSON.parse(this.text(this.wasm._page_panel())); }
  // Rows of [path, value, words].
  fields(within, rows) {
    const size = this.wasm.lengthBytesUTF8(within) + 1, at = this.wasm._malloc(size);
    this.wasm.stringToUTF8(within, at, size);
    const lines = this.text(this.wasm._page_fields(at, rows));
    this.wasm._free(at);
    return lines.split('\n').slice(0, -1).map(line => line.split('\t'));
  }
}
