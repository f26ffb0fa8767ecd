// The module (web/module/exports_replay.cpp, exports_show.cpp) as an object: texts and numbers in, texts and numbers out.
class Module {
  constructor(wasm) {
    this.wasm = wasm;
  }
  text(pointer) { return this.wasm.UTF8ToString(pointer); }
  get core() { return this.wasm._page_core(); }

  // An empty text, or why the recording cannot be shown.
  open(bytes, partial) {
    return this.withBytes(bytes, at => this.wasm._page_open(at, bytes.length, partial ? 1 : 0));
  }
  // What the module answers to bytes.
  withBytes(bytes, ask) {
    const at = this.wasm._malloc(Math.max(1, bytes.length));
    if (at === 0) return `it has ${bytes.length} bytes, for which this page has no memory`;
    this.wasm.HEAPU8.set(bytes, at);
    const answer = this.text(ask(at));
    this.wasm._free(at);
    return answer;
  }
  // A second recording that is compared with the first (web/module/pairing.hpp).
  openPair(bytes, partial) { return this.withBytes(bytes, at => this.wasm._page_pair_open(at, bytes.length, partial ? 1 : 0)); }
  comparePair(ticks) { return this.wasm._page_pair_compare(ticks) !== 0; }
  pairFinding() { return JSON.parse(this.text(this.wasm._page_pair_finding())); }
  // After open(): the core version that the recording needs, if it is not this page's; otherwise 0.
  neededCore() { return this.wasm._page_needed_core(); }
  about() { return JSON.parse(this.text(this.wasm._page_about())); }
  verify(ticks) { return this.wasm._page_verify(ticks) !== 0; }
  verdict() { return JSON.parse(this.text(this.wasm._page_verdict())); }
  timeline_events() {
    const count = this.wasm._page_take_happenings();
    return new Uint32Array(this.wasm.HEAPU8.buffer, this.wasm._page_happenings(), 3 * count).slice();
  }
  seek(tick) { return this.wasm._page_seek(tick); }
  // To a later tick, with everything that happens on the way.
  play(tick) { return this.wasm._page_play(tick); }
  // The game's sounds: the number of voices, the samples of one, and orders to sources (web/page/sound.js).
  soundVoices() { return this.wasm._page_sound_voices(); }
  // … or, if they have been kept, their number.
  soundKnow(voice, samples) { this.wasm._page_sound_know(voice, samples); }
  soundVoice(voice) {
    const samples = this.soundNumbers(this.wasm._page_sound_voice(voice)).slice();
    return { samples, loops: this.wasm._page_sound_loops(voice) !== 0 };
  }
  soundOrders(now, playing) { return this.soundNumbers(this.wasm._page_sound_orders(now, playing ? 1 : 0)); }
  // What web/page/music.js hands to its worker.
  musicMoment() { return JSON.parse(this.text(this.wasm._page_music_moment())); }
  soundSilence() { this.wasm._page_sound_silence(); }
  soundNumbers(count) { return new Float32Array(this.wasm.HEAPU8.buffer, this.wasm._page_sound_numbers(), count); }
  // Valid until the next call.
  picture() {
    const count = this.wasm._page_draw();
    return new Float32Array(this.wasm.HEAPU8.buffer, this.wasm._page_picture(), count);
  }
  panel() { return JSON.parse(this.text(this.wasm._page_panel())); }
  // Rows of [path, value, words].
  fields(within, rows) { return this.rowsOf(withText(this.wasm, within, at => this.wasm._page_fields(at, rows))); }
  // Those of a side of a desync: 0 the server, 1 the client.
  sideFields(side, within, rows) { return this.rowsOf(withText(this.wasm, within, at => this.wasm._page_side_fields(side, at, rows))); }
  rowsOf(lines) { return lines.split('\n').slice(0, -1).map(line => line.split('\t')); }
}

// What the module answers to a text.
function withText(wasm, text, ask) {
  const size = wasm.lengthBytesUTF8(text) + 1, at = wasm._malloc(size);
  wasm.stringToUTF8(text, at, size);
  const answer = wasm.UTF8ToString(ask(at));
  wasm._free(at);
  return answer;
}

// The game's own picture, in the module (web/module/screen.hpp).
class ModuleScreen {
  constructor({ wasm }) {
    this.wasm = wasm;
  }
  text(pointer) { return this.wasm.UTF8ToString(pointer); }
  // An empty text, or why there is no picture; then only open() and close() may be called.
  open(canvas, tier, width, height) { return withText(this.wasm, `#${canvas.id}`, at => this.wasm._page_screen_open(at, tier, width, height)); }
  close() { this.wasm._page_screen_close(); }
  // How many programs the browser still compiles; −1: it cannot.
  linking() { return this.wasm._page_screen_linking(); }
  get fault() { return this.text(this.wasm._page_screen_fault()); }
  describe() { return this.text(this.wasm._page_screen_describe()); }
  // An empty text, or why nothing more can be drawn.
  draw(share) { return this.text(this.wasm._page_screen_draw(share)); }
  resize(width, height) { this.wasm._page_screen_resize(width, height); }
  pace(interval, target) { this.wasm._page_screen_pace(interval, target); }
  faults() { return this.wasm._page_screen_faults(); }
}
